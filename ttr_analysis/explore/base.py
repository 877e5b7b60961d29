"""What all explorers share: the map, a figure, errors under the controls."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis.errors import TicketToRideError
from ttr_analysis.explore import words
from ttr_analysis.maps import GameMap, available_maps, load_map

WIDE = "300px"
"""Width of menus and sliders."""

LABEL = "104px"
"""Width of their labels, which is part of it: the default of 80 pixels cuts off longer words."""


class Explorer:
    """Menus of maps and ticket sets, further controls, and a figure that follows them.

    Parameters
    ----------
    map_name : str
        The initial map.

    Attributes
    ----------
    widget : ipywidgets.VBox
        The whole explorer, to be shown by the last line of a cell.
    map_menu, ticket_set_menu : ipywidgets.Dropdown
        The map and its ticket set.
    error, figure_box : ipywidgets.Widget
        Where errors and the figure are shown.

    Examples
    --------
    >>> explorer = ttr.explore.Explorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    def __init__(self, map_name: str = "usa") -> None:
        self.map_menu = widgets.Dropdown(
            options=list(available_maps()), value=map_name, description=words.MAP, layout=widgets.Layout(width=WIDE)
        )
        self.ticket_set_menu = widgets.Dropdown(description=words.TICKET_SET, layout=widgets.Layout(width=WIDE))
        self.error = widgets.HTML()
        self.figure_box = widgets.VBox()
        self.widget = widgets.VBox()
        self._changing = False
        self._maps: dict[tuple[str, str], GameMap] = {}

    def figure(self) -> go.FigureWidget:
        """Return the live figure for the current state of the controls."""
        raise NotImplementedError

    def refresh(self, change: object = None) -> None:
        """Redraw the figure, or show why there is none."""
        del change
        if self._changing:
            return
        try:
            self.error.value = ""
            self.figure_box.children = (self.figure(),)
        except (TicketToRideError, ValueError) as error:
            self.figure_box.children = ()
            self.show_error(str(error))

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Redraw the figure only once, after all controls that depend on another one have been set."""
        nested, self._changing = self._changing, True
        try:
            yield
        finally:
            self._changing = nested
        self.refresh()

    def chosen_map(self) -> GameMap:
        """Return the chosen map with the chosen ticket set; its folder is read once, not at every move of a slider."""
        chosen = (self.map_menu.value, self.ticket_set_menu.value)
        if chosen not in self._maps:
            self._maps[chosen] = load_map(*chosen)
        return self._maps[chosen]

    def offer_ticket_sets(self) -> GameMap:
        """Offer the ticket sets of the chosen map, and return the map with the first of them."""
        game_map = load_map(self.map_menu.value)
        offer(self.ticket_set_menu, game_map.ticket_sets)
        return game_map

    def arrange(self, *columns: Sequence[widgets.Widget], below: Sequence[widgets.Widget] = ()) -> None:
        """Lay out ``widget``: columns of controls, rows below them, errors, the figure."""
        for control in (control for column in columns for control in column):
            control.style.description_width = LABEL
        rows = [widgets.VBox(list(column)) for column in columns]
        top = widgets.HBox(rows, layout=widgets.Layout(flex_flow="row wrap"))
        self.widget.children = (top, *below, self.error, self.figure_box)

    def show_error(self, message: str) -> None:
        """Show a message under the controls."""
        self.error.value = f"<p style='color:#b3261e;white-space:pre-wrap'>{escape(message)}</p>"


def offer(menu: widgets.Dropdown, options: Sequence[str]) -> None:
    """Replace the options of a menu, and choose the first."""
    menu.index = None  # otherwise the page shows no choice if the new one has the same position
    menu.options = options
    menu.index = 0


def slider(name: str, hint: str, value: int, minimum: int, maximum: int) -> widgets.IntSlider:
    """Return a slider that reports its value only when it is released."""
    return widgets.IntSlider(
        value,
        minimum,
        maximum,
        description=name,
        tooltip=hint,
        continuous_update=False,
        layout=widgets.Layout(width=WIDE),
    )


def as_widget(fig: go.Figure) -> go.FigureWidget:
    """Return a live figure without the table that a plain one carries.

    The plain figure is built first and then wrapped, so that it survives being shown inside a box.
    """
    return go.FigureWidget(go.Figure(fig).update_layout(meta=None))


def live(shown: Sequence[go.FigureWidget], fig: go.Figure) -> go.FigureWidget:
    """Return the figure shown, changed in place if it has as many traces as the new one, or a new live figure.

    A page draws a change much faster than a new figure.
    """
    if not shown or len(shown[0].data) != len(fig.data):
        return as_widget(fig)
    widget, layout = shown[0], fig.layout
    with widget.batch_update():
        for old, new in zip(widget.data, fig.data, strict=True):
            old.update(new.to_plotly_json(), overwrite=True)
        widget.update_layout(
            title_text=layout.title.text, height=layout.height, margin_b=layout.margin.b,
            annotations=layout.annotations, shapes=layout.shapes, showlegend=layout.showlegend,
            xaxis_range=layout.xaxis.range, overwrite=True,
        )  # fmt: skip
    return widget
