"""Games with a given deal: the deal itself, games that would have had it anyway, what is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from fuzz import examples
from hypothesis import given
from hypothesis import strategies as some

from ttr_analysis import Game, load_map, simulate
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.maps.folder import available_maps
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.openings import dealt_tickets, exchange_deal, keepable, play_dealt, random_deal

EVERY_SET = [(name, ticket_set) for name in available_maps() for ticket_set in load_map(name).ticket_sets]
THREE = ("Los Angeles-New York", "Duluth-El Paso", "Seattle-New York")


def dealt_in(game_map: GameMap, players: int, seed: int, number: int) -> list[list[int]]:
    """Tickets that each seat is dealt in a game."""
    private = Game(game_map, players, seed, number)._live.game.private
    return [private[seat].offered[: private[seat].offered_count].tolist() for seat in range(players)]


def tickets_of(game: Game) -> Counter[int]:
    record = game._live.game
    seats = [record.private[seat].offered[: record.private[seat].offered_count] for seat in range(game.players)]
    hidden = record.hidden
    pools = [hidden.ticket_pool[: hidden.ticket_pool_size], hidden.long_pool[: hidden.long_pool_size]]
    return Counter(int(ticket) for place in (*seats, *pools) for ticket in place)


@examples(40)
@given(some.sampled_from(EVERY_SET), some.integers(0, 1000), some.data())
def test_the_deal_is_exchanged_and_every_ticket_is_still_there_once(
    which: tuple[str, str], number: int, data: some.DataObject
) -> None:
    game_map = load_map(*which)
    players, rules = game_map.rules.players[1], game_map.rules.tickets
    game = Game(game_map, players, 1, number)
    seat = data.draw(some.integers(0, players - 1))
    long = [ticket.index for ticket in game_map.tickets if rules.deal_long and ticket.is_long]
    others = [ticket.index for ticket in game_map.tickets if ticket.index not in long]
    wanted = data.draw(some.permutations(long))[: rules.deal_long] + data.draw(some.permutations(others))[: rules.deal]
    exchange_deal(game._live.game, seat, wanted)
    private = game._live.game.private
    assert private[seat].offered[: private[seat].offered_count].tolist() == wanted
    assert tickets_of(game) == Counter(range(len(game_map.tickets)))
    for other in range(players):
        assert [int(ticket) in long for ticket in private[other].offered[: rules.deal_long]] == [True] * rules.deal_long


def test_what_is_left_is_dealt_fairly() -> None:
    usa = load_map("usa")
    wanted = [ticket.index for ticket in dealt_tickets(usa, THREE)]
    seen = Counter[int]()
    for number in range(900):
        game = Game(usa, 2, 1, number)
        exchange_deal(game._live.game, 0, wanted)
        seen.update(game._live.game.private[1].offered[:3].tolist())
    counts = np.array([seen[ticket] for ticket in range(30) if ticket not in wanted])
    assert counts.sum() == 2700
    assert ((counts - 100) ** 2 / 100).sum() < 60  # chi square, 26 degrees of freedom: exceeded once in 6,000


@pytest.mark.parametrize(("name", "players"), [("usa", 4), ("europe", 3), ("rails_sails_world", 2)])
def test_a_deal_that_comes_anyway_gives_the_same_game(name: str, players: int) -> None:
    game_map, seed = load_map(name), 5
    result = simulate(game_map, "ticket_planner", games=3, seed=seed, players=players, progress=False)
    for number in range(3):
        dealt = [game_map.tickets[i] for i in dealt_in(game_map, players, seed, number)[number % players]]
        mine = result.tickets[
            (result.tickets["game"] == number)
            & (result.tickets["seat"] == number % players)
            & (result.tickets["kept_turn"] == 0)
        ]
        kept = tuple(ticket for ticket in dealt if ticket.index in set(mine["ticket"]))
        (rows,) = play_dealt(game_map, dealt, [kept], "ticket_planner", players=players, games=number + 1, seed=seed)
        row, player = rows.iloc[number], result.players.set_index(["game", "seat"]).loc[(number, number % players)]
        assert (row["game"], row["score"], row["win_share"]) == (number, player["score"], player["win_share"])
        assert (row["made"], row["points"]) == ((mine["outcome"] == 0).sum(), mine["points"].sum())


def test_the_same_seed_gives_the_same_games_in_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    usa = load_map("usa")
    dealt = dealt_tickets(usa, THREE)
    kept = keepable(usa, dealt)[:2]
    whole = play_dealt(usa, dealt, kept, players=3, games=40, seed=2)
    monkeypatch.setattr("ttr_analysis.play.openings.BLOCK", 7)
    for first, second in zip(whole, play_dealt(usa, dealt, kept, players=3, games=40, seed=2), strict=True):
        assert first.equals(second)
    assert not whole[0]["score"].equals(whole[1]["score"])


def test_a_stop_leaves_every_set_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    usa = load_map("usa")
    dealt = dealt_tickets(usa, THREE)
    kept = keepable(usa, dealt)[:2]
    whole = play_dealt(usa, dealt, kept, players=2, games=20, seed=2)
    monkeypatch.setattr("ttr_analysis.play.openings.BLOCK", 5)
    told: list[tuple[int, int]] = []

    def on_progress(done: int, games: int) -> bool:
        told.append((done, games))
        return done >= 15

    parts = play_dealt(usa, dealt, kept, players=2, games=20, seed=2, on_progress=on_progress)
    assert told == [(5, 40), (10, 40), (15, 40)]
    for first, second in zip(whole, parts, strict=True):
        assert first.head(5).equals(second)
    parts = play_dealt(usa, dealt, kept, players=2, games=20, seed=2, on_progress=lambda done, games: True)
    assert [len(part) for part in parts] == [5, 5], "at least a block of every set"


@pytest.mark.parametrize(
    ("name", "ticket_set"), EVERY_SET, ids=[f"{name}:{ticket_set}" for name, ticket_set in EVERY_SET]
)
def test_every_set_that_may_be_kept_is_offered(name: str, ticket_set: str) -> None:
    game_map = load_map(name, ticket_set)
    rules = game_map.rules.tickets
    dealt = [game_map.tickets[i] for i in dealt_in(game_map, 2, 3, 0)[0]]
    assert dealt_tickets(game_map, dealt) == tuple(dealt)
    count, found = len(dealt), {frozenset(ticket.index for ticket in kept) for kept in keepable(game_map, dealt)}
    legal = set()
    for mask in range(1 << count):
        kept = [ticket for i, ticket in enumerate(dealt) if mask >> i & 1]
        long = sum(ticket.is_long for ticket in kept) if rules.deal_long else 0
        if len(kept) >= rules.keep and long <= rules.keep_long_at_most:
            legal.add(frozenset(ticket.index for ticket in kept))
    assert found == legal
    actions = [action for action in Game(game_map, 2, 3, 0).legal_actions() if action.kind is ActionKind.KEEP_TICKETS]
    assert len(actions) == len(found)


@pytest.mark.parametrize(
    ("name", "ticket_set"), EVERY_SET, ids=[f"{name}:{ticket_set}" for name, ticket_set in EVERY_SET]
)
def test_a_random_deal_is_one_that_the_rules_deal(name: str, ticket_set: str) -> None:
    game_map = load_map(name, ticket_set)
    deals = [random_deal(game_map, seed) for seed in range(5)]
    assert [dealt_tickets(game_map, deal) for deal in deals] == deals
    assert len(set(deals)) > 1
    assert random_deal(game_map, 3) == deals[3]


def test_a_map_with_too_few_tickets_for_a_deal_says_so() -> None:
    usa = load_map("usa")
    assert random_deal(replace(usa, tickets=usa.tickets[:3]))
    with pytest.raises(SetupError, match="map 'usa' has 2 tickets, but 3 are dealt"):
        random_deal(replace(usa, tickets=usa.tickets[:2]))


def test_long_tickets_come_first() -> None:
    mega = load_map("europe", "mega")
    long = [ticket for ticket in mega.tickets if ticket.is_long][:2]
    rest = [ticket for ticket in mega.tickets if not ticket.is_long][:5]
    assert dealt_tickets(mega, [*rest[:3], long[1], *rest[3:], long[0]]) == (long[1], long[0], *rest)
    with pytest.raises(ValueError, match="tickets: 0 long ones are given, but 2 are dealt on map 'europe' \\(mega\\)"):
        dealt_tickets(mega, [ticket for ticket in mega.tickets if not ticket.is_long][:7])


def test_impossible_deals_say_why() -> None:
    usa = load_map("usa")
    with pytest.raises(ValueError, match="tickets: 2 are given, but 3 are dealt on map 'usa' \\(base\\)"):
        dealt_tickets(usa, THREE[:2])
    with pytest.raises(ValueError, match="tickets: Los Angeles-New York is listed twice"):
        dealt_tickets(usa, [*THREE[:2], "New York-Los Angeles"])
    with pytest.raises(MapError, match=r"did you mean .*Duluth-El Paso"):
        dealt_tickets(usa, [*THREE[:2], "Duluth-El Pasa"])


def test_a_deal_of_two_copies_is_named_twice_and_their_choices_are_given_once() -> None:
    switzerland = load_map("switzerland")
    dealt = dealt_tickets(switzerland, ["Italia", "Italia-France", "Bern-Zürich", "Bern-Lugano", "Basel-Bern"])
    assert [ticket.index for ticket in dealt[:2]] == [42, 43]
    choices = keepable(switzerland, dealt)
    names = [tuple(sorted(ticket.name for ticket in choice)) for choice in choices]
    assert len(set(names)) == len(names)
    others = 2**3
    assert len(choices) == (others - 1 - 3) + (others - 1) + others  # with no copy, one, both; at least two tickets
    with pytest.raises(ValueError, match="listed twice"):
        dealt_tickets(switzerland, ["Italia", "Italia", "Italia", "Bern-Lugano", "Basel-Bern"])
