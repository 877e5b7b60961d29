"""Measuring worth: the games of a table, until it is precise enough."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from ttr_analysis._validate import between, check_seed, count, did_you_mean, named, probability, shown
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import games as played
from ttr_analysis.experiments.worth import kept, over_mean, where_offered
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth import things as valued
from ttr_analysis.maps import GameMap, MapLike, as_map
from ttr_analysis.play.lineup import Place
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.play.simulate import check_executor
from ttr_analysis.results import going_on
from ttr_analysis.results.folders import at_home
from ttr_analysis.stats.intervals import CONFIDENCE
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy, get_strategy

LEAST = 1000
"""Games after which a row may stop at the earliest; after as many, it is told if no game changed."""
MOST = 100_000
"""Games of a row that are played at most for a precision."""
ROUND = 100
"""Games of a round in each seat, whatever is measured, so that a thing has the same games in any table. With all
routes of a map and strategies that plan, a round takes about 20 seconds of two processors; Ctrl-C loses at most one."""

_TABLES = {"taken": played.Seats, "together": played.Partners, "kept_or_returned": played.Choices}
"""Who plays the games of a table, by the change, where that is not one game with the thing and one without."""


def worth(
    game_map: MapLike,
    strategies: str | Strategy | Sequence[str | Strategy] = DEFAULT_STRATEGY,
    *,
    of: str = "routes",
    change: str | None = None,
    only: Sequence[str] | None = None,
    ticket: str | None = None,
    players: int | None = None,
    precision: float | None = None,
    games: int = LEAST,
    most_games: int = MOST,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: Progress = True,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Measure what things are worth to a player: change them for this player, and play the same games again.

    Worth is the result with the thing less the result without it, so positive is good for its owner. All games are
    compared in pairs with common random numbers; the player has every seat equally often. Ctrl-C ends the run and
    returns the table of the rounds of games that were played.

    Parameters
    ----------
    game_map : GameMap, str or Path
    strategies : str, Strategy or sequence of them
        One for all players, or one for each; the first is the player of interest.
    of : str
        ``routes``, ``tracks``, ``cities``, ``tickets``, ``cards``, ``turns``, ``habits``, ``seats`` or
        ``partners``. For rules there is :func:`ttr_analysis.experiments.worth_of_rule`.
    change : str, optional
        How they are changed: see :data:`ttr_analysis.experiments.worth.things.CHANGES`.
    only : sequence of str, optional
        Measure only the things with these names; cities may stand in either order.
    ticket : str, optional
        The ticket whose partners are valued: what another ticket beside it in the first hand is worth, over what the
        two are worth alone.
    players : int, optional
        By default as many as strategies are given, or with one strategy the fewest that the map allows.
    precision : float, optional
        Play on until every half-width of ``points`` is at most this; other columns report what they reach.
    games : int, optional
        Games of each row, or the fewest with ``precision``.
    most_games : int, optional
        With ``precision``, the most games of a row; a row that would need more is told of before they are played.
    seed : int, optional
    confidence : float, optional
    out : str or Path, optional
        Folder for the table (CSV), how it was made (JSON), and the pairs of games behind it (parquet).
    resume : bool, optional
        Go on with the games that the folder holds; the table is the same as if it had never been stopped.
    more : bool, optional
        Add ``games`` games of each thing to those for which the folder was made; the table is the same as if all had
        been asked for at once.
    executor, threads, progress, on_progress : optional
        As for :func:`ttr_analysis.simulate`; the games of an executor come back to this process, which writes them.

    Returns
    -------
    pandas DataFrame
        One row a thing: ``points``, ``win_share``, ``points_of_others`` and ``win_share_of_others`` (the opponents
        together), each with ``_low`` and ``_high`` (paired by game, Student; a bound if it changed in too few games,
        see :data:`ttr_analysis.experiments.worth.table.FEW`), ``n``, ``changed`` (share of games with other scores),
        ``p_value`` (points) and ``p_value_win_share``, each also ``p_adjusted`` over the table (Holm); last, the
        opponents one by one in the order of play: ``points_of_next_1``, ``win_share_of_next_1`` and so on. Whole tables
        of tickets offered, and of cards, have ``points_over_mean`` and ``win_share_over_mean``, too: over the mean of
        all tickets, or of the cards that have a colour, in the games that all rows have (``n_over_mean``), with
        p-values of their own. Tickets kept or returned have the share of games that ``offered`` them to the player,
        and ``points_if_offered`` and ``win_share_if_offered`` in these games only (``n_if_offered``). ``bounds`` names
        the measures of a row that have a bound.
        ``attrs["complete"]`` is false if the run was stopped.

    Raises
    ------
    SetupError
        If an argument is invalid, a thing contradicts the rules, no game changes in the first games of a whole table
        (without ``only``), the precision would need more than ``most_games`` games, or the folder holds another table.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=40, progress=False)
    >>> len(table), list(table.columns)[:2]
    (6, ['thing', 'points'])
    """
    game_map = as_map(game_map)
    check_confidence(confidence)
    count("most_games", most_games, 1)
    lineup = _lineup(game_map, strategies, players)
    if precision is not None:
        between("precision", precision, 0)
    if threads is not None:
        count("threads", threads, 1)
    check_executor(executor)
    fewest = count("the number of games", games, 2 * len(lineup) if precision is None else 0)
    fewest = fewest if precision is None else max(LEAST, fewest)
    things = _chosen(valued.things_of(game_map, of, change, len(lineup), ticket), only)
    going_on.check_choice(out, resume=resume, more=more)
    if more and out is not None:
        fewest += _before(at_home(out), len(lineup), precision)
    folder = None if out is None else kept.folder_for(out)
    facts: kept.Facts = {
        "map": game_map.name, "digest": game_map.game_digest, "ticket_set": game_map.ticket_set, "of": of,
        "change": valued.change_of(of, change), "players": len(lineup),
        "strategies": [each.name for each in lineup], "seed": check_seed("seed", seed), "precision": precision,
        "games": fewest, "confidence": confidence, "things": sorted(each.name for each in things),
        **code_of(map(Place.of, lineup)),
    }  # fmt: skip
    facts |= {} if ticket is None else {"ticket": valued.ticket_of(game_map, ticket)}
    with ProgressBar(0, progress, on_progress) as bar:
        tables = _TABLES.get(facts["change"], played.Tables)(game_map, lineup, seed, threads, bar, executor)
        tables.check(things)
        run = _Run(tables, things, fewest, precision, most_games, confidence, facts, only is None)
        if folder is None:
            return run.play()
        games_of = kept.Kept(folder, facts, resume or more, ("games",) if more else ())
        try:
            run.go_on(games_of)
            return run.play()
        finally:
            games_of.release()


def _before(folder: Path, players: int, precision: float | None) -> int:
    """Return the number of games of a table to which others are added, so that rounds are those of one run.

    Raises
    ------
    SetupError
        If there is no table, it plays until it is precise enough, or its last round was a short one.
    """
    if precision is not None:
        raise SetupError("a table that is played to a precision has no games to be added; resume it (--resume)")
    before, whole = kept.games_of(folder), ROUND * players
    if before % whole:
        raise SetupError(
            f"{folder} was made for {before:,} games of each thing, which end in a short round; games can be added "
            f"to a multiple of {whole:,}: begin such a table in another folder"
        )
    return before


def code_of(places: Iterable[Place]) -> kept.Facts:
    """Return what a table says of the code that played its games: of each player, and of the engine."""
    return {"entries": [each.entry.model_dump(mode="json") for each in places], "engine": source_hash()}


def check_confidence(confidence: float) -> None:
    """Check that a confidence lies between 0 and 1, before any game is played.

    Raises
    ------
    SetupError
        If it does not.
    """
    if not 0 < probability("confidence", confidence) < 1:
        raise SetupError(f"confidence is {shown(confidence)}, but must lie between 0 and 1")


def _lineup(
    game_map: GameMap, strategies: str | Strategy | Sequence[str | Strategy], players: int | None
) -> list[Strategy]:
    """Return the strategy of each player, that of the player of interest first."""
    lineup = [get_strategy(each) for each in named("strategies", strategies, Strategy)]
    if players is None:
        players = len(lineup) if len(lineup) > 1 else game_map.rules.players[0]
    count("players", players, *game_map.rules.players)
    if len(lineup) not in (1, players):
        raise SetupError(f"{len(lineup)} strategies for {players} players: give one for all, or one for each")
    return lineup * players if len(lineup) == 1 else lineup


def _chosen(things: list[valued.Thing], only: Sequence[str] | None) -> list[valued.Thing]:
    """Return the things with these names, or all of them."""
    if only is None:
        return things
    names = [each.name for each in things]
    asked = [str(each) for each in named("only", only, str)]
    chosen = [valued.known_as(name, names) for name in asked]
    for name, found in zip(asked, chosen, strict=True):
        if found is None:
            raise SetupError(f"there is no {shown(name)} among the things{did_you_mean(name, valued.spellings(names))}")
    if not chosen:
        raise SetupError("no thing is named, so there is nothing to measure")
    return [each for each in things if each.name in chosen]


@dataclass
class _Run:
    """A table under way.

    All games are played in rounds, and a number of rounds is a stage, in which each thing that is not precise enough
    gets as many games. How far the run is follows from the numbers of games alone, so that it can be resumed.
    """

    tables: played.Tables
    things: Sequence[valued.Thing]
    fewest: int
    precision: float | None
    most_games: int
    confidence: float
    facts: kept.Facts
    whole: bool = True
    folder: kept.Kept | None = None
    rows: kept.Rows = field(default_factory=dict)

    def go_on(self, folder: kept.Kept) -> None:
        """Keep the games in a folder, and begin with those that it holds."""
        self.folder, self.rows = folder, folder.rows

    def play(self) -> pd.DataFrame:
        """Play the first games of all things, then more of those that are not precise enough."""
        begun = False
        try:
            while left := self.left():
                if self.tables.bar.stopped and self.rows:
                    return self.table(complete=False)
                missing = self.stage - self.played(left[0]) % self.stage
                if not begun or missing == self.stage:
                    self.tables.bar.expect(self.tables.games_of_a_pair(len(left)) * missing)
                    begun = True
                self.add(left, min(missing // self.tables.players, ROUND))
        except KeyboardInterrupt:
            if not self.rows:
                raise
            return self.table(complete=False)
        return self.table(complete=True)

    @property
    def least(self) -> float:
        """The least that counts as the largest change of points."""
        return estimates.single_score(self.tables.game_map)

    @property
    def stage(self) -> int:
        """Games of a stage: as many in each seat."""
        return -(-self.fewest // self.tables.players) * self.tables.players

    @property
    def next_game(self) -> int:
        """The number of the first game that has not been played."""
        return max((int(each["game"].iloc[-1]) + 1 for each in self.rows.values()), default=0)

    def played(self, thing: valued.Thing) -> int:
        """Return the number of games of a thing."""
        return len(self.rows[thing.name]) if thing.name in self.rows else 0

    def left(self) -> Sequence[valued.Thing]:
        """Return what has to be played next: the rest of a stage, or what is not precise enough after it."""
        if not self.rows:
            return self.things
        begun = [each for each in self.things if self.played(each) % self.stage]
        return begun or ([] if self.precision is None else self.imprecise())

    def add(self, things: Sequence[valued.Thing], games: int) -> None:
        """Play more games of some things in each seat, and write them if it is time.

        Raises
        ------
        SetupError
            If nothing has changed in any of the first games.
        """
        played = self.tables.differences(things, self.next_game, games)
        more = {
            thing.name: pd.concat([self.rows[thing.name], rows], ignore_index=True) if thing.name in self.rows else rows
            for thing, rows in zip(things, played, strict=True)
        }
        self.rows = {**self.rows, **more}  # all at once, so that Ctrl-C leaves no round half counted
        changed = any(each["changed"].any() for each in self.rows.values())
        if self.whole and (n := self.next_game) >= min(LEAST, self.fewest) and not changed:
            raise SetupError(f"none of the {n:,} games changed, whatever is changed: nothing can be measured here")
        if self.folder is not None and self.folder.due:
            self.table(complete=False)

    def imprecise(self) -> list[valued.Thing]:
        """Return the things that need more games.

        Raises
        ------
        SetupError
            If one needs more than are allowed.
        """
        assert self.precision is not None
        largest, left = estimates.largest_change(self.rows, "points", self.least), []
        for thing in self.things:
            rows = self.rows[thing.name]
            half = estimates.half_width(rows, 0.0 if thing.inert else largest, self.confidence)
            if half <= self.precision:
                continue
            power = 2 if estimates.has_interval(rows, "points") else 1  # a bound falls with the games, not their root
            if (needed := int(len(rows) * (half / self.precision) ** power)) > self.most_games:
                self.table(complete=False)  # so that the run can go on if more games are allowed
                raise SetupError(
                    f"a precision of {self.precision:g} points would take about {needed:,} games for {thing.name}, "
                    f"more than the {self.most_games:,} allowed"
                )
            left.append(thing)
        return left

    def table(self, complete: bool) -> pd.DataFrame:
        """Return the table so far, and write it if there is a folder."""
        inert = [each.name for each in self.things if each.inert]
        table = estimates.worth_table(self.rows, self.confidence, self.least, inert)
        names = [each.name for each in self.things]
        others = over_mean.reference(
            self.tables.game_map, self.facts.get("of", ""), self.facts.get("change", ""), names
        )
        if self.whole and others:
            over_mean.add(table, self.rows, others, self.least, self.confidence)
        if where_offered.is_told(self.rows):
            where_offered.add(table, self.rows, self.least, self.confidence)
        table.attrs |= {"complete": complete, "worth": self.facts}
        if self.folder is not None:
            self.folder.write(self.rows, table)
        return table
