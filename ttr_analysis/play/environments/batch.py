"""``Batch``: many games at once, one number for each at every step."""

from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import _validate, errors, maps
from ttr_analysis.engine import scoring, state, tables
from ttr_analysis.play import bindings, messages
from ttr_analysis.play.environments import batch_steps, layout, masks, numbering
from ttr_analysis.rules import limits

_MOST_GAMES = 1_000_000


class Batch:
    """Games that are played side by side by compiled code; one that is over is replaced at once.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The map, or the name or folder of one.
    players : int
        Number of players of each game.
    games : int
        How many games are played side by side.
    seed : int, optional
        Game ``i`` begins as ``Game(game_map, players, seed, number=i)``, and is followed by number
        ``i + games``, ``i + 2 * games`` and so on.

    Attributes
    ----------
    observations : ndarray of float32
        A row for each game: what the player to move sees; :attr:`layout` names the fields.
    masks : ndarray of int8
        A row for each game: 1 at the legal numbers, else 0; :attr:`numbering` names the numbers.
    players_to_move : ndarray of int64
        Whose decision it is in each game.
    rewards : ndarray of float32
        A row for each game, an entry for each player: the share of the win in the step that ended a
        game, else 0.
    points : ndarray of float32
        The same for points, in the last game that ended.
    done : ndarray of int8
        1 where the last step ended a game; observation and mask are those of the next one.
    numbers : ndarray of int64
        The number of each game.
    numbering : Numbering
    layout : Layout

    Raises
    ------
    MapError
        If there is no such map, or it has faults.
    SetupError
        If the game is not for this number of players, or an argument is of the wrong kind.

    Notes
    -----
    The arrays are the batch's own, and the next step overwrites them: copy what you keep. They
    cannot be written to.

    Examples
    --------
    >>> batch = ttr.Batch("usa", players=2, games=4, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.masks.shape, int(batch.done.sum())
    ((4, 1075), 0)
    """

    def __init__(self, game_map: maps.GameMap | str | Path, players: int, games: int, seed: int = 0) -> None:
        self.game_map = maps.as_map(game_map)
        self.players = _validate.whole_number("players", players)
        self.games = _validate.count("games", games, 1, _MOST_GAMES)
        self.seed = _validate.check_seed("seed", seed)
        self.numbering = numbering.numbering(self.game_map)
        self.layout = layout.layout(self.game_map, self.players)
        self._tables = tables.tables_for(self.game_map, self.players)
        self._games, self._begun = bindings.fresh(state.Game, games), bindings.fresh(state.ActionRecord, games)
        self._scratch, self._scores = bindings.fresh(state.Scratch), bindings.fresh(scoring.SeatScore, limits.SEATS)
        self._work, self._log = bindings.fresh(state.ActionRecord, masks.WORK), bindings.fresh(state.EventRecord, 0)
        self._stream = np.zeros(4, np.uint64)
        self._make_arrays()
        messages.announce_compilation(batch_steps.begin_games, batch_steps.step_games)
        self.reset()

    def _make_arrays(self) -> None:
        """Make the arrays that users read, and read-only views of them."""
        games, players = self.games, self.players
        self._numbers, self._chosen = np.arange(games), np.zeros(games, np.int64)
        self._seen = np.zeros((games, self.layout.size), np.float32)
        self._mask = np.zeros((games, self.numbering.size), np.int8)
        self._rewards, self._points = np.zeros((games, players), np.float32), np.zeros((games, players), np.float32)
        self._done = np.zeros(games, np.int8)
        self.observations, self.masks, self.numbers = map(_read_only, (self._seen, self._mask, self._numbers))
        self.rewards, self.points, self.done = map(_read_only, (self._rewards, self._points, self._done))
        self.players_to_move = _read_only(self._games.view(np.ndarray)["public"]["seat"])

    def reset(self, seed: int | None = None) -> None:
        """Begin again with the first games, of this seed or another one."""
        self.seed = self.seed if seed is None else _validate.check_seed("seed", seed)
        self._numbers[:] = np.arange(self.games)
        self._rewards[:], self._points[:], self._done[:] = 0, 0, 0
        batch_steps.seed_choices(self._stream, self.seed)
        batch_steps.begin_games(
            self._tables, self.numbering.codebook, self._games, self._begun, self._work, self._scratch, self._log,
            self.seed, self._numbers, self._seen, self._mask,
        )  # fmt: skip

    def step(self, numbers: Any) -> None:
        """Carry out one number in each game.

        Parameters
        ----------
        numbers : array of int
            A legal number for each game.

        Raises
        ------
        IllegalMove
            If one of them is masked or no number of this map; no game has changed.
        SetupError
            If they are not one whole number for each game.
        """
        chosen = np.asarray(numbers)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise errors.SetupError(
                f"numbers must be {self.games} whole numbers, one for each game,"
                f" not {chosen.dtype} of shape {chosen.shape}"
            )
        self._chosen[:] = chosen
        wrong = batch_steps.first_masked(self._mask, self._chosen)
        if wrong >= 0:
            raise errors.IllegalMove(f"game {wrong} of the batch: {self.numbering.refusal(int(chosen[wrong]))}")
        batch_steps.step_games(
            self._tables, self.numbering.codebook, self._games, self._begun, self._work, self._scratch, self._scores,
            self._log, self.seed, self._numbers, self._chosen, self._seen, self._mask, self._rewards, self._points,
            self._done,
        )  # fmt: skip

    def sample(self) -> Any:
        """Return a legal number for each game, each with the same chance; the same ones after each reset.

        Examples
        --------
        >>> ttr.Batch("usa", players=2, games=3).sample()
        array([13, 13, 12])
        """
        chosen = np.empty(self.games, np.int64)
        batch_steps.choose_at_random(self._mask, self._stream, chosen)
        return chosen

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games on {self.game_map.name}, {self.players} players, seed {self.seed}>"


def _read_only(array: Any) -> Any:
    """Return a view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
