"""Whether the rows of one game that people have played fit together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ttr_analysis.experiments.own_games.possible import ends_by_pieces

Row = dict[str, Any]
"""A row of a file: its ``line``, the ``board``, and the values of its columns; what is not known is None."""


def contradictions(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what cannot be in the rows of one game, with row and column.

    Parameters
    ----------
    rows : sequence of dict
        At least one.

    Examples
    --------
    >>> from ttr_analysis.experiments.own_games.whole_games import contradictions
    >>> usa = ttr.load_map("usa")
    >>> rows = [{"line": line, "game": "1", "player": "Ann", "players": 2, "board": usa} for line in (2, 3)]
    >>> list(contradictions(rows))
    ['row 3, column player: Ann has played game 1 already, in row 2']
    """
    first = rows[0]
    for row in rows[1:]:
        for name in ("map", "ticket_set", "players"):
            if name in row and row[name] != first.get(name, row[name]):
                yield f"{_place(row, name)} has {row[name]} here, but {first[name]} in row {first['line']}"
    yield from _same_player(rows)
    yield from _turns(rows)
    if "board" in first and len(rows) == first["players"]:
        yield from _end(rows)
        yield from _bonus(rows)


def _place(row: Mapping[str, Any], column: str) -> str:
    return f"row {row['line']}, column {column}: game {row['game']}"


def _same_player(rows: Sequence[Row]) -> Iterator[str]:
    """Yield who has more than one row."""
    seen: dict[str, Row] = {}
    for row in rows:
        if name := row.get("player", ""):
            other = seen.setdefault(name.casefold(), row)
            if other is not row:
                yield (
                    f"row {row['line']}, column player: {name} has played game {row['game']} already, in row "
                    f"{other['line']}"
                )


def _turns(rows: Sequence[Row]) -> Iterator[str]:
    """Yield numbers of turns that cannot be in one game, in which players take turns."""
    known = [row for row in rows if row.get("turns") is not None]
    if not known:
        return
    few, many = (way(known, key=lambda row: row["turns"]) for way in (min, max))
    if many["turns"] - few["turns"] > 1:
        late = max(few, many, key=lambda row: row["line"])
        other = few if late is many else many
        yield (
            f"{_place(late, 'turns')} has {late['turns']} turns here, but {other['turns']} in row {other['line']}: in "
            "one game they differ by at most 1"
        )


def _known(rows: Sequence[Row], column: str) -> bool:
    return all(row.get(column) is not None for row in rows)


def _end(rows: Sequence[Row]) -> Iterator[str]:
    """Yield that nobody has ended the game, if only running low on pieces does."""
    board = rows[0]["board"]
    if not ends_by_pieces(board) or not _known(rows, "trains_left"):
        return
    low = board.rules.end.pieces_left
    if min(row["trains_left"] for row in rows) > low:
        yield f"{_place(rows[0], 'trains_left')} has nobody with {low} or less at the end, so it was not over"


def _bonus(rows: Sequence[Row]) -> Iterator[str]:
    """Yield that nobody has a bonus that somebody always has."""
    rules = rows[0]["board"].rules
    least = max(rules.longest_trail_bonus, rules.most_tickets_bonus)
    if least > 0 and _known(rows, "bonus") and not any(row["bonus"] for row in rows):
        of = "the longest trail" if least == rules.longest_trail_bonus else "the most tickets"
        yield f"{_place(rows[0], 'bonus')} has no bonus, but somebody always has the {least} points for {of}"
