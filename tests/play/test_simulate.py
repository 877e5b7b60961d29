from __future__ import annotations

import threading
import time
from _thread import interrupt_main
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pandas as pd
import pytest

import ttr_analysis
from ttr_analysis.errors import MapError, SetupError, StrategyError, TicketToRideError
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.dispatcher import WATCHED
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.simulate import GameFailed, play_logged, prepare, replay_command, simulate
from ttr_analysis.referee import replay
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES
from ttr_analysis.strategies import get_strategy, load_file
from ttr_analysis.strategies.base import Strategy

PLUG_IN = """
from ttr_analysis.engine.codes import CLAIM
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies import get_strategy

choose_randomly = get_strategy("random").compiled

@strategy(name={name!r}, idea="Made for a test.")
def choose(view, action):
    choose_randomly(view, action)
{body}
"""

NEVER_LEGAL = "    if view.public.turn > 3 and view.public.seat == 0:\n        decide(action, CLAIM, 9999, 0)"
OUT_OF_BOUNDS = "    if view.public.turn > 3:\n        view.memory[5000] = 1"
SELDOM_LEGAL = (
    "    if view.public.turn == 4 and view.tables.players == 2 and view.mine.hand[0] > 0:\n"
    "        decide(action, CLAIM, 9999, 0)"
)
# Notes the number of open tracks at each decision: illegal as soon as more are open than it remembers, or
# its memory of an earlier decision of the game is gone.
REMEMBERING = """    if view.public.turn > 2 and (view.memory[0] == 0 or view.public.open_count > view.memory[0]):
        decide(action, CLAIM, 9999, 0)
    view.memory[0] = view.public.open_count"""
UNCOMPILABLE = "    seen = {'turn': [view.public.turn, 'words']}\n    sorted(seen.items(), key=str)"


def plug_in(tmp_path: Path, name: str, body: str) -> str:
    file = tmp_path / f"{name}.py"
    file.write_text(PLUG_IN.format(name=name, body=body))
    return load_file(file)[0]


def assert_same(first: Result, second: Result) -> None:
    for table in TABLES:
        pd.testing.assert_frame_equal(first.table(table), second.table(table))


@pytest.fixture(scope="module")
def result() -> Result:
    return simulate("usa", ["random", "greedy_points"], games=300, seed=2, threads=1)


def test_the_package_offers_it() -> None:
    assert ttr_analysis.simulate is simulate


def test_threads_change_nothing(result: Result) -> None:
    assert_same(result, simulate("usa", ["random", "greedy_points"], games=300, seed=2, threads=3))


def test_a_process_pool_changes_nothing(result: Result) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert_same(result, simulate("usa", ["random", "greedy_points"], games=300, seed=2, executor=pool))


def test_any_executor_will_do(result: Result) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert_same(result, simulate("usa", ["random", "greedy_points"], games=300, seed=2, executor=pool, threads=5))


def test_a_run_can_be_continued(result: Result) -> None:
    later = simulate("usa", ["random", "greedy_points"], games=100, seed=2, first_game=200)
    assert later.manifest.run == result.manifest.run
    expected = result.tracks[result.tracks["game"] >= 200].reset_index(drop=True)
    pd.testing.assert_frame_equal(later.tracks, expected)


def test_another_seed_gives_other_games(result: Result) -> None:
    assert not result.players.equals(simulate("usa", ["random", "greedy_points"], games=300, seed=3).players)


def test_seats_rotate_or_stay() -> None:
    rotating = simulate("usa", ["random", "greedy_points"], games=4)
    assert rotating.players["strategy"].tolist() == [0, 1, 1, 0, 0, 1, 1, 0]
    staying = simulate("usa", ["random", "greedy_points"], games=4, rotate=False)
    assert staying.players["strategy"].tolist() == [0, 1] * 4


def test_one_strategy_takes_all_seats() -> None:
    assert simulate("usa", "random", games=1, players=4).strategies == ("random",) * 4


def test_tables_grow_in_a_folder(tmp_path: Path) -> None:
    played = simulate("usa", "random", games=50, out=tmp_path / "new" / "folder")
    assert_same(Result.load(tmp_path / "new" / "folder"), played)


def test_ctrl_c_keeps_the_finished_games(tmp_path: Path) -> None:
    # Not random: in the same time it plays ten times as many games, which all would be written, read and compared.
    simulate("usa", "ticket_planner", games=1)  # what is compiled is loaded before the clock runs
    threading.Timer(1.5, interrupt_main).start()
    began = time.monotonic()
    played = simulate("usa", "ticket_planner", players=5, games=50_000_000, seed=2, out=tmp_path)
    assert time.monotonic() - began < 10
    assert not played.complete
    assert 0 < len(played) < 50_000_000
    assert_same(Result.load(tmp_path), played)
    numbers = played.games["game"]
    assert numbers.is_monotonic_increasing
    assert numbers.is_unique
    head = simulate("usa", "ticket_planner", players=5, games=20, seed=2)
    pd.testing.assert_frame_equal(head.games, played.games.head(20))


@pytest.mark.parametrize(
    ("body", "reason"),
    [(NEVER_LEGAL, "illegal action CLAIM"), (OUT_OF_BOUNDS, "IndexError")],
    ids=["illegal", "bounds"],
)
def test_a_misbehaving_strategy_is_named_with_its_game(tmp_path: Path, body: str, reason: str) -> None:
    name = plug_in(tmp_path, f"bad_{reason.split(maxsplit=1)[0].lower()}", body)
    with pytest.raises(GameFailed, match=reason) as caught:
        simulate("usa", [name, "random"], games=20, seed=4, threads=2)
    message, failure = str(caught.value), caught.value.failure
    assert isinstance(caught.value, StrategyError)
    assert name in message
    assert f"(seed 4, game {failure.game}, turn {failure.turn}" in message
    assert f"--code {tmp_path / name}.py --game {failure.game} --until {failure.turn}" in message
    with pytest.raises(GameFailed) as again:
        play_logged("usa", [name, "random"], seed=4, game=failure.game)
    assert again.value.failure == failure
    assert again.value.events[-1].turn <= failure.turn
    replay(load_map("usa"), 2, again.value.events, unfinished=True)


@pytest.mark.rule("ALL-KNOW-3")
def test_a_strategy_remembers_what_it_saw_until_the_game_ends(tmp_path: Path) -> None:
    name = plug_in(tmp_path, "remembering", REMEMBERING)
    assert simulate("usa", [name, "random"], games=20, seed=4, threads=1).complete


def test_the_games_of_others_are_kept(tmp_path: Path) -> None:
    name = plug_in(tmp_path, "seldom", SELDOM_LEGAL)
    skipping = simulate("usa", [name, "random"], games=60, seed=4, on_error="skip")
    assert not skipping.complete
    assert 0 < len(skipping) < 60
    with pytest.raises(GameFailed) as caught:
        simulate("usa", [name, "random"], games=60, seed=4, threads=1, out=tmp_path / "out")
    kept = caught.value.result
    assert kept is not None
    assert caught.value.failure.game == min(set(range(60)) - set(skipping.games["game"]))
    assert_same(Result.load(tmp_path / "out"), kept)


def test_what_the_compiler_refuses_is_played_uncompiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = plug_in(tmp_path, "uncompilable", UNCOMPILABLE)
    played = simulate("usa", [name, "random"], games=3, seed=2)
    said = capsys.readouterr().err
    assert f"{name}: not compiled" in said
    assert len(said.strip().splitlines()[-1]) < 300
    # Beside its detour it plays as random does, and from the same stream.
    expected = simulate("usa", "random", games=3, seed=2, players=2)
    other = ["run", "strategy"]
    pd.testing.assert_frame_equal(played.tracks.drop(columns="run"), expected.tracks.drop(columns="run"))
    pd.testing.assert_frame_equal(played.players.drop(columns=other), expected.players.drop(columns=other))


def test_the_log_is_the_game_of_the_tables(result: Result) -> None:
    game_map = load_map("usa")
    for game in (0, 41):
        events = play_logged(game_map, ["random", "greedy_points"], seed=2, game=game)
        verdict = replay(game_map, 2, events)
        assert list(verdict.scores) == result.players.loc[result.players["game"] == game, "score"].tolist()
        claims = sum(event.kind is EventKind.CLAIM for event in events)
        assert claims == (result.tracks["game"] == game).sum()


def test_a_log_longer_than_its_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = play_logged("usa", "random", seed=1, game=0)
    monkeypatch.setattr("ttr_analysis.play.live_game._EVENTS_OF_A_DECISION", 8)
    assert play_logged("usa", "random", seed=1, game=0) == expected


def test_progress_is_silent_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    prepare(make_lineup(load_map("usa"), "random"))
    capsys.readouterr()
    simulate("usa", "random", games=5)
    assert capsys.readouterr().err == ""
    simulate("usa", "random", games=5, progress="always")
    assert "5/5" in capsys.readouterr().err


def test_a_run_of_failures_only_is_an_error(tmp_path: Path) -> None:
    name = plug_in(tmp_path, "hopeless", NEVER_LEGAL)
    with pytest.raises(GameFailed, match="no game was finished, 5 failed; the first: strategy 'hopeless'") as error:
        simulate("usa", name, games=5, on_error="skip", rotate=False)
    assert error.value.result is not None
    assert len(error.value.result) == 0


def test_what_no_command_can_play_is_shown_in_python() -> None:
    planner = get_strategy("ticket_planner")
    name = next(iter(planner.weights))
    changed = make_lineup(load_map("usa"), planner.with_weights(**{name: 0.5}), seed=3)
    typed = f"--strategies ticket_planner:{name}=0.5 --players 2"
    assert replay_command(changed, 7) == f"ttr replay usa {typed} --seed 3 --game 7"
    edited = make_lineup(load_map("usa").without(0), "random")
    assert replay_command(edited, 7).startswith("play_logged(")
    assert replay_command(make_lineup(load_map("usa"), "random"), 7).startswith("ttr replay usa ")
    other = replace(get_strategy("ticket_planner").with_weights(reserve=0.5), name="ticket_planner")
    assert replay_command(make_lineup(load_map("usa"), other), 7).startswith("play_logged(")
    no_bonus = replace(load_map("usa"), rules=load_map("usa").rules.replace(longest_trail_bonus=0))
    assert replay_command(make_lineup(no_bonus, "random"), 7).startswith("ttr replay usa --rule longest_trail_bonus=0 ")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"game_map": "atlantis"}, MapError, "available are"),
        ({"strategies": "clairvoyant"}, StrategyError, "available: "),
        ({"strategies": []}, SetupError, "no strategy"),
        ({"strategies": ["random"] * 3, "players": 2}, SetupError, "3 strategies for 2 players"),
        ({"players": 1}, SetupError, "2 to 5 players, not 1"),
        ({"players": 6}, SetupError, "2 to 5 players, not 6"),
        ({"games": 0}, SetupError, "at least 1, not 0"),
        ({"games": -5}, SetupError, "at least 1, not -5"),
        ({"games": 2**31}, SetupError, "one seed has 2,147,483,647"),
        ({"first_game": -1}, SetupError, "numbered"),
        ({"seed": -1}, SetupError, "seed"),
        ({"threads": 0}, SetupError, "threads"),
        ({"games": 2.5}, SetupError, "the number of games needs a whole number, not 2.5"),
        ({"games": "5"}, SetupError, "the number of games needs a whole number, not '5'"),
        ({"players": True}, SetupError, "players needs a whole number, not True"),
        ({"seed": None}, SetupError, "seed needs a whole number, not None"),
        ({"seed": 2**63}, SetupError, "seed is a very large number"),
        ({"threads": "all"}, SetupError, "the number of threads needs a whole number"),
        ({"strategies": 3}, SetupError, "strategies must be a name or a Strategy"),
        ({"strategies": [None]}, SetupError, "strategies must be a name or a Strategy"),
        (
            {"strategies": replace(get_strategy("ticket_planner"), weights={"reserve": float("nan")})},
            StrategyError,
            "weight 'reserve' of strategy 'ticket_planner' is nan, not a finite number",
        ),
        (
            {"strategies": Strategy("odd", get_strategy("random").function, weights={"pace": "fast"})},  # type: ignore[dict-item]
            StrategyError,
            "weight 'pace' of strategy 'odd' is 'fast', not a finite number",
        ),
        ({"game_map": None}, MapError, "a map must be given by its name or its folder, not as None"),
        ({"game_map": "usaa"}, MapError, "did you mean usa"),
        ({"on_error": "ignore"}, SetupError, "on_error is 'ignore', but must be one of: raise, skip"),
    ],
)
def test_bad_input_is_refused_before_anything_is_compiled(
    change: dict[str, object], error: type[TicketToRideError], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttr_analysis.play.deciders.asked_function", lambda _: pytest.fail("compiled"))
    arguments: dict[str, object] = {"game_map": "usa", "strategies": "random", "games": 1}
    with pytest.raises(error, match=message):
        simulate(**(arguments | change))  # type: ignore[arg-type]


def test_an_unwritable_folder_is_refused_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttr_analysis.play.deciders.asked_function", lambda _: pytest.fail("compiled"))
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="cannot be written"):
        simulate("usa", "random", games=1, out=tmp_path / "file" / "out")


def test_weights_travel_to_other_processes() -> None:
    planner = get_strategy("ticket_planner")
    if not planner.weights:
        pytest.fail("ticket_planner has no weights to change")
    name, value = next(iter(planner.weights.items()))
    changed = planner.with_weights(**{name: value + 1})
    here = simulate("usa", [changed, "random"], games=5)
    assert here.manifest.strategies[0].weights[name] == value + 1
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert_same(here, simulate("usa", [changed, "random"], games=5, executor=pool))


@pytest.mark.long(reason="plays a run that is long enough to be watched")
def test_a_strategy_of_ones_own_is_watched_in_a_few_games_of_a_long_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = plug_in(tmp_path, "own", "")
    watched: list[int] = []
    play_watched = LiveGame.play_watched

    def noting(live: LiveGame) -> int:
        watched.append(live.number)
        return play_watched(live)

    monkeypatch.setattr(LiveGame, "play_watched", noting)
    played = simulate("usa", name, games=3000, seed=4, threads=1, progress=False)
    assert 0 in watched
    assert max(watched) > 2000
    assert len(watched) == len(set(watched)) <= WATCHED + 2  # the chunks of one thread that are handed out at first
    watched.clear()
    ours = simulate("usa", "random", games=3000, seed=4, threads=1, progress=False)
    assert watched == []
    assert played.manifest.run != ours.manifest.run
    for table in TABLES:
        pd.testing.assert_frame_equal(played.table(table).drop(columns="run"), ours.table(table).drop(columns="run"))
