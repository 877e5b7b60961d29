"""The weights of ``expert``: their defaults, where these come from, and their places."""

from typing import Final

WEIGHTS: Final = {
    "space_price": 2.5,  # points that a planned space costs
    "turn_price": 2.14,  # points that a turn costs
    "point_share": 0.837,  # share of a track's points that makes it cheaper to plan
    "reserve": 5 / 45,  # share of all pieces that kept tickets must leave over
    "overtime": 1.86,  # points deducted for each turn that kept tickets need beyond the clock
    "most_tickets": 8,  # draw no more tickets when holding this many
    "ticket_floor": 3.36,  # points that drawing tickets must be expected to bring
    "ticket_space": 0.482,  # points that each space needed by a new ticket costs
    "risk_slack": 2.24,  # turns to spare beyond the estimate
    "risk_width": 5.17,  # turns over which the odds of completing a new ticket rise from 0 to 1
    "wild_price": 1.02,  # points that a wild costs while the plan is short of cards
    "hurry": 0.0,  # turns of slack below which wilds cost nothing
    "plan_share": 0.64,  # share of the tickets' points in the order of claims
    "fill_floor": 5.6,  # points that a track outside the plan must bring for each useful card that drawing brings
    "fill_space": 0.7,  # price of a piece outside the plan, as a share of what the board pays
    "fill_slack": 9.23,  # turns of slack before tracks outside the plan are claimed
    "need_price": 0.285,  # points that a card costs if the plan needs it elsewhere
    "fills": 1,  # tracks outside the plan that cards are gathered for
    "fill_worth": 0.73,  # worth of a card for those tracks, relative to one for the plan
    "idle_worth": 0.062,  # worth of a card that nothing needs, scaled by the number held of it
    "wild_worth": 0.76,  # worth of a wild, relative to a card for the plan
    "short_worth": 0.012,  # additional worth for each missing card of a colour
    "market_hint": 0.479,  # cards in hand that a market card counts for when choosing the colour of a gray track
    "clock_pace": 5.44,  # pieces that opponents lay per claim
    "gather_many": 0.87,  # useful cards per turn of drawing for several colours
    "gather_one": 0.52,  # the same for one colour
    "draw_value": 0.97,  # points that a useful card counts for when compared with drawing tickets
    "tunnel_spare": 2 / 3,  # spare cards to hold before a tunnel, for each card turned up
}
"""Default weights. Thirteen of them were found with this command, starting from earlier values.
Run again, it keeps them (six minutes on one processor)::

    ttr tune usa expert --players 3 --against ticket_planner --objective score
        --weight ticket_floor=3..7 --weight fill_floor=2..7 --weight fill_slack=5..12
        --weight overtime=1..2.6 --weight risk_width=2..6 --weight turn_price=1..2.2
        --weight point_share=0.5..1.3 --weight ticket_space=0.1..0.7
        --weight risk_slack=0.5..2.9 --weight plan_share=0.5..1.3 --weight need_price=0.2..0.8
        --weight market_hint=0.2..1 --weight wild_price=1..2.7
        --games 300 --candidates 400 --validation 1500 --seed 1

The other fractional values come from earlier searches. With ``--players 4``, the same command
finds a hastier player, which wins more but scores less when everybody plays it.
"""

(
    SPACE_PRICE,
    TURN_PRICE,
    POINT_SHARE,
    RESERVE,
    OVERTIME,
    MOST_TICKETS,
    TICKET_FLOOR,
    TICKET_SPACE,
    RISK_SLACK,
    RISK_WIDTH,
    WILD_PRICE,
    HURRY,
    PLAN_SHARE,
    FILL_FLOOR,
    FILL_SPACE,
    FILL_SLACK,
    NEED_PRICE,
    FILLS,
    FILL_WORTH,
    IDLE_WORTH,
    WILD_WORTH,
    SHORT_WORTH,
    MARKET_HINT,
    CLOCK_PACE,
    GATHER_MANY,
    GATHER_ONE,
    DRAW_VALUE,
    TUNNEL_SPARE,
) = range(len(WEIGHTS))
"""Places of the weights."""
