"""Maps made of frames, graphs and other people's files."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.exact.paths import route_graph
from ttr_analysis.maps.edge_files import map_of_file
from ttr_analysis.maps.export import export_map
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Track

EDGES = [
    ("Ada", "Brook", 2, "red"),
    ("Brook", "Cove", 3, "gray"),
    ("Ada", "Brook", 2, "purple"),
    ("Ada", "Cove", 1, "gray"),
]
"""What each of the files below says."""


def found(game_map: GameMap) -> list[tuple[str, str, int, str]]:
    return sorted((*sorted(track.cities), track.length, track.color) for track in game_map.tracks)  # type: ignore[misc]


def wanted() -> list[tuple[str, str, int, str]]:
    return sorted((*sorted(edge[:2]), *edge[2:]) for edge in EDGES)  # type: ignore[misc]


def multigraph() -> nx.MultiGraph[str]:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for a, b, length, color in EDGES:
        graph.add_edge(a, b, weight=length, color=color)
    return graph


def turned(track: Track) -> Track:
    """The track with its cities in alphabetical order: a graph forgets which came first."""
    a, b = sorted(track.cities)
    return replace(track, city_a=a, city_b=b)


def written(writer: Any) -> str:
    stream = io.BytesIO()
    writer(multigraph(), stream)
    return stream.getvalue().decode()


FILES: Mapping[str, str] = {
    "spreadsheet.csv": "From,To,Trains,Colour,Note\nAda,Brook,2.0,RED,\n"
    "Brook,Cove,3.0,Grey,x\nAda,Brook,2.0,Pink,\nAda,Cove,1.0,,\n",
    "plain.txt": "# a comment\nAda;Brook;2;red\nBrook;Cove;3;any\nAda;Brook;2;pink\nAda;Cove;1;\n",
    "links.json": json.dumps(
        {
            "nodes": [{"id": 7, "name": "Ada"}, {"id": 8, "name": "Brook"}, {"id": 9, "name": "Cove"}],
            "links": [
                {"source": 7, "target": 8, "weight": 2, "color": "Red"},
                {"source": 8, "target": 9, "weight": 3.0, "color": None},
                {"source": 7, "target": 8, "weight": 2, "color": "violet"},
                {"source": 7, "target": 9, "weight": 1},
            ],
            "tickets": [{"source": 7, "target": 9, "value": 5}],
        }
    ),
    "list.json": json.dumps(
        [["Ada", "Brook", 2, "red"], ["Brook", "Cove", 3, None], ["Ada", "Brook", 2, "PINK"], ["Ada", "Cove", 1]]
    ),
    "neighbours.json": json.dumps(
        {
            "Ada": {"Brook": [{"length": 2, "color": "red"}, {"length": 2, "color": "pink"}], "Cove": 1},
            "Brook": {"Ada": [{"length": 2, "color": "red"}, {"length": 2, "color": "pink"}], "Cove": 3},
            "Cove": {"Ada": 1, "Brook": 3},
        }
    ),
    "routes.yaml": "cities: [Ada, Brook, Cove]\nroutes:\n"
    "- {city1: Ada, city2: Brook, spaces: 2, color: red}\n- {city1: Brook, city2: Cove, spaces: 3, color: wild}\n"
    "- {city1: Ada, city2: Brook, spaces: 2, color: pink}\n- {city1: Ada, city2: Cove, spaces: 1, color: null}\n",
    "graph.graphml": written(nx.write_graphml),
    "graph.gexf": written(nx.write_gexf),
    "graph.dot": 'graph G {\n  Ada -- Brook [label=2, color=red];\n  Brook -- "Cove" [label="3"]\n'
    "  Ada -- Brook [label=2 color=pink];\n  Ada -- Cove [len=1];\n}\n",
    "one_line.dot": "graph { edge [weight=2] Ada -- Brook [color=red]; Brook -- {Cove} [weight=3] Ada -- Brook "
    "[color=pink] subgraph x { edge [weight=1] Ada -- Cove } }",
    "labels.gv": '/* made by a program */ strict digraph "My map" {\n# nodes\nnode [label="\\\\N", shape=box]\n'
    'a [label="Ada" pos="1,2!"]; b [label=<Brook>]\nc [label="Co" + "ve"]\na:n -> b [weight=2, label="x y", color=red] '
    "// first\nb -> c [label=3]\na -> b [weight=2][color=pink]\na -> c [len=1]\n}",
    "words.edgelist": "# Ada's edges\nAda Brook 2 red\nBrook Cove  3\nAda Brook 2 pink\nAda Cove 1\n",
}


@pytest.mark.parametrize("name", FILES)
def test_files_in_the_styles_of_public_repositories(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    game_map = map_of_file(tmp_path / name, "small")
    assert found(game_map) == wanted()
    assert [city.name for city in game_map.cities] == ["Ada", "Brook", "Cove"]
    assert len(game_map.doubles) == 2
    if name == "links.json":
        assert [(ticket.name, ticket.points, ticket.penalty) for ticket in game_map.tickets] == [("Ada-Cove", 5, 5)]


def test_chains_and_sets_of_a_dot_file_are_read_and_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "g.dot"

    def edges(text: str) -> list[tuple[str, str, int, str]]:
        file.write_text(text, encoding="utf-8")
        return found(map_of_file(file, "m"))

    two = [("Ada", "Brook", 2, "gray"), ("Brook", "Cove", 2, "gray")]
    assert edges("graph { Ada -- Brook -- Cove [len=2] }") == two
    assert edges("graph { rankdir=LR; {Ada Cove} -- Brook [len=2]; Dale }") == two
    assert edges('graph { "A -- B" -- "C\\"d" [len=2] }') == [("A -- B", 'C"d', 2, "gray")]
    assert edges(r'graph { a [label="New\nYork"]; a -- "C\\d" [len=2] }') == [("C\\d", "New York", 2, "gray")]
    for text, fault in (
        ("Ada -- Brook", "does not begin with 'graph'"),
        ("graph { Ada -- Brook [len=2]", "line 1: a name is missing before the end"),
        ("graph {\n Ada -- [len=2] }", r"line 2: a name is missing before '\['"),
        ("graph {\n Ada -- Brook [len=2\n}", "line 3: a name is missing before '}'"),
        ("graph { Ada ~ Brook }", "line 1: '~' is not expected there"),
        ("graph " + "{" * 2000, "more than 50 subgraphs"),
        ("graph {\n Ada -- Brook\n}", r"g\.dot, row 2, column length"),
    ):
        with pytest.raises(MapError, match=fault):
            edges(text)


def test_an_adjacency_matrix(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text(",Ada,Brook,Cove\nAda,0,2,1\nBrook,2,0,3\nCove,1,3,0\n", encoding="utf-8")
    assert found(map_of_file(tmp_path / "m.csv", "m")) == [
        ("Ada", "Brook", 2, "gray"),
        ("Ada", "Cove", 1, "gray"),
        ("Brook", "Cove", 3, "gray"),
    ]


@pytest.mark.parametrize("name", available_maps())
def test_a_graph_of_ours_gives_the_map_again(name: str) -> None:
    game_map = load_map(name)
    fields = ("points", "points_out_of_order", "penalty", "deck", "copies")
    tickets = [
        {**{field: getattr(ticket, field) for field in fields}, "cities": list(ticket.cities),
         "alternatives": "; ".join(f"{place} {points}" for place, points in ticket.alternatives)}
        for ticket in dict.fromkeys(replace(ticket, index=0) for ticket in game_map.tickets)
    ]  # fmt: skip
    for objects in (False, True):
        again = GameMap.from_graph(game_map.graph(objects), tickets, game_map.rules)
        assert (again.cities, again.tickets) == (game_map.cities, game_map.tickets)
        assert list(map(turned, again.tracks)) == list(map(turned, game_map.tracks))


@pytest.mark.parametrize("form", ["graphml", "gexf", "csv", "dot"])
def test_an_export_is_read_back_as_the_same_tracks(form: str, tmp_path: Path) -> None:
    europe = load_map("europe").with_track("Paris", "London", 3, kind="ferry")
    file = tmp_path / f"europe.{form}"
    file.write_text(export_map(europe, form, values={0: 0.5}), encoding="utf-8")
    again = map_of_file(file, "again", rules="europe")
    assert again.tracks == europe.tracks
    if form in ("graphml", "gexf"):
        assert again.cities == europe.cities
        graph = {"graphml": nx.read_graphml, "gexf": nx.read_gexf}[form](file)
        assert GameMap.from_graph(graph, rules="europe").tracks == europe.tracks
    nordic = load_map("nordic")
    file.write_text(export_map(nordic, form), encoding="utf-8")
    assert map_of_file(file, "again", rules="nordic").tracks == nordic.tracks


def test_frames_of_a_map_give_the_map_again() -> None:
    usa = load_map("usa")
    assert usa.folder is not None
    tables = [pd.read_csv(usa.folder / f"{name}.csv") for name in ("cities", "routes", "tickets")]
    tickets = tables[2][tables[2]["sets"].isna() | tables[2]["sets"].str.contains("base", na=False)]
    again = GameMap.from_frames(*tables[:2], tickets, name="usa", title=usa.title)
    assert (again.cities, again.tracks, again.aliases) == (usa.cities, usa.tracks, usa.aliases)
    assert again.digest == usa.digest


def test_a_map_without_tickets_has_paths_and_says_what_it_lacks() -> None:
    import ttr_analysis as ttr

    bare = GameMap.from_frames(None, EDGES, name="bare")
    assert ttr.paths.shortest_path(bare, "Ada", "Cove").trains == 1
    assert route_graph(bare).number_of_edges() == 3
    with pytest.raises(SetupError, match="0 tickets"):
        ttr.simulate(bare, "random", games=1)


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        ("e.csv", "from,to,length\nAda,Brook,2\nAda,Cove,\n", ["e.csv, row 3, column length: '' is no"]),
        ("e.csv", "from,to,length,color\nAda,Brook,2,teal\n", ["e.csv, row 2, column color: no card has"]),
        ("e.csv", "from,to,length\n" + "Ada,Brook,2\n" * 4, ["e.csv, row 5: Ada-Brook has more than three"]),
        ("e.json", '{"links": [{"source": "Ada", "target": "Brook", "weight": 2}], "tickets": [["Ada", "Cove", 3]]}',
         ["e.json, row 1, column cities: unknown city 'Cove'"]),
        ("e.json", "{", ["e.json: is not well-formed"]),
        ("e.json", "3", ["e.json: is not well-formed: it holds neither"]),
        ("e.json", '{"nodes": []}', ["e.json: holds no list of edges"]),
        ("e.graphml", "<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", ["e.graphml: is not well-formed: a document type"]),
        ("e.xlsx", "x", ["e.xlsx: has no known format"]),
    ],
)  # fmt: skip
def test_faults_are_named_with_their_place_and_nothing_is_written(
    name: str, text: str, faults: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["maps", "new", str(tmp_path / "out"), "--edges", str(tmp_path / name)]) == 2
    said = capsys.readouterr().err
    for fault in faults:
        assert fault in said
    assert not (tmp_path / "out").exists()


def test_maps_new_writes_a_folder_that_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("spreadsheet.csv", "links.json"):
        (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    (tmp_path / "t.csv").write_text("from,to,points\nAda,Cove,4\n", encoding="utf-8")
    files = ["--edges", str(tmp_path / "spreadsheet.csv"), "--tickets", str(tmp_path / "t.csv")]
    assert main(["maps", "new", str(tmp_path / "out"), *files, "--title", "Small"]) == 0
    assert "3 cities, 4 tracks, 1 ticket" in capsys.readouterr().out
    game_map = load_map(tmp_path / "out")
    assert (game_map.title, found(game_map), len(game_map.tickets)) == ("Small", wanted(), 1)
    assert main(["maps", "new", str(tmp_path / "out"), *files]) == 2
    assert "is there already" in capsys.readouterr().err


def test_maps_new_tells_what_may_be_a_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "e.csv").write_text("from,to,length\nZurich,Bern,2\nZ\u00fcrich,Basel,2\n", encoding="utf-8")
    assert main(["maps", "new", str(tmp_path / "out"), "--edges", str(tmp_path / "e.csv")]) == 0
    assert "the map is not connected: it has 2 separate parts" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("routes", "message"),
    [
        (3, "routes must be a frame or a list of rows"),
        ("Ada", "routes must be a frame or a list of rows"),
        ([3], "a row of routes must be a mapping or a list"),
        ([], "there is no route"),
        ([("Ada", "Brook")], "routes, row 1, column length"),
    ],
)
def test_frames_that_are_none(routes: Any, message: str) -> None:
    with pytest.raises(MapError, match=message):
        GameMap.from_frames(None, routes)


@pytest.mark.parametrize("name", ["Nan", "None", "NA", "null"])
def test_a_city_may_be_called_like_a_missing_value(name: str, tmp_path: Path) -> None:
    routes = pd.DataFrame({"from": [name, "Brook"], "to": ["Brook", "Cove"], "length": [2, 3], "color": ["none", None]})
    game_map = GameMap.from_frames(None, routes, [(name, "Cove", 5)])
    assert [city.name for city in game_map.cities] == [name, "Brook", "Cove"]
    assert [track.color for track in game_map.tracks] == ["gray", "gray"]
    routes.to_csv(tmp_path / "routes.csv", index=False)
    from_file = map_of_file(tmp_path / "routes.csv", "small")
    assert from_file.cities == GameMap.from_graph(from_file.graph()).cities == game_map.cities


def test_an_accent_in_two_characters_makes_no_second_city() -> None:
    edges = [("Gen\u00e8ve", "Bern", 2), ("Gene\u0300ve", "Basel", 2)]
    assert [city.name for city in GameMap.from_frames(None, edges).cities] == ["Gen\u00e8ve", "Bern", "Basel"]


def test_a_ticket_may_name_a_city_with_an_arrow_in_its_name() -> None:
    game_map = GameMap.from_frames(None, [("<b>Ada</b>", "Brook", 2)], [("<b>Ada</b>", "Brook", 5)])
    assert game_map.tickets[0].cities == ("<b>Ada</b>", "Brook")


def test_a_directed_graph_with_edges_there_and_back_is_refused() -> None:
    graph = nx.DiGraph([("Ada", "Brook", {"weight": 2}), ("Brook", "Ada", {"weight": 2})])
    with pytest.raises(MapError, match="Ada-Brook both ways"):
        GameMap.from_graph(graph)
    assert len(GameMap.from_graph(graph.to_undirected()).tracks) == 1


def test_a_node_whose_name_is_missing_is_called_by_its_label_or_itself() -> None:
    graph: nx.Graph[Any] = nx.Graph([("a", "b", {"length": 2})])
    graph.nodes["a"].update(name=None, label="Ada")
    graph.nodes["b"]["name"] = float("nan")
    assert [city.name for city in GameMap.from_graph(graph).cities] == ["Ada", "b"]


def test_columns_of_other_lengths_are_refused() -> None:
    with pytest.raises(MapError, match="the columns of routes differ in length"):
        GameMap.from_frames(None, {"from": ["Ada", "Brook"], "to": ["Brook"], "length": [2, 3]})


def test_a_file_whose_rows_are_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "numbers.json").write_text("[1, 2, 3]")
    with pytest.raises(MapError, match=r"numbers\.json: a row of routes must be a mapping or a list, not 1"):
        map_of_file(tmp_path / "numbers.json", "small")
    (tmp_path / "routes.csv").write_text("from,to,length\nAda,Brook,2\n")
    with pytest.raises(MapError, match=r"^numbers\.json: a row of tickets must be"):
        map_of_file(tmp_path / "routes.csv", "small", tickets=tmp_path / "numbers.json")
    with pytest.raises(MapError, match=r"^there is no rule set 'chess'"):
        map_of_file(tmp_path / "routes.csv", "small", rules="chess")


def test_what_is_no_graph_is_refused_in_words() -> None:
    for thing in (None, "usa", [("Ada", "Brook", 2)]):
        with pytest.raises(MapError, match=r"a graph of networkx is needed, not .* GameMap.from_frames"):
            GameMap.from_graph(thing)  # type: ignore[arg-type]
