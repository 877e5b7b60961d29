"""Reading games that people have played: a CSV file with one row for each player of a game."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pandas as pd

from ttr_analysis._validate import did_you_mean, one_of, path_of, shown, whole_number
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.experiments.own_games import whole_games
from ttr_analysis.experiments.own_games.possible import bonuses_of, bounds_of
from ttr_analysis.maps import GameMap, as_map, load_map

WORDS: Final = ("game", "player", "map")
"""Columns of words: which game it was, who played, and on which map (``usa``, ``usa:1910``, a folder)."""

PARTS: Final = ("routes", "tickets", "bonus", "other")
"""Columns of the parts of a score."""

NUMBERS: Final = ("score", *PARTS, "turns", "trains_left")
"""Columns of numbers: the final score, its parts in points, turns of the player, pieces left at the end."""

COLUMNS: Final = (*WORDS, "players", *NUMBERS)
"""All columns; only ``score`` is needed, and the number of ``players`` if no ``game`` tells it."""

MOST_PROBLEMS: Final = 5
"""So many problems are named in an error, and how many more there are."""

MAX_BYTES: Final = 10_000_000
"""Larger files are refused unread: hundreds of thousands of games."""


class _Line(NamedTuple):
    """A row of the file.

    Attributes
    ----------
    number : int
        Its line in an editor.
    cells : mapping of str to str
    """

    number: int
    cells: Mapping[str, str]


def read_games(
    path: str | Path, game_map: GameMap | str | Path | None = None, players: int | None = None
) -> pd.DataFrame:
    r"""Read games that people have played from a CSV file with one row for each player of a game.

    Columns, in any order: ``score``; and what else is known of ``game`` (a name or number, the same in the rows of
    one game), ``player``, ``map``, ``players`` (how many there were), ``routes``, ``tickets``, ``bonus`` and
    ``other`` (points), ``turns``, ``trains_left``. Commas, semicolons or tabs stand between them.

    Parameters
    ----------
    path : str or Path
    game_map : GameMap, str or Path, optional
        The map of all games, if the file has no column ``map``.
    players : int, optional
        The number of players of all games, if the file does not tell: by default that of the rows of a game.

    Returns
    -------
    pandas DataFrame
        One row for each player of a game: ``map``, ``ticket_set``, ``players``, and those columns of the file
        that it has; numbers that are not known are missing.

    Raises
    ------
    SetupError
        If the file cannot be read, has an unknown column, or a number that cannot be: row and column are named.
    MapError
        If there is no such map.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "mine.csv"
    ...     _ = file.write_text("game,player,score\n1,Ann,131\n1,Ben,97\n", encoding="utf-8")
    ...     games = ttr.experiments.read_games(file, "usa")
    >>> games["players"].tolist(), games["score"].tolist()
    ([2, 2], [131, 97])
    """
    file = path_of("path", path)
    lines = _lines(file)
    boards = _Boards(None if game_map is None else as_map(game_map))
    reading = _Reading(lines, boards, None if players is None else whole_number("players", players))
    rows = [reading.row(line) for line in lines]
    reading.check_games(rows)
    if problems := reading.problems:
        more = f"; and {len(problems) - MOST_PROBLEMS} more" * (len(problems) > MOST_PROBLEMS)
        raise SetupError(f"{file}: {'; '.join(problems[:MOST_PROBLEMS])}{more}")
    return _table(rows)


def _lines(file: Path) -> list[_Line]:
    """Return the rows of a file that are not empty."""
    reader = csv.reader(io.StringIO(_text(file), newline=""), delimiter=_delimiter(_text(file)))
    found = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    found = [(number, cells) for number, cells in found if any(cells)]
    if not found:
        raise SetupError(f"{file}: is empty; its first row names the columns, such as score")
    if len(found) == 1:
        raise SetupError(f"{file}: has a first row only; a row for each player of a game follows the names of columns")
    header = [re.sub(r"[ _-]+", "_", name.casefold()) for name in found[0][1]]
    for place, name in enumerate(header, 1):
        if name not in COLUMNS:
            hint = did_you_mean(name, COLUMNS) or f"; the columns are: {', '.join(COLUMNS)}"
            raise SetupError(f"{file}: column {place} is {shown(name)}, which is unknown{hint}")
        if header.count(name) > 1:
            raise SetupError(f"{file}: the column {name} occurs more than once")
    if "score" not in header:
        raise SetupError(f"{file}: has no column score")
    for number, cells in found[1:]:
        if len(cells) != len(header):
            raise SetupError(f"{file}: row {number} has {len(cells)} cells, but the header has {len(header)}")
    return [_Line(number, dict(zip(header, cells, strict=False))) for number, cells in found[1:]]


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise SetupError(f"{file}: is larger than {MAX_BYTES:,} bytes")
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SetupError(f"{file}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SetupError(f"{file}: is not UTF-8 text; save it with the encoding UTF-8") from None


def _delimiter(text: str) -> str:
    """Return what stands between the columns: what occurs most often in the first line."""
    first = text.partition("\n")[0]
    return max((",", ";", "\t"), key=first.count)


class _Boards:
    """The maps of games, each read once."""

    def __init__(self, given: GameMap | None) -> None:
        self.given = given
        self._read: dict[str, GameMap] = {}

    def named(self, name: str) -> GameMap:
        """Return a map by its name, perhaps with a ticket set, or the one of all games if there is no name."""
        if not name:
            if self.given is None:
                raise SetupError("names no map; give one for all games")
            return self.given
        if name not in self._read:
            board, colon, ticket_set = name.rpartition(":")
            whole = not colon or Path(name).is_dir()
            self._read[name] = load_map(name) if whole else load_map(board, ticket_set)
        found = self._read[name]
        if self.given is not None and found.digest != self.given.digest:
            raise SetupError(f"is on {name}, but the map given for all games is {self.given.name}")
        return found


Row = whole_games.Row


class _Reading:
    """Rows being read, and the problems met."""

    def __init__(self, lines: Sequence[_Line], boards: _Boards, players: int | None) -> None:
        self.problems: list[str] = []
        self.boards, self.players = boards, players
        self.seats: dict[str, int] = {}
        for line in lines:
            if game := line.cells.get("game", ""):
                self.seats[game] = self.seats.get(game, 0) + 1

    def row(self, line: _Line) -> Row:
        """Return the values of a row."""
        cells = line.cells
        row: Row = {name: cells[name] for name in ("game", "player") if name in cells}
        row["line"], row["players"] = line.number, self._number(line, "players")
        for name in NUMBERS:
            if name in cells:
                row[name] = self._number(line, name)
        if cells["score"] == "":
            self._note(line, "score", "is missing")
        try:
            board = self.boards.named(cells.get("map", ""))
        except (SetupError, MapError) as error:
            self._note(line, "map", str(error))
            return row
        written = cells.get("map", "")
        name = board.name if not written else written.removesuffix(f":{board.ticket_set}")
        row |= {"map": name, "ticket_set": board.ticket_set, "board": board}
        row["players"] = self._players(line, board, row["players"])
        self.problems += [f"row {line.number}, {problem}" for problem in _impossible(row, board)]
        return row

    def _note(self, line: _Line, column: str, what: str) -> None:
        self.problems.append(f"row {line.number}, column {column}: {what}")

    def _number(self, line: _Line, name: str) -> int | None:
        """Return a whole number, None if the cell is empty or holds none."""
        text = line.cells.get(name, "").replace("\N{MINUS SIGN}", "-")
        if not text:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.0*)?", text):
            self._note(line, name, f"{shown(text)} is not a whole number")
            return None
        return int(float(text))

    def _players(self, line: _Line, board: GameMap, told: object) -> object:
        """Return the number of players of a game: told by the row, given for all, or that of its rows."""
        seated = self.seats.get(line.cells.get("game", ""))
        number = told or self.players or seated
        least, most = board.rules.players
        if number is None:
            self._note(line, "players", "is missing, and no column game tells how many players there were")
        elif not isinstance(number, int) or not least <= number <= most:
            by_rows = not (told or self.players)
            column, what = ("game", f"{number} rows") if by_rows else ("players", str(number))
            self._note(line, column, f"{board.name} is for {least} to {most} players, not {what}")
        elif seated is not None and seated > number:
            self._note(line, "game", f"{line.cells['game']} has {seated} rows, but {number} players")
        return number

    def check_games(self, rows: Sequence[Row]) -> None:
        """Check that the rows of each game fit together."""
        games: dict[object, list[Row]] = {}
        for row in rows:
            if row.get("game"):
                games.setdefault(row["game"], []).append(row)
        for game in games.values():
            self.problems += whole_games.contradictions(game)


def _impossible(row: Row, board: GameMap) -> Iterator[str]:
    """Yield what cannot be in a row: numbers out of bounds, and parts that do not add up."""
    bounds = bounds_of(board)
    for name in NUMBERS:
        value = row.get(name)
        if isinstance(value, int) and not bounds[name].least <= value <= bounds[name].most:
            least, most = bounds[name]
            yield f"column {name}: {value} cannot be on {board.name}: only {least} to {most}"
    known = bonuses_of(board)
    bonus = row.get("bonus")
    if isinstance(bonus, int) and bonus not in known and bounds["bonus"].least <= bonus <= bounds["bonus"].most:
        yield f"column bonus: {bonus} cannot be on {board.name}: only {one_of([str(each) for each in known])}"
    parts = [name for name in PARTS if bounds[name] != (0, 0) or name in row]
    values, score = [row.get(part) for part in parts], row.get("score")
    numbers = [value for value in values if isinstance(value, int)]
    if isinstance(score, int) and len(numbers) == len(parts) and sum(numbers) != score:
        named = f"{', '.join(parts[:-1])} and {parts[-1]}"
        yield f"column score: {score} is not the sum of {named}, which is {sum(numbers)}"


def _table(rows: Sequence[Row]) -> pd.DataFrame:
    """Return rows as a table, numbers as whole numbers that may be missing."""
    names = [
        "map",
        "ticket_set",
        "players",
        *(n for n in ("game", "player", *NUMBERS) if any(n in row for row in rows)),
    ]
    table = pd.DataFrame([{name: row.get(name) for name in names} for row in rows], columns=names)
    for name in names:
        if name in NUMBERS:
            table[name] = table[name].astype("int64" if table[name].notna().all() else "Int64")
    return table
