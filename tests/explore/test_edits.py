"""Edits of a board to click: pure functions on positions."""

from __future__ import annotations

from typing import Any

import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.explore.edits import Draft, as_shown, checked, default_position, edited, problem_of
from ttr_analysis.maps import load_map
from ttr_analysis.play import Game, Position

USA, EUROPE, WORLD = load_map("usa"), load_map("europe"), load_map("rails_sails_world")
DENVER_OMAHA = USA.track("Denver-Omaha purple").index


def after(draft: Draft, *edits: dict[str, Any], game_map: Any = USA) -> Draft:
    for edit in edits:
        draft = edited(game_map, draft, edit)
    return draft


def start(players: int = 3) -> Draft:
    return Draft(Position(players=players))


def test_a_track_is_given_moved_closed_and_cleared() -> None:
    track = {"edit": "track", "track": DENVER_OMAHA}
    draft = after(start(), {**track, "owner": 1})
    assert draft.position.tracks == {1: ["Denver-Omaha purple"]}
    draft = after(draft, {"edit": "track", "track": 0, "owner": 1}, {**track, "owner": 0})
    assert draft.position.tracks == {0: ["Denver-Omaha purple"], 1: [USA.tracks[0].name]}
    draft = after(draft, {**track, "owner": "closed"})
    assert (draft.closed, draft.position.tracks) == ({DENVER_OMAHA}, {1: [USA.tracks[0].name]})
    assert after(draft, {**track, "owner": None}).closed == frozenset()


def test_who_has_no_tracks_keeps_the_pieces_that_were_chosen() -> None:
    begun = Draft(Position(players=2, pieces={0: {"train": 25, "ship": 35}, 1: {"train": 17, "ship": 43}}))
    changed = edited(WORLD, begun, {"edit": "track", "track": 0, "owner": 0})
    assert changed.position.pieces == {1: {"train": 17, "ship": 43}}


def test_only_the_seats_whose_tracks_change_lose_their_pieces() -> None:
    game = Game(USA, 2, seed=5)
    for _ in range(80):
        game.advance("greedy_points")
    position = game.position()
    assert set(position.pieces) == {0, 1}
    free = next(t.index for t in USA.tracks if t.name not in {n for names in position.tracks.values() for n in names})
    changed = after(Draft(position), {"edit": "track", "track": free, "owner": 0})
    assert set(changed.position.pieces) == {1}
    assert problem_of(USA, changed) == "" or "closed" in problem_of(USA, changed)


def test_cards_market_and_tickets() -> None:
    draft = after(
        start(),
        {"edit": "hand", "seat": 2, "card": 0, "number": 3},
        {"edit": "hand", "seat": 2, "card": 8, "number": 1},
        {"edit": "hand", "seat": 2, "card": 0, "number": 0},
        {"edit": "market", "slot": 1, "card": 6},
        {"edit": "ticket", "ticket": 4, "owner": 0},
        {"edit": "ticket", "ticket": 5, "owner": 0},
        {"edit": "ticket", "ticket": 4, "owner": 1},
    )
    names = [card.name for card in USA.rules.cards]
    assert draft.position.hands == {2: {names[8]: 1}}
    assert draft.position.market == [None, names[6], None, None, None]
    assert as_shown(USA, draft)["tickets"] == [[5], [4], []]
    assert problem_of(USA, draft).startswith("market: slot 0 ")
    full = after(draft, *({"edit": "market", "slot": slot, "card": 3} for slot in (0, 2, 3, 4)))
    assert problem_of(USA, full) == ""
    emptied = after(draft, {"edit": "market", "slot": 1, "card": None}, {"edit": "ticket", "ticket": 4, "owner": None})
    assert emptied.position.market is None
    assert as_shown(USA, emptied)["tickets"] == [[5], [], []]


def test_a_position_of_a_game_can_be_edited_and_played_on() -> None:
    game = Game(EUROPE, 2, seed=5)
    for _ in range(60):
        game.advance("greedy_points")
    draft = Draft(game.position())
    assert problem_of(EUROPE, draft) == ""
    held = as_shown(EUROPE, draft)["tickets"][0]
    draft = after(
        draft,
        {"edit": "hand", "seat": 0, "card": 2, "number": 4},
        {"edit": "ticket", "ticket": held[0], "owner": 1},
        {"edit": "building", "building": "station", "city": 3, "owner": 1},
        {"edit": "seat", "seat": 1},
        game_map=EUROPE,
    )
    assert problem_of(EUROPE, draft) == ""
    played = Game.from_position(EUROPE, draft.position)
    assert played.player == 1
    assert played.play("random").over


def test_seats_and_players() -> None:
    draft = after(start(3), {"edit": "seat", "seat": 2})
    assert (draft.position.seat, draft.position.turn) == (2, 3)
    assert after(draft, {"edit": "seat", "seat": 1}).position.turn == 5
    draft = after(draft, {"edit": "track", "track": 3, "owner": 2}, {"edit": "players", "players": 2})
    assert draft.position == Position(players=2)
    with pytest.raises(SetupError, match="players: 7 cannot play this game; its rules are for 2 to 5"):
        after(draft, {"edit": "players", "players": 7})
    assert after(draft, {"edit": "turns_left", "number": 2}).position.turns_left == 2
    assert after(draft, {"edit": "clear"}) == start(2)


def test_harbours() -> None:
    port = next(i for i, city in enumerate(WORLD.cities) if "port" in city.tags)
    building = {"edit": "building", "building": "harbour", "city": port}
    draft = after(start(2), {**building, "owner": 0}, {**building, "owner": 1}, game_map=WORLD)
    assert as_shown(WORLD, draft)["harbours"] == {port: 1}
    assert after(draft, {**building, "owner": None}, game_map=WORLD).position.harbours == {}


def test_contradictions_are_told_in_words() -> None:
    draft = after(start(), *({"edit": "hand", "seat": seat, "card": 0, "number": 9} for seat in (0, 1)))
    assert "18 purple cards are given" in problem_of(USA, draft)
    owned = after(start(), {"edit": "track", "track": 7, "owner": 1})
    with pytest.raises(SetupError, match=r"closed: .* has an owner"):
        checked(USA, Draft(owned.position, frozenset({7})))
    assert checked(USA, owned) == owned


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "castle"},
        {},
        {"edit": "track", "track": 999, "owner": 0},
        {"edit": "track", "track": 0, "owner": 5},
        {"edit": "track", "track": 0},
        {"edit": "hand", "seat": 0, "card": 99, "number": 1},
        {"edit": "hand", "seat": 9, "card": 0, "number": 1},
        {"edit": "market", "slot": 7, "card": 0},
        {"edit": "ticket", "ticket": 999, "owner": 0},
        {"edit": "building", "building": "palace", "city": 0, "owner": 0},
        {"edit": "players", "players": "many"},
    ],
)
def test_edits_that_do_not_fit_are_refused_by_name(edit: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        edited(USA, start(2), edit)


def test_names_that_the_map_does_not_have_are_refused() -> None:
    with pytest.raises(SetupError, match=r"tracks: .*Denver-Omahaa"):
        as_shown(USA, Draft(Position(players=2, tracks={0: ["Denver-Omahaa"]})))


def test_tickets_with_one_name_are_different_tickets() -> None:
    switzerland = load_map("switzerland")
    name = next(t.name for t in switzerland.tickets if [o.name for o in switzerland.tickets].count(t.name) > 1)
    copies = [ticket.index for ticket in switzerland.tickets if ticket.name == name]
    draft = Draft(default_position(switzerland))
    for copy in copies[:2]:
        draft = edited(switzerland, draft, {"edit": "ticket", "ticket": copy, "owner": 0})
    assert sorted(as_shown(switzerland, draft)["tickets"][0]) == copies[:2]
    assert problem_of(switzerland, draft) == ""
