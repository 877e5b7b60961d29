"""The compiled loops over many games at once."""

from typing import Any

import numpy as np

from ttr_analysis.engine import compiled, decks, moves, play, random_stream, records, setup, state
from ttr_analysis.play.environments import codebook, masks, observation

Table = np.ndarray[tuple[int, int], np.dtype[Any]]
STREAM = 1 << 20
"""Number of the random stream of :func:`choose_at_random`, which no game uses."""

Column = np.ndarray[tuple[int], np.dtype[Any]]


@compiled.compiled
def show(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, begun: state.ActionRecord,
    work: records.Records, scratch: state.Scratch, mask: Any, seen: Any,
) -> None:  # fmt: skip
    """Fill in the mask and the observation of the player to move."""
    masks.fill_mask(tables, book, game, begun, work, scratch, mask)
    observation.write_observation(tables, book, game, begun, game.public.seat, seen)


@compiled.entry
def show_game(
    tables_record: records.Records, book: codebook.Codebook, game_record: records.Records,
    begun_record: records.Records, work: records.Records, scratch_record: records.Records, mask: Any,
) -> None:  # fmt: skip
    """Fill in the mask of one game (called from Python)."""
    masks.fill_mask(tables_record[0], book, game_record[0], begun_record[0], work, scratch_record[0], mask)


@compiled.entry
def take(
    tables_record: records.Records, book: codebook.Codebook, game_record: records.Records,
    begun_record: records.Records, number: int, action_record: records.Records,
) -> bool:  # fmt: skip
    """Write the action of a legal number; return False if it only begins or goes on with a payment in steps."""
    return masks.take_number(tables_record[0], book, game_record[0], number, begun_record[0], action_record[0])


@compiled.entry
def begin_games(
    tables_record: records.Records, book: codebook.Codebook, games: records.Records, begun: records.Records,
    work: records.Records, scratch_record: records.Records, log: decks.Log, seed: int, numbers: Column, seen: Table,
    mask: Table,
) -> None:  # fmt: skip
    """Set up the games with these numbers."""
    tables = tables_record[0]
    for i in range(games.shape[0]):
        setup.set_up(tables, games[i], log, seed, numbers[i])
        begun[i].kind = masks.NOTHING_BEGUN
        show(tables, book, games[i], begun[i], work, scratch_record[0], mask[i], seen[i])


@compiled.compiled
def share_win(scores: records.Records, players: int, rewards: Any, points: Any) -> None:
    """Write each player's share of the win, and points."""
    winners = 0
    for seat in range(players):
        winners += scores[seat].winner
    for seat in range(players):
        rewards[seat] = scores[seat].winner / winners
        points[seat] = scores[seat].total


@compiled.entry
def step_games(
    tables_record: records.Records, book: codebook.Codebook, games: records.Records, begun: records.Records,
    work: records.Records, scratch_record: records.Records, scores: records.Records, log: decks.Log, seed: int,
    numbers: Column, chosen: Column, seen: Table, mask: Table, rewards: Table, points: Table, done: Column,
) -> None:  # fmt: skip
    """Carry out one legal number in each game; a game that is over is replaced by one with a new number."""
    tables, scratch, action = tables_record[0], scratch_record[0], work[masks.WORK - 1]
    for i in range(games.shape[0]):
        game = games[i]
        public = game.public
        if done[i]:
            done[i] = 0
            for seat in range(public.players):
                rewards[i, seat] = 0
        if masks.take_number(tables, book, game, chosen[i], begun[i], action):
            moves.apply_action(tables, game, log, scratch, action)
            if public.over:
                play.close_game(tables, game, log, scratch, scores)
                share_win(scores, public.players, rewards[i], points[i])
                done[i] = 1
                numbers[i] += games.shape[0]
                setup.set_up(tables, game, log, seed, numbers[i])
        show(tables, book, game, begun[i], work, scratch, mask[i], seen[i])


@compiled.entry
def seed_choices(stream: records.Words, seed: int) -> None:
    """Seed the stream of :func:`choose_at_random`."""
    random_stream.seed_stream(stream, seed, 0, STREAM)


@compiled.entry
def choose_at_random(mask: Table, stream: records.Words, chosen: Column) -> None:
    """Choose one of the legal numbers of each game, each with the same chance."""
    for i in range(mask.shape[0]):
        legal = 0
        for number in range(mask.shape[1]):
            legal += mask[i, number]
        left = random_stream.below(stream, max(1, legal))
        chosen[i] = 0
        for number in range(mask.shape[1]):
            left -= mask[i, number]
            if left < 0:
                chosen[i] = number
                break


@compiled.entry
def first_masked(mask: Table, chosen: Column) -> int:
    """Return the first game whose number is masked, or is none; -1 if all are legal."""
    for i in range(mask.shape[0]):
        if not 0 <= chosen[i] < mask.shape[1] or mask[i, chosen[i]] == 0:
            return i
    return -1
