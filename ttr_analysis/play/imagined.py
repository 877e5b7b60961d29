"""A game as the player to move may imagine it: what they do not know is drawn at random."""

import numpy as np

from ttr_analysis.engine import bars, codes, random_stream, state, view
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats, Records
from ttr_analysis.play import deciders, messages
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.strategies.base import get_strategy
from ttr_analysis.strategies.shared import determinization


@compiled
def copy_shown(private: state.Private, known: state.Private) -> None:
    """Copy the tickets that an opponent has completed."""
    private.ticket_count = 0
    for i in range(known.ticket_count):
        if known.done_turn[i] != state.NEVER:
            private.tickets[private.ticket_count] = known.tickets[i]
            private.done_turn[private.ticket_count] = known.done_turn[i]
            private.ticket_count += 1


@compiled
def copy_known_changes(known: state.Changes, changes: state.Changes, seat: int, now: int) -> None:
    """Copy the interventions that a seat knows of: what concerns the seat and has begun, and what all can see.

    Turns that will be skipped are not known before.
    """
    changes.count, changes.closed_tracks[seat] = known.count, 0
    changes.bars[seat], changes.claims_from[seat] = known.bars[seat], known.claims_from[seat]
    for track in range(known.closed_from.shape[1]):
        if 0 < known.closed_from[seat, track] <= now:
            changes.closed_from[seat, track] = known.closed_from[seat, track]
            changes.closed_tracks[seat] += 1
    changes.given = known.given
    for i in range(known.given):
        changes.given_seat[i], changes.given_track[i] = known.given_seat[i], known.given_track[i]
    changes.duties = known.duties
    for ticket in range(known.duty.shape[1]):
        changes.duty[seat, ticket] = known.duty[seat, ticket]


@entry
def imagine_game(
    tables_record: Records, game_record: Records, imagined: Records, scratch: Records, weights: Floats, seed: int,
    suited: bool, tries: int,
) -> None:  # fmt: skip
    """Fill ``imagined`` with what the player to move knows, and the rest at random from a seed.

    If ``suited``, opponents rather hold what suits their tracks, of so many tickets (``tries``) for each.
    Tracks that are barred to this player are open to opponents, in what they are imagined to hold, too.
    """
    tables, game, memory, rng = (
        tables_record[0],
        game_record[0],
        np.zeros(view.MEMORY, np.int64),
        np.zeros(4, np.uint64),
    )
    public, seat = game.public, game.public.seat
    bars.take_off_bars(game)
    if tables.shown:  # to everybody, though the public record does not tell which tickets they were
        for other in range(public.players):
            copy_shown(imagined[0].private[other], game.private[other])
    random_stream.seed_stream(rng, seed, 0, 0)
    seen = view.View(tables, public, game.private[seat], memory, weights, scratch[0], rng)
    determinization.determinize(seen, suited, tries, imagined[0])
    if game.hidden.changes.count > 0:
        imagined[0].hidden.barred_count = 0
        copy_known_changes(game.hidden.changes, imagined[0].hidden.changes, seat, bars.round_of(public))
        bars.wear_bars(tables, imagined[0])
        bars.wear_bars(tables, game)


def imagine(live: LiveGame, seed: int) -> LiveGame:
    """Return a game that the player to move may be in, drawn from a seed; its log begins here.

    What the players before them have chosen in secret during the set-up, ``expert`` chooses for them.
    """
    messages.announce_compilation(imagine_game)
    expert, other = get_strategy("expert"), LiveGame(live.game_map, live.players, seed)
    tries = int(get_strategy("monte_carlo").weights["fit_tries"])
    other.begin(0)
    imagine_game(
        live.tables, live.game_record, other.game_record, other.scratch, expert.weight_values, seed, True, tries
    )  # fmt: skip
    if live.public.decision in (codes.AT_KEEP, codes.AT_PIECES) and live.public.turn == 0:
        other.public.seat = 0
        other.sit(deciders.Deciders.of([expert] * live.players))
        other.play(live.seat)
        other.begin(0)
        other.game.log_size = 0
    return other
