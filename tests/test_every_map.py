"""The maps of this project: their sums, their rules, what is known about them in print."""

from __future__ import annotations

import csv
import importlib.util
import random
import tomllib
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import networkx as nx
import pytest

from ttr_analysis.maps import folder as maps
from ttr_analysis.maps.facts import facts
from ttr_analysis.maps.folder import available_maps, check_map, find_map
from ttr_analysis.maps.game_map import GameMap

load_map = cache(maps.load_map)
"""Maps are immutable: each is read once for all tests."""

REPOSITORY = Path(__file__).parent.parent

EVERY_MAP = (
    "europe",
    "first_journey_europe",
    "first_journey_usa",
    "india",
    "nordic",
    "rails_sails_great_lakes",
    "rails_sails_world",
    "switzerland",
    "usa",
)

EVERY_TICKET_SET = [
    *((name, "base") for name in EVERY_MAP),
    *(("usa", ticket_set) for ticket_set in ("1910", "mega", "big-cities")),
    *(("europe", ticket_set) for ticket_set in ("expanded", "mega", "big-cities")),
]


def tool(name: str) -> ModuleType:
    """A script of the folder ``tools``."""
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def spaces(game_map: GameMap) -> Counter[str]:
    counter: Counter[str] = Counter()
    for track in game_map.tracks:
        counter[track.color] += track.length
    return counter


def simple_graph(game_map: GameMap) -> nx.Graph[str]:
    """Cities with the trains of the cheapest track between neighbours."""
    graph: nx.Graph[str] = nx.Graph()
    for track in sorted(game_map.tracks, key=lambda track: -track.length):
        graph.add_edge(*track.cities, length=track.length)
    return graph


def trains(game_map: GameMap) -> dict[str, dict[str, int]]:
    lengths = nx.all_pairs_dijkstra_path_length(simple_graph(game_map), weight="length")
    return {city: {other: int(length) for other, length in row.items()} for city, row in lengths}


def test_nothing_is_missing_here() -> None:
    assert set(EVERY_MAP) == {name for name in available_maps() if find_map(name).parent == REPOSITORY / "maps"}
    assert {(name, ticket_set) for name in EVERY_MAP for ticket_set in load_map(name).ticket_sets} == set(
        EVERY_TICKET_SET
    )


@pytest.mark.parametrize("name", EVERY_MAP)
def test_no_map_has_a_fault(name: str) -> None:
    assert check_map(name) == []


# cities, junctions, ports, tracks, pairs, double routes, spaces, tickets, ticket points
SUMS = {
    "usa": (36, 0, 0, 100, 78, 22, 309, 30, 349),
    "europe": (47, 0, 0, 101, 90, 11, 300, 46, 444),
    "india": (39, 0, 0, 108, 80, 28, 238, 58, 473),
    "nordic": (39, 0, 0, 81, 67, 14, 207, 46, 460),
    "switzerland": (34, 0, 0, 88, 76, 12, 205, 46, 414),
    "rails_sails_world": (47, 1, 38, 130, 96, 34, 411, 65, 913),
    "rails_sails_great_lakes": (35, 2, 25, 110, 80, 28, 355, 55, 526),
    "first_journey_europe": (22, 0, 0, 70, 45, 25, 126, 32, 32),
    "first_journey_usa": (19, 0, 0, 64, 39, 25, 133, 32, 32),
}


@pytest.mark.parametrize("name", EVERY_MAP)
def test_sums(name: str) -> None:
    found = {fact.name: fact.value for fact in facts(load_map(name))}
    names = ("cities", "junctions", "ports", "tracks", "pairs", "double routes", "spaces", "tickets", "points in all")
    assert tuple(found[name] for name in names) == SUMS[name]


@pytest.mark.parametrize(
    ("name", "ticket_set", "tickets", "long", "points"),
    [
        ("usa", "1910", 35, 0, 391),
        ("usa", "mega", 69, 0, 754),
        ("usa", "big-cities", 35, 0, 389),
        ("europe", "base", 46, 6, 444),
        ("europe", "expanded", 65, 6, 607),
        ("europe", "mega", 101, 12, 1087),
        ("europe", "big-cities", 45, 0, 502),
    ],
)
def test_sums_of_ticket_sets(name: str, ticket_set: str, tickets: int, long: int, points: int) -> None:
    game_map = load_map(name, ticket_set)
    assert len(game_map.tickets) == tickets
    assert sum(ticket.is_long for ticket in game_map.tickets) == long
    assert sum(ticket.points for ticket in game_map.tickets) == points


@pytest.mark.parametrize(("name", "ticket_set"), EVERY_TICKET_SET)
def test_a_map_says_all_about_itself(name: str, ticket_set: str) -> None:
    game_map = load_map(name, ticket_set)
    assert (game_map.name, game_map.ticket_set) == (name, ticket_set)
    assert [track.index for track in game_map.tracks] == list(range(len(game_map.tracks)))
    assert [ticket.index for ticket in game_map.tickets] == list(range(len(game_map.tickets)))
    assert len({track.name for track in game_map.tracks}) == len(game_map.tracks)
    assert game_map.folder is not None
    assert (game_map.folder / "SOURCES.md").is_file()
    assert all(city.latitude is not None for city in game_map.cities)
    for city in game_map.cities:
        assert game_map.city(city.name.upper()) is city
    for ticket in game_map.tickets:
        found = game_map.ticket(ticket.name)
        assert found is ticket or (ticket.copies > 1 and replace(found, index=ticket.index) == ticket)


def test_digests_tell_all_ticket_sets_apart() -> None:
    assert len({load_map(name, ticket_set).digest for name, ticket_set in EVERY_TICKET_SET}) == len(EVERY_TICKET_SET)


# --- USA ---------------------------------------------------------------------------------


def test_usa_spaces_by_color() -> None:
    counter = spaces(load_map("usa"))
    assert counter.pop("gray") == 93
    assert set(counter.values()) == {27}
    assert len(counter) == 8
    assert sum(track.color == "gray" for track in load_map("usa").tracks) == 44


def test_usa_tickets_against_cheapest_paths() -> None:
    usa = load_map("usa")
    distances = trains(usa)
    apart = {t.name: t.points - distances[t.cities[0]][t.cities[1]] for t in usa.tickets}
    assert {name: extra for name, extra in apart.items() if extra} == {
        "Los Angeles-Chicago": 1,
        "Los Angeles-Miami": 1,
        "Los Angeles-New York": 1,
        "Sault St. Marie-Oklahoma City": 1,
        "Seattle-New York": 2,
    }


@pytest.mark.rule("TIX-1910-5")
@pytest.mark.parametrize(
    ("ticket", "base", "mega"),
    [
        ("Los Angeles-Miami", 20, 19),
        ("Los Angeles-New York", 21, 20),
        ("Seattle-New York", 22, 20),
        ("Sault St. Marie-Oklahoma City", 9, 8),
    ],
)
def test_1910_prints_four_lower_values(ticket: str, base: int, mega: int) -> None:
    assert load_map("usa").ticket(ticket).points == base
    assert load_map("usa", "mega").ticket(ticket).points == mega


@pytest.mark.rule("TIX-1910-1", "TIX-1910-3", "TIX-1910-4", "TIX-1910-6")
@pytest.mark.rule("TIX-1912-1", "TIX-1912-2", "TIX-1912-4", "TIX-1912-5")
@pytest.mark.parametrize(
    ("name", "ticket_set", "dealt", "kept", "drawn", "longest", "most"),
    [
        ("usa", "base", (3, 0), 2, 3, 10, 0),
        ("usa", "1910", (3, 0), 2, 3, 0, 15),
        ("usa", "mega", (5, 0), 3, 4, 10, 15),
        ("usa", "big-cities", (4, 0), 2, 4, 0, 0),
        ("europe", "base", (3, 1), 2, 3, 10, 0),
        ("europe", "expanded", (3, 1), 2, 3, 10, 0),
        ("europe", "mega", (5, 2), 3, 3, 10, 0),
        ("europe", "big-cities", (5, 0), 2, 4, 10, 0),
    ],
)
def test_rules_of_ticket_sets(
    name: str, ticket_set: str, dealt: tuple[int, int], kept: int, drawn: int, longest: int, most: int
) -> None:
    rules = load_map(name, ticket_set).rules
    tickets = rules.tickets
    assert (tickets.deal, tickets.deal_long) == dealt
    assert (tickets.keep, tickets.draw, tickets.draw_keep) == (kept, drawn, 1)
    assert (rules.longest_trail_bonus, rules.most_tickets_bonus) == (longest, most)
    assert ("longest_trail" in rules.tie_breaks) == bool(longest)


@pytest.mark.rule("TIX-1912-3")
def test_only_the_european_mega_game_limits_long_tickets() -> None:
    assert load_map("europe", "mega").rules.tickets.keep_long_at_most == 1
    assert load_map("europe").rules.tickets.keep_long_at_most >= load_map("europe").rules.tickets.deal_long


# --- Europe ------------------------------------------------------------------------------


def test_europe_spaces_by_color() -> None:
    counter = spaces(load_map("europe"))
    assert counter.pop("gray") == 122
    assert (counter.pop("blue"), counter.pop("green")) == (23, 23)
    assert set(counter.values()) == {22}


def test_europe_tunnels_and_ferries() -> None:
    tracks = load_map("europe").tracks
    tunnels = [track for track in tracks if track.kind == "tunnel"]
    ferries = [track for track in tracks if track.kind == "ferry"]
    assert (len(tunnels), len({track.pair for track in tunnels})) == (18, 17)
    assert (len(ferries), len({track.pair for track in ferries})) == (13, 11)
    assert sum(track.locomotives for track in tracks) == sum(track.locomotives for track in ferries) == 17
    assert [track.name for track in tracks if track.length == 8] == ["Petrograd-Stockholm gray tunnel"]


def test_europe_graph_as_published() -> None:
    graph = simple_graph(load_map("europe"))
    assert dict(sorted(Counter(dict(graph.degree()).values()).items())) == {1: 1, 2: 4, 3: 14, 4: 15, 5: 10, 6: 2, 7: 1}
    assert (nx.radius(graph), nx.diameter(graph)) == (5, 9)
    assert set(nx.center(graph)) == {"Berlin", "München", "Venezia"}


def test_europe_tickets_against_cheapest_paths() -> None:
    europe = load_map("europe")
    distances = trains(europe)
    apart = {t.name: t.points - distances[t.cities[0]][t.cities[1]] for t in europe.tickets}
    assert {name: extra for name, extra in apart.items() if extra} == {"London-Wien": 1, "Edinburgh-Athína": 1}


@pytest.mark.parametrize(
    ("alias", "name"),
    [("Kobenhavn", "København"), ("Moscow", "Moskva"), ("zurich", "Zürich"), ("istanbul", "Constantinople")],
)
def test_europe_aliases(alias: str, name: str) -> None:
    assert load_map("europe").city(alias).name == name


# --- India -------------------------------------------------------------------------------


def test_india_spaces_by_color() -> None:
    india = load_map("india")
    counter = spaces(india)
    assert counter.pop("gray") == 78
    assert set(counter.values()) == {20}
    assert len(counter) == 8
    assert sum(track.color == "gray" for track in india.tracks) == 30


def test_india_lengths_and_points_for_routes() -> None:
    india = load_map("india")
    assert Counter(track.length for track in india.tracks) == {1: 31, 2: 47, 3: 17, 4: 9, 6: 3, 8: 1}
    assert sum(india.rules.route_points[track.length] for track in india.tracks) == 322


def test_india_ferries() -> None:
    tracks = load_map("india").tracks
    ferries = [track for track in tracks if track.kind == "ferry"]
    assert Counter(track.kind for track in tracks) == {"rail": 100, "ferry": 8}
    assert {track.color for track in ferries} == {"gray"}
    assert sum(track.length for track in ferries) == 34
    assert sum(track.locomotives for track in tracks) == sum(track.locomotives for track in ferries) == 12
    assert [track.name for track in tracks if track.length == 8] == ["Calcutta-Madras gray ferry"]


def test_india_tickets_are_worth_their_cheapest_paths() -> None:
    india = load_map("india")
    distances = trains(india)
    for ticket in india.tickets:
        assert ticket.points == ticket.penalty == distances[ticket.cities[0]][ticket.cities[1]], ticket.name


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Ahmedabad", "Ahmadabad"),
        ("Jorhat", "Jarhat"),
        ("Mormugao", "Mormugau"),
        ("Ratlam", "Ratiam"),
        ("Waltair", "Waltain"),
        ("visakhapatnam", "Waltain"),
        ("Mumbai", "Bombay"),
        ("Bombaj", "Bombay"),
        ("kolkata", "Calcutta"),
        ("Kalkuta", "Calcutta"),
        ("Chennai", "Madras"),
        ("Dżajpur", "Jaipur"),
        ("Dzodhpur", "Jodhpur"),
        ("Peszawar", "Peshawar"),
    ],
)
def test_india_aliases(alias: str, name: str) -> None:
    assert load_map("india").city(alias).name == name


# --- Nordic Countries ----------------------------------------------------------------------


def test_nordic_spaces_by_color() -> None:
    nordic = load_map("nordic")
    assert spaces(nordic) == {
        "purple": 21, "white": 20, "blue": 21, "yellow": 21, "orange": 23, "black": 21, "red": 21, "green": 22,
        "gray": 37,
    }  # fmt: skip
    assert sum(track.color == "gray" for track in nordic.tracks) == 11


def test_nordic_lengths_and_points_for_routes() -> None:
    nordic = load_map("nordic")
    assert Counter(track.length for track in nordic.tracks) == {1: 17, 2: 28, 3: 20, 4: 11, 5: 3, 6: 1, 9: 1}
    assert sum(nordic.rules.route_points[track.length] for track in nordic.tracks) == 302


def test_nordic_ferries_and_tunnels() -> None:
    tracks = load_map("nordic").tracks
    ferries = [track for track in tracks if track.kind == "ferry"]
    assert Counter(track.kind for track in tracks) == {"rail": 47, "ferry": 24, "tunnel": 10}
    assert sum(track.length for track in ferries) == 69
    assert sum(track.locomotives for track in tracks) == sum(track.locomotives for track in ferries) == 30
    assert all(track.locomotives for track in ferries)
    assert sum(track.length for track in tracks if track.kind == "tunnel") == 26


def test_nordic_double_routes_of_unlike_tracks() -> None:
    nordic = load_map("nordic")
    unlike = {
        frozenset((nordic.tracks[i].plain_name, nordic.tracks[j].plain_name))
        for i, j in nordic.doubles.items()
        if (one := nordic.tracks[i], two := nordic.tracks[j])
        and (one.kind, one.length, one.locomotives) != (two.kind, two.length, two.locomotives)
    }
    assert unlike == {
        frozenset(("Kristiansand-Stavanger green tunnel", "Kristiansand-Stavanger orange ferry")),
        frozenset(("Mo I Rana-Trondheim green tunnel", "Mo I Rana-Trondheim red ferry")),
        frozenset(("Helsinki-Stockholm gray ferry", "Helsinki-Stockholm yellow ferry")),
    }


def test_nordic_sets_of_four_cards_stand_for_one_on_one_track() -> None:
    sets = [track for track in load_map("nordic").tracks if track.cards_for_one]
    assert [(track.name, track.length, track.cards_for_one) for track in sets] == [("Lieksa-Murmansk gray", 9, 4)]


def test_nordic_tickets_are_worth_their_cheapest_paths() -> None:
    nordic = load_map("nordic")
    distances = trains(nordic)
    for ticket in nordic.tickets:
        assert ticket.points == ticket.penalty == distances[ticket.cities[0]][ticket.cities[1]], ticket.name


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Aalborg", "Ålborg"),
        ("Arhus", "Århus"),
        ("Aarhus", "Århus"),
        ("Gothenburg", "Göteborg"),
        ("Goteborg", "Göteborg"),
        ("Helsingfors", "Helsinki"),
        ("honningvag", "Honningsvåg"),
        ("Copenhagen", "København"),
        ("Kopenhaga", "København"),
        ("Kobenhavn", "København"),
        ("mo i rana", "Mo I Rana"),
        ("Murmańsk", "Murmansk"),
        ("Sztokholm", "Stockholm"),
        ("Tromso", "Tromsø"),
        ("Åbo", "Turku"),
    ],
)
def test_nordic_aliases(alias: str, name: str) -> None:
    assert load_map("nordic").city(alias).name == name


# --- Switzerland -----------------------------------------------------------------------------


def test_switzerland_spaces_by_color() -> None:
    switzerland = load_map("switzerland")
    assert spaces(switzerland) == {
        "purple": 18, "white": 18, "blue": 19, "yellow": 18, "orange": 19, "black": 19, "red": 18, "green": 20,
        "gray": 56,
    }  # fmt: skip
    assert sum(track.color == "gray" for track in switzerland.tracks) == 14


def test_switzerland_lengths_and_points_for_routes() -> None:
    switzerland = load_map("switzerland")
    assert Counter(track.length for track in switzerland.tracks) == {1: 31, 2: 21, 3: 18, 4: 14, 5: 2, 6: 2}
    assert sum(switzerland.rules.route_points[track.length] for track in switzerland.tracks) == 293


def test_switzerland_tunnels() -> None:
    tracks = load_map("switzerland").tracks
    assert Counter(track.kind for track in tracks) == {"rail": 46, "tunnel": 42}
    assert sum(track.length for track in tracks if track.kind == "tunnel") == 105
    assert not any(track.locomotives for track in tracks)


def test_swiss_border_places_are_the_end_of_one_track_each() -> None:
    switzerland = load_map("switzerland")
    border = {city.name for city in switzerland.cities if city.country}
    assert Counter(city.country for city in switzerland.cities if city.country) == {
        "Deutschland": 5,
        "France": 4,
        "Italia": 5,
        "Österreich": 3,
    }
    ends = Counter(name for track in switzerland.tracks for name in track.cities if name in border)
    assert ends == dict.fromkeys(border, 1)
    assert not any(track.pair <= border for track in switzerland.tracks)
    assert len(switzerland.cities) - len(border) == 34
    assert not any(name in border for ticket in switzerland.tickets for name in ticket.cities)
    for city in switzerland.cities:
        assert city.name.startswith(f"{city.country} (") or not city.country


def test_switzerland_has_34_plain_and_12_choice_tickets() -> None:
    tickets = load_map("switzerland").tickets
    plain = [ticket for ticket in tickets if not ticket.alternatives]
    choice = [ticket for ticket in tickets if ticket.alternatives]
    assert (len(plain), sum(ticket.points for ticket in plain)) == (34, 258)
    assert (len(choice), sum(len(ticket.alternatives) for ticket in choice)) == (12, 40)
    assert (sum(ticket.points for ticket in choice), sum(ticket.penalty for ticket in choice)) == (156, 55)
    assert sum(ticket.penalty for ticket in tickets) == 313
    assert Counter(ticket.cities for ticket in choice) == {
        ("Bern",): 1, ("Chur",): 1, ("Lugano",): 1, ("Zürich",): 1,
        ("Deutschland",): 2, ("France",): 2, ("Italia",): 2, ("Österreich",): 2,
    }  # fmt: skip
    for ticket in choice:
        values = [points for _, points in ticket.alternatives]
        assert (ticket.points, ticket.penalty) == (max(values), min(values)), ticket.name


def test_swiss_tickets_are_worth_their_cheapest_paths_but_for_three_values() -> None:
    switzerland = load_map("switzerland")
    distances = trains(switzerland)
    for ticket in switzerland.tickets:
        if not ticket.alternatives:
            assert ticket.points == ticket.penalty == distances[ticket.cities[0]][ticket.cities[1]], ticket.name
    apart = {}
    for ticket in switzerland.tickets:
        (start,) = ticket.cities if ticket.alternatives else ("",)
        for goal, points in ticket.alternatives:
            ways = [option for option in switzerland.options(ticket) if option.cities[1] in switzerland.countries[goal]]
            shortest = min(distances[a][b] for a, b in (option.cities for option in ways))
            if points != shortest:
                apart[start, goal] = (points, shortest)
    assert apart == {
        ("Chur", "France"): (12, 13),
        ("France", "Italia"): (11, 10),
        ("Italia", "France"): (11, 10),
        ("Deutschland", "Italia"): (13, 11),
        ("Italia", "Deutschland"): (13, 11),
    }


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Bâle", "Basel"),
        ("Bazylea", "Basel"),
        ("Berno", "Bern"),
        ("Coire", "Chur"),
        ("Delsberg", "Delémont"),
        ("Freiburg", "Fribourg"),
        ("Geneva", "Genève"),
        ("Genewa", "Genève"),
        ("Lozanna", "Lausanne"),
        ("Lucerne", "Luzern"),
        ("neuchatel", "Neuchâtel"),
        ("Solura", "Solothurn"),
        ("St Gallen", "St. Gallen"),
        ("Sankt Gallen", "St. Gallen"),
        ("Zurych", "Zürich"),
        ("osterreich (st. gallen)", "Österreich (St. Gallen)"),
        ("Germany (Basel)", "Deutschland (Basel)"),
        ("Włochy (Brig)", "Italia (Brig)"),
        ("France (Geneve)", "France (Genève)"),
    ],
)
def test_swiss_aliases(alias: str, name: str) -> None:
    assert load_map("switzerland").city(alias).name == name


# --- Rails & Sails -------------------------------------------------------------------------


def test_world_pair_spaces_and_edge() -> None:
    tracks = load_map("rails_sails_world").tracks
    assert {track.name for track in tracks if track.pair_spaces} == {
        "Vancouver-Anchorage gray",
        "Marseille-Casablanca gray",
        "Tehran-Lahore gray",
        "Lahore-Beijing gray",
        "Luanda-Dar Es Salaam gray",
    }
    assert sum(track.wraps for track in tracks) == 10


@pytest.mark.parametrize(("name", "rail", "sea"), [("rails_sails_world", 71, 59), ("rails_sails_great_lakes", 52, 58)])
def test_rail_and_sea(name: str, rail: int, sea: int) -> None:
    assert Counter(track.kind for track in load_map(name).tracks) == {"rail": rail, "sea": sea}


def test_world_tours_are_worth_less_out_of_order() -> None:
    tours = [ticket for ticket in load_map("rails_sails_world").tickets if ticket.is_tour]
    assert len(tours) == 8
    for tour in tours:
        assert tour.points_out_of_order is not None
        assert tour.points_out_of_order < tour.points < tour.penalty


# --- First Journey -------------------------------------------------------------------------


@pytest.mark.rule("FJ-SETUP-3")
@pytest.mark.parametrize("name", ["first_journey_europe", "first_journey_usa"])
def test_first_journey_cards_are_stated_in_the_map(name: str) -> None:
    game_map = load_map(name)
    head = tomllib.loads((find_map(name) / "map.toml").read_text(encoding="utf-8"))
    assert {card.name: card.count for card in game_map.rules.cards} == head["printed"]["card_counts"]
    assert game_map.rules.total_cards == 72
    assert not any(ticket.penalty for ticket in game_map.tickets)


@pytest.mark.parametrize(
    ("name", "west", "east"),
    [
        ("first_journey_europe", {"Dublin", "Brest", "Madrid"}, {"Moscow", "Rostov", "Ankara"}),
        ("first_journey_usa", {"Seattle", "San Francisco", "Los Angeles"}, {"New York", "Washington", "Miami"}),
    ],
)
def test_coast_to_coast(name: str, west: set[str], east: set[str]) -> None:
    (bonus,) = load_map(name).bonus_tickets
    assert (set(bonus.west), set(bonus.east), bonus.copies, bonus.points) == (west, east, 4, 1)


def test_only_the_reconstructed_ticket_set_has_a_notice() -> None:
    notices = {name: load_map(name).notices for name in EVERY_MAP}
    assert "reconstruction" in notices.pop("first_journey_europe")[0]
    assert not any(notices.values())


def test_the_reconstructed_deck_is_what_its_script_draws() -> None:
    script = tool("reconstruct_first_journey_tickets")
    folder = REPOSITORY / "maps" / "first_journey_europe"
    candidates = script.candidates(folder / "routes.csv")
    assert len(candidates) == 119
    ticket_set = sorted(script.draw_ticket_set(candidates, random.Random(1)))
    assert [ticket.cities for ticket in load_map("first_journey_europe").tickets] == ticket_set
    assert Counter(candidates[pair] for pair in ticket_set) == {3: 3, 4: 16, 5: 13}
    named = Counter(city for pair in ticket_set for city in pair)
    assert set(named) == {city.name for city in load_map("first_journey_europe").cities}
    assert set(named.values()) <= {2, 3, 4, 5}


def test_the_printed_deck_of_the_usa_map_has_the_profile_of_the_reconstruction() -> None:
    usa = load_map("first_journey_usa")
    distances = trains(usa)
    assert Counter(distances[t.cities[0]][t.cities[1]] for t in usa.tickets) == {3: 3, 4: 16, 5: 13}


# --- the converter -------------------------------------------------------------------------


def put_in(folder: Path, name: str, *rows: str) -> None:
    """Write the rows of a file into a folder that is made for it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def converted(source: Path, target: Path) -> dict[str, list[list[str]]]:
    """What the converter writes for one map, by file."""
    tool("convert_map_data").main([str(source), str(target.parent)])
    return {path.name: list(csv.reader(path.open(encoding="utf-8"))) for path in target.iterdir()}


def test_the_converter_writes_what_the_loader_reads(tmp_path: Path) -> None:
    put = partial(put_in, tmp_path / "source")
    put("usa/cities.csv", "city,lat,lon,x,y,tags", "Montréal,45.5,-73.6,0.9,0.1,", "Boston,42.4,-71.1,0.98,0.2,bigcity")
    put("usa/city_aliases.csv", "city,ascii,other_names", "Montréal,Montreal,Montreal;Mtl (so on a card)")
    put(
        "usa/routes.csv",
        "city_a,city_b,length,color,kind,locomotives,pair_spaces,track",
        "Montréal,Boston,2,gray,rail,0,0,1",
        "Montréal,Boston,2,gray,rail,0,0,2",
    )
    head = "cities,points,points_out_of_order,penalty,deck"
    put("usa/tickets.csv", head, "Montréal > Boston,4,,4,main")
    put(
        "usa1910/tickets.csv",
        head + ",sets",
        "Boston > Montréal,4,,4,main,original;mega",
        "Boston > Montréal,3,,3,1910,1910",
    )
    assert converted(tmp_path / "source", tmp_path / "maps" / "usa") == {
        "cities.csv": [
            ["city", "latitude", "longitude", "x", "y", "tags", "aliases"],
            ["Montréal", "45.5", "-73.6", "0.9", "0.1", "", "Mtl"],
            ["Boston", "42.4", "-71.1", "0.98", "0.2", "bigcity", ""],
        ],
        "routes.csv": [
            ["city_a", "city_b", "length", "color", "track"],
            ["Montréal", "Boston", "2", "gray", "1"],
            ["Montréal", "Boston", "2", "gray", "2"],
        ],
        "tickets.csv": [
            ["cities", "points", "deck", "sets"],
            ["Montréal > Boston", "4", "", "base;mega"],
            ["Boston > Montréal", "3", "1910", "1910"],
        ],
    }


def test_the_converter_names_border_places_in_each_language_and_keeps_choice_tickets(tmp_path: Path) -> None:
    put = partial(put_in, tmp_path / "source" / "border")
    put(
        "cities.csv", "city,lat,lon,x,y,tags", "Brig,46.3,8.0,0.4,0.8,", "Italia (Brig),46.1,8.3,0.5,0.9,country:Italia"
    )
    put("city_aliases.csv", "city,ascii,other_names", "Brig,Brig,Brigue", "Italia (Brig),Italia (Brig),")
    put("countries.csv", "country,ascii,other_names,border_places", "Italia,Italia,Italy;Włochy,1")
    put(
        "routes.csv",
        "city_a,city_b,length,color,kind,locomotives,pair_spaces,track,cards_for_one",
        "Brig,Italia (Brig),3,gray,rail,0,0,1,4",
    )
    head = "cities,points,points_out_of_order,penalty,deck,alternatives,copies"
    put("tickets.csv", head, "Bern > Brig,5,,5,main,,1", "Bern,8,,5,country,France 5; Italia 8,2")
    assert converted(tmp_path / "source", tmp_path / "maps" / "border") == {
        "cities.csv": [
            ["city", "latitude", "longitude", "x", "y", "tags", "aliases"],
            ["Brig", "46.3", "8.0", "0.4", "0.8", "", "Brigue"],
            ["Italia (Brig)", "46.1", "8.3", "0.5", "0.9", "country:Italia", "Italy (Brig);Włochy (Brig)"],
        ],
        "countries.csv": [["country", "aliases"], ["Italia", "Italy;Włochy"]],
        "routes.csv": [
            ["city_a", "city_b", "length", "color", "cards_for_one"],
            ["Brig", "Italia (Brig)", "3", "gray", "4"],
        ],
        "tickets.csv": [
            ["cities", "points", "penalty", "deck", "alternatives", "copies"],
            ["Bern > Brig", "5", "", "", "", ""],
            ["Bern", "8", "5", "country", "France 5; Italia 8", "2"],
        ],
    }
