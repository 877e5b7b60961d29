"""What the tickets and tracks of a map ask for, beside what its decks and its board offer; from the map alone."""

from itertools import pairwise

import numpy as np
import pandas as pd

from ttr_analysis.exact import paths
from ttr_analysis.maps import GameMap, parallel, takes_map
from ttr_analysis.results import source
from ttr_analysis.rules.spec import GRAY


@takes_map
def color_balance(game_map: GameMap) -> pd.DataFrame:
    """Compute how many spaces ask for each colour, and how many cards of it there are.

    Spaces on which only a locomotive can lie ask for no colour, pair spaces ask for two cards. All tracks of
    double and triple routes count.

    Returns
    -------
    pandas DataFrame
        One row for each colour of each ``deck``: ``color``; ``demand`` in spaces of tracks of that colour, ``supply``
        in spaces that its cards can cover; ``demand_share`` and ``supply_share`` of the deck's colours together;
        ``ratio`` of the two shares: above 1, the colour is asked for more than its cards are many. ``ratio`` is NaN
        where no track has a colour.

    Examples
    --------
    >>> ttr.exact.supply.color_balance("usa")[["demand", "supply"]].to_numpy()[0].tolist()
    [27, 12]
    """
    rules, asked = game_map.rules, dict[tuple[str, str], int]()
    for track in game_map.tracks:
        key = rules.track_kinds[track.kind].deck, track.color
        asked[key] = asked.get(key, 0) + (track.length - track.locomotives) * (2 if track.pair_spaces else 1)
    rows = []
    for deck in rules.decks:
        for color in rules.colors:
            cards = [card for card in rules.cards if (card.deck, card.color) == (deck, color)]
            if cards:
                covered = sum(card.count * card.units for card in cards)
                rows.append({"deck": deck, "color": color, "demand": asked.get((deck, color), 0), "supply": covered})
    table = pd.DataFrame(rows, columns=["deck", "color", "demand", "supply"])
    for name in ("demand", "supply"):
        whole = table.groupby("deck")[name].transform("sum")
        table[f"{name}_share"] = (table[name] / whole.where(whole > 0)).astype(float)
    table["ratio"] = table["demand_share"] / table["supply_share"]
    return source.tagged(table, source.exact(game_map))


@takes_map
def tightness(game_map: GameMap) -> pd.DataFrame:
    """Compute how much of the board the players' first tickets and pieces could fill, by number of players.

    Returns
    -------
    pandas DataFrame
        One row for each number of ``players`` that the rules allow: ``spaces`` that can be claimed (of a double or
        triple route whose other tracks close when one is claimed, those of its longest); ``ticket_trains`` of a
        player, the trains on the shortest paths of as many tickets as must be kept at the start, on average over
        the tickets dealt; ``pieces`` of a player; and how often tickets and pieces of all players would fill the
        spaces: ``tickets_per_space`` and ``pieces_per_space``.

    Examples
    --------
    >>> ttr.exact.supply.tightness("usa")[["players", "spaces"]].to_numpy().tolist()
    [[2, 256], [3, 256], [4, 309], [5, 309]]
    """
    low, high = game_map.rules.players
    rows = [_filled(game_map, players) for players in range(low, high + 1)]
    return source.tagged(pd.DataFrame(rows), source.exact(game_map))


@takes_map
def routes_off_tickets(game_map: GameMap) -> tuple[str, ...]:
    """Return the routes that lie on no cheapest path, in trains, of any ticket: ``city-city``, in alphabetical order.

    Of several paths that are equally cheap, all count. Each leg of a tour counts for itself; a choice ticket leads
    to the nearest of its places.

    Examples
    --------
    >>> "Boston-New York" in ttr.exact.supply.routes_off_tickets("usa")
    False
    """
    far, place = paths.distances(game_map), game_map.city_index
    shortest_last = sorted(game_map.tracks, key=lambda each: -each.length)
    ends = {tuple(sorted(track.pair)): track.length for track in shortest_last}
    used = set[tuple[str, ...]]()
    for ticket in game_map.tickets:
        for start, goal in pairwise([place[name] for name in group] for group in game_map.terminals(ticket)):
            there, rest = far[start].min(axis=0), far[goal].min(axis=0)
            whole = there[goal].min()
            for pair, length in ends.items() if np.isfinite(whole) else ():
                a, b = (place[name] for name in pair)
                if min(there[a] + rest[b], there[b] + rest[a]) + length == whole:
                    used.add(pair)
    return tuple("-".join(pair) for pair in sorted(set(ends) - used))


def open_spaces(game_map: GameMap, players: int) -> int:
    """Return the most spaces that so many players together can claim, whatever pieces they have."""
    one_each = players < game_map.rules.doubles_close_below
    lengths = [[game_map.tracks[i].length for i in group] for group in parallel.parallel_sets(game_map.tracks)]
    return sum(max(group) if one_each else sum(sorted(group)[-players:]) for group in lengths)


def gray_share(game_map: GameMap) -> float:
    """Return the share of all spaces that lie on gray tracks."""
    spaces = [(track.length, track.color == GRAY) for track in game_map.tracks]
    return sum(length for length, gray in spaces if gray) / max(1, sum(length for length, _ in spaces))


def _filled(game_map: GameMap, players: int) -> dict[str, float]:
    rules, spaces, trains = game_map.rules, open_spaces(game_map, players), _kept_trains(game_map)
    pieces = rules.pieces_kept or sum(piece.supply for piece in rules.pieces)
    return {
        "players": players, "spaces": spaces, "ticket_trains": trains, "pieces": pieces,
        "tickets_per_space": players * trains / max(spaces, 1), "pieces_per_space": players * pieces / max(spaces, 1),
    }  # fmt: skip


def _kept_trains(game_map: GameMap) -> float:
    """Return the trains of the tickets that a player must keep at the start, each an average of those dealt."""
    rules, costs = game_map.rules.tickets, paths.ticket_costs(game_map).to_numpy()
    long = np.array([ticket.is_long and rules.deal_long > 0 for ticket in game_map.tickets], dtype=bool)
    dealt = rules.deal + rules.deal_long
    parts = [(rules.deal, costs[~long]), (rules.deal_long, costs[long])]
    total = sum(
        number * float(np.mean(of[np.isfinite(of)])) for number, of in parts if number and np.isfinite(of).any()
    )
    return rules.keep * total / max(dealt, 1)
