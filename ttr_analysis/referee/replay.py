"""The course of a game: set-up, turns and the end, read from its log and checked."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from ttr_analysis._validate import shown
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import EndReason, Event, EventKind, GameMap
from ttr_analysis.maps.terms import terms_of
from ttr_analysis.referee import interventions as changes
from ttr_analysis.referee import scoring, start
from ttr_analysis.referee.moves import MOVES, card_move_legal, keep, offered, pass_legal
from ttr_analysis.referee.table import Log, LogEnds, Table
from ttr_analysis.referee.trails import longest_trail
from ttr_analysis.referee.verdict import RefereeError, RuleBroken, SeatScore, Verdict
from ttr_analysis.rules.interventions import Given, as_interventions
from ttr_analysis.rules.limits import TRAIL


def replay(
    game_map: GameMap,
    players: int,
    events: Iterable[Event],
    *,
    interventions: Given = (),
    unfinished: bool = False,
    position: start.HasFields | start.Fields | None = None,
    watch: Callable[[Table], object] | None = None,
) -> Verdict:
    """Replay a game and check every decision, every chance event, its end and its scores.

    Parameters
    ----------
    game_map : GameMap
        The map with its rules.
    players : int
        Number of players.
    events : iterable of Event
        The whole log, from the first card dealt, or from ``position`` on.
    interventions : sequence of Intervention or str, optional
        What was changed for some seats, with the names that things have on ``game_map``.
    unfinished : bool, optional
        Accept a log that stops before the game is over; the verdict then has the scores so far.
    position : Position or mapping, optional
        The position that the game began with, if it did not begin with a deal: see ``Game.start_position``. Such
        a game has no interventions.
    watch : function, optional
        Called with the table before each event is read, and at the end of the log: to look at, not to change.

    Returns
    -------
    Verdict

    Raises
    ------
    RefereeError
        At the first event that breaks a rule.

    Examples
    --------
    >>> from ttr_analysis.referee import replay
    >>> game = ttr.Game.from_position("usa", ttr.Position(players=2, turns_left=2)).play("greedy_points")
    >>> verdict = replay(game.game_map, 2, game.events, position=game.start_position)
    >>> verdict.turns, verdict.reason.name
    (2, 'PIECES')
    """
    log = Log(_checked(game_map, events))
    table = Table(game_map, players, log, terms_of(game_map, players, sorted(as_interventions(interventions), key=str)))
    reason = None
    if watch is not None:
        log.before_each = partial(watch, table)
    try:
        reason = _dealt(table) if position is None else _from_position(table, position)
        seats = scoring.score(game_map, table.players, _told_trails(table))
        _check_final_scores(table, reason, seats)
        _count_rare_scores(table, seats)
    except LogEnds:
        if not unfinished:
            raise RefereeError("the log ends too early", "USA-END-1", log.position, log.turn, log.seat) from None
        seats = scoring.score(game_map, table.players)
    except RuleBroken as broken:
        number = max(0, log.position - 1)
        hint = _HINT if position is None and not number else ""
        raise RefereeError(broken.reason + hint, broken.rule, number, log.turn, log.seat) from None
    log.before_each()
    scores = tuple(seat.total for seat in seats)
    won = _winners(table, reason, seats)
    return Verdict(scores, seats, won, reason, log.turn, MappingProxyType(dict(table.met)))


def _checked(game_map: GameMap, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events, after a look at the types of what is given."""
    if not isinstance(game_map, GameMap):
        raise SetupError(f"game_map must be a map, such as load_map('usa'), not {shown(game_map)}")
    log = tuple(events)
    for number, event in enumerate(log):
        if not isinstance(event, Event):
            raise SetupError(f"events[{number}] must be an event of a log, not {shown(event)}")
    return log


_HINT = "; if the game began with a position, not with a deal, the referee needs the position"


def _dealt(table: Table) -> EndReason:
    """Read a game that begins with a deal; return the reason why it ends."""
    _set_up(table)
    return _play(table, _Clock())


def _from_position(table: Table, position: start.HasFields | start.Fields) -> EndReason:
    """Read a game that begins with a position; return the reason why it ends."""
    log, begun = table.log, start.begin(table, position)
    clock = _Clock(passes=begun.stuck, idle=begun.idle, stuck=begun.stuck, causes=begun.causes)
    if begun.turns_left is not None:
        clock.last_turn = log.turn - 1 + begun.turns_left
    if log.turn:
        if begun.move is None:
            log.turn -= 1
        return _play(table, clock, begun.move)
    if begun.offers[log.seat]:
        _keep_first(table, begun.offers, log.seat, begun.returned)
        begun = begun._replace(chosen=[])
    if table.rules.pieces_kept:
        _choose_pieces(table, begun.chosen)
    return _play(table, clock)


def _set_up(table: Table) -> None:
    """Check the set-up: hands, market, tickets, mixes of pieces."""
    log, rules = table.log, table.rules
    for log.seat, player in enumerate(table.players):
        for deck, size in enumerate(rules.hand):
            for _ in range(size):
                card = log.take("ALL-SETUP-1", EventKind.CARD_DEALT).target
                if table.deck_of(card) != deck:
                    raise RuleBroken("ALL-SETUP-1", f"the card is not from the {rules.decks[deck]} deck")
                table.draw(card)
                table.rebuild_decks()
                player.hand[card] += 1
    log.seat = -1
    table.refill_market(planned=True)
    changes.extra_cards(table)
    changes.owned_tracks(table)
    _deal_tickets(table)
    if rules.pieces_kept:
        _choose_pieces(table)


def _deal_tickets(table: Table) -> None:
    log, rules = table.log, table.rules.tickets
    offers: list[list[int]] = []
    for log.seat in range(len(table.players)):
        offer = []
        for _ in range(min(rules.deal_long, len(table.long_tickets))):
            ticket = log.take("EUR-SETUP-2", EventKind.TICKET_OFFERED).target
            if ticket not in table.long_tickets:
                raise RuleBroken("EUR-SETUP-2", f"ticket {ticket} is not in the deck of long tickets")
            table.long_tickets.remove(ticket)
            offer.append(ticket)
        offers.append(offer + offered(table, rules.deal))
    changes.first_tickets(table, offers)
    _keep_first(table, dict(enumerate(offers)), 0, [])


def _keep_first(table: Table, offers: dict[int, list[int]], first: int, returned: list[int]) -> None:
    """Read which of the first tickets seats keep, from seat ``first`` on; the others go under the deck at the end."""
    log, rules = table.log, table.rules.tickets
    for log.seat, offer in list(offers.items())[first:]:
        returned += keep(table, offer, rules.keep, "USA-SETUP-4")
        if sum(table.game_map.tickets[t].is_long for t in table.players[log.seat].held) > rules.keep_long_at_most:
            raise RuleBroken("TIX-1912-3", f"too many long tickets kept: at most {rules.keep_long_at_most} are allowed")
    if not rules.returned_leave_game:
        table.returned_tickets += returned


def _choose_pieces(table: Table, chosen: Sequence[int] = ()) -> None:
    """Read which mixes of pieces seats choose, after those that have chosen already, and what is revealed."""
    log, rules = table.log, table.rules
    for log.seat, player in enumerate(table.players):
        known = log.seat < len(chosen)
        first = chosen[log.seat] if known else log.take("RS-PIECES-2", EventKind.CHOOSE_PIECES).number
        mix = [first, rules.pieces_kept - first][: len(rules.pieces)]
        if any(not 0 <= n <= piece.supply for n, piece in zip(mix, rules.pieces, strict=True)):
            raise RuleBroken("RS-PIECES-1", f"the box does not hold {mix} pieces")
        player.box = [piece.supply - n for n, piece in zip(mix, rules.pieces, strict=True)]
        player.pieces = mix
    for log.seat, player in enumerate(table.players):
        event = log.take("RS-PIECES-3", EventKind.PIECES_REVEALED)
        if [event.target, event.number][: len(player.pieces)] != player.pieces:
            raise RuleBroken("RS-PIECES-3", f"{player.pieces} pieces were chosen, but others are revealed")
    changes.take_pieces(table)


@dataclass
class _Clock:
    """What decides when the game ends."""

    passes: int = 0
    idle: int = 0
    stuck: int = 0
    last_turn: int | None = None
    causes: set[EndReason] = field(default_factory=set)


def _play(table: Table, clock: _Clock, move: start.Move | None = None) -> EndReason:
    """Play all turns, first the rest of one if there is a ``move``; return the reason why the game ends."""
    log = table.log
    if move is not None and (reasons := _end_of_turn(table, clock, move(table))):
        return _game_over(table, reasons)
    while True:
        if log.peek() is EventKind.GAME_OVER:  # between turns only the caller can end the game
            return _game_over(table, {EndReason.RESIGNED})
        log.turn += 1
        log.seat = (log.turn - 1) % len(table.players)
        reasons = _turn(table, clock)
        if reasons:
            return _game_over(table, reasons)


def _turn(table: Table, clock: _Clock) -> set[EndReason]:
    """Play one turn; return the reasons that end the game after it, none if it continues."""
    log, rules, seat = table.log, table.rules, table.log.seat
    skipped = changes.skips(table)
    stuck = not skipped and rules.tickets.exchange and not card_move_legal(table, seat)
    event = log.take("ALL-TURN-2", EventKind.PASS) if skipped else log.take("ALL-TURN-2", *MOVES, EventKind.PASS)
    passed = event.kind is EventKind.PASS and not skipped
    if skipped:
        idle = False
        table.met["skips"] += 1
    elif passed:
        if not pass_legal(table, seat):
            raise RuleBroken("ALL-PASS-1", "passes although a move is legal")
        idle = True
        table.met["passes"] += 1
    else:
        idle = MOVES[event.kind](table, event)
    return _end_of_turn(table, clock, idle, passed, stuck)


def _end_of_turn(table: Table, clock: _Clock, idle: bool, passed: bool = False, stuck: bool = False) -> set[EndReason]:
    """Count what may end the game after a turn; return the reasons that do, none if it continues."""
    rules, player, count = table.rules, table.players[table.log.seat], len(table.players)
    if 0 < rules.tickets.goal <= scoring.completed(table.game_map, player):
        return {EndReason.GOAL}
    clock.passes = clock.passes + 1 if passed else 0
    clock.idle = clock.idle + 1 if idle else 0
    clock.stuck = clock.stuck + 1 if stuck else 0
    reasons = set()
    if _last_turn_played(table, clock):
        reasons |= clock.causes
    if clock.passes >= count or clock.stuck >= count:
        reasons.add(EndReason.PASSES)
    if clock.idle >= count * rules.standstill_rounds:
        reasons.add(EndReason.STANDSTILL)
    return reasons


def _last_turn_played(table: Table, clock: _Clock) -> bool:
    """Announce the last round when it is due; return whether it is over."""
    log, end, player = table.log, table.rules.end, table.players[table.log.seat]
    few = sum(player.pieces) <= end.pieces_left
    if clock.last_turn is None and (few or 0 < end.score <= scoring.seen(table.game_map, player)):
        clock.causes = {EndReason.PIECES if few else EndReason.SCORE}
        turns = end.extra_turns * len(table.players)
        clock.last_turn = log.turn + turns
        if turns:
            event = log.take("USA-END-1", EventKind.LAST_ROUND)
            if event.number != turns:
                raise RuleBroken("USA-END-1", f"{turns} turns are left to play, not {event.number}")
    return log.turn == clock.last_turn


def _game_over(table: Table, reasons: set[EndReason]) -> EndReason:
    event = table.log.take("ALL-PASS-2" if EndReason.PASSES in reasons else "USA-END-1", EventKind.GAME_OVER)
    if event.number not in reasons:
        due = " or ".join(reason.name for reason in sorted(reasons))
        raise RuleBroken(
            "USA-END-1", f"the game ends with reason {event.number}, but the only possible reason is {due}"
        )
    reason = EndReason(event.number)
    if reason is EndReason.STANDSTILL:
        table.met["standstill"] += 1
    return reason


def _winners(table: Table, reason: EndReason | None, seats: tuple[SeatScore, ...]) -> frozenset[int]:
    if reason is EndReason.GOAL and table.rules.tickets.shown_when_completed:
        return frozenset({table.log.seat})
    return scoring.winners(table.game_map, seats)


def _told_trails(table: Table) -> dict[int, int]:
    """Return the lengths of the longest trails that the log tells, by player: those of very large networks."""
    log, ender, told = table.log, table.log.seat, {}
    for log.seat, player in enumerate(table.players):
        if len(player.tracks) <= TRAIL:
            continue
        event = log.take("ALL-TRAIL-1", EventKind.LONGEST_TRAIL)
        known = longest_trail(table.game_map.tracks[index] for index in player.tracks)
        if not (known.found if event.target else 1) <= event.number <= known.bound:
            raise RuleBroken("ALL-TRAIL-1", f"the longest trail has {known.found} to {known.bound} spaces")
        told[log.seat] = event.number
        table.met["trails_told"] += 1
    log.seat = ender
    return told


def _check_final_scores(table: Table, reason: EndReason, seats: tuple[SeatScore, ...]) -> None:
    log, ender = table.log, table.log.seat
    _check_cards(table)
    won = _winners(table, reason, seats)
    for log.seat, part in enumerate(seats):
        event = log.take("USA-SCORE-1", EventKind.FINAL_SCORE)
        if event.number != part.total:
            raise RuleBroken("USA-SCORE-1", f"the score is {part.total}, not {event.number}: {part}")
        if bool(event.target) != (log.seat in won):
            raise RuleBroken("USA-WIN-1", f"the winners are seats {sorted(won)}")
    log.seat = ender
    if log.peek() is not None:
        log.position += 1
        raise RuleBroken("USA-END-1", "the log continues after the end of the game")


def _count_rare_scores(table: Table, seats: tuple[SeatScore, ...]) -> None:
    """Count what was rare in the scores: Grand Tours, and choice tickets that led to more than one of their places."""
    game_map = table.game_map
    countries = scoring.countries_of(game_map)
    for player, seat in zip(table.players, seats, strict=True):
        table.met["players_with_grand_tours"] += seat.grand_tours != 0
        graph = scoring.network(game_map.tracks[index] for index in player.tracks)
        choices = [game_map.tickets[i] for i in (*player.held, *player.shown) if game_map.tickets[i].alternatives]
        several = [ticket for ticket in choices if len(scoring.reached(ticket, graph, countries)) > 1]
        table.met["choices_of_several_places"] += len(several)


def _check_cards(table: Table) -> None:
    total: Counter[int] = Counter(table.market.values())
    for pile in (*table.decks, *table.discards, *(player.hand for player in table.players)):
        total.update(pile)
    if any(total[kind] != card.count for kind, card in enumerate(table.rules.cards)):
        raise RuleBroken("ALL-CARDS-1", "the cards do not add up")
