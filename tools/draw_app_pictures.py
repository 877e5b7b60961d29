"""Draw the pictures of the list of notebooks (`make app`): one chart of each notebook, without title and caption."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import plotly.graph_objects as go

from ttr_analysis import Game, charts, load_map, play, simulate, stats
from ttr_analysis.charts.export import Pictures
from ttr_analysis.charts.frame import for_page
from ttr_analysis.exact import odds
from ttr_analysis.report.narrow import for_phone
from ttr_analysis.results import Result

FOLDER = Path(__file__).parent / "jupyter" / "voila" / "templates" / "offline" / "static"
WIDTH, HEIGHT = 480, 300
"""Size of a picture, in pixels."""

GAMES = 2000
SIZE: dict[str, Any] = {"width": WIDTH, "height": HEIGHT + 90}  # what stands around the plot is cut off


def pictures(games: Result) -> Mapping[str, Callable[[], go.Figure]]:
    """Return what draws each notebook's picture, by the notebook's name."""
    usa, europe = games.game_map, load_map("europe")
    table = stats.ticket_outcomes(games)
    hard = table.sort_values("made_share").iloc[[0, 1, 2, len(table) // 2, -2, -1]]
    lengths = {f"length {length}": odds.tunnel_table(europe.rules, length, "red") for length in (2, 4)}
    cards = odds.deck_cards(usa.rules, usa.rules.decks[0])
    waits = {"six red": odds.draws_until(cards, {"red": 6}), "six of any colour": odds.draws_until(cards, 6)}
    owners = play.game_frames(usa, 2, Game(usa, 2, seed=7).play("expert").events)[-1].owners
    mixed = simulate(usa, ["expert", "ticket_planner"], games=GAMES // 4, seed=1, progress=False)
    board = {"title": "", "width": WIDTH}
    return {
        "00_start_here": lambda: charts.board_figure(usa, **board),
        "01_ticket_difficulty": lambda: charts.ticket_outcomes(hard, **SIZE),
        "02_tunnel_risk": lambda: charts.tunnel_success(lengths, **SIZE),
        "03_card_draw_odds": lambda: charts.waiting_times(waits, "How long", **SIZE),
        "04_route_values": lambda: charts.track_values(games, "winner_lift", **board),
        "05_strategy_tournament": lambda: charts.score_distribution(mixed, **SIZE),
        "06_article_figures": lambda: charts.win_share_by_seat(
            games, title="Does it pay to move first?", width=WIDTH, height=HEIGHT
        ),
        "07_replay": lambda: charts.board_figure(usa, owners=owners, caption="", **board),
    }


def main() -> None:
    """Draw all of them."""
    games = simulate("usa", "expert", players=4, games=GAMES, seed=1)
    with Pictures() as browser:
        for name, draw in pictures(games).items():
            figure = draw()
            shown = figure if name == "06_article_figures" else for_page(figure)
            shown = for_phone(shown) if name == "01_ticket_difficulty" else shown
            browser.write(shown.update_layout(width=WIDTH, height=HEIGHT), FOLDER / f"{name}.png", 1)


if __name__ == "__main__":
    main()
