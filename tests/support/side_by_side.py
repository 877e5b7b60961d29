"""A batch and the same games played by ``Game``: what is legal, what is seen and what follows must be the same."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

import ttr_analysis as ttr
from ttr_analysis.maps import Action, ActionKind, GameMap
from ttr_analysis.play.environments.numbering import Number


def as_steps(number: Number) -> tuple[int, ...]:
    return number if isinstance(number, tuple) else (number,)


def followers(codes: Iterable[tuple[int, ...]], begun: tuple[int, ...]) -> list[int]:
    """The numbers that can follow those chosen so far."""
    size = len(begun)
    return sorted({code[size] for code in codes if code[:size] == begun})


class Pair:
    """A game of a batch, played by ``Game`` too."""

    def __init__(self, batch: ttr.Batch, place: int) -> None:
        self.batch, self.place = batch, place
        self.begin()

    def begin(self) -> None:
        self.game = ttr.Game(
            self.batch.game_map, self.batch.players, self.batch.seed, int(self.batch.numbers[self.place])
        )
        self.read()

    def read(self) -> None:
        """List the legal actions with their numbers; no two have the same."""
        legal = self.game.legal_actions()
        self.begun: tuple[int, ...] = ()
        encode, decode = self.batch.numbering.encode, self.batch.numbering.decode
        self.legal: dict[tuple[int, ...], Action] = {as_steps(encode(action)): action for action in legal}
        assert len(self.legal) == len(legal)
        assert all(decode(code) == action for code, action in self.legal.items())

    def check(self) -> None:
        mask, seen = self.batch.masks[self.place], self.batch.observations[self.place]
        assert np.flatnonzero(mask).tolist() == followers(self.legal, self.begun), (self.game, self.begun)
        assert set(mask.tolist()) <= {0, 1}
        assert self.batch.players_to_move[self.place] == self.game.player
        if not self.begun:
            assert np.array_equal(seen, self.game.observe()), self.game

    def follow(self, number: int) -> None:
        """Do in the game what the batch has done."""
        self.begun = (*self.begun, number)
        if self.begun not in self.legal:
            return
        self.game.step(self.legal[self.begun])
        assert bool(self.batch.done[self.place]) == self.game.over
        shares = [
            (seat in self.game.winners) / len(self.game.winners) if self.game.over else 0
            for seat in range(self.game.players)
        ]
        assert self.batch.rewards[self.place].tolist() == np.float32(shares).tolist()
        if self.game.over:
            assert self.batch.points[self.place].tolist() == self.game.scores()
            self.begin()
        else:
            self.read()


def play_side_by_side(game_map: GameMap, players: int, games: int, seed: int = 0, most: int = 100_000) -> set[int]:
    """Play random games to their ends, or so many decisions; return the kinds of action that were chosen.

    The choice is first of a kind of action, so that rare kinds are met too. Every other time it is a claim where
    one is legal: a large hand can pay in a million ways on some maps, and each would be listed.
    """
    batch = ttr.Batch(game_map, players, games=2, seed=seed)
    choice, met, ended = random.Random(seed), set[int](), 0
    pairs = [Pair(batch, place) for place in range(2)]
    for _ in range(most):
        for pair in pairs:
            pair.check()
        chosen = [one_of(batch, pair, choice) for pair in pairs]
        met |= {int(batch.numbering.codebook.kind[number]) for number in chosen}
        batch.step(np.array(chosen))
        for pair, number in zip(pairs, chosen, strict=True):
            pair.follow(number)
        ended += int(batch.done.sum())
        if ended >= games:
            break
    return met


def one_of(batch: ttr.Batch, pair: Pair, choice: random.Random) -> int:
    kinds: dict[int, list[int]] = {}
    for number in np.flatnonzero(batch.masks[pair.place]).tolist():
        kinds.setdefault(int(batch.numbering.codebook.kind[number]), []).append(number)
    claims = kinds.get(ActionKind.CLAIM)
    if claims and choice.random() < 0.5:
        return choice.choice(claims)
    return choice.choice(kinds[choice.choice(sorted(kinds))])
