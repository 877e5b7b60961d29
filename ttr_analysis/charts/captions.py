"""Captions from manifests: every chart says what was played, how often, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ttr_analysis.board import GameMap
from ttr_analysis.manifest import Manifest
from ttr_analysis.tournament import Record

Interval = Literal["wilson", "bootstrap", "both", "none"]

_INTERVALS = {
    "wilson": "95 % intervals: Wilson.",
    "bootstrap": "95 % intervals: bootstrap by game.",
    "both": "95 % intervals: Wilson for shares, bootstrap by game for means.",
    "none": "Counts of what was played, without intervals.",
}


def caption_of(manifest: Manifest, interval: Interval, what: str = "") -> str:
    """The caption of a chart.

    Parameters
    ----------
    manifest : Manifest
        Of the result the chart shows.
    interval : {"wilson", "bootstrap", "both", "none"}
        How the chart's intervals were made.
    what : str, optional
        A sentence about the chart, which comes first.

    Returns
    -------
    str
        Plain text: map, deck, players, strategies, seed, n, interval method, and what a
        reader of numbers about this map must know.
    """
    parts = [what, f"Map {manifest.map.name} ({manifest.map.title}), deck {manifest.map.ticket_set};"]
    parts.append(f"{manifest.players} players: {line_up(manifest)}; seed {manifest.seed};")
    parts.append(f"n = {manifest.finished:,} games{_stopped(manifest)}. {_INTERVALS[interval]}")
    return " ".join(part for part in (*parts, *manifest.map.notices) if part)


def advice_caption(game_map: GameMap, games: int, players: int, strategy: str = "ticket_planner", seed: int = 1) -> str:
    """The caption of a chart of :func:`ttr_analysis.advice.opening_advice`, whose arguments these are."""
    parts = (
        f"Map {game_map.name} ({game_map.title}), deck {game_map.ticket_set};",
        f"{players} players, all {strategy}; seed {seed}; n = {games:,} games for each choice, on the same decks.",
        "In brackets the fewest trains that join all their cities (exact).",
        "95 % intervals: Wilson for the share made, Student for means.",
    )
    return " ".join((*parts, *game_map.notices))


def tournament_caption(record: Record, interval: str, what: str = "") -> str:
    """The caption of a chart of a tournament.

    Parameters
    ----------
    record : Record
        Of the tournament the chart shows.
    interval : str
        What the chart's 95 % intervals are: ``"bootstrap"``, ``"Wilson"`` …
    what : str, optional
        Sentences about the chart, which come first.
    """
    stopped = "" if record.games == record.asked else f" (stopped early: {record.asked:,} were asked for)"
    parts = (
        what,
        f"Map {record.map.name} ({record.map.title}), deck {record.map.ticket_set};",
        f"{record.players} players at a table, of {', '.join(record.names)}; seed {record.seed};",
        f"n = {record.games:,} games{stopped}, each played in {len(record.seatings)} seatings on the same decks.",
        f"95 % intervals by game: {interval}.",
        *record.map.notices,
    )
    return " ".join(part for part in parts if part)


def sweep_caption(game_map: GameMap, strategy: str, rivals: str, players: int, games: int, seed: int) -> str:
    """The caption of a chart of :func:`ttr_analysis.sweeps.sweep`: a strategy's variants against its rivals."""
    against = "its default" if rivals == strategy else rivals
    parts = (
        f"Map {game_map.name} ({game_map.title}), deck {game_map.ticket_set};",
        f"{players} players: a variant of {strategy} in each seat in turn, all others {against}; seed {seed};",
        f"n = {games:,} games for each variant, on the same decks.",
        "95 % intervals by game, each by itself: Student on paired differences, Wilson for shares.",
    )
    return " ".join((*parts, *game_map.notices))


def challenge_caption(records: Sequence[Record], interval: str, what: str = "") -> str:
    """The caption of a chart of several tournaments of :func:`ttr_analysis.sweeps.challenge`, with the same strategies.

    Parameters
    ----------
    records : sequence of Record
        Of the tournaments the chart shows, of any maps and numbers of players.
    interval : str
        What the chart's 95 % intervals are.
    what : str, optional
        Sentences about the chart, which come first.
    """
    maps = dict.fromkeys(f"{each.map.name} ({each.map.title}), deck {each.map.ticket_set}" for each in records)
    games = sorted({each.games for each in records})
    n = " to ".join(f"{number:,}" for number in dict.fromkeys((games[0], games[-1])))
    seeds = ", ".join(map(str, sorted({each.seed for each in records})))
    parts = (
        what,
        f"Maps {'; '.join(maps)}.",
        f"One player of each strategy in each seat in turn, all others {records[0].names[0]}; seed {seeds};",
        f"n = {n} games for each point, on the same decks.",
        f"95 % intervals by game, each by itself: {interval}.",
        *dict.fromkeys(notice for each in records for notice in each.map.notices),
    )
    return " ".join(part for part in parts if part)


def line_up(manifest: Manifest) -> str:
    """The strategies in words: ``4 × ticket_planner``, or a list."""
    counts = {name: manifest.names.count(name) for name in manifest.names}
    words = [f"{count} × {name}" if count > 1 else name for name, count in counts.items()]
    return ", ".join(words) + (", seats rotated" if len(counts) > 1 and manifest.rotate else "")


def _stopped(manifest: Manifest) -> str:
    return "" if manifest.complete else f" (stopped early: {manifest.games:,} were asked for)"
