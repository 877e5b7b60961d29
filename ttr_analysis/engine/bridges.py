"""Bridges: the tracks whose removal parts a network. Two trails without a common track join what is left joined.

They are found in one depth-first search (Tarjan, Information Processing Letters 2, 1974): a track by
which a city was first met is a bridge unless something met later leads back to what was met before it.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import index_links, merge
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import Scratch, Tables

NOT_MET: Final = 0
NO_LINK: Final = -1


@compiled
def label_without_bridges(tables: Tables, scratch: Scratch, tracks: Ints, count: int) -> None:
    """Give cities the same label, in ``scratch.label``, if these tracks join them without their bridges."""
    index_links(tables, scratch, tracks, count)
    for city in range(tables.cities):
        scratch.label[city] = city
        scratch.met[city] = NOT_MET
    met = 0
    for city in range(tables.cities):
        if scratch.met[city] == NOT_MET and scratch.first[city + 1] > scratch.first[city]:
            met = search_from(tables, scratch, city, met)


@compiled
def search_from(tables: Tables, scratch: Scratch, root: int, met: int) -> int:
    """Search the network from a city, after ``met`` cities of others, and return how many are met now."""
    at, link, came_by = scratch.at_city, scratch.at_link, scratch.came_by
    depth = enter(scratch, 0, root, NO_LINK, met + 1)
    met += 1
    while depth >= 0:
        city, i = at[depth], link[depth]
        if i == scratch.first[city + 1]:
            leave(tables, scratch, depth)
            depth -= 1
            continue
        link[depth] = i + 1
        other = scratch.link_city[i]
        if scratch.link_track[i] == came_by[depth]:
            continue
        if scratch.met[other] == NOT_MET:
            met += 1
            depth = enter(scratch, depth + 1, other, scratch.link_track[i], met)
        else:
            scratch.leads_back[city] = min(scratch.leads_back[city], scratch.met[other])
    return met


@compiled
def enter(scratch: Scratch, depth: int, city: int, track: int, met: int) -> int:
    """Meet a city, as number ``met``, by a track (its position in the network); return the depth."""
    scratch.at_city[depth], scratch.at_link[depth], scratch.came_by[depth] = city, scratch.first[city], track
    scratch.met[city], scratch.leads_back[city] = met, met
    return depth


@compiled
def leave(tables: Tables, scratch: Scratch, depth: int) -> None:
    """Go back from a city; join it with the one before unless the track between them is a bridge."""
    if depth == 0:
        return
    city, before = scratch.at_city[depth], scratch.at_city[depth - 1]
    scratch.leads_back[before] = min(scratch.leads_back[before], scratch.leads_back[city])
    if scratch.leads_back[city] <= scratch.met[before]:
        merge(scratch.label, tables.cities, city, before)
