"""Completion offers the commands, and the names of maps and strategies where they are asked for."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from ttr_analysis.cli import make_parser
from ttr_analysis.cli._completion import script
from ttr_analysis.maps import available_maps
from ttr_analysis.strategies import available_strategies

pytest.importorskip("shtab")


def in_bash(words: str) -> list[str]:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("needs bash")
    made = script(make_parser(), "bash")
    done = subprocess.run([bash, "-c", f"{made}\n{words}"], capture_output=True, text=True, check=True, cwd="/")
    return done.stdout.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("simulate eur", ["europe"]),
        ("compare usa first_journey_", ["first_journey_europe", "first_journey_usa"]),
        ("simulate usa --strategies ra", ["racer", "random"]),
        ("simulate usa --strategies expert,ticket_pl", ["expert,ticket_planner"]),
        ("tournament usa --strategies expert,hungry,blo", ["expert,hungry,blocker"]),
        ("sweep usa greedy", ["greedy_points"]),
        ("verify --map rails_sails_w", ["rails_sails_world"]),
        ("tune usa expert --also first_journey_u", ["first_journey_usa"]),
    ],
)
def test_bash_offers_names(typed: str, offered: list[str]) -> None:
    words = typed.split()
    line = f"COMP_WORDS=(ttr {typed}); COMP_CWORD={len(words)}; _shtab_ttr ttr {words[-1]} {words[-2]}"
    assert in_bash(f'{line}; echo "${{COMPREPLY[@]}}"') == offered


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_know_all_names(shell: str) -> None:
    made = script(make_parser(), shell)
    assert " ".join(available_maps()) in made
    assert " ".join(available_strategies()) in made
