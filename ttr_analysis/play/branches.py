"""Other games from a point of a game: copies, imagined worlds, and the same game earlier."""

from typing import Self

from ttr_analysis._validate import check_seed
from ttr_analysis.errors import SetupError
from ttr_analysis.play import imagined, live_game, past, verbs
from ttr_analysis.play.position import Position


class Branches(verbs.Verbs):
    """A game that can be copied, imagined anew, and taken back decision by decision."""

    _live: live_game.LiveGame
    _past: past.Past
    _start: Position | None = None

    @property
    def start_position(self) -> Position | None:
        """The position that the game, and so its log, began with; None if it began with a deal, or was imagined.

        :func:`ttr_analysis.referee.replay` checks such a log if it is given this position.

        Examples
        --------
        >>> ttr.Game.from_position("usa", ttr.Position(players=2, turn=5)).start_position
        Position(players=2, turn=5)
        """
        return self._start

    def copy(self, log: bool = True) -> Self:
        """Return an independent game at the same point, with the same decks and random streams.

        Parameters
        ----------
        log : bool, optional
            Without the log, copying and playing on are faster; ``events`` then is empty and stays so.
            Everything else is the same, :meth:`undo` included.

        Examples
        --------
        >>> game = ttr.Game("usa", players=2, seed=7).play("greedy_points")
        >>> len(game.events) > 100, len(game.copy(log=False).events)
        (True, 0)
        """
        other = self._of(self._live.copy(log), self._past.copy())
        other._start = self._start
        return other

    def undo(self) -> None:
        """Take back the last decision, whoever made it, and all that followed from it.

        Decks, random streams and what strategies remember are as they were, so the same decision
        then has the same consequences. Repeated, it leads back to where the game began: the first deal,
        the given position or the imagined world. Each decision takes about a kilobyte of memory for this.
        Of those that built-in strategies made in one call of :meth:`play`, up to 31 may have to be made again.

        Raises
        ------
        SetupError
            If there is no decision to take back.

        Examples
        --------
        >>> game = ttr.Game("usa", players=2, seed=7)
        >>> game.keep(["Toronto-Miami", "Duluth-Houston"])
        >>> game.undo()
        >>> game.player, game.view(0).tickets
        (0, ())
        """
        if not self._past:
            raise SetupError("there is no decision to take back: nothing has been decided since this game began")
        self._past.take_back(self._live)

    def imagine(self, seed: int) -> Self:
        """Return a game that the player to move may be in: what they do not know is drawn anew.

        They know what :meth:`view` shows, and nothing else is used. The other cards are dealt
        again to hands and decks, the other tickets to players and the deck, as ``monte_carlo`` does it: opponents
        hold what suits their tracks, as those of ``expert`` would. What the player could have noticed
        earlier, such as the cards that an opponent took face up, is not remembered. Its log begins here,
        and strategies begin anew.

        Parameters
        ----------
        seed : int
            Determines what is drawn, and all decks and random choices from here on.

        Raises
        ------
        SetupError
            If the game is over.

        Examples
        --------
        >>> game = ttr.Game("usa", players=2, seed=7)
        >>> world = game.imagine(seed=1)
        >>> world.view(0) == game.view(0), world.view(1).offered == game.view(1).offered
        (True, False)
        """
        if self._live.over:
            raise SetupError("the game is over, so there is nothing left to imagine")
        return self._of(imagined.imagine(self._live, check_seed("seed", seed)), past.Past())

    @classmethod
    def _of(cls, live: live_game.LiveGame, taken: past.Past) -> Self:
        game = cls.__new__(cls)
        game._live, game._past = live, taken
        return game
