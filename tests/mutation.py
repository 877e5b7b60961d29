"""Mutation testing, by hand: how many small changes of the source do the tests notice?

``python tests/mutation.py moves claims scoring ...`` changes the functions of these engine modules,
one place at a time, and runs the tests that reach the changed line, cheapest first, until one fails.
``python tests/mutation.py --room stats --count 100 --seed 1`` does so for places of another room, chosen by chance.
Compiled functions of such a room are changed only where it runs without the compiler: add ``--interpreted --again``.
Results go to ``build/mutation.jsonl``; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import resource
import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any
from zlib import crc32

if "--room" not in sys.argv or "--interpreted" in sys.argv:  # before the engine is imported
    os.environ["NUMBA_DISABLE_JIT"] = "1"

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))  # what test modules share

from engine_source import code_of, engine_functions, functions_of, syntax_of
from equivalent_mutants import EQUIVALENT

HERE = Path(__file__).resolve().parent
LOG = HERE.parent / "build" / "mutation.jsonl"
LONGEST = 4.0
"""CPU seconds after which a test is too slow to run for each mutant."""
BUDGET = 15.0
"""CPU seconds of one mutant: one that no test notices in that time has survived."""
TESTS = (
    "test_rulebook.py",
    "test_rulebook_details.py",
    "test_fifth_game.py::test_its_numbers_are_those_of_the_data",
    "test_engine_faults.py::test_the_referee_agrees",
)
"""What is run; of these only what passes without the compiler and is not too slow. For another room, its own tests."""

FUNCTIONS: dict[str, FunctionType] = {}
"""The functions that are changed, by name."""

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATIONS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.Div: ast.Mult, ast.Pow: ast.Mult, ast.MatMult: ast.Mult, ast.BitXor: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One changed place of a function: its name for people, the lines of the statement, the code."""

    name: str
    function: str
    lines: range
    code: CodeType


# ---- the mutants ----


def with_operator(node: ast.Compare, place: int, operator: ast.cmpop) -> ast.Compare:
    return ast.Compare(node.left, [*node.ops[:place], operator, *node.ops[place + 1 :]], node.comparators)


def changed_values(node: ast.expr) -> Iterator[ast.expr]:
    """Expressions to put in the place of one."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                yield with_operator(node, place, COMPARISONS[type(operator)]())
        case ast.BinOp():
            yield ast.BinOp(node.left, OPERATIONS[type(node.op)](), node.right)
        case ast.BoolOp():
            yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp):
            yield ast.IfExp(node.test, node.orelse, node.body)


def changed_statements(node: ast.stmt, returns: str) -> Iterator[ast.stmt]:
    """Statements to put in the place of one; ``returns`` is what its function gives."""
    match node:
        case ast.AugAssign():
            yield ast.AugAssign(node.target, OPERATIONS[type(node.op)](), node.value)
            yield ast.Pass()
        case ast.Assign() | ast.Expr(value=ast.Call()) | ast.Return(value=None):
            yield ast.Pass()
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant | ast.Compare | ast.BinOp):
            if returns == "bool":
                yield ast.Return(ast.UnaryOp(ast.Not(), value))
            elif returns == "int":
                yield ast.Return(ast.BinOp(value, ast.Add(), ast.Constant(1)))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.If() | ast.While() if not isinstance(node.test, ast.Compare | ast.BoolOp):
            other = copy.copy(node)
            other.test = ast.UnaryOp(ast.Not(), node.test)
            yield other


def head(node: ast.stmt) -> str:
    """A statement without the statements in it."""
    text = ast.unparse(node)
    return text.split("\n", 1)[0] if isinstance(node, ast.If | ast.While | ast.For) else text


def head_lines(node: ast.stmt) -> range:
    body = getattr(node, "body", None)
    return range(node.lineno, body[0].lineno if body else (node.end_lineno or node.lineno) + 1)


def places(tree: ast.AST, statement: ast.stmt | None = None) -> Iterator[tuple[Any, Any, ast.stmt]]:
    """Every node below, as the container that holds it, its key there, and its statement."""
    for name, value in ast.iter_fields(tree):
        holder, keys = (value, range(len(value))) if isinstance(value, list) else (tree.__dict__, [name])
        for key in keys:
            child = holder[key]
            if isinstance(child, ast.stmt):
                yield holder, key, child
                yield from places(child, child)
            elif isinstance(child, ast.expr) and statement is not None:
                yield holder, key, statement
                yield from places(child, statement)


def mutants_of(name: str) -> Iterator[Mutant]:
    """Every changed form of a function that differs from it."""
    function, tree = FUNCTIONS[name], syntax_of(FUNCTIONS[name])
    returns = ast.unparse(tree.returns) if tree.returns else ""
    body = ast.Module(tree.body[1:] if ast.get_docstring(tree) else tree.body, [])
    seen: Counter[str] = Counter()
    for holder, key, statement in list(places(body)):
        node, before = holder[key], head(statement)
        changes = changed_statements(node, returns) if node is statement else changed_values(node)
        for other in changes:
            holder[key] = ast.copy_location(other, node)
            after = head(other if isinstance(other, ast.stmt) else statement)
            whole = ast.FunctionDef(**{**tree.__dict__, "body": body.body})
            code = code_of(function, ast.fix_missing_locations(copy.deepcopy(whole)))
            holder[key] = node
            title = f"{name}: {before}  ->  {after}"
            seen[title] += 1
            yield Mutant(title + (f"  #{seen[title]}" if seen[title] > 1 else ""), name, head_lines(statement), code)


# ---- which tests reach which line ----


class TooSlow(Exception):
    """A test takes too long to be run for each mutant."""


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of all functions in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_in(inner)


class Tracer:
    """Notes which lines of some functions run."""

    def __init__(self, codes: dict[CodeType, str]) -> None:
        self.codes = codes
        self.lines: set[tuple[str, int]] = set()

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self.line if frame.f_code in self.codes else None

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.lines.add((self.codes[frame.f_code], frame.f_lineno))
        return self.line


def forget_answers() -> None:
    """Empty the caches of the rooms under test and of the tests: they hold answers of the unchanged code."""
    changed = {function.__module__ for function in FUNCTIONS.values()}
    for name, module in list(sys.modules.items()):
        if name in changed or str(HERE) in (getattr(module, "__file__", None) or ""):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper) and value.__module__ != "engine_source":
                    value.cache_clear()


def passes(item: pytest.Item) -> bool:
    return all(report.outcome != "failed" for report in runtestprotocol(item, log=False, nextitem=None))


class MutationRun:
    """A pytest plugin that runs the mutants in the place of the tests."""

    def __init__(self, mutants: Sequence[Mutant], workers: int) -> None:
        self.mutants = mutants
        self.workers = workers
        self.items: list[tuple[float, pytest.Item]] = []
        self.reached_by: defaultdict[tuple[str, int], set[str]] = defaultdict(set)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Record the tests, then judge the mutants in so many processes."""
        self.record(session.items)
        say(f"{len(self.items)} tests, {len(self.mutants)} mutants to judge")
        children = []
        for worker in range(self.workers):
            child = os.fork()
            if child == 0:
                for mutant in self.mutants[worker :: self.workers]:
                    if not is_killed(mutant.name):  # by another run at the same time
                        self.judge(mutant)
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        return True

    def record(self, items: Sequence[pytest.Item]) -> None:
        """Run each test once, and keep those that pass soon."""
        names = {mutant.function for mutant in self.mutants}
        tracer = Tracer({code: name for name in names for code in codes_in(FUNCTIONS[name].__code__)})

        def stop(number: int, frame: FrameType | None) -> None:
            raise TooSlow

        signal.signal(signal.SIGVTALRM, stop)
        for item in items:
            tracer.lines, start = set(), time.process_time()
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            threading.settrace(tracer.enter)
            sys.settrace(tracer.enter)
            passed = passes(item)
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if not passed:
                say(f"left out, too slow or failing: {item.nodeid}")
            elif tracer.lines:
                self.items.append((time.process_time() - start, item))
                for line in tracer.lines:
                    self.reached_by[line].add(item.nodeid)
        self.items.sort(key=lambda timed: timed[0])
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)

    def judge(self, mutant: Mutant) -> None:
        """Run the tests that reach a mutant in a process of their own, which ends with the first that fails."""
        reaching: set[str] = set()
        for line in mutant.lines:
            reaching |= self.reached_by[mutant.function, line]
        start, child = time.monotonic(), os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            FUNCTIONS[mutant.function].__code__ = mutant.code
            forget_answers()
            tried = 0
            for seconds, item in self.items:
                if item.nodeid in reaching and time.process_time() + seconds < BUDGET:
                    signal.setitimer(signal.ITIMER_VIRTUAL, 5 * seconds + 5)  # an endless loop ends the process
                    tried += 1
                    if not passes(item):
                        note(mutant, "killed", item.nodeid, start)
                        os._exit(1)
            note(mutant, "survived", f"{tried} of {len(reaching)} tests", start)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            note(mutant, "killed", f"signal {os.WTERMSIG(status)}", start)


# ---- results ----


def say(text: str) -> None:
    sys.stderr.write(text + "\n")


def note(mutant: Mutant, result: str, by: str, start: float) -> None:
    line = json.dumps({"name": mutant.name, "result": result, "by": by, "seconds": round(time.monotonic() - start, 1)})
    with LOG.open("a", encoding="utf-8") as log:
        log.write(line + "\n")


def results() -> dict[str, dict[str, Any]]:
    """The newest result of each mutant judged so far."""
    if not LOG.exists():
        return {}
    lines = map(json.loads, LOG.read_text(encoding="utf-8").splitlines())
    return {line["name"]: line for line in lines}


def is_killed(name: str) -> bool:
    return results().get(name, {}).get("result") == "killed"


def summary(mutants: Sequence[Mutant]) -> None:
    """How many mutants were killed, and which survived."""
    found = results()
    judged = [found[mutant.name] for mutant in mutants if mutant.name in found]
    survivors = [line for line in judged if line["result"] == "survived"]
    killed, equivalent = len(judged) - len(survivors), sum(line["name"] in EQUIVALENT for line in survivors)
    for line in survivors:
        say(f"survived ({line['by']}): {line['name']}\n    {EQUIVALENT.get(line['name'], 'NOT EXPLAINED')}")
    of_engine = {name for name in EQUIVALENT if "." not in name.partition(":")[0]}
    for name in of_engine - {mutant.name for mutant in mutants} if "--room" not in sys.argv else ():
        say(f"explained, but no mutant of these modules: {name}")
    say(f"{len(mutants)} mutants, {len(judged)} judged, {killed} killed ({killed / max(1, len(judged)):.1%}), ")
    say(f"{equivalent} survivors change nothing that counts, {len(survivors) - equivalent} are not explained")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="modules of ttr_analysis.engine")
    parser.add_argument("--room", help="another room of ttr_analysis, such as stats")
    parser.add_argument("--count", type=int, default=100, help="with --room, so many mutants chosen by chance")
    parser.add_argument("--seed", type=int, default=0, help="with --room, the seed of the choice")
    parser.add_argument(
        "--interpreted", action="store_true", help="with --room, without the compiler, for compiled code"
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--sample", type=int, default=1, help="only every so manieth mutant")
    parser.add_argument("--again", action="store_true", help="judge the survivors again, after tests were added")
    parser.add_argument("--summary", action="store_true", help="only tell what is known")
    given = parser.parse_args()
    FUNCTIONS.update(
        functions_of(given.room) if given.room else
        {name: each for name, each in engine_functions().items() if each.__module__.rpartition(".")[2] in given.modules}
    )  # fmt: skip
    mutants = [mutant for name in FUNCTIONS for mutant in mutants_of(name)]
    mutants = Random(given.seed).sample(mutants, given.count) if given.room else mutants[:: given.sample]
    LOG.parent.mkdir(exist_ok=True)
    found = results()
    left = [m for m in mutants if m.name not in found or (given.again and not is_killed(m.name))]
    left = [m for m in left if not (given.again and m.name in EQUIVALENT)]
    # In no order of the source: a run that is stopped has judged a fair sample.
    left.sort(key=lambda m: (m.name in found, crc32(m.name.encode())))
    if left and not given.summary:
        os.chdir(HERE.parent)
        tests = [f"tests/{given.room}", "-m", "not long and not release"] if given.room else [
            f"tests/{test}" for test in TESTS
        ]  # fmt: skip
        options = ["-q", "-s", "--tb=no", "-p", "no:cacheprovider", "-p", "no:terminalreporter"]
        pytest.main([*options, *tests], plugins=[MutationRun(left, given.workers)])
    summary(mutants)


if __name__ == "__main__":
    main()
