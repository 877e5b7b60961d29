"""What people who wait are told, and when they are told nothing."""

from __future__ import annotations

import time

import pytest

from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.messages import TOLD, announce_compilation
from ttr_analysis.play.simulate import prepare, simulate
from ttr_analysis.strategies.base import Strategy


def forget_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    announce_compilation.cache_clear()
    monkeypatch.delenv(TOLD, raising=False)


def test_before_compiling_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    forget_what_was_said(monkeypatch)
    monkeypatch.setattr("ttr_analysis.play.messages.is_cold", lambda: True)
    simulate("usa", "random", games=1)
    simulate("usa", "random", games=1)
    assert capsys.readouterr().err.count("compiling the engine") == 1
    announce_compilation.cache_clear()  # as in a process that this one starts: it inherits the environment
    simulate("usa", "random", games=1)
    assert "compiling" not in capsys.readouterr().err
    forget_what_was_said(monkeypatch)


def test_who_waits_is_told_for_whom(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ttr_analysis.play.messages.SLOW", 0.05)

    def slowly(_: Strategy) -> tuple[None, str]:
        time.sleep(0.5)
        return None, ""

    monkeypatch.setattr("ttr_analysis.play.deciders.asked_function", slowly)
    prepare(make_lineup(load_map("usa"), ["random", "greedy_points"]))
    assert "preparing random, greedy_points" in capsys.readouterr().err
    monkeypatch.setattr("ttr_analysis.play.deciders.asked_function", lambda _: (None, ""))
    prepare(make_lineup(load_map("usa"), ["random", "greedy_points"]))
    time.sleep(0.2)
    assert "preparing" not in capsys.readouterr().err


def test_nothing_is_said_of_compiling_when_all_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate("usa", "random", games=1)
    forget_what_was_said(monkeypatch)
    simulate("usa", "random", games=1)
    assert capsys.readouterr().err.count("compiling the engine") == 0
