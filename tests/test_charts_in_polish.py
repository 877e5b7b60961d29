"""Charts in another language: nothing of them stays English."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import plotly.graph_objects as go
import pytest
from made_up import made_up_result
from made_up_tournament import made_up_tournament
from made_up_worth import made_up_worth

import ttr_analysis as ttr
from ttr_analysis import charts, odds, stats
from ttr_analysis.charts import words
from ttr_analysis.exact import paths
from ttr_analysis.maps import load_map
from ttr_analysis.maps.languages import speaking

ENGLISH = re.compile(
    r"\b(the|of|and|gray|red|blue|green|yellow|with|from|which|how|what|than|each|per|all|points|games?|players?|seats?|tracks?|tickets|trains|"
    r"cards?|shares?|mean|rounds?|turns?|wins?|won|score|worth|seed|others|made|spaces|number|length|Map|set)\b"
)
"""Words that no Polish text has."""

GAMES = made_up_result(games=60)
TOURNAMENT = made_up_tournament([2.5, 0.0, 0.05], (0.3, 0.0), games=60, seed=3)

DRAWN: dict[str, Callable[[], go.Figure]] = {
    **{name: lambda name=name: getattr(charts, name)(GAMES, language="pl") for name in (  # type: ignore[misc]
        "score_parts", "score_distribution", "win_share_by_seat", "game_lengths", "tickets_made",
        "claim_turns_by_length", "ticket_outcomes", "ticket_worth", "track_values",
    )},
    **{name: lambda name=name: getattr(charts, name)(TOURNAMENT, language="pl") for name in (  # type: ignore[misc]
        "ladder", "win_matrix",
    )},
    "ticket_rates": lambda: charts.ticket_rates(paths.ticket_rates(load_map("usa")), language="pl"),
    "tunnel_costs": lambda: charts.tunnel_costs(
        {n: odds.tunnel_table(ttr.rules.RULE_SETS["europe"].cards, n, "red") for n in (1, 4)}, language="pl"
    ),
    "waiting_times": lambda: charts.waiting_times(
        {"3": odds.draws_until(ttr.rules.RULE_SETS["usa"].cards, {"red": 3})}, "Czekanie", language="pl"
    ),
    "market_clearings": lambda: charts.market_clearings(
        {"usa": odds.market_clearings(ttr.rules.RULE_SETS["usa"], 5)}, language="pl"
    ),
    "worth_ranking": lambda: charts.worth_ranking(made_up_worth(load_map("usa")), language="pl"),
    "own_scores": lambda: charts.own_scores(GAMES, [100, 130], language="pl"),
    "board": lambda: charts.board_figure("first_journey_usa", source="PKP", language="pl"),
}  # fmt: skip


def shown(fig: go.Figure) -> list[str]:
    """All texts of a figure that readers can see or hear, without the names of maps and strategies."""
    drawn = json.loads(go.Figure(fig).update_layout(template=None).to_json())
    layout, meta = drawn["layout"], drawn["layout"].pop("meta")
    told = [meta["title"], meta["caption"], meta["alt"], *(note["text"] for note in layout.get("annotations", ()))]
    told += [axis["title"]["text"] for name, axis in layout.items() if "axis" in name and "title" in axis]
    for trace in drawn["data"]:
        told += [
            trace.get("hovertemplate", ""),
            trace["name"] if trace.get("showlegend", True) and "name" in trace else "",
        ]
        told += [
            text for text in (*listed(trace.get("hovertext")), *listed(trace.get("text"))) if isinstance(text, str)
        ]
    return told


def listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else [value]


@pytest.mark.parametrize("name", DRAWN)
def test_a_polish_chart_has_no_english_words(name: str) -> None:
    for text in shown(DRAWN[name]()):
        bare = re.sub(r"Ticket to Ride[^,;]*|%\{[^}]*\}|<[^>]*>|\b\w+_\w+\b", "", text or "")
        assert not ENGLISH.search(bare), text


def test_axes_and_hover_texts_of_a_polish_chart_have_decimal_commas() -> None:
    assert charts.win_share_by_seat(GAMES, language="pl").layout.separators == ",\xa0"
    assert charts.win_share_by_seat(GAMES).layout.separators is None


def test_numbers_of_a_polish_chart_are_polish_and_minus_signs_are_true() -> None:
    polish = charts.text_of(DRAWN["market_clearings"](), "alt")
    assert re.search(r"Ticket to Ride: \d,\d\d", polish), polish
    english = charts.text_of(charts.ladder(TOURNAMENT), "alt")
    assert "\N{MINUS SIGN}" in english
    assert not re.search(r"(?<!\w)-\d", english)


def test_only_the_figure_that_asks_for_a_language_has_it() -> None:
    polish = charts.win_share_by_seat(GAMES, language="pl")
    assert polish.layout.xaxis.title.text.startswith("Miejsce")
    assert charts.win_share_by_seat(GAMES).layout.xaxis.title.text.startswith("Seat")
    assert charts.table_of(polish).equals(stats.win_share_by_seat(GAMES)[[*charts.table_of(polish).columns]])


def test_tracks_and_legends_name_their_colours() -> None:
    polish = charts.board_figure("first_journey_usa", language="pl")
    legend = next(trace for trace in polish.data if trace.name == "legend")
    assert {"niebieski", "czerwony"} <= set(legend.text)
    english = next(trace for trace in charts.board_figure("first_journey_usa").data if trace.name == "legend")
    assert {"blue", "red"} <= set(english.text)
    assert words.track("Paris-Zürich gray tunnel") == "Paris-Zürich gray tunnel"
    with speaking("pl"):
        assert words.track("Paris-Zürich gray tunnel") == "Paris-Zürich szary tunel"
        assert words.track("Dallas-Houston gray 1") == "Dallas-Houston szary 1"
        assert words.track("Red Bluff-Graytown red") == "Red Bluff-Graytown czerwony"
