"""The file ``map.toml``: its schema, and its settings with the line of each, for faults that name them."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

from ttr_analysis._validate import plain_message
from ttr_analysis.errors import Fault
from ttr_analysis.maps.files import MAP_FILE, read_text

BASE = "base"
"""The ticket set that a map has unless ``map.toml`` names another."""

MAX_PROBLEMS = 100
"""Most faults in the structure of ``map.toml`` that are reported one by one."""

MAX_SETS = 100
"""Most ticket sets of a map: each is read and checked as a map of its own."""

_TOML_DEPTH = 6
"""Most levels of nested tables in a map file."""


def _printed(text: str) -> str:
    """Return the text, which people will see, if all of it can be printed."""
    if not text.isprintable():
        raise PydanticCustomError("unprintable", "contains a character that cannot be printed")
    return text


Printed = Annotated[str, AfterValidator(_printed)]
SetName = Annotated[str, StringConstraints(pattern=r"^[\w.-]+( [\w.-]+)*$")]
"""A ticket set's name: it is used in cells between semicolons and in commands after a colon."""


class MapHeader(BaseModel):
    """The table ``[map]``: the printed title, the name of the rule set, notices for readers.

    ``ticket_set`` names the tickets that belong to no other set. With ``odd``, what
    :mod:`ttr_analysis.maps.oddities` lists may be part of the map, and tickets may be too few for
    all players. ``changes`` tells what was changed on the board of a map made from another one.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    title: Printed = Field(min_length=1, max_length=100)
    rules: str
    ticket_set: SetName = BASE
    odd: bool = False
    changes: list[Printed] = []
    notices: list[Printed] = []


class TicketSet(BaseModel):
    """A table ``[ticket_sets.NAME]``: the title, and the rules that are printed for it or changed."""

    model_config = ConfigDict(extra="forbid", strict=True)
    title: Printed = ""
    printed: dict[str, Any] = {}
    rules: dict[str, Any] = {}


class Bonus(BaseModel):
    """The table ``[bonus_ticket]``: awarded for joining a city tagged ``west`` with one tagged ``east``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Printed = Field(min_length=1, max_length=100)
    points: int = Field(default=1, ge=0, le=99)
    copies: int = Field(default=4, ge=1, le=99)


class MapFile(BaseModel):
    """The whole of ``map.toml``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    map: MapHeader
    printed: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    ticket_sets: dict[SetName, TicketSet] = {}
    bonus_ticket: Bonus | None = None


@dataclass(frozen=True)
class Settings:
    """What ``map.toml`` says, and what is wrong with it.

    Attributes
    ----------
    file : MapFile or None
        The settings; None if they cannot be used.
    text : str
        The text of the file, to find the line of a setting.
    faults : tuple of Fault
        The faults of the file alone.
    """

    file: MapFile | None
    text: str = ""
    faults: tuple[Fault, ...] = ()

    @property
    def base(self) -> str:
        """The ticket set of the tickets that name none."""
        return self.file.map.ticket_set if self.file else BASE

    def fault(self, keys: Sequence[str], message: str) -> Fault:
        """Return a fault of a setting, with its line."""
        return Fault(MAP_FILE, message, _toml_row(self.text, keys), ".".join(keys))


def read_settings(folder: Path) -> Settings:
    """Read ``map.toml`` and check it against its schema."""
    text = read_text(folder, MAP_FILE)
    if isinstance(text, Fault):
        return Settings(None, faults=(text,))
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
        sets = data.get("ticket_sets")
        if isinstance(sets, dict) and len(sets) > MAX_SETS:
            fault = Fault(MAP_FILE, f"has {len(sets):,} ticket sets; a map can have {MAX_SETS}", None, "ticket_sets")
            return Settings(None, faults=(fault,))
        return Settings(MapFile.model_validate(data), text)
    except ValidationError as error:
        return Settings(None, text, tuple(_schema_faults(Settings(None, text), error)))
    except RecursionError:
        fault = Fault(MAP_FILE, "is not well-formed TOML: lists or tables are nested too deeply")
    except ValueError as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        fault = Fault(MAP_FILE, f"is not well-formed TOML: {error}", line)
    return Settings(None, text, (fault,))


def _schema_faults(settings: Settings, error: ValidationError) -> Iterator[Fault]:
    problems = error.errors(include_url=False)
    for problem in problems[:MAX_PROBLEMS]:
        keys = [str(key) for key in problem["loc"] if key != "[key]"]
        yield settings.fault(keys, plain_message(problem, _names_at(problem["loc"])))
    if len(problems) > MAX_PROBLEMS:
        yield Fault(MAP_FILE, f"has {len(problems) - MAX_PROBLEMS:,} more faults")


def _names_at(keys: Sequence[str | int]) -> Sequence[str]:
    """Return the names that the table with an unknown name may have."""
    tables: dict[str, type[BaseModel]] = {"map": MapHeader, "ticket_sets": TicketSet, "bonus_ticket": Bonus}
    table = tables.get(str(keys[0]), MapFile) if len(keys) > 1 else MapFile
    return list(table.model_fields)


def _toml_row(text: str, keys: Sequence[str]) -> int | None:
    """Return the line of a key, or of the nearest table around it that can be found."""
    rows = _toml_rows(text)
    for depth in range(len(keys), 0, -1):
        if (row := rows.get(tuple(keys[:depth]))) is not None:
            return row
    return None


@lru_cache(maxsize=2)
def _toml_rows(text: str) -> Mapping[tuple[str, ...], int]:
    """Return the first line of each key, and of each table around one, down to the depth of a map file."""
    rows: dict[tuple[str, ...], int] = {}
    table: list[str] = []
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole[:200].strip()  # keys are short, and the patterns are slow on a long line
        key, equals, _ = line.partition("=")
        if header := re.match(r"\[+([^\[\]]+)\]", line):
            path = table = _key_parts(header[1])
        elif equals and re.fullmatch(r"[\w.\"' -]+", key):
            path = [*table, *_key_parts(key)]
        else:
            continue
        for depth in range(1, min(len(path), _TOML_DEPTH) + 1):
            rows.setdefault(tuple(path[:depth]), number)
    return rows


def _key_parts(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in text.split(".")]
