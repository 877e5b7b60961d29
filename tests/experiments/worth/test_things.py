"""Things by name: in either order, exactly the route that is meant, all copies of a ticket; and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from made_up_worth import made_up_worth

from ttr_analysis.cli import main
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments.worth import answers, confirm, games, line_ups, measure, rules, things
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.maps import GameMap, in_other_order, load_map, terms
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.rules.interventions import Closed, KeptTicket, ReturnedTicket
from ttr_analysis.stats import columns
from ttr_analysis.strategies import get_strategy

ASKED: dict[str, Any] = {"of": "turns", "only": ["turn of round 1"], "players": 2, "games": 20, "progress": False}


@pytest.mark.parametrize("turned", [False, True])
def test_all_copies_of_a_ticket_are_kept_or_returned(turned: bool) -> None:
    game_map = load_map("switzerland")
    game_map = in_other_order(game_map) if turned else game_map
    named: dict[str, set[int]] = {}
    for ticket in game_map.tickets:
        named.setdefault(ticket.name, set()).add(ticket.index)
    assert max(map(len, named.values())) == 2
    for kind, keeps in ((KeptTicket, True), (ReturnedTicket, False)):
        for name, indices in named.items():
            duties = terms.terms_of(game_map, 2, [kind(name, 1)]).duties
            assert duties == {(1, index): keeps for index in indices}


def test_partners_of_a_ticket_are_those_that_may_be_dealt_with_it() -> None:
    usa, europe = load_map("usa"), load_map("europe")
    names = [each.name for each in things.things_of(usa, "partners", ticket="El Paso-Denver")]
    assert len(names) == 29
    assert "Denver-El Paso" not in names
    long = [ticket.name for ticket in europe.tickets if ticket.is_long]
    beside = {each.name for each in things.things_of(europe, "partners", ticket=long[0])}
    assert not beside & set(long), "one long ticket is dealt to a player"
    assert len(beside) == len(europe.tickets) - len(long)


@pytest.mark.parametrize(
    ("of", "ticket", "message"),
    [
        ("partners", None, "name the ticket whose partners"), ("turns", "Denver-El Paso", "turns need no ticket"),
        ("partners", "Denver-Nowhere", "ticket 'Denver-Nowhere'"),
    ],
)  # fmt: skip
def test_a_ticket_is_named_for_its_partners_and_for_nothing_else(of: str, ticket: str | None, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        things.things_of(load_map("usa"), of, ticket=ticket)


def closed(game_map: GameMap, of: str, name: str) -> set[int]:
    (thing,) = [each for each in things.things_of(game_map, of) if each.name == name]
    return {track for _, track in terms.terms_of(game_map, 2, thing.changes(0, 2)).closed}


def test_a_city_called_like_a_route_is_another_thing(tmp_path: Path) -> None:
    load_map("usa").save(tmp_path / "named")
    for file in (tmp_path / "named").iterdir():
        if file.suffix in (".csv", ".toml"):
            file.write_text(file.read_text(encoding="utf-8").replace("Miami", "Denver-Omaha"), encoding="utf-8")
    named = load_map(tmp_path / "named")
    of_route = {track.index for track in named.tracks if set(track.cities) == {"Denver", "Omaha"}}
    of_city = {track.index for track in named.tracks if "Denver-Omaha" in track.cities}
    assert closed(named, "routes", "Denver-Omaha") == of_route
    assert closed(named, "cities", "Denver-Omaha") == of_city


def test_cities_may_stand_in_either_order() -> None:
    names = ["El Paso-Los Angeles", "Denver-Omaha purple", "Saint-Louis-Paris"]
    assert things.known_as("Los Angeles-El Paso", names) == names[0]
    assert things.known_as("Omaha-Denver purple", names) == names[1]
    assert things.known_as("Paris-Saint-Louis", names) == names[2]
    assert things.known_as("", names) is None
    table = made_up_worth()
    assert answers.worth_of(table, "Los Angeles-El Paso") == answers.worth_of(table, "El Paso-Los Angeles")
    with pytest.raises(ResultError, match="did you mean El Paso-Los Angeles"):
        answers.worth_of(table, "Los Angeles-El Pasoo")
    assert confirm.chosen_names(table, ["Los Angeles-El Paso"]) == ["El Paso-Los Angeles"]
    all_routes = things.things_of(load_map("usa"), "routes")
    (found,) = measure._chosen(all_routes, ["Los Angeles-El Paso"])
    assert found.name == "El Paso-Los Angeles"


def test_a_mean_needs_all_things() -> None:
    tickets, cards = made_up_worth(of="tickets"), made_up_worth(of="cards")
    some = tickets.iloc[:5]
    with pytest.raises(ResultError, match="lacks 25 of the 30 tickets"):
        answers.ticket_over_average(some, str(some["thing"][0]))
    with pytest.raises(ResultError, match="lacks 1 of the 9 cards, such as white"):
        answers.card_over_colors(cards[cards["thing"] != "white"])
    colors = cards[cards["thing"] != "locomotive"]["points"]
    value = float(cards.set_index("thing").loc["red", "points"]) - colors.mean()
    assert f"is worth {columns.number_text(value, 2)} (" in answers.card_over_colors(cards, "red"), (
        "no locomotive in the mean"
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"confidence": 2}, "confidence is 2"), ({"confidence": 1.0}, "confidence is 1.0"),
        ({"players": 2.5}, "players"), ({"players": 0}, "players is 0"), ({"most_games": -5}, "most_games is -5"),
        ({"only": [""]}, "there is no ''"), ({"only": "turn of round 0"}, "did you mean turn of round"),
        ({"precision": "a"}, "precision is 'a'"), ({"precision": True}, "precision is True"),
        ({"precision": 0.5, "games": "a"}, "number of games"), ({"of": ["turns"]}, "of and change must be names"),
        ({"change": 5}, "of and change must be names"), ({"threads": "1"}, "threads"), ({"threads": -1}, "threads"),
        ({"out": 1}, "a folder is named by a text or a path"),
        ({"of": "partners", "ticket": 5}, "ticket must be the name"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_name(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        measure.worth("usa", "random", **{**ASKED, **wrong})


def test_what_is_no_table_is_refused_by_name() -> None:
    for wrong in (None, "x"):
        for ask in (answers.worth_of, answers.keep_or_return):
            with pytest.raises(ResultError, match="not a table"):
                ask(wrong, "x")  # type: ignore[arg-type]
        with pytest.raises(SetupError, match="not a table"):
            estimates.flaws(wrong)  # type: ignore[arg-type]
        with pytest.raises(ResultError, match="not a table"):
            rules.rule_effect(wrong)  # type: ignore[arg-type]
        with pytest.raises(SetupError, match="not known"):
            confirm.confirm(wrong, 1, seed=1)  # type: ignore[arg-type]
        with pytest.raises(SetupError, match="no table of several"):
            line_ups.holds_for_all(wrong)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="changes must be rules"):
        rules.worth_of_rule("usa", None)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="level"):
        estimates.flaws(pd.DataFrame(), 2)


def test_the_confidence_of_a_rule_is_checked_before_its_games() -> None:
    with pytest.raises(SetupError, match="confidence is 2"):
        rules.worth_of_rule("usa", {"longest_trail_bonus": 0}, "random", confidence=2)


@pytest.mark.parametrize("inert", [False, True])
def test_a_thing_that_changes_no_game_is_worth_0_by_a_bound(inert: bool) -> None:
    never = things.Thing("never", lambda seat, players: (Closed("Denver", seat, 999),), -1, inert)
    tables = games.Tables(load_map("usa"), [get_strategy("random")] * 2, 0, None, ProgressBar(1, False))
    table = measure._Run(tables, [never], 40, None, 100, 0.95, {}, whole=False).play()
    assert table[["points", "changed"]].to_numpy().tolist() == [[0, 0]]
    assert table["p_value"].item() == 1
    assert (table["points_high"].item() == 0) is inert
    assert (table["win_share_high"].item() == 0) is inert


def test_a_folder_of_other_line_ups_is_left_alone(tmp_path: Path) -> None:
    one, several = tmp_path / "one", tmp_path / "several"
    both = ["random", "long_routes"]
    measure.worth("usa", "random", out=one, **ASKED)
    before = (one / "worth.json").read_text()
    with pytest.raises(SetupError, match="of one line-up"):
        line_ups.worth_of_line_ups("usa", both, out=one, resume=True, **ASKED)
    assert (one / "worth.json").read_text() == before
    line_ups.worth_of_line_ups("usa", both, out=several, **ASKED)
    for other in (both[::-1], ["random", "greedy_points"]):
        with pytest.raises(SetupError, match="name these first"):
            line_ups.worth_of_line_ups("usa", other, out=several, resume=True, **ASKED)
    with pytest.raises(SetupError, match="of several line-ups"):
        measure.worth("usa", "random", out=several, resume=True, **ASKED)
    three = line_ups.worth_of_line_ups("usa", [*both, "greedy_points"], out=several, resume=True, **ASKED)
    assert list(three["line_up"].unique()) == [*both, "greedy_points"]
    with pytest.raises(SetupError, match="name these first"):
        line_ups.worth_of_line_ups("usa", both, out=several, resume=True, **ASKED)


def test_the_command_tells_habits_by_what_is_done_and_bounds_as_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--of", "habits", "--only", "no_blind_draws", "--strategies", "random", "--players", "2", "--games", "10"]
    assert main(["worth", "usa", *asked]) == 0
    told = capsys.readouterr().out
    assert "drawing cards blind" in told
    assert "no_blind_draws" not in told
    assert "at most ±" in told, "ten games are too few for an interval"
    assert main(["worth", "usa", *asked[:3], "", *asked[4:]]) == 2


def test_nothing_follows_a_suggestion_but_a_new_sentence() -> None:
    usa = load_map("usa")
    for asked, message in (
        ({"of": "ticket"}, "there is no worth of 'ticket'; did you mean tickets?"),
        ({"of": "partners", "ticket": "Denver-El Pas"}, r"^map 'usa' \(base\) has no ticket 'Denver-El Pas'; did you"),
        ({"of": "tickets", "change": "keptt"}, "cannot be 'keptt'; choose from offered"),
    ):
        with pytest.raises(SetupError, match=message) as refused:
            things.things_of(usa, **asked)
        assert "?;" not in str(refused.value)
    with pytest.raises(SetupError, match=r"Duluth-El Paso\? The ticket set is 'base'"):
        terms.terms_of(usa, 2, [KeptTicket("Denver-El Pas", 0)])
