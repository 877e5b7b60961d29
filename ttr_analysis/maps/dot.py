"""The edges of a graph in DOT, the language of Graphviz: with chains, sets of nodes, subgraphs, defaults and labels."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from ttr_analysis.maps import synonyms

_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/|(?<![^\n])\#[^\n]*)|(?P<space>\s+)|(?P<edge>--|->)|(?P<mark>[{}\[\];,=:+])"
    r'|(?P<text>"(?:[^"\\]|\\.)*")|(?P<html><[^<>]*>)|(?P<word>-?(?:\d+\.?\d*|\.\d+)(?!\w)|[\w.]+)',
    re.DOTALL,
)
_LENGTHS = frozenset(map(synonyms.plain, ("length", *synonyms.ROUTES["length"])))
_DEFAULTS = ("graph", "node", "edge")
_DEEPEST = 50
"""Subgraphs in subgraphs; deeper ones are no drawing of a board."""

Attributes = dict[str, str]


@dataclass(frozen=True)
class Edge:
    """An edge with the line on which it stands."""

    ends: tuple[str, str]
    attributes: Attributes
    line: int


@dataclass
class _Reader:
    """Reads statements one after another; ``tokens`` are pairs of a text and its line, names with a quote before."""

    tokens: Sequence[tuple[str, int]]
    place: int = 0
    depth: int = 0
    edges: list[Edge] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)

    def seen(self) -> str:
        """Return the next token, an empty text at the end."""
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> bool:
        """Go past the next token if it is one of these; words of the language may be written in capitals."""
        found = self.seen()
        taken = found in wanted or (found[1:].casefold() in wanted and found.startswith("'"))
        self.place += taken
        return taken

    def name(self) -> str:
        """Return a name, without its quotes."""
        found = self.seen()
        if found[:1] not in ("'", '"'):
            raise ValueError(f"line {self.line()}: a name is missing before {self.ahead()}")
        self.place += 1
        return found[1:] + (self.name() if self.take("+") else "")

    def line(self) -> int:
        """Return the line of the next token."""
        return self.tokens[min(self.place, len(self.tokens) - 1)][1] if self.tokens else 1

    def ahead(self) -> str:
        """Return the next token for a message."""
        found = self.seen()
        return repr(found.removeprefix("'").removeprefix('"')) if found else "the end"

    def need(self, mark: str) -> None:
        """Go past a token that must be there."""
        if not self.take(mark):
            raise ValueError(f"line {self.line()}: {mark!r} is missing before {self.ahead()}")

    def graph(self) -> None:
        """Read the whole file."""
        self.take("strict")
        if not self.take("graph", "digraph"):
            raise ValueError("it does not begin with 'graph' or 'digraph'")
        if self.seen() != "{":
            self.name()
        self.statements({})

    def statements(self, default: Attributes) -> list[str]:
        """Read what stands between braces, where edges have these attributes by default; return the nodes in it."""
        nodes: list[str] = []
        self.need("{")
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ValueError(f"it has more than {_DEEPEST} subgraphs inside each other")
        own = dict(default)
        while not self.take("}"):
            if not self.take(";", ","):
                nodes += self.statement(own)
        self.depth -= 1
        return nodes

    def statement(self, default: Attributes) -> list[str]:
        """Read defaults, an attribute of the graph, nodes or edges; return the nodes."""
        line, before = self.line(), self.place
        for kind in _DEFAULTS:
            if self.take(kind):
                given = self.attributes()
                default.update(given if kind == "edge" else {})
                return []
        groups = [self.group(default)]
        if self.take("="):
            self.name()
            return []
        while self.take("--", "->"):
            groups.append(self.group(default))
        given = self.attributes()
        if len(groups) == 1 and self.tokens[before][0] != "{" and "label" in given:
            self.labels.update(dict.fromkeys(groups[0], given["label"]))
        for left, right in pairwise(groups):
            self.edges += (Edge(ends, {**default, **given}, line) for ends in product(left, right))
        return list(dict.fromkeys(name for group in groups for name in group))

    def group(self, default: Attributes) -> list[str]:
        """Read a node, perhaps with a port, or a subgraph; return its nodes."""
        if self.take("subgraph") and self.seen() != "{":
            self.name()
        if self.seen() == "{":
            return list(dict.fromkeys(self.statements(default)))
        name = self.name()
        while self.take(":"):
            self.name()
        return [name]

    def attributes(self) -> Attributes:
        """Read what stands in brackets, if there are any."""
        found: Attributes = {}
        while self.take("["):
            while not self.take("]"):
                if not self.take(";", ","):
                    name = self.name()
                    found[name] = self.name() if self.take("=") else "true"
        return found


def edges_of(text: str) -> Iterator[Edge]:
    """Yield the edges of a DOT file; cities are called by their labels, and a label of an edge may be its length.

    Raises
    ------
    ValueError
        If the text is no graph; the message names the line.
    """
    reader = _Reader(list(_tokens(text)))
    reader.graph()
    labels = {name: label for name, label in reader.labels.items() if label not in ("", r"\N")}
    distinct = len(set(labels.values())) == len(labels) and not set(labels.values()) & ({*_names(reader)} - {*labels})
    for edge in reader.edges:
        first, second = (labels.get(end, end) if distinct else end for end in edge.ends)
        yield Edge((first, second), _with_length(edge.attributes), edge.line)


def _names(reader: _Reader) -> Iterator[str]:
    for edge in reader.edges:
        yield from edge.ends


def _with_length(attributes: Attributes) -> Attributes:
    """Return the attributes of an edge whose label is its length if nothing else is."""
    if "label" in attributes and not _LENGTHS & set(map(synonyms.plain, attributes)):
        return {**attributes, "length": attributes["label"]}
    return attributes


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens with their lines: marks as they are, words after an apostrophe, quoted texts after a quote."""
    place, line = 0, 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise ValueError(f"line {line}: {text[place]!r} is not expected there")
        if found.lastgroup in ("edge", "mark"):
            yield found[0], line
        elif found.lastgroup in ("text", "html"):
            yield '"' + re.sub(r"\\(.)", _unescaped, found[0][1:-1], flags=re.DOTALL), line
        elif found.lastgroup == "word":
            yield "'" + found[0], line
        line += found[0].count("\n")
        place = found.end()


def _unescaped(found: re.Match[str]) -> str:
    """Return what an escape stands for: the end of a line, the sign itself, or whatever only Graphviz knows."""
    return {"\n": "", "n": " ", "l": " ", "r": " ", '"': '"', "\\": "\\"}.get(found[1], found[0])
