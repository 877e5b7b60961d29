"""Explorers with work that takes a while: *Run* and *Stop* buttons, a progress bar, a status line."""

from threading import Event, Thread

import ipywidgets as widgets

from ttr_analysis.errors import TicketToRideError
from ttr_analysis.explore import words
from ttr_analysis.explore.base import Explorer
from ttr_analysis.maps import MapLike


class RunningExplorer(Explorer):
    """An explorer whose work waits for *Run* and ends early with *Stop*.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map, by name, by folder, or a map made in Python.
    idle : str
        The status before the first run.

    Attributes
    ----------
    run_button, stop_button : ipywidgets.Button
    progress : ipywidgets.IntProgress
    status : ipywidgets.Label
        The state of the work, in a few words.
    run_row : ipywidgets.HBox
        All of these side by side.
    """

    def __init__(self, game_map: MapLike, idle: str) -> None:
        super().__init__(game_map)
        self._stop = Event()
        self._thread: Thread | None = None
        self._chosen: tuple[widgets.Widget, ...] = ()
        self._shown_choices: tuple[object, ...] = ()
        self.run_button = widgets.Button(description=words.RUN, icon="play", button_style="primary")
        self.stop_button = widgets.Button(description=words.STOP, icon="stop", disabled=True)
        self.progress = widgets.IntProgress(0, 0, 1, layout=widgets.Layout(width="220px"))
        self.status = widgets.Label(idle)
        self.run_row = widgets.HBox([self.run_button, self.stop_button, self.progress, self.status])
        self.run_button.on_click(lambda button: self.start())
        self.stop_button.on_click(lambda button: self.stop())

    def need_run(self, *controls: widgets.Widget) -> None:
        """Name the controls whose choice is shown only after *Run*: until then the figure is said not to fit them."""
        self._chosen += controls
        for control in controls:
            control.observe(lambda change: self.mark(), "value")

    def why_stale(self) -> str:
        """Return why the figure does not fit the controls; empty if it does."""
        return super().why_stale() or (words.RUN_AGAIN if self._choices() != self._shown_choices else "")

    def _choices(self) -> tuple[object, ...]:
        return tuple(control.value for control in self._chosen)

    def work(self) -> None:
        """Do the work chosen with the controls, and show the figure."""
        raise NotImplementedError

    def start(self) -> None:
        """Start the work in the background, so that the notebook stays responsive and *Stop* works."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self.run, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop after the games in progress, and show what has been played."""
        self._stop.set()

    def run(self) -> None:
        """Do the work chosen with the controls, show the figure, and return when it is done."""
        self._stop.clear()
        self.run_button.disabled, self.stop_button.disabled = True, False
        self.error.value, self.status.value = "", words.PLAYING
        chosen = self._choices()
        try:
            self.work()
            self._shown_choices = chosen
        except (TicketToRideError, ValueError) as error:
            self.show_error(str(error))
            self.status.value = words.NOTHING_PLAYED
        except Exception as error:
            self.show_error(f"{type(error).__name__}: {error}")
            self.status.value = words.FAILED
        finally:
            self.mark()
            self.run_button.disabled, self.stop_button.disabled = False, True

    def advance(self, done: int, whole: int) -> bool:
        """Show that ``done`` of ``whole`` games are played, and return whether *Stop* was pressed."""
        self.progress.max, self.progress.value = whole, done
        self.status.value = words.PROGRESS.format(done=done, whole=whole)
        return self._stop.is_set()
