"""The queries of docs/queries.md run, and pandas, polars and DuckDB give the same answer to each question."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result

PAGE = (Path(__file__).parents[1] / "docs" / "queries.md").read_text(encoding="utf-8")
TOOLS = ("pandas", "polars", "duckdb")


def blocks(text: str) -> dict[str, str]:
    """The code of a section by tool."""
    return dict(re.findall(r"```python (\w+)\n(.*?)```", text, re.DOTALL))


START, *SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of two seeds in two parts, where the page expects them."""
    place = tmp_path_factory.mktemp("queries")
    lineup = ["ticket_planner", "greedy_points", "random"]
    parts = [simulate("usa", lineup, games=60, seed=seed, progress=False) for seed in (1, 2)]
    Result.concat(parts).save(place / "build" / "games")
    return place


@pytest.fixture(scope="module")
def tools(folder: Path) -> dict[str, dict[str, Any]]:
    """The names that each tool has after the preparations of the page."""
    names: dict[str, dict[str, Any]] = {tool: {} for tool in TOOLS}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for tool in TOOLS:
            exec(blocks(START)[tool], names[tool])
    return names


def as_pandas(answer: Any) -> pd.DataFrame:
    if isinstance(answer, pd.DataFrame):
        return answer.reset_index(drop=True)
    return answer.df() if hasattr(answer, "df") else pd.DataFrame(answer.to_dict(as_series=False))


def test_there_are_ten_questions_with_three_answers_each() -> None:
    assert len(SECTIONS) == 10
    assert all(tuple(blocks(section)) == TOOLS for section in (START, *SECTIONS))


@pytest.mark.parametrize("number", range(10))
def test_the_three_answers_are_the_same(
    number: int, folder: Path, tools: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    answers = []
    for tool, code in blocks(SECTIONS[number]).items():
        names = dict(tools[tool])
        exec(code, names)
        answers.append(as_pandas(names["answer"]))
    first, *others = answers
    assert len(first)
    for other in others:
        pd.testing.assert_frame_equal(other, first, check_dtype=False, check_exact=False, rtol=1e-9)


def test_the_answers_are_those_of_the_package(folder: Path, tools: dict[str, dict[str, Any]]) -> None:
    result = Result.load(folder / "build" / "games")
    names = dict(tools["pandas"])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        exec(blocks(SECTIONS[0])["pandas"], names)
    wanted = result.named("players").groupby("strategy")["score"].mean()
    found = names["answer"].set_index("name")["score"]
    assert found.to_dict() == pytest.approx({str(name): score for name, score in wanted.items()})
