"""``learned``: it departs from ``expert`` where its trees say so, by what its player knows and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from how_often import boards
from relabelled import relabelled

from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.legal import LEGAL
from ttr_analysis.engine.records import Records
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.maps import Action, ActionKind, Decision, in_other_order
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.play.bindings import fresh, reason_against_action
from ttr_analysis.play.deciders import view_of
from ttr_analysis.play.game import Game
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats.intervals import share_by_game
from ttr_analysis.strategies.base import get_strategy
from ttr_analysis.strategies.expert.player import follow_expert
from ttr_analysis.strategies.learned import explanation, player
from ttr_analysis.strategies.taught import UNTAUGHT

PRINTED = ("usa", "europe", "rails_sails_world")
SHIPPED = get_strategy("learned")
EVERYWHERE = replace(SHIPPED, taught=SHIPPED.taught.everywhere)
"""The same as it would play on every board."""
DRAWS = [Action(ActionKind.DRAW_BLIND, deck) for deck in range(2)]


@pytest.mark.parametrize("name", PRINTED)
def test_without_trees_it_plays_the_games_of_expert(name: str) -> None:
    untaught = replace(get_strategy("learned"), name="expert", taught=UNTAUGHT)
    ours, theirs = (simulate(name, who, players=2, games=15, seed=4, progress=False) for who in (untaught, "expert"))
    for table in ("tracks", "players", "tickets"):
        one, other = (getattr(each, table).drop(columns="run") for each in (ours, theirs))
        assert one.equals(other), table


def test_it_wins_against_expert() -> None:
    games = simulate("usa", ["learned", "expert"], games=1000, seed=4711, progress=False)
    won = share_by_game(games.players[games.players["strategy"] == 0]["win_share"])
    assert won.low > 0.5


@entry
def _candidates(view: View, action: Records, actions: Records) -> int:
    """List what is compared in a position."""
    follow_expert(view, action[0])
    return player.add_candidates(view, action[0], actions)


@pytest.mark.parametrize("name", boards())
def test_every_candidate_is_legal(name: str) -> None:
    """To the end of games in which cards run out, because nobody claims anything."""
    refused, seen = 0, 0
    for players in {2, load_map(name).rules.players[1]}:
        game = Game(load_map(name), players, seed=2)
        live, action, actions = game._live, fresh(ActionRecord), fresh(ActionRecord, explanation.CANDIDATES + 1)
        while not game.over and seen < 400:
            if game.decision in (Decision.TURN, Decision.KEEP_TICKETS):
                memory = live.memory[live.seat].copy()
                numbers = EVERYWHERE.at(game.game_map, players).weight_values
                view = view_of(live.tables[0], live.game, live.scratch[0], memory, numbers)
                for i in range(_candidates(view, action, actions)):
                    refused += reason_against_action(live.tables, live.game_record, actions[i : i + 1]) != LEGAL
                    seen += 1
            draw = next((each for each in DRAWS if game.can(each)), None)
            game.step(draw or game.legal_actions()[0])
    assert refused == 0
    assert seen > 100


def _permute(game: Game, rng: np.random.Generator) -> None:
    """Deal the cards and tickets anew that the player to move does not see, as many to each hand as before."""
    record, me = game._live.game, game.player
    public, hidden, tables = record.public, record.hidden, game._live.tables[0]
    others = [seat for seat in range(game.players) if seat != me]
    for deck in range(int(tables.decks)):
        kinds = [kind for kind in range(int(tables.cards)) if tables.card_deck[kind] == deck]
        hands = [[kind for kind in kinds for _ in range(int(record.private[seat].hand[kind]))] for seat in others]
        size = int(public.deck_size[deck])
        cards = [*hidden.deck[deck, :size].tolist(), *(card for hand in hands for card in hand)]
        rng.shuffle(cards)
        hidden.deck[deck, :size], cards = cards[:size], cards[size:]
        for seat, hand in zip(others, hands, strict=True):
            mine, cards = cards[: len(hand)], cards[len(hand) :]
            for kind in kinds:
                record.private[seat].hand[kind] = mine.count(kind)
    size = int(hidden.ticket_pool_size)
    held = [(seat, place) for seat in others for place in range(int(record.private[seat].ticket_count))]
    tickets = [*hidden.ticket_pool[:size].tolist(), *(int(record.private[s].tickets[p]) for s, p in held)]
    rng.shuffle(tickets)
    hidden.ticket_pool[:size] = tickets[:size]
    for (seat, place), ticket in zip(held, tickets[size:], strict=True):
        record.private[seat].tickets[place] = ticket


@pytest.mark.parametrize("name", available_maps())
def test_what_is_hidden_changes_no_move(name: str) -> None:
    rng, asked = np.random.default_rng(3), 0
    game = Game(load_map(name), 2, seed=8)
    while not game.over and asked < 40:
        if game.decision in (Decision.TURN, Decision.KEEP_TICKETS):
            other = game.copy()
            _permute(other, rng)
            assert game.copy().advance(EVERYWHERE) == other.advance(EVERYWHERE)
            asked += 1
        game.advance(EVERYWHERE)
    assert asked > 20


@pytest.mark.long(reason="asks two players at every decision of nine games; what it wins is tried at every run")
def test_it_compares_ticket_choices_and_turns() -> None:
    """Against what expert would do in the same place, it departs now and then in both."""
    departed = dict.fromkeys((Decision.TURN, Decision.KEEP_TICKETS), 0)
    for number in range(9):
        game = Game("europe", 2, seed=5, number=number)
        while not game.over:
            if game.decision in departed:
                departed[game.decision] += game.copy().advance(EVERYWHERE) != game.copy().advance("expert")
            game.advance(EVERYWHERE)
    assert min(departed.values()) > 0


def test_it_departs_only_where_that_was_shown_to_gain() -> None:
    """Elsewhere it plays the games of expert."""
    learned, usa = get_strategy("learned"), load_map("usa")
    assert dict(learned.taught.boards).keys() == {usa.kind_digest}
    assert learned.taught.shown == ((load_map("europe").kind_digest, 2),)
    assert all(part.shown for _, part in learned.taught.boards)
    for other in (usa, in_other_order(usa), relabelled(usa, 1)):
        assert learned.at(other, 2).taught.numbers
    assert learned.at(usa.with_rules(longest_trail_bonus=0), 2).taught == UNTAUGHT
    assert learned.at(load_map("nordic"), 2).taught == UNTAUGHT
    for name, same in (("nordic", True), ("usa", False)):
        ours, theirs = (
            simulate(name, who, players=2, games=4, seed=4, progress=False) for who in ("learned", "expert")
        )
        assert ours.tracks.drop(columns="run").equals(theirs.tracks.drop(columns="run")) == same
    ours, theirs = Game("nordic", 2, seed=1), Game("nordic", 2, seed=1)
    assert ours.play("learned").scores() == theirs.play("expert").scores()
