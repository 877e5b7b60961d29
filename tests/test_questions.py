"""``docs/questions.md``: every question is there, and every call that it names exists, answers, and is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from questions import QUESTIONS, Played, Question, answered

import ttr_analysis as ttr

DOCS = Path(__file__).parents[1] / "docs"


def found(name: str) -> object:
    """What a name in the package stands for."""
    place: object = ttr
    for part in name.split("."):
        place = getattr(place, part)
    return place


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: str(question.number))
def test_the_names_in_a_row_exist(question: Question) -> None:
    for name in [call.partition("(")[0] for call in question.call.split("; ")] + [question.chart] * bool(
        question.chart
    ):
        assert callable(found(name)), name
    assert not question.page or (DOCS / question.page).is_file()
    assert question.answer or question.page or question.number == 30


def test_the_page_has_all_questions_in_order_with_their_calls() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*) \|$", (DOCS / "questions.md").read_text(encoding="utf-8"), re.M
    )
    assert [(int(number), words) for number, words, *_ in rows] == [(each.number, each.words) for each in QUESTIONS]
    assert [each.number for each in QUESTIONS] == list(range(1, 36))
    for (_, _, call, chart, answer), question in zip(rows, QUESTIONS, strict=True):
        assert call.replace("`", "") == question.call
        assert chart.strip("`") == question.chart
        assert answer
        assert "nan" not in answer


@pytest.mark.release(reason="plays games of four line-ups and answers thirty questions, half a CPU-minute")
def test_every_call_answers_with_few_games() -> None:
    played = Played(40)
    for question in QUESTIONS:
        assert re.search(r"\w{3}", answered(question, played)), question.number
