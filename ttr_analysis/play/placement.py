"""Given positions: from names and numbers to a game's records, checked against the rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ttr_analysis._validate import misfit
from ttr_analysis.engine.state import CLOSED, EMPTY, NOBODY
from ttr_analysis.maps import Decision, EndReason, EventKind, GameMap
from ttr_analysis.play import pending, position_rules
from ttr_analysis.play.bindings import Records, begin_next_turn, clear_game, give_ticket, lay_track, set_right
from ttr_analysis.play.placed import Placed
from ttr_analysis.play.position import TICKET_FIELDS, Position
from ttr_analysis.play.position_names import Cards, Name, fault
from ttr_analysis.rules.limits import OFFER, TRAIL


def place(
    game_map: GameMap, tables: Records, game: Records, scratch: Records, log: Records, position: Position
) -> None:
    """Fill a game's records from a position.

    Raises
    ------
    SetupError
        If a field contradicts the others or the rules.
    """
    clear_game(tables, game, position.seed, position.number)
    _Placing(game_map, tables, game, position).place(scratch, log)


def log_result(game: Any, scores: Records, log: Records) -> None:
    """Log the scores of a game that is over before anybody decides, as the engine does it after a decision."""
    seats = range(int(game.public.players))
    trails = [seat for seat in seats if game.public.owned_count[seat] > TRAIL]
    told = [(s, EventKind.LONGEST_TRAIL, scores[s].longest_trail_proven, scores[s].longest_trail) for s in trails]
    told += [(seat, EventKind.FINAL_SCORE, scores[seat].winner, scores[seat].total) for seat in seats]
    for event, (seat, kind, target, number) in zip(log[int(game.log_size) :], told, strict=False):
        event.turn, event.seat, event.kind = game.public.turn, seat, int(kind)
        event.target, event.number = target, number
    game.log_size += len(told)


class _Placing(Placed):
    """One position being placed into a game's records."""

    def place(self, scratch: Records, log: Records) -> None:
        """Fill in everything, in an order in which each step finds what it needs."""
        self._whose_turn()
        decision = pending.decision_of(self)
        self._pieces_and_tracks(decision)
        self._buildings()
        self._tickets()
        self._cards()
        pending.place_draw(self)
        if self.position.tunnel is not None and not self.in_setup:
            pending.place_tunnel(self)
        self._streams()
        self.public.decision = int(decision)
        position_rules.check_rules(self, decision)
        if decision is not Decision.REFILL:
            set_right(self.tables_record, self.game_record, log, self.position.market is None)
        if decision is Decision.SECOND_CARD:
            pending.check_draw(self)
        if decision is Decision.TURN:
            self.public.turn -= 1
            begin_next_turn(self.tables_record, self.game_record, log, scratch)

    def _streams(self) -> None:
        given, streams = self.position.streams, self.hidden.streams
        if given is None:
            return
        wanted = f"{len(streams)} lists of {len(streams[0])} numbers from 0 to 2 ** 64 - 1"
        if len(given) != len(streams) or any(len(words) != len(streams[0]) for words in given):
            raise fault("streams", f"needs {wanted}, as returned by position()")
        if not all(0 <= word < 1 << 64 for words in given for word in words):
            raise fault("streams", f"needs {wanted}")
        streams[:] = np.array(given, np.uint64)

    # ---- whose turn ----

    def _whose_turn(self) -> None:
        """Set turn and seat."""
        given, public = self.position, self.public
        seat = given.seat if given.seat is not None else (((given.turn or 1) - 1) % self.players)
        if given.turn == 0 and given.seat is None:
            seat = 0
        self.names.by_seat("seat", {seat: None})
        turn = given.turn if given.turn is not None else seat + 1
        if turn and (turn - 1) % self.players != seat:
            raise fault("turn", f"turn {turn} is not a turn of seat {seat} with {self.players} players")
        if turn and not {other for other, tickets in given.offered.items() if tickets} <= {seat}:
            raise fault("offered", f"only seat {seat}, which is to move, can be offered tickets in turn {turn}")
        public.turn, public.seat = turn, seat
        public.idle_turns, public.stuck_turns = given.idle_turns, given.stuck_turns
        if given.turns_left is not None:
            most = self.rules.end.extra_turns * self.players
            if not most:
                raise fault("turns_left", "under these rules the game ends without a last round: leave it out")
            if not 1 <= given.turns_left <= most:
                raise fault("turns_left", f"must be from 1 to {most}, not {given.turns_left}")
            public.turns_left = given.turns_left

    # ---- the board ----

    def _pieces_and_tracks(self, decision: Decision) -> None:
        tracks = {
            seat: [self.names.track("tracks", name) for name in names]
            for seat, names in self.names.by_seat("tracks", self.position.tracks).items()
        }
        given = self.names.by_seat("pieces", self.position.pieces)
        chosen = self.public.turn or not self.rules.pieces_kept
        for seat in range(self.players):
            laid = Counter[int]()
            for index in tracks.get(seat, ()):
                laid[int(self.tables.track_piece[index])] += self.game_map.tracks[index].length
            if chosen:
                self._supply(seat, laid, given.get(seat))
            for index in tracks.get(seat, ()):
                self._lay(seat, index)
        for seat, number in self.names.by_seat("exchanged", self.position.exchanged).items():
            if number and not self.rules.exchange_cost:
                raise fault("exchanged", f"seat {seat} cannot have exchanged {number} pieces under these rules")
            self.public.exchanged[seat] = number
        for seat, number in self.names.by_seat("chosen_pieces", self.position.chosen_pieces).items():
            most = min(self.rules.pieces[0].supply, self.rules.pieces_kept)
            least = max(0, self.rules.pieces_kept - self.rules.pieces[-1].supply)
            if self.public.turn or not least <= number <= most:
                allowed = f"{least} to {most} are chosen during set-up" if most else "no pieces are chosen in this game"
                raise fault("chosen_pieces", f"seat {seat} cannot choose {number} pieces; {allowed}")
            self.private[seat].chosen_pieces = number
        if chosen:
            self._last_round()
        if decision is Decision.CHOOSE_PIECES and not self.rules.pieces_kept:
            raise fault("turn", "there is nothing to decide in turn 0: no tickets are offered to the seat to move")

    def _last_round(self) -> None:
        """Check that the last round has begun if it must have, and note why."""
        end, public = self.rules.end, self.public
        low = [seat for seat in range(self.players) if public.pieces[seat].sum() <= end.pieces_left]
        points = public.route_points - self.rules.exchange_cost * public.exchanged
        high = [seat for seat in range(self.players) if 0 < end.score <= points[seat]]
        if (low or high) and self.position.turns_left is None:
            why = f"seat {low[0]} is so low on pieces" if low else f"seat {high[0]} has so many points on the board"
            if not end.extra_turns:
                raise fault("tracks", f"{why} that the game is over")
            raise fault("turns_left", f"{why} that the last round has begun: give the number of turns left")
        public.last_round_reason = EndReason.SCORE if end.score and not low else EndReason.PIECES

    def _supply(self, seat: int, laid: Counter[int], given: int | Mapping[str, int] | None) -> None:
        """Set a seat's pieces and box as they were before the tracks were laid."""
        supply = [piece.supply for piece in self.rules.pieces]
        kept = self.rules.pieces_kept or sum(supply)
        if given is not None:
            left = self.names.pieces("pieces", given)
            start = [number + laid[i] for i, number in enumerate(left)]
            if min(left) < 0 or sum(start) != kept or any(n > s for n, s in zip(start, supply, strict=True)):
                names = " and ".join(f"{n} {p.name}s" for n, p in zip(start, self.rules.pieces, strict=True))
                raise fault(
                    "pieces", f"seat {seat} has {names}, including those on tracks; it needs {kept} from its supply"
                )
        elif len(supply) == 1:
            start = supply
        else:
            low, high = max(laid[0], kept - supply[1]), min(supply[0], kept - laid[1])
            start = [(low + high) // 2, kept - (low + high) // 2]
        for i, (number, piece) in enumerate(zip(start, self.rules.pieces, strict=True)):
            if number < laid[i]:
                raise fault("tracks", f"the tracks of seat {seat} need {laid[i]} {piece.name}s, but it has {number}")
            self.public.pieces[seat, i], self.public.box[seat, i] = number, supply[i] - number
        self.private[seat].chosen_pieces = start[0] if self.rules.pieces_kept else 0

    def _lay(self, seat: int, index: int) -> None:
        owner, name = int(self.public.owner[index]), self.game_map.tracks[index].name
        if owner >= 0:
            both = "twice" if owner == seat else f"to seat {owner} and to seat {seat}"
            raise fault("tracks", f"{name} is given {both}")
        if owner == CLOSED:
            raise fault("tracks", f"{name} is closed with {self.players} players, since a track beside it is taken")
        if any(self.public.owner[other] == seat for other in self.game_map.parallel.get(index, ())):
            raise fault("tracks", f"seat {seat} cannot own two tracks of a double or triple route: {name}")
        lay_track(self.tables_record, self.game_record, seat, index)

    def _buildings(self) -> None:
        public, given = self.public, self.position
        for argument, built, owner, most in (
            ("stations", public.stations_built, public.station_owner, self.rules.stations.number),
            ("harbours", public.harbours_built, public.harbour_owner, self.rules.harbours.number),
        ):
            for seat, names in self.names.by_seat(argument, getattr(given, argument)).items():
                for city in (self.names.city(argument, name) for name in names):
                    if owner[city] != NOBODY:
                        raise fault(argument, f"{self.game_map.cities[city].name} is given twice")
                    self._check_site(argument, seat, city)
                    owner[city] = seat
                    built[seat] += 1
                if built[seat] > most:
                    raise fault(argument, f"seat {seat} has {built[seat]}, but the rules allow only {most}")

    def _check_site(self, argument: str, seat: int, city: int) -> None:
        """Check that a seat can have a building in a city that has none."""
        name, ends = self.game_map.cities[city].name, (self.tables.track_a, self.tables.track_b)
        if self.tables.junction[city]:
            raise fault(argument, f"{name} is a junction, not a city")
        if argument == "stations":
            return
        if not self.tables.port[city]:
            raise fault(argument, f"{name} is not a port")
        if not any(
            self.public.owner[t.index] == seat and city in [end[t.index] for end in ends] for t in self.game_map.tracks
        ):
            raise fault(argument, f"seat {seat} has no track at {name}, where it is given a harbour")

    # ---- tickets ----

    def _tickets(self) -> None:
        given, seen, numbered = self.position, Counter[int](), self._numbered_tickets()

        def found(argument: str, names: Sequence[Name]) -> list[int]:
            tickets = []
            for name in names:
                ticket = self.names.ticket(argument, name, seen if isinstance(name, int) else {*seen, *numbered})
                seen[ticket] += 1
                if seen[ticket] > 1:
                    raise fault(argument, f"the ticket {self.game_map.tickets[ticket].name} appears twice")
                tickets.append(ticket)
            return tickets

        for seat, names in self.names.by_seat("completed", given.completed).items():
            for ticket in found("completed", names):
                if not position_rules.joins(self, seat, ticket):
                    message = f"the tracks of seat {seat} do not join {self.game_map.tickets[ticket].name}"
                    raise fault("completed", message)
                self._give(seat, ticket)
                self.private[seat].done_turn[self.private[seat].ticket_count - 1] = 0
                self.public.completed[seat] += 1
        for seat, names in self.names.by_seat("tickets", given.tickets).items():
            for ticket in found("tickets", names):
                self._give(seat, ticket)
            if self.public.turn or not any(given.offered.values()):
                self.public.tickets_held[seat] = len(names)
        for seat, names in self.names.by_seat("offered", given.offered).items():
            tickets = found("offered", names)
            if len(tickets) > OFFER:
                raise fault("offered", f"at most {OFFER} tickets are offered at once")
            self.private[seat].offered[: len(tickets)], self.private[seat].offered_count = tickets, len(tickets)
        self._bonus_tickets()
        self._ticket_deck(
            found("ticket_top", given.ticket_top),
            found("ticket_bottom", given.ticket_bottom),
            found("ticket_discards", given.ticket_discards),
            found("returned", given.returned),
            None if given.ticket_deck is None else found("ticket_deck", given.ticket_deck),
            seen,
        )

    def _numbered_tickets(self) -> set[int]:
        """Return the tickets that are given by their numbers: a name then stands for another copy."""
        fields = [getattr(self.position, name) or () for name in TICKET_FIELDS]
        lists = [names for field in fields for names in (field.values() if isinstance(field, Mapping) else [field])]
        return {name for names in lists for name in names if isinstance(name, int)}

    def _give(self, seat: int, ticket: int) -> None:
        give_ticket(self.tables_record, self.game_record, seat, ticket)

    def _bonus_tickets(self) -> None:
        for seat, names in self.names.by_seat("bonus", self.position.bonus).items():
            for bonus in (self.names.bonus("bonus", name) for name in names):
                if self.public.bonus_won[seat, bonus] or not self.public.bonus_left[bonus]:
                    name = self.game_map.bonus_tickets[bonus].name
                    raise fault("bonus", f"seat {seat} cannot have won {name}: it has won it already, or none is left")
                self.public.bonus_won[seat, bonus] = 1
                self.public.bonus_left[bonus] -= 1
                self.public.completed[seat] += 1

    def _ticket_deck(
        self,
        top: list[int],
        bottom: list[int],
        discards: list[int],
        returned: list[int],
        pool: list[int] | None,
        seen: Counter[int],
    ) -> None:
        hidden, public = self.hidden, self.public
        nowhere = [ticket for ticket in self.game_map.tickets if not seen[ticket.index]]
        if pool is None:
            pool = [ticket.index for ticket in nowhere if not (ticket.is_long and self.rules.tickets.deal_long)]
        elif nowhere and not (self.rules.tickets.returned_leave_game or self.rules.tickets.drawn_leave_game):
            raise fault("ticket_deck", f"the ticket {nowhere[0].name} is missing, and no ticket leaves this game")
        hidden.long_pool_size = 0
        hidden.ticket_top[: len(top)], hidden.ticket_top_size = top[::-1], len(top)
        hidden.ticket_pool[: len(pool)], hidden.ticket_pool_size = pool, len(pool)
        hidden.ticket_queue[: len(bottom)], hidden.ticket_queue_size = bottom, len(bottom)
        hidden.discarded_tickets[: len(discards)] = discards
        hidden.pending_return[: len(returned)], hidden.pending_return_size = returned, len(returned)
        public.ticket_deck_size = len(top) + len(pool) + len(bottom)
        public.ticket_discards = len(discards)

    # ---- cards ----

    def _cards(self) -> None:
        given, rules = self.position, self.rules
        slots = sum(rules.market.slots)
        self.public.market[:slots] = EMPTY
        places: dict[str, list[int]] = {"discards": self.names.cards("discards", given.discards)}
        for seat, cards in self.names.by_seat("hands", given.hands).items():
            kinds = self.names.cards("hands", cards)
            places[f"hand of seat {seat}"] = kinds
            np.add.at(self.private[seat].hand, kinds, 1)
            self.public.hand_size[seat] = len(kinds)
        if len(given.market or ()) > slots:
            raise fault("market", f"{len(given.market or ())} cards are given for {slots} slots")
        for slot, name in enumerate(given.market or ()):
            if name is not None:
                self.public.market[slot] = self.names.card("market", name)
                places.setdefault("market", []).append(int(self.public.market[slot]))
        for part in ("laid", "turned_up"):
            cards = (given.tunnel or {}).get(part, ())
            if problem := misfit(Cards, cards):
                raise fault(f"tunnel, {part}", problem)
            places[part] = self.names.cards(f"tunnel, {part}", cards)
            np.add.at(getattr(self.public, part), places[part], 1)
        np.add.at(self.public.discards, places["discards"], 1)
        for argument, drawn in (("cards_market", self.public.cards_market), ("cards_blind", self.public.cards_blind)):
            for seat, number in self.names.by_seat(argument, getattr(given, argument)).items():
                drawn[seat] = number
        places["deck_top"] = self.names.cards("deck_top", given.deck_top)
        self._decks(places)

    def _decks(self, places: Mapping[str, list[int]]) -> None:
        """Fill the decks with the cards that are not elsewhere."""
        used, rest = Counter(kind for kinds in places.values() for kind in kinds), self.position.deck
        below = [] if rest is None else self.names.cards("deck", rest)
        used.update(below)
        for kind, card in enumerate(self.rules.cards):
            if used[kind] > card.count or (rest is not None and used[kind] < card.count):
                where = ", ".join(f"{n} in {place}" for place, kinds in places.items() if (n := kinds.count(kind)))
                argument = "deck" if rest is not None else "hands, market, discards, deck_top"
                raise fault(argument, f"{used[kind]} {card.name} cards are given ({where}), but there are {card.count}")
            if rest is None:
                below += [kind] * (card.count - used[kind])
        for deck in range(len(self.rules.decks)):
            cards = [kind for kind in below if self.tables.card_deck[kind] == deck]
            top = [kind for kind in places["deck_top"] if self.tables.card_deck[kind] == deck]
            self.hidden.deck[deck, : len(cards) + len(top)] = cards + top[::-1]
            self.hidden.ordered[deck] = len(top)
            self.public.deck_size[deck] = len(cards) + len(top)
