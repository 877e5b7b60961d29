"""Two strategies in which ties are planted: by the order of the map's rows, by name, by the order of the colours."""

from ttr_analysis.engine.codes import AT_TURN, CLAIM, DRAW_MARKET
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import wild_to_take
from ttr_analysis.engine.reach import can_claim, fill_reach
from ttr_analysis.engine.state import EMPTY
from ttr_analysis.strategies.base import decide, get_strategy, strategy
from ttr_analysis.strategies.shared.claims import fill_payment
from ttr_analysis.strategies.shared.planning import clear_need

at_random = get_strategy("random").compiled
ROWS, NAMES = 1, 2


@compiled
def wins_tie(view, track, best, tie):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Whether a track of equal length replaces the best one."""
    if tie == ROWS:
        return track < best
    if tie == NAMES:
        return view.tables.names.tracks[track] < view.tables.names.tracks[best]
    return view.mine.priority.tracks[track] > view.mine.priority.tracks[best]


@strategy("claimer", weights={"tie": 0})
def claimer(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Claim the longest track that can be paid for, else do whatever ``random`` does."""
    at_random(view, action)
    if view.public.decision != AT_TURN:
        return
    public, lengths, best = view.public, view.tables.track_length, -1
    fill_reach(view.tables, public, view.mine, public.seat, view.scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if best >= 0 and lengths[track] < lengths[best]:
            continue
        if not can_claim(view.tables, public, view.mine, public.seat, view.scratch, track):
            continue
        if best < 0 or lengths[track] > lengths[best] or wins_tie(view, track, best, view.weights[0]):
            best = track
    if best >= 0:
        clear_need(view)
        decide(action, CLAIM, best, 0)
        fill_payment(view, action)


@strategy("taker", weights={"tie": 0})
def taker(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Where ``random`` draws from the market, take the first colour, or the one of highest priority."""
    at_random(view, action)
    if action.kind != DRAW_MARKET or view.public.market[action.target] == view.tables.wild:
        return
    best = view.public.market[action.target]
    for slot in range(view.tables.market_slots):
        card = view.public.market[slot]
        if card == EMPTY or (card == view.tables.wild and not wild_to_take(view.tables, view.public)):
            continue
        higher = view.mine.priority.cards[card] > view.mine.priority.cards[best]
        if card < best if view.weights[0] == ROWS else higher:
            best = card
            decide(action, DRAW_MARKET, slot, 0)
