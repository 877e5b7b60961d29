"""The weights of ``expert``: their defaults, where these come from, and their places."""

from typing import Final

WEIGHTS: Final = {
    "space_price": 2.0,  # points that a planned space costs
    "turn_price": 3,  # points that a turn costs
    "point_share": 0.837,  # share of a track's points that makes it cheaper to plan
    "reserve": 0.121,  # share of all pieces that kept tickets must leave over
    "overtime": 1.46,  # points deducted for each turn that kept tickets need beyond the clock
    "most_tickets": 10,  # draw no more tickets when holding this many
    "ticket_floor": 3.85,  # points that drawing tickets must be expected to bring
    "ticket_space": 0.437,  # points that each space needed by a new ticket costs
    "risk_slack": 0.878,  # turns to spare beyond the estimate
    "risk_width": 5.6,  # turns over which the odds of completing a new ticket rise from 0 to 1
    "wild_price": 1.37,  # points that a wild costs while the plan is short of cards
    "hurry": -99.0,  # turns of slack below which wilds cost nothing
    "plan_share": 0.612,  # share of the tickets' points in the order of claims
    "fill_floor": 7.13,  # points that a track outside the plan must bring for each useful card that drawing brings
    "fill_space": 0.167,  # price of a piece outside the plan, as a share of what the board pays
    "fill_slack": 9.2,  # turns of slack before tracks outside the plan are claimed
    "need_price": 0.243,  # points that a card costs if the plan needs it elsewhere
    "fills": 1,  # tracks outside the plan that cards are gathered for
    "fill_worth": 0.727,  # worth of a card for those tracks, relative to one for the plan
    "idle_worth": 0.044,  # worth of a card that nothing needs, scaled by the number held of it
    "wild_worth": 0.454,  # worth of a wild, relative to a card for the plan
    "short_worth": 0.012,  # additional worth for each missing card of a colour
    "market_hint": 0.415,  # cards in hand that a market card counts for when choosing the colour of a gray track
    "clock_pace": 6.5,  # pieces that opponents lay per claim
    "gather_many": 0.938,  # useful cards per turn of drawing for several colours
    "gather_one": 0.799,  # the same for one colour
    "draw_value": 1.17,  # points that a useful card counts for when compared with drawing tickets
    "tunnel_spare": 0.469,  # spare cards to hold before a tunnel, for each card turned up
    "burst": 0.8,  # turns left for each claim that all pieces allow, from which on tracks are claimed
    "open_share": 0.248,  # share of the pieces left that the plan may still take when tickets are drawn
    "trail_odds": 4.0,  # how much a trail longer by all pieces raises the chance of the longest-trail bonus
    "ticket_odds": 0.4,  # how much one more completed ticket raises the chance of the most-tickets bonus
    "spare_share": 0.5,  # share of the cards to spare that a new ticket can use
    "own_scale": 1.0,  # 1: points, spaces and turns count in the board's own scale; 0: in that of USA everywhere
}
"""Default weights. Points are those of a board whose tickets are worth what USA's are, see
:mod:`~ttr_analysis.strategies.expert.board`.

They were found by a random search of some 230 candidates for the highest mean of win shares with common random
numbers: against ``ticket_planner`` on USA, Europe and made-up boards up to 15 with two and four players, and
against the player of version 0.1 on USA, Europe and the World. ``burst``, ``clock_pace`` and ``fill_slack`` were
then set by hand, in a choice among nine sets of weights that looked at other boards, too: docs/boards.md tells which
boards nobody had looked at. ``trail_odds``, ``ticket_odds`` and ``spare_share`` came later and were set by hand:
``trail_odds`` by 1,500 games each against the player of version 0.1 on USA and Europe, the others without a search.
A search of 324 candidates over eighteen boards (``ttr tune``, in docs/boards.md) then found none that are better.
On Europe with two players, single weights were: so ``turn_price`` and ``clock_pace`` were raised by hand, from 2 and
5.44, as far as games on USA and the made-up boards up to 15 did not suffer.
"""

VERSION_0_1: Final = {
    "space_price": 2.5,
    "turn_price": 2.14,
    "reserve": 5 / 45,
    "overtime": 1.86,
    "most_tickets": 8,
    "ticket_floor": 3.36,
    "ticket_space": 0.482,
    "risk_slack": 2.24,
    "risk_width": 5.17,
    "wild_price": 1.02,
    "hurry": 0.0,
    "plan_share": 0.64,
    "fill_floor": 5.6,
    "fill_space": 0.7,
    "fill_slack": 9.23,
    "need_price": 0.285,
    "fill_worth": 0.73,
    "idle_worth": 0.062,
    "wild_worth": 0.76,
    "market_hint": 0.479,
    "clock_pace": 5.44,
    "gather_many": 0.87,
    "gather_one": 0.52,
    "draw_value": 0.97,
    "tunnel_spare": 2 / 3,
    "burst": 1e6,
    "open_share": 1e6,
    "trail_odds": 0.0,
    "ticket_odds": 0.0,
    "own_scale": 0.0,
}
"""What to give ``with_weights`` for the player of version 0.1, which was tuned for USA alone and held nothing back:
``get_strategy("expert").with_weights(**VERSION_0_1)``. It differs from the one of that version in ties only."""

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
    BURST,
    OPEN_SHARE,
    TRAIL_ODDS,
    TICKET_ODDS,
    SPARE_SHARE,
    OWN_SCALE,
) = range(len(WEIGHTS))
"""Places of the weights."""
