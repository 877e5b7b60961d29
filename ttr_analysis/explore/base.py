"""What all explorers share: the map, a figure, errors under the controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape

import ipywidgets as widgets
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import export, marks
from ttr_analysis.charts.frame import table_of
from ttr_analysis.errors import TicketToRideError
from ttr_analysis.explore import choices, dark, language_menu, words
from ttr_analysis.maps import GameMap, MapLike, as_map, available_maps, folder, languages, load_map

WIDE = "300px"
"""Width of menus and sliders."""

LABEL = "104px"
"""Width of their labels, which is part of it: the default of 80 pixels cuts off longer words."""


class Explorer(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Menus of maps and ticket sets, further controls, and a figure that follows them.

    An explorer is a widget: it shows itself as the last line of a cell, and goes into boxes and tabs.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map: a name, the folder of a map, or a map made or changed in Python, which is
        offered beside the others.

    Attributes
    ----------
    map_menu, ticket_set_menu : ipywidgets.Dropdown
        The map and its ticket set.
    language_menu : ipywidgets.Dropdown
        The language of controls and figure; a choice holds for all explorers of the session.
    error, stale, figure_box : ipywidgets.Widget
        Where errors are shown, whether the figure still fits the controls, and the figure.
    save_button, save_name : ipywidgets.Widget
        Write the files of the figure, under this name.

    Raises
    ------
    MapError
        If there is no such map, or it has faults.

    Examples
    --------
    >>> explorer = ttr.explore.Explorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    def __init__(self, game_map: MapLike = "usa") -> None:
        super().__init__()
        self.save_name = widgets.Text(words.SAVE_NAME, tooltip=words.SAVE_HINT, layout=widgets.Layout(width=WIDE))
        self.save_button = widgets.Button(description=words.SAVE, icon="download", tooltip=words.SAVE_HINT)
        self.save_button.on_click(lambda button: self.save())
        self.saved_files = widgets.HTML()
        self.stale = widgets.HTML()
        self._given = as_map(game_map)
        self._whole = folder.is_as_in_folder(self._given)
        self._name, names = self._given.name, available_maps()
        if self._name in names and (not self._whole or folder.find_map(self._name).resolve() != self._given.folder):
            self._name = words.OWN_MAP.format(name=self._name)
        offered = choices.maps()
        if self._name not in names:
            offered.append((self._name, self._name))
        self.map_menu = widgets.Dropdown(
            options=offered, value=self._name, description=words.MAP, layout=widgets.Layout(width=WIDE)
        )
        self.ticket_set_menu = widgets.Dropdown(description=words.TICKET_SET, layout=widgets.Layout(width=WIDE))
        self.language_menu, self._language = language_menu.menu_for(self, WIDE), languages.language()
        self.error = widgets.HTML()
        self.figure_box = widgets.VBox()
        self._changing = False
        self._maps = {(self._name, self._given.ticket_set): self._given}
        self._listeners = widgets.CallbackDispatcher()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.map_menu.value}>"

    @property
    def table(self) -> pd.DataFrame:
        """A copy of the rows behind the figure that is shown; empty while there is none."""
        shown = self.figure_box.children
        return shown[0]._table.copy() if shown else pd.DataFrame()

    def on_change(self, function: Callable[[Explorer], object], remove: bool = False) -> None:
        """Call a function with the explorer whenever its figure, and so its table, has changed.

        Parameters
        ----------
        function : callable
            It is given the explorer. It runs where the change was made: for new games, beside the notebook.
        remove : bool
            Stop calling it instead.

        Examples
        --------
        >>> explorer = ttr.explore.DrawExplorer("usa")
        >>> explorer.on_change(lambda changed: print(f"{len(changed.table)} rows"))
        >>> explorer.need_slider.value = 1
        18 rows
        """
        self._listeners.register_callback(function, remove=remove)

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
            self.show_figure(self.figure())
            self.saved_files.value = ""
        except (TicketToRideError, ValueError) as error:
            self.show_error(str(error))
        self.mark()
        self._listeners(self)

    def show_figure(self, figure: go.FigureWidget) -> None:
        """Put a figure into its box; charts follow the theme of the page, boards stay light."""
        light = not isinstance(figure, go.FigureWidget) or marks.is_board(figure)  # the replay viewer is no chart
        change = self.figure_box.remove_class if light else self.figure_box.add_class
        change(dark.FOLLOWS)
        self.figure_box.children = (figure,)

    def speak(self, language: str) -> None:
        """Say all labels in a language and draw the figure anew."""
        if language == self._language:
            return
        before, self._language = self._language, language
        nested, self._changing = self._changing, True
        try:
            language_menu.retell(self, before, language)
            self.language_menu.value = language
            self.forget()
        finally:
            self._changing = nested
        shown = self.figure_box.children
        self.figure_box.children = ()
        self.refresh()
        self.figure_box.children = self.figure_box.children or shown

    def forget(self) -> None:
        """Drop figures that are kept, or draw them anew: their words are those of another language now."""

    def mark(self) -> None:
        """Say above the figure if it does not fit the controls."""
        why = self.why_stale() if self.figure_box.children else ""
        self.stale.value = f"<p style='margin:0'><b>{escape(why)}</b></p>" if why else ""

    def why_stale(self) -> str:
        """Return why the figure does not fit the controls; empty if it does."""
        return words.OF_BEFORE if self.error.value else ""

    def save(self) -> None:
        """Write all files of the figure that is shown, and name them under it."""
        plain = getattr(next(iter(self.figure_box.children), None), "_plain", None)
        if plain is None:
            self.show_error(words.NOTHING_TO_SAVE)
            return
        self.saved_files.value = words.SAVING
        try:
            files, notice = export.save(plain, self.save_name.value.strip())
        except TicketToRideError as error:
            self.saved_files.value = ""
            self.show_error(str(error))
            return
        names = ", ".join(str(file) for file in files)
        self.saved_files.value = f"<p>{escape(words.SAVED.format(files=names))} {escape(notice)}</p>"

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
            name, ticket_set = chosen
            self._maps[chosen] = load_map(self._given.folder or name if name == self._name else name, ticket_set)
        return self._maps[chosen]

    def offer_ticket_sets(self) -> GameMap:
        """Offer the ticket sets of the chosen map, and return the map with the one that is chosen then.

        A map that was changed in Python has no other tickets than its own.
        """
        given = self.map_menu.value == self._name
        game_map = self._given if given else load_map(self.map_menu.value)
        sets = game_map.ticket_sets if self._whole or not given else (game_map.ticket_set,)
        offer(self.ticket_set_menu, sets, sets.index(game_map.ticket_set))
        return game_map

    def arrange(self, *columns: Sequence[widgets.Widget], below: Sequence[widgets.Widget] = ()) -> None:
        """Lay out the explorer: columns of controls, rows below them, errors, the figure, what saves it."""
        columns = (*columns[:-1], [*columns[-1], self.language_menu])
        for control in (control for column in columns for control in column):
            control.style.description_width = LABEL
        rows = [widgets.VBox(list(column)) for column in columns]
        top = widgets.HBox(rows, layout=widgets.Layout(flex_flow="row wrap"))
        saving = widgets.HBox([self.save_button, self.save_name], layout=widgets.Layout(flex_flow="row wrap"))
        self.children = (
            top,
            *below,
            self.error,
            self.stale,
            self.figure_box,
            widgets.HTML(dark.style()),
            saving,
            self.saved_files,
        )

    def show_error(self, message: str) -> None:
        """Show a message under the controls."""
        self.error.value = f"<p style='color:#b3261e;white-space:pre-wrap'>{escape(message)}</p>"


def offer(menu: widgets.Dropdown, options: Sequence[str], chosen: int = 0) -> None:
    """Replace the options of a menu, and choose one by its place, by default the first."""
    menu.index = None  # otherwise the page shows no choice if the new one has the same position
    menu.options = options
    menu.index = chosen


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


def set_range(moved: widgets.IntSlider, minimum: int, maximum: int) -> None:
    """Give a slider another range; it moves if its value is outside."""
    moved.max = max(moved.max, maximum)  # the range must not be empty in between
    moved.min, moved.max = minimum, maximum


def as_widget(fig: go.Figure) -> go.FigureWidget:
    """Return a live figure that keeps the table of a plain one in Python, and does not send it to the page.

    The plain figure is built first and then wrapped, so that it survives being shown inside a box.
    """
    widget = go.FigureWidget(go.Figure(fig).update_layout(meta=None))
    widget._table, widget._plain = table_of(fig), fig
    return widget


def live(shown: Sequence[go.FigureWidget], fig: go.Figure) -> go.FigureWidget:
    """Return the figure shown, changed in place if it has as many traces as the new one, or a new live figure.

    A page draws a change much faster than a new figure.
    """
    if not shown or len(shown[0].data) != len(fig.data):
        return as_widget(fig)
    widget, layout = shown[0], fig.layout
    widget._table, widget._plain = table_of(fig), fig
    with widget.batch_update():
        for old, new in zip(widget.data, fig.data, strict=True):
            old.update(new.to_plotly_json(), overwrite=True)
        widget.update_layout(
            title=layout.title, height=layout.height, margin_t=layout.margin.t, margin_b=layout.margin.b,
            annotations=layout.annotations, shapes=layout.shapes, showlegend=layout.showlegend,
            xaxis_range=layout.xaxis.range, overwrite=True,
        )  # fmt: skip
    return widget
