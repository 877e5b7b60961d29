"""Files of trained players: what they learned, as JSON, and how they were made.

A file holds ``manifest`` (who was trained on what, by which command), ``turn`` and ``keep`` (the trees, each a
list of nodes ``[feature, threshold, right, mean]``), and ``digest``, the SHA-256 of the trees. The left child of
a node is the next one, ``right`` is the place of the other one in the tree; a leaf has feature -1.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from ttr_analysis.errors import StrategyError
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.learned import features, trees
from ttr_analysis.strategies.taught import UNTAUGHT, Taught

FORMAT: Final = 2
"""Version of these files."""
SHIPPED: Final = Path(__file__).with_name("shipped")
"""Folder of what the shipped player has learned: a file for each of some boards, and one for all others."""

Node = tuple[float, float, float, float]
"""A feature (-1: a leaf), the largest value that goes left, the place of the right child, and the mean value."""
Tree = tuple[Node, ...]
Trees = Sequence[Tree]

_WIDTH: Final = {"turn": features.STATES + 2 * features.MOVES, "keep": features.STATES + 2 * features.KEEPS}
"""Number of features of each kind of comparison."""


@dataclass(frozen=True)
class PlayerFile:
    """What a player has learned, and how.

    Attributes
    ----------
    turn, keep : sequence of trees
        The trees for turns, and for choices of tickets.
    manifest : mapping
        ``map``, ``digest`` and ``kind`` (empty: for every board), ``players`` (fewest and most), ``shown`` (kinds of
        boards and numbers of players where it departs from ``expert``; missing: everywhere), and how it was made.
    """

    turn: Trees
    keep: Trees
    manifest: Mapping[str, Any]

    @property
    def taught(self) -> Taught:
        """The same in the form in which a strategy has it."""
        least, most = self.manifest["players"]
        shown = tuple((str(digest), int(players)) for digest, players in self.manifest.get("shown", ()))
        numbers, board = _numbers(self.turn, self.keep), self.manifest
        return Taught(numbers, "", board["map"], board["digest"], least, most, shown)

    @property
    def text(self) -> str:
        """The text of the file."""
        kinds = {"turn": self.turn, "keep": self.keep}
        lines = [
            f'"manifest": {json.dumps({"format": FORMAT, "features": _names(), **self.manifest}, indent=1)}',
            *(f'"{kind}": [\n' + ",\n".join(map(_line, each)) + "\n]" for kind, each in kinds.items()),
            f'"digest": "{_digest(self.turn, self.keep)}"',
        ]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read_player(path: str | Path) -> PlayerFile:
    """Read and check the file of a trained player.

    Parameters
    ----------
    path : str or Path
        The file; its ending ``.json`` may be left out.

    Raises
    ------
    StrategyError
        If there is none, or it is damaged, or of another version; the message says what to do.
    """
    path = _found(Path(path))
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StrategyError(f"{path} is not the file of a trained player: {error}") from None
    try:
        manifest = dict(content["manifest"])
        if manifest.pop("format") != FORMAT or manifest.pop("features") != _names():
            raise StrategyError(f"{path} was made by another version of this package; train it again with: ttr train")
        turn, keep = (_read_trees(path, kind, content[kind]) for kind in ("turn", "keep"))
        if _digest(turn, keep) != content["digest"]:
            raise StrategyError(f"{path} is damaged: its trees do not have the digest that it gives; train it again")
        made = PlayerFile(turn, keep, manifest)
        made.taught  # noqa: B018 - what it needs of the manifest must be there
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise StrategyError(f"{path} is not the file of a trained player: {error!r} is wrong or missing") from None
    return made


def read_shipped() -> Taught:
    """Return what the shipped player has learned, on all boards together."""
    boards, elsewhere = list[tuple[str, Taught]](), UNTAUGHT
    for path in sorted(SHIPPED.glob("*.json")):
        made = read_player(path)
        if kind := made.manifest["kind"]:  # it tells where the part is used, whatever the board is called
            boards.append((kind, made.taught._replace(map_name="", digest="", least=1, most=SEATS)))
        else:
            elsewhere = made.taught
    return elsewhere._replace(boards=tuple(boards))


def _found(path: Path) -> Path:
    with_ending = path if path.suffix == ".json" else path.with_name(path.name + ".json")
    for place in (path, with_ending):
        if place.is_file():
            return place
    raise StrategyError(f"there is no file {with_ending}; a player is made with: ttr train MAP --out {path}")


def _read_trees(path: Path, kind: str, content: Sequence[Sequence[Sequence[float]]]) -> Trees:
    """Return the trees of a kind, checked: whoever follows them must arrive at a leaf."""
    read = tuple(tuple(_node(node) for node in tree) for tree in content)
    for number, tree in enumerate(read):
        for place, (feature, _, right, _) in enumerate(tree):
            inner = 0 <= feature < _WIDTH[kind] and place + 1 < right < len(tree)
            if not all(map(isfinite, tree[place])) or not (feature == -1 or inner):
                where = f"node {place} of tree {number} of {kind!r}"
                raise StrategyError(f"{path} is damaged: {where} is {list(tree[place])}; train it again")
        if not tree or tree[-1][0] != -1:
            raise StrategyError(f"{path} is damaged: tree {number} of {kind!r} ends without a leaf; train it again")
    return read


def _node(values: Sequence[float]) -> Node:
    feature, threshold, right, mean = map(float, values)
    return feature, threshold, right, mean


def _names() -> str:
    """Return a digest of the features' names: trees of other features mean nothing."""
    names = [*features.STATE, *features.MOVE, *features.KEEP]
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def _digest(turn: Trees, keep: Trees) -> str:
    return hashlib.sha256("\n".join([*map(_line, turn), "", *map(_line, keep)]).encode()).hexdigest()


def _line(tree: Tree) -> str:
    """Return a tree as one line of JSON: thresholds in full, because values may lie on them."""
    nodes = (f"[{feature:.0f},{threshold!r},{right:.0f},{mean:.7g}]" for feature, threshold, right, mean in tree)
    return f"[{','.join(nodes)}]"


def _numbers(turn: Trees, keep: Trees) -> tuple[float, ...]:
    """Return the trees as the numbers that :mod:`~ttr_analysis.strategies.learned.trees` reads."""
    both = [*turn, *keep]
    place, roots, nodes = trees.ROOTS + len(both), list[float](), list[float]()
    for tree in both:
        root = place + len(nodes)
        roots.append(float(root))
        for feature, threshold, right, mean in tree:
            nodes += [feature, threshold, root + trees.FIELDS * right, mean]
    return (float(len(turn)), float(len(keep)), *roots, *nodes)


def rounded(tree: Tree) -> Tree:
    """Return a tree with the numbers that its file will hold, so that reading the file changes nothing."""
    return tuple((feature, threshold, right, float(f"{mean:.7g}")) for feature, threshold, right, mean in tree)
