"""Interventions as the engine reads them: numbers in the record of a game, where no strategy sees them."""

from collections.abc import Sequence
from typing import Any

from ttr_analysis.engine import bars, state
from ttr_analysis.maps import GameMap, terms
from ttr_analysis.rules.interventions import Intervention

_BITS = {
    "no_face_up_locomotives": bars.NO_WILDS,
    "no_tickets": bars.NO_TICKETS,
    "no_stations": bars.NO_STATIONS,
    "no_blind_draws": bars.NO_BLIND,
    "one_face_up_card": bars.NO_SECOND,
    "no_harbours": bars.NO_HARBOURS,
}


def write_changes(game_map: GameMap, players: int, given: Sequence[Intervention], game: Any) -> None:
    """Write interventions, settled and so free of contradictions, into the record of a game that is not set up yet."""
    changes, meant = game.hidden.changes, terms.read_terms(game_map, players, given)
    changes.count = len(given)
    for (seat, track), first in meant.closed.items():
        changes.closed_from[seat, track] = first
        changes.closed_tracks[seat] += 1
    for seat, habit in meant.habits:
        changes.bars[seat] |= _BITS[habit]
    for seat, first in meant.claims_from.items():
        changes.claims_from[seat] = first
    _write_start(meant, changes)
    for (seat, ticket), keeps in meant.duties.items():
        changes.duty[seat, ticket] = state.MUST_KEEP if keeps else state.MUST_RETURN
        changes.duties += 1


def _write_start(meant: terms.Terms, changes: Any) -> None:
    for track, seat in meant.owned.items():
        changes.given_seat[changes.given], changes.given_track[changes.given] = seat, track
        changes.given += 1
    for (seat, kind), number in meant.extra_cards.items():
        changes.extra_cards[seat, kind] = number
    for seat, skipped in sorted(meant.skipped):
        changes.skipped_round[seat, changes.skips[seat]] = skipped
        changes.skips[seat] += 1
    for seat, ticket in meant.first_tickets:
        changes.first_ticket[seat, changes.first_tickets[seat]] = ticket
        changes.first_tickets[seat] += 1
