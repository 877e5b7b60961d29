"""The schema of the result tables: the one place that describes their columns.

Everything else follows from :data:`SCHEMA`: the records that compiled code fills
(:func:`new_rows`), the tables made of them (:func:`table_of`), the columns that files must
have, what files say of them, and ``docs/tables.md`` (:func:`as_markdown`). A new column needs an
entry here and a line in :mod:`ttr_analysis.engine.rows` that fills it. Only the columns of
:data:`RUN` are the same in all rows of a run and are added to its tables (:func:`of_run`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from ttr_analysis.maps import EndReason, GameMap
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.rules.limits import ATTEMPTS

SCHEMA_VERSION = 7
"""Version of the tables' columns and of the manifest; result folders with another one are refused."""

TableName = Literal["games", "players", "tickets", "tracks", "tunnels", "buildings"]

OUTCOMES = ("made", "cut off", "unfinished")
"""Outcomes of a ticket, by the code in the tables. *Cut off*: its cities can no longer be
joined by the seat's own and open tracks; *unfinished*: they still could have been."""

BUILDINGS = ("station", "harbour")
"""Kinds of building, by the code in the tables."""

END_REASONS = tuple(reason.name.lower() for reason in EndReason)
"""Reasons why a game ended, by the code in the tables."""

NEVER = -1
"""The turn of something that did not happen; the seat if it is nobody's."""

Rows = np.recarray[Any, Any]
"""An array of records, one per row of a table."""


class Column(NamedTuple):
    """A column of a table.

    Attributes
    ----------
    packed : str
        Its numpy dtype in the records that compiled code fills; see :attr:`dtype`.
    unit : str
        What its numbers count, or ``position`` (in a list), ``code``, ``share``, ``yes or no``.
    meaning : str
        A phrase for the documentation.
    codes : tuple of str, optional
        The names that its codes stand for.

    Examples
    --------
    >>> from ttr_analysis.results.schema import SCHEMA
    >>> SCHEMA["players"].columns["score"].unit
    'points'
    """

    packed: str
    unit: str
    meaning: str
    codes: tuple[str, ...] = ()

    @property
    def dtype(self) -> str:
        """Its dtype in tables and files: 64 bits, so that sums and products of readers do not overflow."""
        return "int64" if self.packed.startswith("int") else self.packed


class Table(NamedTuple):
    """A table: what a row of it is, how many rows one game can write at most, and its columns.

    Examples
    --------
    >>> from ttr_analysis.results.schema import SCHEMA
    >>> SCHEMA["games"].row
    'game'
    """

    row: str
    max_rows: Callable[[GameMap, int], int]
    columns: Mapping[str, Column]


def _max_attempts(game_map: GameMap, players: int) -> int:
    """Return how many tunnel attempts of one game are listed at most."""
    del players
    kinds = game_map.rules.track_kinds
    return ATTEMPTS if any(kinds[track.kind].reveals for track in game_map.tracks) else 0


RUN: Mapping[str, Column] = {
    "run": Column(
        "category",
        "name",
        "which run it is, as 16 hexadecimal digits that follow from map, rules, lineup and seed: `run`, `game` and "
        "`seat` together name a seat of any two results",
    ),
    "seed": Column("int64", "number", "seed of the run"),
}
"""The columns that are the same in all rows of a run. The first ones of every table, they are not in the records."""

_GAME = Column("int32", "number", "number of the game in its run")
_SEAT = Column("int8", "position", "seat; 0 moves first")
_TRACK = Column("int16", "position", "position in the map's tracks")


def _points(meaning: str) -> Column:
    return Column("int32", "points", meaning)  # a map made for a proof may give its tickets powers of two


def _number(unit: str, meaning: str, dtype: str = "int16") -> Column:
    return Column(dtype, unit, meaning)


def _turn(meaning: str) -> Column:
    return Column("int16", "turn", meaning)


SCHEMA: Mapping[TableName, Table] = {
    "games": Table(
        "game",
        lambda game_map, players: 1,
        {
            **RUN,
            "game": _GAME,
            "turns": _number("turns", "turns played by all players together"),
            "end_reason": Column("int8", "code", "why it ended, an EndReason", END_REASONS),
            "winners": _number("players", "number of seats that share the win, 1 for a sole winner", "int8"),
            "market_clears": _number("times", "times the market was cleared for its locomotives"),
            "deck_rebuilds": _number("times", "times the discards were shuffled into a new deck"),
            "last_round_seat": Column("int8", "position", "seat that triggered the last round, -1 if none"),
            "last_round_turn": _turn("turn in which the last round was triggered, -1 if none"),
            "lead_changes": _number(
                "times",
                "times that a turn ended with another seat than the one last in front ahead of everybody else in "
                "points on the board: those for tracks, less those paid for exchanged pieces",
            ),
        },
    ),
    "players": Table(
        "seat of a game",
        lambda game_map, players: players,
        {
            **RUN,
            "game": _GAME,
            "seat": _SEAT,
            "strategy": Column("int8", "position", "position in the manifest's strategies"),
            "score": _points("final score, the sum of the points below"),
            "route_points": _points("points for tracks claimed"),
            "ticket_points": _points("points for tickets made"),
            "failed_cut_off": _points("points for tickets cut off, 0 or less"),
            "failed_unfinished": _points("points for unfinished tickets, 0 or less"),
            "longest_trail_points": _points("bonus for the longest trail"),
            "most_tickets_points": _points("bonus for the most tickets made"),
            "grand_tour_points": _points("points for Grand Tours together"),
            "station_points": _points("points for stations not built"),
            "harbour_points": _points("points for harbours, built and not built"),
            "exchange_points": _points("points for exchanged pieces, 0 or less"),
            "bonus_ticket_points": _points("points for bonus tickets"),
            "win_share": Column(
                "float64", "share", "1 / number of winners for a winner, else 0; missing for a player alone"
            ),
            "longest_trail": _number("spaces", "spaces of the longest trail"),
            "longest_trail_proven": Column(
                "bool", "yes or no", "whether no longer trail exists; else the longest found counts"
            ),
            "tickets_kept": _number("tickets", "tickets held at the end, including those made"),
            "tickets_made": _number("tickets", "tickets made, including bonus tickets"),
            "grand_tours": _number(
                "tickets", "tickets made that are Grand Tours: two own trails join them that share no track", "int8"
            ),
            "tickets_cut_off": _number("tickets", "tickets cut off"),
            "tickets_unfinished": _number("tickets", "tickets unfinished"),
            "tracks_claimed": _number("tracks", "tracks claimed"),
            "turns": _number("turns", "own turns, including those passed"),
            "cards_blind": _number("cards", "cards drawn from a deck, not counting the first hand"),
            "cards_market": _number("cards", "cards taken face up"),
            "locomotives_market": _number("cards", "locomotives taken face up, included in cards_market"),
            "ticket_draws": _number("turns", "turns in which tickets were drawn, not counting the set-up"),
            "pieces_left": _number("pieces", "pieces left in the supply, of all kinds"),
            "second_pieces_left": _number("pieces", "pieces left of the second kind"),
            "pieces_chosen": _number("pieces", "pieces of the first kind chosen at set-up"),
            "cards_left": _number("cards", "cards left in hand"),
            "stations_built": _number("stations", "stations built", "int8"),
            "harbours_built": _number("harbours", "harbours built", "int8"),
            "pieces_exchanged": _number("pieces", "pieces exchanged"),
            "tunnel_attempts": _number("tunnels", "tunnels begun"),
            "tunnel_failures": _number("tunnels", "tunnels given up because of the surcharge"),
            "station_ticket_points": _points("gain in ticket points and failed ticket points together due to stations"),
            "bonus_tickets": _number("tickets", "bonus tickets won", "int8"),
            "ticket_exchanges": _number("times", "times all tickets were exchanged"),
        },
    ),
    "tickets": Table(
        "ticket that a seat kept",
        lambda game_map, players: len(game_map.tickets),
        {
            **RUN,
            "game": _GAME,
            "seat": _SEAT,
            "ticket": Column("int16", "position", "position in the map's tickets"),
            "kept_turn": _turn("turn in which it was kept, 0 at set-up"),
            "completed_turn": _turn(
                "turn in which the seat's own tracks joined its cities, -1 if never (or by a station)"
            ),
            "outcome": Column("int8", "code", "what became of it, a position in OUTCOMES", OUTCOMES),
            "points": _points("points gained, or lost"),
            "trains_missing": _number(
                "spaces",
                "fewest spaces on tracks still open to the seat at the end that would have joined its cities, "
                "whatever cards and pieces were left; 0 if made, -1 if cut off",
            ),
        },
    ),
    "tracks": Table(
        "track that a seat claimed",
        lambda game_map, players: len(game_map.tracks),
        {
            **RUN,
            "game": _GAME,
            "track": _TRACK,
            "seat": _SEAT,
            "turn": _turn("turn in which it was claimed"),
            "cards": _number("cards", "cards paid, including surcharges", "int8"),
            "locomotives": _number("cards", "locomotives among them", "int8"),
        },
    ),
    "tunnels": Table(
        "tunnel attempt",
        _max_attempts,
        {
            **RUN,
            "game": _GAME,
            "track": _TRACK,
            "seat": _SEAT,
            "turn": _turn("turn of the attempt"),
            "cards": _number("cards", "cards laid down, before the surcharge", "int8"),
            "locomotives": _number("cards", "locomotives among them", "int8"),
            "turned_up": _number("cards", "cards turned up; fewer than the rules say if the deck ran out", "int8"),
            "surcharge": _number("cards", "cards owed for those turned up", "int8"),
            "paid": Column("bool", "yes or no", "whether the tunnel was dug; else it was given up"),
        },
    ),
    "buildings": Table(
        "station or harbour built",
        lambda game_map, players: players * (game_map.rules.stations.number + game_map.rules.harbours.number),
        {
            **RUN,
            "game": _GAME,
            "seat": _SEAT,
            "kind": Column("int8", "code", "what was built, a position in BUILDINGS", BUILDINGS),
            "city": Column("int16", "position", "position in the map's cities"),
            "turn": _turn("turn in which it was built"),
            "track": Column("int16", "position", "track borrowed through a station, -1 if none"),
            "points": _points("points for a harbour; for a station, ticket points that would be lost without it"),
        },
    ),
}
"""The tables and their columns, in order. Turns are counted from 1 over all players."""

TABLES: tuple[TableName, ...] = tuple(SCHEMA)
"""Names of the tables."""

ALWAYS: tuple[TableName, ...] = ("games", "players")
"""The tables that every result has."""

SCORE_PARTS = (
    "route_points", "ticket_points", "failed_cut_off", "failed_unfinished", "longest_trail_points",
    "most_tickets_points", "grand_tour_points", "station_points", "harbour_points", "exchange_points",
    "bonus_ticket_points",
)  # fmt: skip
"""The columns of the table of players that add up to its score."""


def dtypes(columns: Mapping[str, Column]) -> dict[str, str]:
    """Return the dtype of each column."""
    return {name: column.dtype for name, column in columns.items()}


def new_rows(name: TableName, game_map: GameMap, players: int, games: int) -> Rows:
    """Return the records that compiled code fills with the rows of a table: room for a number of games."""
    record = np.dtype([(column, each.packed) for column, each in recorded(name).items()], align=True)
    return np.zeros(games * SCHEMA[name].max_rows(game_map, players), record).view(np.recarray)


def recorded(name: TableName) -> dict[str, Column]:
    """Return the columns of a table that records have: all but those of the run."""
    return {column: each for column, each in SCHEMA[name].columns.items() if column not in RUN}


def table_of(name: TableName, parts: Sequence[Rows]) -> pd.DataFrame:
    """Return records, in one or several parts, as a table without the columns of the run.

    Every number is copied once, because memory that is touched for the first time takes longest.
    """
    if not parts:
        return empty_table(name)
    return pd.DataFrame(
        {
            column: np.concatenate([part[column] for part in parts], dtype=dtype, casting="unsafe")
            for column, dtype in dtypes(recorded(name)).items()
        },
        copy=False,
    )


def empty_table(name: TableName) -> pd.DataFrame:
    """Return a table without rows, and without the columns of the run."""
    return pd.DataFrame({column: np.empty(0, dtype) for column, dtype in dtypes(recorded(name)).items()})


def of_run(table: pd.DataFrame, run: str, seed: int) -> pd.DataFrame:
    """Return a table with the columns of its run put first; ``run`` takes a byte a row, whatever its length.

    Examples
    --------
    >>> from ttr_analysis.results.schema import empty_table, of_run
    >>> list(of_run(empty_table("games"), "0123456789abcdef", 1).columns)[:3]
    ['run', 'seed', 'game']
    """
    name: Any = pd.Categorical.from_codes(np.zeros(len(table), np.int8), pd.Index([run], dtype="str"))
    table = table.copy(deep=False)
    table.insert(0, "seed", np.full(len(table), seed, np.int64))
    table.insert(0, "run", name)
    return table


def as_markdown() -> str:
    """Return the page that documents all tables (``docs/tables.md``)."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "# The tables of a result"
    yield ""
    yield (
        "This page is generated from `ttr_analysis/results/schema.py` by `python tools/write_table_docs.py`; "
        "change it there."
    )
    yield ""
    yield (
        "`simulate` returns a `Result` with six tables, as `result.games`, `result.players` and so on. Codes stand for "
        "names; `result.named(table)` adds the names. Positions count from 0, turns from 1 over all players together. "
        f"This is version {SCHEMA_VERSION} of the schema; the manifest of a result folder names the version it was "
        "written with."
    )
    for name, table in SCHEMA.items():
        yield ""
        yield f"## {name}: one row per {table.row}"
        yield ""
        yield "| Column | Type | Unit | Meaning |"
        yield "|---|---|---|---|"
        for name_of_column, column in table.columns.items():
            told = "".join(f"{', ' if code else ': '}{code} {word}" for code, word in enumerate(column.codes))
            yield f"| `{name_of_column}` | {column.dtype} | {column.unit} | {column.meaning}{told} |"
