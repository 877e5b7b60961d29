"""A map as a graph of networkx, which is imported only when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.maps.parts import Track


def map_graph(game_map: GameMap, objects: bool) -> nx.MultiGraph[str]:
    """Return the graph that :meth:`ttr_analysis.maps.game_map.GameMap.graph` describes."""
    import networkx as nx

    graph: nx.MultiGraph[str] = nx.MultiGraph(name=game_map.name)
    for city in game_map.cities:
        places = {name: getattr(city, name) for name in ("latitude", "longitude", "x", "y")}
        known = {name: value for name, value in places.items() if value is not None}
        graph.add_node(city.name, tags=";".join(sorted(city.tags)), **known)
        if objects:
            graph.nodes[city.name]["city"] = city
    for track in game_map.tracks:
        graph.add_edge(track.city_a, track.city_b, key=track.index, weight=track.length, **track_facts(game_map, track))
        if objects:
            graph.edges[track.city_a, track.city_b, track.index]["track"] = track
    return graph


def track_facts(game_map: GameMap, track: Track) -> dict[str, Any]:
    """Return what there is to say about a track of a map, apart from its place: text, numbers, yes and no."""
    return {
        "name": track.name,
        "length": track.length,
        "color": track.color,
        "kind": track.kind,
        "locomotives": track.locomotives,
        "cards_for_one": track.cards_for_one,
        "pair_spaces": track.pair_spaces,
        "points": game_map.rules.route_points[track.length],
        "wraps": track.wraps,
        "number": track.number,
    }
