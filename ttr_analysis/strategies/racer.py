"""``racer``: races to the end over the longest tracks and abandons its tickets.

It keeps the tickets with the fewest points and forgets them. What counts is what a track pays for
each turn of drawing and claiming that it takes: as long as it can, it claims only tracks that pay
nearly as much as the best of the board (on USA those of six spaces), and when none of them is left
or its pieces allow none, those that pay most of what is left. Among these it prefers tracks that
extend its own network. It draws blind, never draws tickets, and lays what it can in its last turn.

The source tells lengths of the USA board in place of pay, and leaves open how its cards are drawn;
the learning agents that it stands for drew blind. With ``market`` 1, it is the stronger for taking
the colours of its tracks from the market.
"""

from typing import TYPE_CHECKING, Final

from ttr_analysis.engine import codes, graph, legal
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, ActionRecord, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.shared import claims, equals, objectives, pieces, planning
from ttr_analysis.strategies.shared.pay import CARDS_A_TURN, cards_of

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

LEAST_PAY: Final = 0
EXTEND: Final = 1
MARKET: Final = 2
"""Places of the weights."""

LEAST_LENGTH: Final = 0
TRACKS_LEFT: Final = 1
"""Places in the memory, for explanations only: the shortest of the tracks that it races for, and their number."""


@compiled
def pay(tables: Tables, track: int) -> float:
    """Return what a track brings for each turn that it takes: its points, and a tenth of a point a space.

    The tenths decide where tracks score nothing: long ones bring the end nearer.
    """
    worth = tables.track_points[track] + 0.1 * tables.track_length[track]
    return worth / (1.0 + cards_of(tables, track) / CARDS_A_TURN)


@compiled
def fits(view: View, track: int) -> bool:
    """Return whether a free track is open to the player, and the pieces suffice."""
    tables, public = view.tables, view.public
    enough = tables.track_length[track] <= public.pieces[public.seat, tables.track_piece[track]]
    return enough and not graph.owns_beside(public, public.seat, track)


@compiled
def best_pay(tables: Tables) -> float:
    """Return what the best track of the board pays."""
    best = 0.0
    for track in range(tables.tracks):
        best = max(best, pay(tables, track))
    return best


@compiled
def find_long(view: View) -> int:
    """Write the tracks that it races for into ``scratch.plan.tracks``; return their number.

    They pay a share of what the board's best does or, if no such track is left, the most of those left.
    """
    tables, public, plan = view.tables, view.public, view.scratch.plan
    left = 0.0
    for i in range(public.open_count):
        if fits(view, public.open_tracks[i]):
            left = max(left, pay(tables, public.open_tracks[i]))
    least = min(view.weights[LEAST_PAY] * best_pay(tables), left)
    plan.track_count = 0
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if fits(view, track) and (pay(tables, track) >= least or public.turns_left != NEVER):
            plan.tracks[plan.track_count] = track
            plan.track_count += 1
    return plan.track_count


@compiled
def want_long(view: View) -> None:
    """Find the tracks that it races for, and need the cards of each; for gray ones in the colour held most."""
    tables, plan, need = view.tables, view.scratch.plan, view.scratch.need
    view.memory[TRACKS_LEFT] = find_long(view)
    planning.clear_need(view)
    shortest = 0
    for i in range(plan.track_count):
        track = plan.tracks[i]
        deck, color = tables.track_deck[track], objectives.held_color(view, track)
        need[deck, color] = max(need[deck, color], int(cards_of(tables, track) + 0.5))
        length = tables.track_length[track]
        shortest = length if i == 0 else min(shortest, length)
    view.memory[LEAST_LENGTH] = shortest


@compiled
def best_claim(view: View) -> int:
    """Return the track to claim now, of those that it races for; NO_TRACK if the hand can pay for none."""
    tables, public, plan = view.tables, view.public, view.scratch.plan
    best, most, seat = planning.NO_TRACK, -1e9, public.seat
    for i in range(plan.track_count):
        track = plan.tracks[i]
        if claims.missing_cards(view, track, 0) >= claims.UNPAYABLE:
            continue
        value, a, b = pay(tables, track), tables.track_a[track], tables.track_b[track]
        if legal.touches(tables, public, seat, a) or legal.touches(tables, public, seat, b):
            value += view.weights[EXTEND]
        if equals.is_better(value, most, view.mine.priority.tracks, track, best):
            best, most = track, value
    return best


@compiled
def choose_mix(view: View, action: ActionRecord) -> None:
    """Split the pieces as the spaces of the board's best tracks are split between the kinds."""
    tables, spaces, first = view.tables, 0, 0
    least = view.weights[LEAST_PAY] * best_pay(tables)
    for track in range(tables.tracks):
        if pay(tables, track) >= least:
            spaces += tables.track_length[track]
            if tables.track_piece[track] == 0:
                first += tables.track_length[track]
    first = tables.pieces_kept * first // max(1, spaces)
    pieces.split_pieces(tables, first, tables.pieces_kept - first, action)


@compiled
def draw(view: View, action: ActionRecord) -> None:
    """Draw blind, or what a track wants from the market if that is allowed."""
    if view.weights[MARKET] > 0.0:
        objectives.draw_aimed(view, False, action)
    else:
        planning.draw_from_deck(view, action)


@compiled
def take_turn(view: View, action: ActionRecord) -> None:
    """Claim the best of the tracks that it races for, or draw."""
    if view.public.decision == codes.AT_SECOND:
        draw(view, action)
        return
    track = best_claim(view)
    if track != planning.NO_TRACK:
        claims.take(view, track, action)
    elif planning.may_draw_cards(view):
        draw(view, action)
    else:
        claims.last_resort(view, action)


def explain(game_map: "GameMap", view: View, action: ActionRecord) -> str:
    """Tell which tracks it races for."""
    if action.kind == codes.KEEP_TICKETS:
        return "will abandon its tickets, so it keeps those with the fewest points"
    if action.kind == codes.CHOOSE_PIECES:
        return "splits the pieces as the tracks that pay most a turn take them"
    number, length = int(view.memory[TRACKS_LEFT]), int(view.memory[LEAST_LENGTH])
    if number == 0:
        return "no track is left for its pieces"
    if view.public.turns_left != NEVER:
        return "lays what it can in its last turn"
    return f"races for tracks of at least {length} {'space' if length == 1 else 'spaces'}: {number} left"


@strategy(
    name="racer",
    idea="Races to the end over the longest tracks and abandons its tickets.",
    source="W. Parker, Racing to the End, draft of 30 September 2026",
    weights={
        "least_pay": 0.8,  # share of the pay of the board's best track from which a track is worth racing for
        "extend": 0.5,  # points a turn that a track is worth more if it touches the player's network
        "market": 0,  # 1: takes the colours of its tracks from the market; 0: draws blind
    },
    explain=explain,
)
def choose(view: View, action: ActionRecord) -> None:
    """Collect cards for the longest tracks and claim them."""
    decision = view.public.decision
    if decision == codes.AT_KEEP:
        objectives.keep_fewest_points(view, action)
    elif decision == codes.AT_PIECES:
        choose_mix(view, action)
    else:
        want_long(view)
        if not objectives.answer_other(view, action):
            take_turn(view, action)
    claims.fill_payment(view, action)
