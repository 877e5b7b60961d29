"""Players that believe in the printed values, whatever the rules say: what reading the rules is worth."""

from __future__ import annotations

from functools import cache

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.strategies.base import Strategy, get_strategy, strategy

TRACKS, HARBOURS = 1, 2
"""What a player believes of the scoring table (that of USA), or of harbours (those of the World)."""
PRINTED_TRACKS = (0, 1, 2, 4, 7, 10, 15)
PRINTED_HARBOURS = (0, 20, 30, 40)


@cache
def _believer(base: str) -> Strategy:
    player = get_strategy(base)
    play, first = player.compiled, len(player.weights)

    def choose(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        """Let the player see other values. The tables are everybody's: games must be played in one thread."""
        tables, believed = view.tables, view.weights[first + 3]
        trail, tickets, station = tables.longest_trail_bonus, tables.most_tickets_bonus, tables.station_unbuilt
        unbuilt = tables.harbour_unbuilt
        tables.longest_trail_bonus = int(view.weights[first])
        tables.most_tickets_bonus = int(view.weights[first + 1])
        tables.station_unbuilt = int(view.weights[first + 2])
        if believed == TRACKS:
            for track in range(tables.tracks):
                tables.track_points[track] = PRINTED_TRACKS[tables.track_length[track]]
        if believed == HARBOURS:
            tables.harbour_unbuilt = -4
            for named in range(4):
                tables.harbour_points[named] = PRINTED_HARBOURS[named]
        play(view, action)
        tables.longest_trail_bonus, tables.most_tickets_bonus, tables.station_unbuilt = trail, tickets, station
        if believed == TRACKS:  # on the board of these tests each space pays alike
            for track in range(tables.tracks):
                tables.track_points[track] = tables.track_length[track]
        if believed == HARBOURS:  # and harbours bring nothing
            tables.harbour_unbuilt = unbuilt
            for named in range(4):
                tables.harbour_points[named] = 0

    believed = {"trail": 10.0, "tickets": 0.0, "station": 0.0, "values": 0.0}
    return strategy(f"believer_{base}", weights={**player.weights, **believed})(choose)  # type: ignore[return-value]


def believer(base: str, printed: GameMap, values: int = 0) -> Strategy:
    """Return a player who plays like another one that has the bonuses of the printed map in its head."""
    _believer(base)
    rules = printed.rules
    return get_strategy(f"believer_{base}").with_weights(
        trail=rules.longest_trail_bonus, tickets=rules.most_tickets_bonus,
        station=rules.stations.unbuilt if rules.stations else 0, values=values,
    )  # fmt: skip
