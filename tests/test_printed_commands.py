"""Every command that a result prints, run as printed, gives the same tables."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from how_often import first

from ttr_analysis.cli import main
from ttr_analysis.maps.folder import find_map, load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.differences import differences
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES
from ttr_analysis.strategies import available_strategies, base, get_strategy, load_file

OWN = """
from ttr_analysis.strategies.base import get_strategy, strategy
at_random = get_strategy("random").compiled
@strategy(name="own", weights={"pace": 1.0, "size": 2.0})
def choose(view, action):
    at_random(view, action)
"""


def own_file(folder: Path) -> Path:
    file = folder / "my own.py"
    file.write_text(OWN)
    return file


def own_map(folder: Path) -> Path:
    place = shutil.copytree(find_map("usa"), folder / "my house")
    routes = (place / "routes.csv").read_text(encoding="utf-8").splitlines()
    (place / "routes.csv").write_text("\n".join(routes[:-2]) + "\n", encoding="utf-8")
    return place


def with_code(folder: Path) -> Result:
    load_file(own_file(folder))
    return simulate("usa", ["own:size=3", "greedy_points"], games=2, seed=2)


def by_hand(*words: str) -> Callable[[Path], Result]:
    def run(folder: Path) -> Result:
        assert main(["simulate", *words, "--games", "4", "--out", str(folder / "by hand")]) == 0
        return Result.load(folder / "by hand")

    return run


def house_rules(folder: Path) -> Result:
    changed = load_map("usa").without(3).with_rules(longest_trail_bonus=0, draws=3)
    return simulate(changed, "random", games=4, out=folder / "house rules")


def moved(folder: Path) -> Result:
    simulate(load_map("usa").without(3), "random", games=4, out=folder / "here")
    (folder / "here").rename(folder / "there")
    return Result.load(folder / "there")


WAYS: dict[str, Callable[[Path], Result]] = {
    "python": lambda folder: simulate("usa", ["random", "greedy_points"], games=4, seed=7),
    "fixed seats, later games": lambda folder: simulate(
        "usa", ["random", "greedy_points"], games=4, first_game=9, rotate=False
    ),
    "weights": lambda folder: simulate(
        "usa", [get_strategy("greedy_points").with_weights(least_length=1), "random", "random"], games=4
    ),
    "weights in small steps": lambda folder: simulate(
        "usa", get_strategy("ticket_planner").with_weights(draw_share=1 / 3).with_weights(reserve=1e-20), games=2
    ),
    "ticket set": lambda folder: simulate(load_map("usa", "1910"), "random", games=4, players=3),
    "code": with_code,
    "folder": lambda folder: simulate(own_map(folder), "random", games=4, players=5),
    "changed map, saved": lambda folder: simulate(load_map("usa").without(3), "random", games=4, out=folder / "r 1"),
    "changed map of a ticket set": lambda folder: simulate(
        load_map("usa", "1910").without(3), "random", games=4, out=folder / "r 1"
    ),
    "changed rules": lambda folder: simulate(
        load_map("europe", "mega").with_rules(draws=3, tickets={"deal": 6}), "random", games=4
    ),
    "changed rules of a changed map, saved": house_rules,
    "changed map, moved": moved,
    "command line": by_hand("usa", "--strategies", "greedy_points:least_length=1,random", "--seed", "4"),
    "command line, rules": by_hand("usa", "--rule", "draws=3", "--rule", "card_counts.locomotive=10"),
    "command line, ticket set": by_hand("europe:mega", "--players", "4"),
    "several seeds": lambda folder: Result.concat([simulate("usa", "random", games=4, seed=seed) for seed in (3, 4)]),
}


AGAIN = ["changed map, saved", "several seeds", "code", "weights in small steps"]


@pytest.mark.parametrize("way", first(WAYS, 5, "each way is printed by the same function"))
def test_the_printed_command_gives_the_same_tables(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = WAYS[way](tmp_path)
    monkeypatch.setattr(base, "_REGISTRY", {k: v for k, v in base._REGISTRY.items() if v.built_in})
    parts = []
    for number, command in enumerate(result.manifest.command().splitlines()):
        ttr, *words = shlex.split(command)
        assert ttr == "ttr", command
        assert main([*words, "--out", f"again {number}"]) == 0
        parts.append(Result.load(f"again {number}"))
    again = Result.concat(parts)
    assert differences(result, again) == []
    assert again.manifest.run_names == result.manifest.run_names
    for table in TABLES:
        assert again.table(table).equals(result.table(table))
    capsys.readouterr()


@pytest.mark.parametrize("way", first(AGAIN, 1, "each way is played again by the same function"))
def test_a_result_is_played_again_by_its_folder_alone(
    way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = WAYS[way](tmp_path).save(tmp_path / "kept")
    assert main(["simulate", "--like", str(folder), "--out", str(tmp_path / "again")]) == 0
    assert f"the same: all tables of the {len(Result.load(folder))} games in {folder}" in capsys.readouterr().out
    assert differences(Result.load(folder), Result.load(tmp_path / "again")) == []


def test_what_differs_is_told_with_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = simulate("usa", "random", games=4)
    other = result.players.assign(cards_blind=result.players["cards_blind"] + 1)
    replace(result, players=other).save(tmp_path / "kept")
    assert main(["simulate", "--like", str(tmp_path / "kept")]) == 1
    assert "players: cards_blind differs in 8 of 8 rows; the first is seed 0, game 0, seat 0" in capsys.readouterr().out


@pytest.mark.long(reason="compiles a strategy three times, in processes of their own")
def test_code_that_has_changed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_code(tmp_path).save(tmp_path / "kept")
    file = own_file(tmp_path)
    file.write_text(OWN + "# a comment\n")
    assert main(["simulate", "--like", str(tmp_path / "kept")]) == 0
    said = capsys.readouterr().out
    assert f"note: the code of own (size=3) has changed since ({file})" in said
    assert "the same: all tables" in said
    file.rename(tmp_path / "renamed.py")
    base._REGISTRY.pop("own")
    assert main(["simulate", "--like", str(tmp_path / "kept")]) == 2
    assert f"the strategies of {file} played, but there is no such file; name it with --code" in capsys.readouterr().err
    assert main(["simulate", "--like", str(tmp_path / "kept"), "--code", str(tmp_path / "renamed.py")]) == 0


def test_a_part_of_a_result_is_played_again_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = simulate("usa", ["random", "greedy_points"], games=12)
    result.where("game >= 4 and game < 7", seats="strategy == 'random'").save(tmp_path / "kept")
    assert main(["simulate", "--like", str(tmp_path / "kept")]) == 0
    assert "the same: all tables of the 3 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["usa", "--seed", "3"], "--like takes all this from the result, so leave it out: MAP, --seed"),
        (["--fixed-seats", "--strategies", "random,greedy_points"], "leave it out: --strategies, --fixed-seats"),
    ],
)
def test_options_that_the_result_decides_are_refused(
    tmp_path: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate("usa", "random", games=2, out=tmp_path)
    assert main(["simulate", *words, "--like", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert main(["simulate"]) == 2
    assert "name a map, or a result with --like" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in available_strategies() if get_strategy(name).weights])
def test_changed_weights_come_back_from_what_is_typed(name: str) -> None:
    plain = get_strategy(name)
    names = list(plain.weights)
    first, last = names[0], names[-1]
    changed = plain.with_weights(**{first: plain.weights[first] + 1 / 3, last: 1.5e16})
    again = get_strategy(changed.typed)
    assert (again.name, dict(again.weights), again.typed) == (changed.name, dict(changed.weights), changed.typed)
    assert again.weights[first] == plain.weights[first] + 1 / 3 or first == last
    assert again == changed
