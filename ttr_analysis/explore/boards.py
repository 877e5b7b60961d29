"""A board to click: a position and closed tracks as input for everything that takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any

import anywidget
import ipywidgets
import traitlets

from ttr_analysis._validate import instance, shown
from ttr_analysis.charts.board import svg
from ttr_analysis.errors import SetupError, TicketToRideError
from ttr_analysis.explore import edits, language_menu, words
from ttr_analysis.maps import GameMap, MapLike, as_map, languages
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_names import Name
from ttr_analysis.report import replay


def board(game_map: MapLike = "usa", position: Position | None = None) -> Board:
    """Return a board to click, whose state is a position of a game.

    A click on a track gives it to a player, closes it to everybody, or clears it; one on a city builds a station or a
    harbour there. The panel has hands, market, tickets, and whose move it is. What contradicts the rules
    stands below the board in words.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    position : Position, optional
        Where to begin; by default an empty board.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> board = ttr.explore.board(usa, ttr.Position(players=2, tracks={1: ["Denver-Omaha purple"]}))
    >>> board.position.tracks
    {1: ['Denver-Omaha purple']}

    A game goes on from it, and after a click anywhere a function of yours is called, for instance to evaluate:

    >>> ttr.Game.from_position(usa, board.position).player
    0
    >>> board.on_change(lambda changed: print(len(changed.closed), "closed"))
    >>> board.closed = ["Denver-Kansas City black", "Denver-Kansas City orange"]
    2 closed

    Closed tracks are what paths and the optimum take (``ttr.optimum.min_trains(usa, tickets, closed=board.closed)``,
    ``best_network(usa.without(*board.closed))``); their names are things to be measured by
    :func:`ttr_analysis.experiments.worth` (``of="tracks", only=board.closed_names``):

    >>> ttr.paths.shortest_path(usa, "Denver", "Kansas City", closed=board.closed).trains
    5
    >>> board.closed_names
    ('Denver-Kansas City black', 'Denver-Kansas City orange')
    """
    return Board(game_map, position)


class Board(anywidget.AnyWidget):
    """The widget that :func:`board` returns.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    position : Position, optional
        Where to begin.

    Attributes
    ----------
    game_map : GameMap
        The map.

    Raises
    ------
    SetupError
        If this is no position, it has a name that the map does not have, or a track is both owned and closed. What
        else contradicts the rules is no error: it is told below
        the board, and by :attr:`problem`.

    Examples
    --------
    >>> ttr.explore.Board("europe").position
    Position(players=2)
    """

    _esm = svg.live_asset("js") + files("ttr_analysis.explore").joinpath("board.js").read_text(encoding="utf-8")
    _css = svg.live_asset("css") + files("ttr_analysis.explore").joinpath("board.css").read_text(encoding="utf-8")
    _drawing = traitlets.Unicode().tag(sync=True)
    _facts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _problem = traitlets.Unicode().tag(sync=True)

    def __init__(self, game_map: MapLike = "usa", position: Position | None = None) -> None:
        self.game_map: GameMap = as_map(game_map)
        if position is not None:
            instance("position", position, Position, "Position(players=2)")
        self._draft = edits.Draft(position or edits.default_position(self.game_map))
        self._listeners = ipywidgets.CallbackDispatcher()
        super().__init__(
            _drawing=svg.board_svg(self.game_map),
            _facts=_facts_of(self.game_map),
            _state=edits.as_shown(self.game_map, self._draft),
        )
        self.on_msg(self._edit)
        language_menu.listen(self)
        if position is not None:
            self._problem = edits.problem_of(self.game_map, self._draft)

    def __repr__(self) -> str:
        return f"<Board {self.game_map.name} {self.position!r}>"

    @property
    def position(self) -> Position:
        """The position on the board; assign one to show it."""
        return self._draft.position

    @position.setter
    def position(self, position: Position) -> None:
        instance("position", position, Position, "Position(players=2)")
        self._take(edits.checked(self.game_map, edits.Draft(position, self._draft.closed)))

    @property
    def closed(self) -> tuple[int, ...]:
        """The numbers of the tracks that are closed to everybody; assign numbers or names."""
        return tuple(sorted(self._draft.closed))

    @closed.setter
    def closed(self, tracks: Iterable[Name]) -> None:
        closed = edits.checked_closed(self.game_map, tracks)
        self._take(edits.checked(self.game_map, edits.Draft(self.position, closed)))

    @property
    def closed_names(self) -> tuple[str, ...]:
        """The names of the closed tracks."""
        return tuple(self.game_map.tracks[index].name for index in self.closed)

    @property
    def problem(self) -> str:
        """Why no game can begin at the position, in words; empty if one can."""
        return str(self._problem)

    def on_change(self, function: Callable[[Board], object], remove: bool = False) -> None:
        """Call a function with the board after every change, by a click or from Python.

        Parameters
        ----------
        function : callable
            It is given the board, and may read its ``position``, ``closed`` and ``problem``.
        remove : bool
            Stop calling it instead.

        Raises
        ------
        SetupError
            If it is not a function.

        Examples
        --------
        >>> board = ttr.explore.board("usa")
        >>> board.on_change(lambda changed: print(changed.position))
        >>> board.edit(edit="hand", seat=0, card=2, number=3)
        Position(players=2, hands={0: {'blue': 3}})
        """
        if not callable(function):
            raise SetupError(f"on_change needs a function of the board, not {shown(function)}")
        self._listeners.register_callback(function, remove=remove)

    def edit(self, **edit: Any) -> None:
        """Change the board as a click does: see :mod:`ttr_analysis.explore.edits`.

        Raises
        ------
        SetupError
            If there is no such edit, or it names something that is not there.

        Examples
        --------
        >>> board = ttr.explore.board("usa")
        >>> board.edit(edit="track", track=0, owner=1)
        >>> board.position.tracks
        {1: ['Atlanta-Charleston gray']}
        """
        self._take(edits.edited(self.game_map, self._draft, edit))

    def speak(self, code: str) -> None:
        """Say everything on the page again, in another language; what is chosen stays.

        Parameters
        ----------
        code : str
            The language, such as ``"pl"``.

        Examples
        --------
        >>> board = ttr.explore.board("usa")
        >>> board.speak("pl")
        """
        with languages.speaking(code), self.hold_sync():
            self._drawing = svg.board_svg(self.game_map)
            self._facts = _facts_of(self.game_map)

    def _take(self, draft: edits.Draft) -> None:
        """Show a draft, check it, and tell those who listen."""
        self._state = edits.as_shown(self.game_map, draft)
        self._draft = draft
        self._problem = edits.problem_of(self.game_map, draft)
        self._listeners(self)

    def _edit(self, widget: object, edit: Mapping[str, Any], buffers: object) -> None:
        """Take an edit from the page; what is wrong with it stands below the board."""
        del widget, buffers
        try:
            if edit.get("edit") == "language":
                language_menu.choose(edit.get("language", ""))
            else:
                self.edit(**edit)
        except TicketToRideError as error:
            self.send_state("_state")  # the page shows again what holds
            self._problem = str(error)


def _facts_of(game_map: GameMap) -> dict[str, Any]:
    """Return what the page must know of a map besides its drawing."""
    fewest, most = game_map.rules.players
    cities = [(index, city.tags) for index, city in enumerate(game_map.cities) if "junction" not in city.tags]
    built = {
        "station": [index for index, _ in cities] if game_map.rules.stations.number else [],
        "harbour": [index for index, tags in cities if "port" in tags] if game_map.rules.harbours.number else [],
    }
    return {
        "seats": replay.seat_looks([words.SEAT.format(number=seat + 1) for seat in range(most)]),
        "players": [fewest, most],
        "cards": replay.card_looks(game_map),
        "tickets": [f"{ticket.name} ({ticket.points})" for ticket in game_map.tickets],
        "buildings": {kind: sites for kind, sites in built.items() if sites},
        "caption": words.BOARD_CAPTION.format(title=game_map.title, ticket_set=game_map.ticket_set),
        "words": {**words.BOARD, "language": words.LANGUAGE},
        "language": languages.language(),
        "languages": [(code, name) for name, code in language_menu.choices()],
    }
