"""Positions in files that people can read and write: JSON or TOML, by names, with the name of the map."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ttr_analysis._validate import instance, once_each, one_of, path_of, shown
from ttr_analysis.errors import SetupError, TicketToRideError
from ttr_analysis.maps import GameMap, as_map
from ttr_analysis.maps.ticket_names import told_apart
from ttr_analysis.play.position import TICKET_FIELDS, Position
from ttr_analysis.play.words import amounts
from ttr_analysis.results import folders
from ttr_analysis.rules.forms import toml_key, toml_text

MAX_BYTES: Final = 1_000_000
"""Larger files are refused unread: a position with all its cards needs a hundredth of this."""

MAP: Final = "map"
"""The entry that names the map, as commands do: ``usa``, ``usa:1910`` or a folder."""

EMPTY_SLOT: Final = "empty"
"""How a market slot without a card is written, because TOML has no word for nothing."""

_COUNTED: Final = ("hands", "discards", "deck")
"""Fields that hold cards of which only the number matters, if they are given so."""


class PositionFile(NamedTuple):
    """What a position file holds.

    Attributes
    ----------
    map : str or None
        The map, as commands name it: ``usa``, ``usa:1910`` or a folder; None if the file does not say.
    position : Position

    Examples
    --------
    >>> ttr.play.PositionFile("usa", ttr.Position(players=2)).map
    'usa'
    """

    map: str | None
    position: Position


def read_position(path: str | Path) -> PositionFile:
    """Read a position from a JSON or TOML file.

    It has an entry for each field of :class:`~ttr_analysis.play.Position` that is given, by its name, and may
    have one for the ``map``. Seats are keys; cards may be written ``"3 purple, 1 locomotive"``; a market slot
    without a card is ``"empty"``. Whether the position fits a map is checked when a game begins from it.

    Parameters
    ----------
    path : str or Path
        A file whose name ends in ``.json`` or ``.toml``.

    Raises
    ------
    SetupError
        If the file cannot be read, or a field is unknown or of the wrong kind; the message names both.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> position = ttr.Position(players=2, hands={0: {"red": 3}})
    >>> with TemporaryDirectory() as folder:
    ...     path = ttr.play.write_position(position, f"{folder}/mine.toml", "usa")
    ...     ttr.play.read_position(path)
    PositionFile(map='usa', position=Position(players=2, hands={0: {'red': 3}}))
    """
    file = path_of("path", path)
    data = _loaded(file)
    game_map = data.pop(MAP, None)
    if game_map is not None and not isinstance(game_map, str):
        raise SetupError(f"{file}: {MAP} needs the name or folder of a map, not {shown(game_map)}")
    try:
        return PositionFile(game_map, Position.from_dict({name: _field(name, value) for name, value in data.items()}))
    except TicketToRideError as error:
        raise SetupError(f"{file}: {error}") from None


def write_position(position: Position, path: str | Path, game_map: GameMap | str | Path) -> Path:
    """Write a position to a JSON or TOML file, by names, and return the path.

    Parameters
    ----------
    position : Position
        From :meth:`ttr_analysis.play.Game.position`, or of your own.
    path : str or Path
        A file whose name ends in ``.json`` or ``.toml``; it is replaced if there is one.
    game_map : GameMap, str or Path
        The map of the position, or its name or folder.

    Raises
    ------
    SetupError
        If the name ends otherwise, the file cannot be written, or the map has no such track, card or ticket.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = ttr.play.write_position(
    ...         ttr.Position(players=2, hands={1: {"red": 3, "locomotive": 1}}), f"{folder}/mine.toml", "usa"
    ...     )
    ...     print(path.read_text(encoding="utf-8"))
    map = "usa"
    players = 2
    <BLANKLINE>
    [hands]
    1 = "3 red, 1 locomotive"
    <BLANKLINE>
    """
    instance("position", position, Position, "Position(players=2)")
    file, board = path_of("path", path), as_map(game_map)
    form = _FORMS[_suffix(file)]
    data = {MAP: _map_name(board, game_map)} | _named(position, board)
    with folders.explained(f"the file {str(file)!r}"):
        folders.write_file(file, form.write(data))
    return file


# ---- reading ----


def _suffix(file: Path) -> str:
    """Return how the name of a file ends, if that is a form of position files."""
    suffix = file.suffix.lower()
    if suffix not in _FORMS:
        raise SetupError(f"{file}: the name of a position file ends in {one_of(_FORMS)}")
    return suffix


def _loaded(file: Path) -> dict[str, Any]:
    """Return the entries of a file."""
    suffix = _suffix(file)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise SetupError(f"{file}: is larger than {MAX_BYTES:,} bytes; no position needs that much")
        data = _FORMS[suffix].read(content.decode("utf-8-sig"))
    except OSError as error:
        raise SetupError(f"{file}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SetupError(f"{file}: is not UTF-8 text; save it with the encoding UTF-8") from None
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise SetupError(f"{file}: is not {suffix.removeprefix('.').upper()}: {why}") from None
    if not isinstance(data, dict):
        raise SetupError(f"{file}: needs a table of names and values, not {shown(data)}")
    return data


def _field(name: str, value: Any) -> Any:
    """Return the value of a field as a position holds it."""
    try:
        if name == "market" and isinstance(value, list):
            return [None if card in ("", EMPTY_SLOT) else card for card in value]
        if name == "hands" and isinstance(value, Mapping):
            return {seat: _cards(cards) for seat, cards in value.items()}
        if name == "tunnel" and isinstance(value, Mapping):
            return {part: each if part == "track" else _cards(each) for part, each in value.items()}
        return _cards(value) if name in _COUNTED else value
    except TicketToRideError as error:
        raise SetupError(f"{name}: {error}") from None


def _cards(value: Any) -> Any:
    """Return cards by number if they are written in words, otherwise as they are."""
    if not isinstance(value, str):
        return value
    counts: dict[str, int] = {}
    for number, name in amounts(value):
        counts[name] = counts.get(name, 0) + number
    return counts


# ---- writing ----


def _map_name(game_map: GameMap, given: GameMap | str | Path) -> str:
    """Return how commands name a map, with its ticket set if that is not the base set."""
    name = game_map.name if isinstance(given, GameMap) else str(given)
    return name if game_map.ticket_set == "base" else f"{name}:{game_map.ticket_set}"


def _named(position: Position, game_map: GameMap) -> dict[str, Any]:
    """Return the fields of a position with names in place of numbers."""
    names = _Names(game_map)
    values = {name: names.field(name, value) for name, value in position.to_dict().items() if value not in ({}, ())}
    return {"players": position.players} | values


class _Names:
    """The names of the things of a map, by their numbers."""

    def __init__(self, game_map: GameMap) -> None:
        self.tracks = [track.name for track in game_map.tracks]
        self.tickets = told_apart(ticket.name for ticket in game_map.tickets)
        self.cities = [city.name for city in game_map.cities]
        self.bonus = [bonus.name for bonus in game_map.bonus_tickets]
        self.card_names = [card.name for card in game_map.rules.cards]

    def field(self, name: str, value: Any) -> Any:
        """Return the value of a field by names, in which only texts, numbers, lists and tables are left."""
        if name == "hands":
            return {str(seat): self.cards(cards) for seat, cards in value.items()}
        if name in _COUNTED:
            return self.cards(value)
        if name in ("market", "deck_top"):
            return [EMPTY_SLOT if card is None else _name_in(self.card_names, name, card) for card in value]
        if name == "tunnel":
            return {part: self._of_tunnel(part, each) for part, each in value.items()}
        known = self._of_field(name)
        if known is None:
            return _plain(value)
        if isinstance(value, Mapping):
            return {str(seat): [_name_in(known, name, each) for each in listed] for seat, listed in value.items()}
        return [_name_in(known, name, each) for each in value]

    def _of_field(self, name: str) -> Sequence[str] | None:
        """Return the names of what a field lists, None if it lists nothing that has a name."""
        if name in TICKET_FIELDS:
            return self.tickets
        fields = {"tracks": self.tracks, "stations": self.cities, "harbours": self.cities, "bonus": self.bonus}
        return fields.get(name)

    def _of_tunnel(self, part: str, value: Any) -> Any:
        return _name_in(self.tracks, "tunnel, track", value) if part == "track" else self.cards(value)

    def cards(self, cards: Any) -> Any:
        """Return cards in words if only their numbers matter, otherwise the list of their names."""
        if isinstance(cards, Mapping):
            return ", ".join(f"{n} {_name_in(self.card_names, 'cards', name)}" for name, n in cards.items())
        return [_name_in(self.card_names, "cards", name) for name in cards]


def _name_in(names: Sequence[str], field: str, name: str | int) -> str:
    """Return the name of a thing that may be given by its number."""
    if isinstance(name, str):
        return name
    if not 0 <= name < len(names):
        raise SetupError(f"{field}: there is no number {name} on this map; the last is {len(names) - 1}")
    return names[name]


def _plain(value: Any) -> Any:
    """Return a value with texts as keys and lists in place of other sequences."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return value if isinstance(value, str | int) else [_plain(each) for each in value]


# ---- forms ----


class _Form(NamedTuple):
    """A form of position files: how its text is read and written."""

    read: Callable[[str], Any]
    write: Callable[[Mapping[str, Any]], str]


def _from_json(text: str) -> Any:
    """Return what JSON holds; a name that stands twice in a table is an error, as in TOML."""
    return json.loads(text, object_pairs_hook=once_each)


def _json(data: Mapping[str, Any]) -> str:
    """Return entries as JSON, each list on one line."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return re.sub(r"\[[^][{}]*\]", lambda found: re.sub(r"\n *", " ", found[0]), text) + "\n"


def _toml(data: Mapping[str, Any]) -> str:
    """Return entries as TOML: values first, then a table for each field by seat."""
    lines = [f"{name} = {toml_text(value)}" for name, value in data.items() if not isinstance(value, Mapping)]
    for name, table in data.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{name}]", *(f"{toml_key(key)} = {toml_text(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


_FORMS: Final = {".json": _Form(_from_json, _json), ".toml": _Form(tomllib.loads, _toml)}
