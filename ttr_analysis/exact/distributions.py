"""How a map's tracks and tickets are distributed: lengths, colours and values as one table."""

from collections import Counter

import pandas as pd

from ttr_analysis.maps import GameMap, takes_map
from ttr_analysis.results import source
from ttr_analysis.rules import spec

OF = ("length", "color", "ticket value")
"""What is distributed, in the order of the table."""


@takes_map
def distributions(game_map: GameMap) -> pd.DataFrame:
    """Count the tracks of a map by length and by colour, and its tickets by value.

    Returns
    -------
    pandas DataFrame
        One row for each value that occurs: ``of`` (``length``, ``color`` or ``ticket value``), ``value`` (text),
        ``number`` (of tracks, or of tickets), ``spaces`` (of these tracks together; 0 for tickets), ``share`` of all
        tracks, or of all tickets. Tracks of double and triple routes each count; a choice ticket counts with its
        highest value.

    Examples
    --------
    >>> table = ttr.exact.distributions("usa")
    >>> table[table["of"] == "length"][["value", "number"]].to_numpy()[0].tolist()
    ['1', 9]
    """
    lengths = Counter(track.length for track in game_map.tracks)
    colors = Counter(track.color for track in game_map.tracks)
    spaces = Counter[str]()
    for track in game_map.tracks:
        spaces[track.color] += track.length
    tickets = Counter(ticket.points for ticket in game_map.tickets)
    order = [color for color in (*game_map.rules.colors, spec.GRAY) if color in colors]
    rows = [(OF[0], str(length), lengths[length], length * lengths[length]) for length in sorted(lengths)]
    rows += [(OF[1], color, colors[color], spaces[color]) for color in order]
    rows += [(OF[2], str(points), tickets[points], 0) for points in sorted(tickets)]
    table = pd.DataFrame(rows, columns=["of", "value", "number", "spaces"])
    table["share"] = table["number"] / table.groupby("of")["number"].transform("sum")
    return source.tagged(table, source.exact(game_map))
