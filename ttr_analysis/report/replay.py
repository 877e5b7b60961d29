"""A game to step through: what the viewer needs, and one page with the viewer, which works offline."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis._validate import instance, several
from ttr_analysis.charts import caption_words, captions, theme
from ttr_analysis.charts.board import svg
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap, MapLike, as_map, spoken_names
from ttr_analysis.play.frames import Frame
from ttr_analysis.play.spoken import one_card, spoken
from ttr_analysis.report import words
from ttr_analysis.report.luck import luck_by_step
from ttr_analysis.report.page import POLICY
from ttr_analysis.results import source

VALUES = {"before": ("before",), "made": ("after", "made"), "best": ("best_value", "best"), "cost": ("cost",)}
"""Values of a table of costs, and the columns that may hold them: those of a review, or of a table of one's own."""


def replay_data(
    game_map: MapLike,
    frames: Sequence[Frame],
    seats: Sequence[str],
    *,
    seed: int | None = None,
    game: int | None = None,
    costs: pd.DataFrame | None = None,
    luck: pd.DataFrame | None = None,
) -> dict[str, Any]:
    """Return everything that the viewer shows, as plain values.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The map of the game.
    frames : sequence of Frame
        From :func:`ttr_analysis.play.game_frames`.
    seats : sequence of str
        The players' names.
    seed, game : int, optional
        Of a simulated game, for the caption.
    costs : DataFrame, optional
        What decisions cost, as :func:`ttr_analysis.experiments.review` returns it, or a table with ``decision`` (their
        number in the log, from 0, passes not counted), and the values ``before`` it, of the move ``made`` and of the
        ``best``, and the ``cost``; shares of a win or points. Intervals are shown where there are columns such as
        ``cost_low`` and ``cost_high``. Blunders are the rows with ``blunder``, or without such a column those with
        ``cost_low`` above 0; ``better`` may say what was better.
    luck : DataFrame, optional
        What chance brought the players: ``event`` (its place in the log, from 0), ``seat`` (of the player to whom it
        was brought), ``kind``, and ``points`` or ``wins`` (shares of a win) or both. Intervals are shown where there
        are columns such as ``points_low`` and ``points_high``.

    Raises
    ------
    SetupError
        If a table lacks a column, or has a decision, an event or a seat that the game does not have.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> log = ttr.Game(usa, players=2, seed=7).play("greedy_points").events
    >>> data = replay_data(usa, ttr.play.game_frames(usa, 2, log), ["Ann", "Ben"], seed=7, game=0)
    >>> data["title"]
    'Ticket to Ride (USA): Ann against Ben'
    """
    game_map, frames = as_map(game_map), several("frames", frames, Frame, "game_frames(...)")
    if not frames or len(seats) != len(frames[0].hands):
        raise SetupError(f"{len(seats)} names of seats do not fit these {len(frames)} frames: give one for each seat")
    known, rules = _costs(costs, frames), game_map.rules
    seats = list(map(words.seated, seats))
    players = (words.VERSUS if len(seats) == 2 else words.AMONG).join(seats)
    return {
        "title": words.REPLAY_TITLE.format(title=game_map.title, players=players),
        "caption": _caption(game_map, seats, seed, game, costs, luck),
        "seats": seat_looks(seats),
        "cards": card_looks(game_map),
        "decks": [words.DECKS.get(deck, f"{deck} deck") for deck in rules.decks],
        "pieces": [words.PIECE_NAMES.get(piece.name, f"{piece.name}s") for piece in rules.pieces],
        "units": words.TRAINS if len(rules.pieces) == 1 else words.PIECES,
        "scoring": any(rules.route_points),
        "tracks": [words.track(track.name) for track in game_map.tracks],
        "tickets": [{"name": ticket.name, "points": ticket.points} for ticket in game_map.tickets],
        "bonus": [bonus.name for bonus in game_map.bonus_tickets],
        "frames": [_plain(frame) for frame in frames],
        **known,
        "luck": luck_by_step(luck, frames),
        "words": dict(words.REPLAY),
        "svg": svg.board_svg(game_map),
    }


def seat_looks(seats: Sequence[str]) -> list[dict[str, str]]:
    """Return the name and the colour of each seat."""
    colors = theme.SEAT_COLORS
    return [{"name": name, "color": colors[seat % len(colors)]} for seat, name in enumerate(seats)]


def card_looks(game_map: GameMap) -> list[dict[str, str]]:
    """Return the name and the colours of each kind of card."""
    styles = [(one_card(card.name), theme.CARD_STYLES[card.color]) for card in game_map.rules.cards]
    return [{"name": name, "fill": style.fill, "mark": style.mark, "rim": style.rim} for name, style in styles]


def replay_page(data: Mapping[str, Any], command: str = "") -> str:
    """Return one HTML page that shows a game, and needs nothing from outside.

    Parameters
    ----------
    data : mapping
        From :func:`replay_data`.
    command : str
        The command that tells this game in words.
    """
    title = escape(str(data["title"]))
    shown = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    footer = f"<p>{words.REPLAY_FOOTER}</p><pre>{escape(command)}</pre>" if command else ""
    return (
        f'<!doctype html>\n<html lang="{words.language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{title}</title>\n<link rel="icon" href="data:,">\n<style>{viewer_style()}{_PAGE_STYLE}</style>\n'
        f'</head>\n<body>\n<main>\n<h1>{title}</h1>\n<div id="replay"></div>\n'
        f"<footer>{footer}<p>{words.UNOFFICIAL}</p></footer>\n</main>\n"
        f'<script type="application/json" id="game">{shown}</script>\n'
        f"<script>{viewer_script()}\n{_PAGE_SCRIPT}</script>\n</body>\n</html>\n"
    )


_PAGE_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; background: #fff; color: #2b2620; font: 14px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; }
main { max-width: 1500px; margin: 0 auto; padding: 14px 18px; }
h1 { font-size: 21px; margin: 0 0 8px; }
footer { font-size: 12.5px; opacity: 0.85; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { background: #1f1d1a; color: #ece8df; } }
"""
_PAGE_SCRIPT = """
const viewer = document.getElementById("replay");
showReplay(viewer, JSON.parse(document.getElementById("game").textContent));
viewer.focus({ preventScroll: true }); // so that its keys work at once
"""


def viewer_script() -> str:
    """Return the script of the viewer: plain functions, of which ``showReplay`` starts it."""
    return svg.live_asset("js") + _asset("replay.js")


def viewer_style() -> str:
    """Return the style sheet of the viewer."""
    return svg.live_asset("css") + _asset("replay.css")


def _asset(name: str) -> str:
    return files("ttr_analysis.report").joinpath(name).read_text(encoding="utf-8")


def _plain(frame: Frame) -> dict[str, Any]:
    """Return a frame as values that JSON holds, in a short form."""
    names = [name for name in Frame.__dataclass_fields__ if name not in ("told", "tickets")]
    told = [
        (each.seat, spoken(each.text), None if each.public == each.text else spoken(each.public)) for each in frame.told
    ]
    tickets = [
        [(state.ticket, state.trains, state.tracks, int(state.shown)) for state in states] for states in frame.tickets
    ]
    known = {name: getattr(frame, name) for name in names} | {"explanation": spoken(frame.explanation)}
    return known | {"told": told, "tickets": tickets}


def _caption(
    game_map: GameMap,
    seats: Sequence[str],
    seed: int | None,
    game: int | None,
    costs: pd.DataFrame | None,
    luck: pd.DataFrame | None,
) -> str:
    place = caption_words.MAP.format(**source.of_map(game_map))
    played = "" if seed is None else words.SEED_AND_GAME.format(seed=seed, game=game or 0)
    players = caption_words.PLAYERS[len(seats) != 1].format(players=len(seats))
    told = [words.OF_GAME.format(place=place, players=players, lineup=", ".join(seats), seed=played)]
    if costs is not None and source.source_of(costs) is not None:
        shown = [name for name in ("before", "cost") if f"{name}_low" in costs]
        told.append(words.VALUES_OF.format(caption=captions.of_costs(costs, shown)))
    elif costs is not None:
        told.append(words.INTERVALS_GIVEN)
    if luck is not None:
        told.append(words.LUCK_IS)
    known = " ".join(told)
    return " ".join([known, *(notice for notice in map(spoken_names.rules, game_map.caveats) if notice not in known)])


# What decisions cost


def decided_steps(frames: Sequence[Frame]) -> list[int]:
    """Return the step after each decision; passes are none."""
    return [step for step, frame in enumerate(frames) if frame.seat >= 0 and not frame.passed]


def _costs(table: pd.DataFrame | None, frames: Sequence[Frame]) -> dict[str, Any]:
    """Return the costs by step, the heading of their curve, and its scale; all empty without a table."""
    if table is None or instance("costs", table, pd.DataFrame, "review(game)").empty:
        return {"costs": [], "measure": "", "scale": (0, 1), "ticks": []}
    columns = _columns(table)
    steps = decided_steps(frames)
    if strange := [int(each) for each in table["decision"] if not 0 <= each < len(steps)]:
        raise SetupError(f"costs: there is no decision {strange[0]}; this game has the decisions 0 to {len(steps) - 1}")
    values = table[list(columns.values())].to_numpy(dtype=float)
    shares = bool(np.nanmin(values) >= -1 and np.nanmax(values) <= 1)
    rows: list[dict[Any, Any]] = table[~table["before"].isna()].to_dict("records")
    costs = [_cost(row, columns, shares) | _place(row, steps, frames) for row in rows]
    scale = (0.0, 1.0) if shares else _scale([each["before"] for each in costs])
    ticks = [
        (value, words.written(100 * value if shares else value, ".0f")) for value in np.linspace(*scale, 5).tolist()
    ]
    return {"costs": costs, "measure": words.CHANCE if shares else words.EXPECTED, "scale": scale, "ticks": ticks}


def _columns(table: pd.DataFrame) -> dict[str, str]:
    """Return the column of each value.

    Raises
    ------
    SetupError
        If there is none for some value.
    """
    found = {name: [each for each in known if each in table] for name, known in VALUES.items()}
    lacking = [name for name, columns in found.items() if not columns] + ["decision"] * ("decision" not in table)
    if lacking:
        raise SetupError(f"costs: the table has no column {', '.join(lacking)}; it needs decision, {', '.join(VALUES)}")
    return {name: columns[0] for name, columns in found.items()}


def _place(row: Mapping[str, Any], steps: Sequence[int], frames: Sequence[Frame]) -> dict[str, int]:
    step = steps[int(row["decision"])]
    return {"step": step, "seat": frames[step].seat}


def _scale(values: Sequence[float]) -> tuple[float, float]:
    return float(np.floor(min(values) / 10) * 10), float(np.ceil((max(values) + 1) / 10) * 10)


def _cost(row: Mapping[str, Any], columns: Mapping[str, str], shares: bool) -> dict[str, Any]:
    """Return the cost of a decision as the viewer takes it: numbers for the curve, and values in words."""
    ends = [float(row.get(end, np.nan)) for end in ("before_low", "before_high")]
    blunder = bool(row["blunder"] if "blunder" in row else row.get("cost_low", 0) > 0)
    better = row.get("better", row.get("best") if blunder else None)  # of a review, the best action in words
    return {
        "before": float(row["before"]),
        "range": None if np.isnan(ends).any() else ends,
        "blunder": blunder,
        "turning": bool(row.get("turning_point", False)),
        "better": spoken(better) if isinstance(better, str) else "",
        "told": {name: _in_words(row, column, shares) for name, column in columns.items()},
    }


def _in_words(row: Mapping[str, Any], column: str, shares: bool) -> str:
    """Return a value with its unit, and its interval if the table has one."""
    factor, unit = (100, "%") if shares else (1, words.say("points"))
    numbers = {"value": row[column], "low": row.get(f"{column}_low"), "high": row.get(f"{column}_high")}
    known = {key: words.written(factor * number, ".1f") for key, number in numbers.items() if number is not None}
    form = words.VALUE_WITH_INTERVAL if len(known) == 3 else words.VALUE
    return form.format(unit=unit, **known)
