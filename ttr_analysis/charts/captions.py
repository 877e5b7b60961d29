"""Captions built from manifests: what was played, how often, and how certain the numbers are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ttr_analysis.experiments.tournament import TournamentManifest
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.manifest import Manifest

Interval = Literal["wilson", "bootstrap", "both", "none"]

_INTERVALS = {
    "wilson": "95 % intervals: Wilson.",
    "bootstrap": "95 % intervals: bootstrap by game.",
    "both": "95 % intervals: Wilson for shares, bootstrap by game for means.",
    "none": "Counts of the games played, without intervals.",
}

SAME_DECKS = "with the same shuffled decks (common random numbers)"
"""How captions say that games are compared pairwise."""


def caption_of(manifest: Manifest, interval: Interval, what: str = "") -> str:
    """Return the caption of a chart.

    Parameters
    ----------
    manifest : Manifest
        Manifest of the result that the chart shows.
    interval : {"wilson", "bootstrap", "both", "none"}
        Method of the chart's intervals.
    what : str, optional
        A sentence about the chart, placed first.

    Returns
    -------
    str
        Plain text: map, ticket set, players, strategies, seed, n, interval method, and what
        readers need to know about this map.
    """
    parts = [what, f"Map {manifest.map.name} ({manifest.map.title}), ticket set {manifest.map.ticket_set};"]
    parts.append(f"{manifest.players} players: {lineup_in_words(manifest)}; seed {manifest.seed};")
    parts.append(f"n = {manifest.finished:,} games{_stopped(manifest)}. {_INTERVALS[interval]}")
    return " ".join(part for part in (*parts, *manifest.map.notices) if part)


def advice_caption(game_map: GameMap, games: int, players: int, strategy: str = "ticket_planner", seed: int = 1) -> str:
    """Return the caption of a chart of opening advice, given the same arguments."""
    parts = (
        f"Map {game_map.name} ({game_map.title}), ticket set {game_map.ticket_set};",
        f"{players} players, all {strategy}; seed {seed}; n = {games:,} games for each choice, {SAME_DECKS}.",
        "In brackets: the fewest trains that connect all their cities (exact).",
        "95 % intervals: Wilson for the share made, Student's t for means.",
    )
    return " ".join((*parts, *game_map.notices))


def tournament_caption(manifest: TournamentManifest, interval: str, what: str = "") -> str:
    """Return the caption of a chart of a tournament.

    Parameters
    ----------
    manifest : TournamentManifest
        Record of the tournament that the chart shows.
    interval : str
        Method of the chart's 95 % intervals, such as ``"bootstrap"`` or ``"Wilson"``.
    what : str, optional
        Sentences about the chart, placed first.
    """
    stopped = "" if manifest.games == manifest.asked else f" (stopped early; {manifest.asked:,} were requested)"
    parts = (
        what,
        f"Map {manifest.map.name} ({manifest.map.title}), ticket set {manifest.map.ticket_set};",
        f"{manifest.players} players per table; strategies: {', '.join(manifest.names)}; seed {manifest.seed};",
        f"n = {manifest.games:,} games{stopped}, each played in {len(manifest.seatings)} seatings {SAME_DECKS}.",
        f"95 % intervals by game: {interval}.",
        *manifest.map.notices,
    )
    return " ".join(part for part in parts if part)


def sweep_caption(game_map: GameMap, strategy: str, rivals: str, players: int, games: int, seed: int) -> str:
    """Return the caption of a chart of a sweep: a strategy's variants against rivals."""
    against = "its default" if rivals == strategy else rivals
    parts = (
        f"Map {game_map.name} ({game_map.title}), ticket set {game_map.ticket_set};",
        f"{players} players: a variant of {strategy} takes each seat in turn, all others play {against}; seed {seed};",
        f"n = {games:,} games for each variant, {SAME_DECKS}.",
        "95 % intervals by game, each on its own: Student's t for paired differences, Wilson for shares.",
    )
    return " ".join((*parts, *game_map.notices))


def challenge_caption(manifests: Sequence[TournamentManifest], interval: str, what: str = "") -> str:
    """Return the caption of a chart of several tournaments of :func:`ttr_analysis.experiments.sweeps.challenge`.

    Parameters
    ----------
    manifests : sequence of TournamentManifest
        Records of the tournaments that the chart shows, with the same strategies on any maps and for any
        numbers of players.
    interval : str
        Method of the chart's 95 % intervals.
    what : str, optional
        Sentences about the chart, placed first.
    """
    maps = dict.fromkeys(f"{each.map.name} ({each.map.title}), ticket set {each.map.ticket_set}" for each in manifests)
    games = sorted({each.games for each in manifests})
    n = " to ".join(f"{number:,}" for number in dict.fromkeys((games[0], games[-1])))
    seeds = ", ".join(map(str, sorted({each.seed for each in manifests})))
    parts = (
        what,
        f"Maps {'; '.join(maps)}.",
        f"One player of each strategy takes each seat in turn, all others play {manifests[0].names[0]}; seed {seeds};",
        f"n = {n} games for each point, {SAME_DECKS}.",
        f"95 % intervals by game, each on its own: {interval}.",
        *dict.fromkeys(notice for each in manifests for notice in each.map.notices),
    )
    return " ".join(part for part in parts if part)


def lineup_in_words(manifest: Manifest) -> str:
    """Describe the strategies in words: ``4 × ticket_planner``, or a list."""
    counts = {name: manifest.names.count(name) for name in manifest.names}
    words = [f"{count} × {name}" if count > 1 else name for name, count in counts.items()]
    return ", ".join(words) + (", seats rotated" if len(counts) > 1 and manifest.rotate else "")


def _stopped(manifest: Manifest) -> str:
    return "" if manifest.complete else f" (stopped early; {manifest.games:,} were requested)"
