"""Frames of a log: what the engine's records say at each decision, and nothing that a player may not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.exact import paths
from ttr_analysis.maps import Event, EventKind, GameMap, load_map
from ttr_analysis.play import Frame, Game, Position, game_frames
from ttr_analysis.referee import RefereeError

GAMES = [("first_journey_usa", 3, 5), ("europe", 2, 3), ("rails_sails_great_lakes", 2, 1)]


def positions(game: Game, strategy: str) -> Iterator[Position]:
    """The position before each decision of a game that is played on."""
    while not game.over:
        yield game.position()
        game.advance(strategy)


def by_name(game_map: GameMap, frame: Frame) -> dict[str, Any]:
    """A frame in the words of a position."""
    cards = [card.name for card in game_map.rules.cards]
    seats = range(len(frame.hands))
    cities = [city.name for city in game_map.cities]
    return {
        "tracks": {s: {game_map.tracks[t].name for t, who in frame.owners.items() if who == s} for s in seats},
        "hands": {s: {cards[kind]: n for kind, n in frame.hands[s].items()} for s in seats},
        "market": [None if kind is None else cards[kind] for kind in frame.market],
        "stations": {cities[city]: seat for city, seat in frame.stations.items()},
        "harbours": {cities[city]: seat for city, seat in frame.harbours.items()},
        "offered": {s: sorted(game_map.tickets[t].name for t in frame.offered.get(s, ())) for s in seats},
        "tickets": {s: sorted(game_map.tickets[each.ticket].name for each in frame.tickets[s]) for s in seats},
        "turned_up": sorted(cards[kind] for kind in frame.tunnel),
        "seat": frame.to_move,
    }


def told(game_map: GameMap, position: Position) -> dict[str, Any]:
    """The same of a position."""
    seats = range(position.players)

    def named(tickets: Any) -> list[str]:
        return sorted(each if isinstance(each, str) else game_map.tickets[each].name for each in tickets)

    def owners(buildings: Mapping[int, Any]) -> dict[str, int]:
        return {city: seat for seat, names in buildings.items() for city in names}

    held = {s: [*position.tickets.get(s, ()), *position.completed.get(s, ())] for s in seats}
    turned_up = (position.tunnel or {}).get("turned_up", {})
    return {
        "tracks": {s: set(position.tracks.get(s, ())) for s in seats},
        "hands": {s: dict(position.hands.get(s, {})) for s in seats},
        "market": list(position.market or ()),
        "stations": owners(position.stations),
        "harbours": owners(position.harbours),
        "offered": {s: named(position.offered.get(s, ())) for s in seats},
        "tickets": {s: named(held[s]) for s in seats},
        "turned_up": sorted(card for card, number in turned_up.items() for _ in range(number)),
        "seat": position.seat,
    }


@pytest.mark.parametrize(("name", "players", "seed"), GAMES)
def test_frames_show_what_the_engine_has_at_each_decision(name: str, players: int, seed: int) -> None:
    game_map = load_map(name)
    game = Game(game_map, players, seed=seed)
    expected = [told(game_map, position) for position in positions(game, "greedy_points")]
    frames = game_frames(game_map, players, game.events)
    passes = sum(event.kind is EventKind.PASS for event in game.events)  # made by the engine itself
    assert len(frames) == len(expected) + passes + 1
    assert not passes
    for frame, wanted in zip(frames, expected, strict=False):
        assert by_name(game_map, frame) == wanted
    assert frames[-1].points == tuple(game.scores())
    assert (frames[-1].to_move, frames[0].seat, frames[0].told) == (-1, -1, ())


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("switzerland", 3)])
def test_tickets_tell_the_trains_that_exact_paths_find_missing(name: str, players: int) -> None:
    game_map = load_map(name)
    frames = game_frames(game_map, players, Game(game_map, players, seed=2).play("ticket_planner").events)
    for frame in frames[:: max(1, len(frames) // 12)]:
        for seat, states in enumerate(frame.tickets):
            own = {track for track, who in frame.owners.items() if who == seat}
            closed = set(frame.owners) - own
            if players < game_map.rules.doubles_close_below:
                closed |= {beside for track in closed for beside in game_map.parallel.get(track, ())} - own
            missing = paths.trains_missing(game_map, own, closed=closed).to_numpy()
            for state in states:
                assert missing[state.ticket] == (float("inf") if state.trains is None else state.trains)
                spaces = sum(game_map.tracks[track].length for track in state.tracks)
                assert spaces == (state.trains or 0)
                assert not closed & set(state.tracks)


def test_a_station_completes_a_ticket() -> None:
    europe = load_map("europe")
    for seed in range(12):
        frames = game_frames(europe, 3, Game(europe, 3, seed=seed).play("ticket_planner").events)
        for seat in range(3):
            own = {track for track, who in frames[-1].owners.items() if who == seat}
            others = set(frames[-1].owners) - own
            alone = paths.trains_missing(europe, own, closed=others).to_numpy()
            if any(state.trains == 0 and alone[state.ticket] > 0 for state in frames[-1].tickets[seat]):
                return
    raise AssertionError("no station completed a ticket in 12 games")


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("usa", Position(players=2, turn=6, offered={1: [3, 4, 5]}, hands={1: {"red": 4}})),
        ("usa", Position(players=3, turns_left=3, tracks={1: ["Denver-Omaha purple"]}, market=["red"] * 5)),
        (
            "europe",
            Position(
                players=2, hands={0: {"blue": 2}}, stations={1: ["Paris"]},
                tunnel={"track": "München-Venezia blue", "laid": ["blue"] * 2, "turned_up": ["blue", "red", "red"]},
            ),
        ),
    ],
)  # fmt: skip
def test_a_log_may_begin_with_a_position(name: str, position: Position) -> None:
    game = Game.from_position(name, position)
    expected = []
    for place in positions(game, "greedy_points"):
        expected.append(told(game.game_map, place))
        if len(expected) == 3:
            break
    game.advance("greedy_points")
    frames = game_frames(name, position.players, game.events, position=game.start_position, unfinished=True)
    assert [by_name(game.game_map, frame) for frame in frames[:3]] == expected
    assert (frames[0].turn, frames[0].seat, frames[0].event) == (game.start_position.turn or 1, -1, 0)  # type: ignore[union-attr]
    with pytest.raises(RefereeError):
        game_frames(name, position.players, game.events, unfinished=True)


def test_what_the_others_read_names_no_secret() -> None:
    usa = load_map("usa")
    game = Game(usa, 2, seed=3).play("greedy_points")
    frames = game_frames(usa, 2, game.events)
    said = [each for frame in frames for each in frame.told]
    secret = [each for each in said if each.public != each.text]
    assert {each.public for each in secret} >= {"receives a card", "keep 2 of the tickets offered"} or secret
    names = [ticket.name for ticket in usa.tickets] + [f"receives {card.name}" for card in usa.rules.cards]
    assert not [each for each in said if any(name in each.public for name in names)]
    assert [each for each in said if any(name in each.text for name in names)]


def test_explanations_stand_at_their_decisions() -> None:
    usa = load_map("usa")
    game = Game(usa, 2, seed=3).play("greedy_points")
    places = [place for place, event in enumerate(game.events) if event.is_decision]
    frames = game_frames(usa, 2, game.events, {places[4]: "because"})
    assert [frame.explanation for frame in frames[:7]] == ["", "", "", "", "", "because", ""]


def test_a_log_that_breaks_a_rule_or_is_of_another_map_is_refused() -> None:
    usa = load_map("usa")
    events = Game(usa, 2, seed=3).play("random").events
    with pytest.raises(RefereeError):
        game_frames("europe", 2, events)
    with pytest.raises(SetupError, match="events, entry 1 must be an Event"):
        game_frames(usa, 2, ["x"])  # type: ignore[list-item]
    with pytest.raises(SetupError, match="players needs a whole number"):
        game_frames(usa, "2", events)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="explanations: needs a table"):
        game_frames(usa, 2, events, 3)  # type: ignore[arg-type]
    place = next(i for i, event in enumerate(events) if event.kind is EventKind.CLAIM)
    broken = [*events[:place], replace(events[place], target=0), *events[place + 1 :]]
    if broken != events:
        with pytest.raises(RefereeError):
            game_frames(usa, 2, broken)
    with pytest.raises(RefereeError, match="too early"):
        game_frames(usa, 2, events[:-3])
    cut = game_frames(usa, 2, events[:place], unfinished=True)
    assert cut[-1].to_move == -1
    assert len(cut) == sum(event.is_decision for event in events[:place]) + 1


def test_the_order_of_rows_in_a_map_does_not_matter() -> None:
    usa = load_map("usa")
    game = Game(usa, 2, seed=6).play("random")
    turned = replace(usa, tracks=tuple(replace(t, index=i) for i, t in enumerate(reversed(usa.tracks))))
    last = len(usa.tracks) - 1

    def moved(event: Event) -> Event:
        return replace(event, target=last - event.target) if event.kind is EventKind.CLAIM else event

    frames, others = (
        game_frames(game_map, 2, events)
        for game_map, events in ((usa, game.events), (turned, [moved(event) for event in game.events]))
    )
    for frame, other in zip(frames, others, strict=True):
        assert {last - track: seat for track, seat in frame.owners.items()} == other.owners
        assert [[s.trains for s in states] for states in frame.tickets] == [
            [s.trains for s in states] for states in other.tickets
        ]
        assert (frame.hands, frame.points) == (other.hands, other.points)
