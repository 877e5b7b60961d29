"""Captions made from what tables carry: what was played, how often, and how certain the numbers are."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from ttr_analysis.charts import caption_words, words
from ttr_analysis.maps.changes import CHANGED, TOLD
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.source import Source, of_map, rows_of, source_of
from ttr_analysis.stats.columns import SEVERAL, intervals_of

BOUND = "bound"
"""The method of an interval that is only a bound."""


def caption(table: pd.DataFrame, shows: Sequence[str] | None, *first: str, own: bool = False, last: str = "") -> str:
    """Return the caption of a chart.

    Of a table that a reader made of the rows of games, nobody knows which of the games are left: its caption tells
    from which games it was made, and no n.

    Parameters
    ----------
    table : pandas DataFrame
        The table of the chart, which carries its source.
    shows : sequence of str or None
        The columns whose intervals the chart shows; None if its numbers are exact.
    *first : str
        Sentences about the chart, placed first.
    own : bool
        Whether the reader made the numbers, whatever the table says.
    last : str
        A sentence that follows how intervals were computed.
    """
    source = source_of(table)
    if source is None:
        parts = [caption_words.UNKNOWN_SOURCE]
    elif shows is None:
        parts = [_of_map(source), caption_words.EXACT]
    elif own or rows_of(table):
        parts = [_of_own(source), _intervals(table, shows, source) if shows else ""]
    else:
        parts = [_PLAYED[source["kind"]](source), _intervals(table, shows, source)]
    return " ".join(part for part in (*first, *parts, last, *_notices(source)) if part)


def of_costs(table: pd.DataFrame, shows: Sequence[str]) -> str:
    """Return how a table of costs was made, for a caption that has told of the map and the game already."""
    source = source_of(table)
    if source is None or source["kind"] != "review" or rows_of(table):
        return caption(table, shows)
    return " ".join([_valued(source), _intervals(table, shows, source)])


def map_caption(game_map: GameMap, *sentences: str) -> str:
    """Return the caption of a picture of a map that was drawn from the map itself."""
    place = caption_words.MAP.format(**of_map(game_map)) + "."
    return " ".join(part for part in (place, *sentences, *map(words.rules, game_map.caveats)) if part)


def lineup(source: Source) -> str:
    """Describe a lineup: ``4 × ticket_planner``, or a list."""
    names = list(map(words.player, source["strategies"]))
    counts = {name: names.count(name) for name in names}
    texts = [f"{count} × {name}" if count > 1 else name for name, count in counts.items()]
    return ", ".join(texts) + (caption_words.SEATS_ROTATED if len(counts) > 1 and source["rotate"] else "")


def _filled(form: str, source: Source, **facts: object) -> str:
    """Fill a sentence with the facts of a source and some more."""
    known = {"place": caption_words.MAP.format(**source["map"]), "stopped": _which(source), "seeds": seeds(source)}
    known |= {"seated": _seated(source), "counted": caption_words.GAMES.format(**source)}
    return form.format(**{**source, **known, **facts})


def _seated(source: Source) -> str:
    return caption_words.PLAYERS.format(**source)


def _which(source: Source) -> str:
    """Say which of the games asked for these are, if they are not all."""
    if "chosen" in source:
        seats = caption_words.CHOSEN_SEATS.format(**source) if "seats" in source else ""
        return caption_words.CHOSEN.format(conditions=caption_words.AND.join(source["chosen"]), seats=seats)
    if source["games"] < source.get("played", 0):
        return caption_words.OF_PLAYED.format(**source)
    return "" if source["games"] == source["asked"] else caption_words.STOPPED.format(**source)


def seeds(source: Source) -> str:
    """Return the seeds of a source in words: ``seed 1``, or ``seeds 1, 2``."""
    numbers = source.get("seeds", [source["seed"]])
    return (caption_words.SEED if len(numbers) == 1 else caption_words.SEEDS).format(", ".join(map(str, numbers)))


def _of_map(source: Source) -> str:
    return caption_words.MAP.format(**source["map"]) + "." if "map" in source else ""


def _of_games(source: Source) -> str:
    return _filled(caption_words.OF_GAMES, source, lineup=lineup(source))


def _of_own(source: Source) -> str:
    """Describe what a reader's own numbers were made of."""
    parts = [part for part in source.get("parts", [source]) if "map" in part]
    made_of = [_filled(caption_words.MADE_OF, part, lineup=lineup({"rotate": False, **part})) for part in parts]
    return caption_words.OWN_NUMBERS.format("; ".join(dict.fromkeys(made_of)))


def _of_tournament(source: Source) -> str:
    return _filled(caption_words.OF_TOURNAMENT, source, strategies=", ".join(map(words.player, source["strategies"])))


def _of_sweep(source: Source) -> str:
    (strategy,), against = source["strategies"], source["against"]
    others = caption_words.ITS_DEFAULT if against == [strategy] else caption_words.OR.join(map(words.player, against))
    return _filled(caption_words.OF_SWEEP, source, strategy=words.player(strategy), others=others)


def _of_advice(source: Source) -> str:
    return _filled(caption_words.OF_ADVICE, source, strategy=words.player(source["strategies"][0]))


def _of_worth(source: Source, *more: Source) -> str:
    """Describe a table of worth, or several that differ in nothing but what was changed."""
    player = words.player(source["strategies"][0])
    forms = [
        (caption_words.WORTH_CHANGES.get(each["change"], caption_words.WORTH_CHANGE), each) for each in (source, *more)
    ]
    changed = caption_words.OR.join(form.format(**each, player=player) for form, each in forms)
    facts = {"place": caption_words.MAP.format(**source["map"]), "seated": _seated(source), "lineup": lineup(source)}
    facts |= {"seeds": seeds(source), "counted": _span(source["games"])}
    facts |= {"stopped": "" if source["complete"] else caption_words.STOPPED_EARLY}
    return caption_words.OF_WORTH.format(
        changed=changed, seats=caption_words.EVERY_SEAT * (source["change"] != "taken"), **facts
    )


def _of_evaluation(source: Source) -> str:
    facts = {
        "place": caption_words.MAP.format(**source["map"]),
        "seated": _seated(source),
        "number": source["seat"] + 1,
    }
    return caption_words.OF_EVALUATION.format(
        **{**source, **facts, "lineup": caption_words.AND.join(map(words.player, source["strategies"]))}
    )


def _of_review(source: Source) -> str:
    names = ": ".join(["", ", ".join(map(words.seated, source["names"]))]) if source["names"] else ""
    facts = {"place": caption_words.MAP.format(**source["map"]), "seated": _seated(source)}
    facts |= {"game": source["played"]["game"], "dealt": source["played"]["seed"], "names": names}
    return caption_words.OF_REVIEW.format(**{**source, **facts}) + _valued(source)


def _valued(source: Source) -> str:
    """Describe how the decisions of a game were valued."""
    lineup = caption_words.AND.join(map(words.player, source["strategies"]))
    return caption_words.VALUED.format(**{**source, "counted": source["decisions"], "lineup": lineup})


def _of_several(source: Source) -> str:
    """Describe tables of several tournaments, which may differ in map, number of players and number of games."""
    parts = source["parts"]
    if any(part["kind"] not in ("challenge", "tournament") for part in parts):
        return _of_runs(parts)
    places = list(dict.fromkeys(caption_words.MAP.format(**part["map"]) for part in parts))
    known = {
        "places": places[0] if len(places) == 1 else caption_words.MAPS.format("; ".join(map(_bare, places))),
        "games": _span(part["games"] for part in parts),
        "seeds": ", ".join(map(str, sorted({part["seed"] for part in parts}))),
    }
    if parts[0]["kind"] == "challenge":
        return caption_words.OF_CHALLENGES.format(against=words.player(parts[0]["strategies"][0]), **known)
    names = dict.fromkeys(words.player(name) for part in parts for name in part["strategies"])
    players = _span(part["players"] for part in parts)
    return caption_words.OF_TOURNAMENTS.format(players=players, strategies=", ".join(names), **known)


def _of_runs(parts: Sequence[Source]) -> str:
    """Describe tables of several runs, in one sentence if only their lineups differ."""
    common, *others = ({**part, "strategies": []} for part in parts)
    if common["kind"] == "games" and all(other == common for other in others):
        return _filled(
            caption_words.OF_LINEUPS, common, lineups=caption_words.OR.join(dict.fromkeys(map(lineup, parts)))
        )
    if common["kind"] == "worth" and all({**part, "change": ""} == {**parts[0], "change": ""} for part in parts):
        return _of_worth(*parts)
    first, *more = (_PLAYED[part["kind"]](part) for part in parts)
    return " ".join([first, *(_unlike(first, each) for each in more)])


def _unlike(first: str, other: str) -> str:
    """Return a sentence without the map, or the map and the players, that an earlier one has told."""
    for number, same in ((2, caption_words.SAME_PLAYERS), (1, caption_words.SAME_MAP)):
        told, rest = "; ".join(other.split("; ")[:number]) + "; ", other.split("; ", number)[-1]
        if first.startswith(told):
            return same + rest
    return other


def _bare(place: str) -> str:
    """Return a map without the word that begins it."""
    return place.removeprefix(caption_words.MAP.partition("{")[0])


def _of_comparison(source: Source) -> str:
    """Describe a comparison: what each variant is, and what they have in common."""
    first = source["parts"][0]
    lineups = [lineup(part) for part in source["parts"]]
    own = len(set(lineups)) > 1
    named = [
        caption_words.VARIANT.format(
            name=caption_words.VARIANTS.get(name, name), place=_changed(part["map"]), lineup=f", {sat}" if own else ""
        )
        for name, part, sat in zip(source["variants"], source["parts"], lineups, strict=True)
    ]
    common = "" if own else f": {lineups[0]}"
    seated = caption_words.PLAYERS.format(players=_span(part["players"] for part in source["parts"]))
    facts = {"variants": "; ".join(named), "common": common, "seated": seated, "seed": first["seed"]}
    return caption_words.OF_COMPARISON.format(**facts, games=source["games"])


def _changed(place: Source) -> str:
    """Return a map by its title and what was changed in it."""
    told = [
        words.rules(notice.removeprefix(TOLD).rstrip(".")) for notice in place["notices"] if notice.startswith(TOLD)
    ]
    title = str(place["title"]).removesuffix(CHANGED)
    ticket_set = "" if place["ticket_set"] == "base" else caption_words.TICKET_SET.format(place["ticket_set"])
    return title + ticket_set + (caption_words.CHANGED.format("; ".join(told)) if told else "")


_PLAYED: Mapping[str, Callable[[Source], str]] = {
    "games": _of_games,
    "tournament": _of_tournament,
    "sweep": _of_sweep,
    "challenge": lambda source: _of_several({"parts": [source]}),
    "advice": _of_advice,
    "worth": _of_worth,
    "evaluation": _of_evaluation,
    "review": _of_review,
    "beliefs": lambda source: _filled(caption_words.OF_BELIEFS, source, lineup=lineup({"rotate": False, **source})),
    "several": _of_several,
    "comparison": _of_comparison,
    "exact": _of_map,
}
"""How to describe each kind of source."""


def _span(numbers: Iterable[int]) -> str:
    ordered = sorted(set(numbers))
    ends = [words.written(number, ",") for number in (ordered[0], ordered[-1])]
    return ends[0] if len(ordered) == 1 else caption_words.SPAN.format(*ends)


def _notices(source: Source | None) -> list[str]:
    parts = [] if source is None else source.get("parts", [source])
    if source is not None and source["kind"] == "comparison":  # each variant has told its changes
        parts = [{"map": {"notices": [n for n in part["map"]["notices"] if not n.startswith(TOLD)]}} for part in parts]
    return list(
        dict.fromkeys(words.rules(notice) for part in parts for notice in part.get("map", {}).get("notices", ()))
    )


def _methods(recorded: str) -> str:
    """Return how the intervals of a column were computed, in words, and in the same order for all columns."""
    order = [*caption_words.METHODS, *recorded.split(SEVERAL)]
    known = sorted(set(recorded.split(SEVERAL)) - {BOUND} or {BOUND}, key=order.index)
    *first, last = (caption_words.METHODS.get(method, method) for method in known)
    return caption_words.AND.join(filter(None, (SEVERAL.join(first), last)))


def _intervals(table: pd.DataFrame, shows: Sequence[str], source: Source) -> str:
    """Say how the intervals shown were computed, and of what, if there are several methods; bounds come last."""
    if not shows:
        return caption_words.EXACT if source["kind"] == "exact" else caption_words.COUNTS
    known = intervals_of(table)
    of: dict[str, dict[str, None]] = {}
    for name in shows:
        method = _methods(known[name][0]) if name in known else caption_words.METHOD_UNKNOWN
        measured = caption_words.SHARES if name.endswith("share") else caption_words.MEANS
        of.setdefault(method, {})[caption_words.MEASURED.get(name, measured)] = None
    several = [
        caption_words.FOR.format(method=method, names=caption_words.AND.join(names)) for method, names in of.items()
    ]
    confidence = max((100 * known[name][1] for name in shows if name in known), default=95)
    kinds = {part["kind"] for part in source.get("parts", [source])}
    each = caption_words.EACH if kinds & {"sweep", "challenge"} else ""
    methods = ", ".join(several if len(of) > 1 else of)
    bounded = any(BOUND in known[name][0].split(SEVERAL) for name in shows if name in known)
    if bounded and caption_words.METHODS[BOUND] not in of:
        methods += f"; {caption_words.METHODS[BOUND]}"
    return caption_words.INTERVALS.format(confidence=round(confidence, 2), each=each, methods=methods)
