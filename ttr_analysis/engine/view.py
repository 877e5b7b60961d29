"""What a strategy is given at each decision, and how the engine calls it."""

from collections.abc import Callable
from typing import Final, NamedTuple

from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import ActionRecord, Private, Public, Scratch, Tables

MEMORY: Final = 320
"""How many numbers a strategy can remember during a game; all are 0 at the start."""
WEIGHTS: Final = 40
"""Largest number of weights of a strategy."""


class View(NamedTuple):
    """What the player to move knows, and what is its own.

    Attributes
    ----------
    tables : Tables
        The map, the rules and the number of players.
    public : Public
        What every player sees.
    mine : Private
        What only this player sees.
    memory : array of int64
        :data:`MEMORY` numbers that the strategy keeps from decision to decision.
    weights : array of float64
        The weights of the strategy, in the order in which it declares them.
    scratch : Scratch
        Space to compute in; whatever is in it at the beginning of a decision means nothing.
    rng : array of uint64
        The player's own random stream.
    """

    tables: Tables
    public: Public
    mine: Private
    memory: Ints
    weights: Floats
    scratch: Scratch
    rng: Words


Chooser = Callable[[View, ActionRecord], None]
"""A strategy's function: it reads the view and fills in the action."""
