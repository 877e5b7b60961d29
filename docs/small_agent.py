"""Train a small agent on USA with numpy only, and judge it; docs/howto_small_agent.md explains it.

``python docs/small_agent.py`` takes a few minutes.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import ttr_analysis as ttr
from ttr_analysis.maps import ActionKind

USA = ttr.load_map("usa")
NUMBERING, LAYOUT = ttr.play.numbering(USA), ttr.play.layout(USA, players=2)
ACTIONS = [NUMBERING.decode(number) for number in range(NUMBERING.size)]
KIND = np.array([action.kind for action in ACTIONS])
TARGET = np.array([action.target for action in ACTIONS])
LOCOMOTIVES = np.array([action.cards[USA.card_index["locomotive"]] if action.cards else 0 for action in ACTIONS])
LENGTH = np.array([track.length for track in USA.tracks])
POINTS = np.array([USA.rules.route_points[track.length] for track in USA.tracks])
TICKET_POINTS = np.array([ticket.points for ticket in USA.tickets])
COLOR = np.array([[track.color == card for card in USA.card_index] for track in USA.tracks])
ON_PATH = np.zeros((len(USA.tickets), len(USA.tracks)))
for row, ticket in enumerate(USA.tickets):
    found = ttr.paths.ticket_path(USA, ticket)
    assert found is not None
    ON_PATH[row, list(found[0].tracks)] = 1
TICKET_TRAINS = ON_PATH @ LENGTH
FEATURES = 16


def features(observations: Any, game: Any, number: Any) -> Any:
    """Return a row of features for each legal action: ``number[j]`` in game ``game[j]``."""
    seen = LAYOUT.split(observations)
    free = 1 - seen["owners"].sum(axis=1) - seen["closed"]
    wanted = (seen["tickets"] @ ON_PATH > 0) * free  # tracks on the shortest paths of the tickets
    colors = wanted @ (COLOR * LENGTH[:, None])  # cards that these tracks cost
    left = seen["pieces"][:, :, 0].min(axis=1)[game] / 45  # trains of the player who has fewer
    kind, target = KIND[number], TARGET[number]
    claim, draw, keep = kind == ActionKind.CLAIM, kind == ActionKind.DRAW_MARKET, kind == ActionKind.KEEP_TICKETS
    track, slot = np.where(claim, target, 0), np.where(draw, target, 0)
    card = seen["market"][game, slot].argmax(axis=1)
    places = (number - NUMBERING.codebook.first[ActionKind.KEEP_TICKETS])[:, None] >> np.arange(3) & 1
    kept = np.einsum("jp,jpt->jt", places * keep[:, None], seen["offered"][game])
    rows = np.zeros((len(number), FEATURES))
    rows[:, 0] = claim
    rows[:, 1] = claim * POINTS[track] / 10
    rows[:, 2] = claim * wanted[game, track]
    rows[:, 3] = claim * LOCOMOTIVES[number] / 3
    rows[:, 4] = claim * left
    rows[:, 5] = claim * left * POINTS[track] / 10
    rows[:, 6] = claim * seen["hand"].sum(axis=1)[game] / 20
    rows[:, 7] = draw * (card == USA.card_index["locomotive"])
    rows[:, 8] = draw * colors[game, card] / 6
    rows[:, 9] = draw * seen["hand"][game, card] / 6
    rows[:, 10] = kind == ActionKind.DRAW_BLIND
    rows[:, 11] = kind == ActionKind.DRAW_TICKETS
    rows[:, 12] = rows[:, 11] * left
    rows[:, 13] = kept.sum(axis=1)
    rows[:, 14] = kept @ TICKET_POINTS / 20
    rows[:, 15] = kept @ TICKET_TRAINS / 20
    return rows


def decide(seen: dict[str, Any], weights: Any, dice: np.random.Generator, heat: float = 1.0) -> tuple[Any, Any]:
    """Choose a number for each game, and return by how much the features of each are above what was expected.

    The chance of an action is proportional to ``exp(features @ weights / heat)``.
    """
    game, number = np.nonzero(seen["action_mask"])
    first = np.flatnonzero(np.diff(game, prepend=-1))  # the first action of each game
    rows = features(seen["observation"], game, number)
    worth = rows @ weights / heat
    chance = np.exp(worth - np.maximum.reduceat(worth, first)[game])
    chance /= np.add.reduceat(chance, first)[game]
    drawn = worth + dice.gumbel(size=len(worth))  # the largest of these is a draw with these chances
    chosen = np.flatnonzero(drawn == np.maximum.reduceat(drawn, first)[game])
    return number[chosen], rows[chosen] - np.add.reduceat(chance[:, None] * rows, first)


def vector(games: int, against: str) -> Any:
    """Return games side by side; one that is over is replaced in the same step."""
    name = "ttr_analysis.play.environments.registration:ttr_analysis/TicketToRide-v0"
    return gymnasium.make_vec(name, num_envs=games, map="usa", opponents=against, autoreset_mode="SameStep")


def train(updates: int, seed: int = 0, games: int = 256, against: str = "greedy_points") -> Any:
    """Return weights: those of what was done in games that ended better than others are raised (REINFORCE)."""
    envs = vector(games, against)
    dice, weights, squares = np.random.default_rng(seed), np.zeros(FEATURES), np.ones(FEATURES)
    seen, _ = envs.reset(seed=seed)
    so_far, directions, leads = np.zeros((games, FEATURES)), [], []
    while updates:
        numbers, surprise = decide(seen, weights, dice)
        so_far += surprise
        seen, _, over, _, info = envs.step(numbers)
        if over.any():
            points = info["final_info"]["points"][over]
            leads += (points[:, 0] - points[:, 1]).tolist()
            directions += list(so_far[over])
            so_far[over] = 0
        if len(leads) >= games:
            better = (np.array(leads) - np.mean(leads)) / np.std(leads)
            step = (better[:, None] * np.array(directions)).mean(axis=0)
            squares = 0.9 * squares + 0.1 * step**2
            weights += 0.3 * step / np.sqrt(squares)
            directions, leads, updates = [], [], updates - 1
    return weights


def win_share(weights: Any, against: str, games: int, seed: int) -> ttr.stats.Estimate:
    """Return the share of so many games that the agent wins; it takes what it finds best."""
    envs = vector(games, against)
    dice, won, over = np.random.default_rng(seed), np.zeros(games), np.zeros(games, bool)
    seen, _ = envs.reset(seed=seed)
    while not over.all():
        numbers, _ = decide(seen, weights, dice, heat=0.01)
        seen, rewards, ended, _, _ = envs.step(numbers)
        won += (rewards == 1) * ~over
        over |= ended
    return ttr.stats.share(int(won.sum()), games)


if __name__ == "__main__":
    trained = train(updates=200)
    for other in ("random", "greedy_points", "expert"):
        print(other, win_share(trained, other, games=2000, seed=1_000_000))  # noqa: T201
