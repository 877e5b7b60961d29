"""What tracks are worth, on the board."""

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis import charts, stats
from ttr_analysis.charts import MEASURES, theme
from ttr_analysis.charts.board.layout import layout_of
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.charts.board.shapes import space_outlines
from ttr_analysis.explore import words
from ttr_analysis.explore.base import as_widget
from ttr_analysis.explore.games import GameExplorer
from ttr_analysis.results.result import Result

STEP = 5
"""Step of the slider, in percent of games: the tracks within one step are covered together."""

COVER = "cover"
"""Name of the shapes that cover hidden tracks, one for each step: they are sent once, and one message for each move of
the slider says which of them are shown.
"""


class TrackExplorer(GameExplorer):
    """What each track is worth, on the board: choose a measure, hide tracks that are rarely claimed.

    Examples
    --------
    >>> explorer = ttr.explore.TrackExplorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    def controls(self) -> list[widgets.Widget]:
        """Return the menu of measures and the slider for the minimum share of claims."""
        self.measure_menu = widgets.Dropdown(
            options=[(words.say(measure.title), name) for name, measure in MEASURES.items()], description=words.MEASURE
        )
        self.min_slider = widgets.IntSlider(
            0, 0, 100, STEP, description=words.AT_LEAST, continuous_update=False, tooltip=words.HIDE_TRACKS
        )
        for control in (self.measure_menu, self.min_slider):
            control.observe(self.refresh, "value")
        return [self.measure_menu, self.min_slider]

    def digest(self, result: Result) -> None:
        """Draw the boards of all measures, each with covers for hidden tracks, so that changes take no time."""
        track_table = stats.track_values(result)
        layout = layout_of(result.game_map)
        paths: dict[int, str] = {}
        for track, share in zip(result.game_map.tracks, track_table["claim_share"], strict=True):
            outlines = [outline for line in layout.spaces(track) for outline in space_outlines(track, line)]
            step = int(100 * share // STEP)
            paths[step] = paths.get(step, "") + "".join(map(_path, outlines))
        look = {"type": "path", "name": COVER, "fillcolor": theme.NEUTRAL, "line": {"color": theme.PAPER, "width": 1}}
        covers = [{**look, "path": path, "opacity": 0} for path in paths.values()]
        self._boards: dict[str, go.Figure] = {}
        self._shown = ""
        for measure in MEASURES:
            board = charts.track_values(track_table, measure, game_map=result.game_map, layout=layout)
            self._steps = dict(enumerate(paths, start=len(board.layout.shapes)))
            self._boards[measure] = board.update_layout(shapes=[*board.layout.shapes, *covers])

    def figure(self) -> go.FigureWidget:
        """Return the board coloured by the chosen measure."""
        least = self.min_slider.value / STEP
        hidden = {f"shapes[{place}].opacity": float(step < least) for place, step in self._steps.items()}
        if self._shown == self.measure_menu.value:
            self._live.plotly_relayout(hidden)
            return self._live
        # A new figure, because a live figure that is changed before it is shown may stay empty on the page.
        self._shown = self.measure_menu.value
        board = self._boards[self._shown]
        board.plotly_relayout(hidden)
        self._live: go.FigureWidget = as_widget(board)
        return self._live


def _path(outline: Points) -> str:
    """Return the outline of a space as the path of a shape."""
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in outline) + "Z"
