"""A position and the records that it is placed into, as all steps of the placing see them."""

from typing import Any

from ttr_analysis.maps import GameMap
from ttr_analysis.play.bindings import Records
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_names import Names


class Placed:
    """One position, its map, and a game's records.

    Attributes
    ----------
    game_map : GameMap
    rules : RuleSet
    position : Position
    tables_record, game_record : record arrays of length 1
    tables, public, private, hidden : records
        Their parts.
    players : int
    names : Names
        Looks up the names in the position.
    """

    def __init__(self, game_map: GameMap, tables: Records, game: Records, position: Position) -> None:
        self.game_map = game_map
        self.rules = game_map.rules
        self.position = position
        self.tables_record, self.game_record = tables, game
        self.tables: Any = tables[0]
        self.public: Any = game[0].public
        self.private: Any = game[0].private
        self.hidden: Any = game[0].hidden
        self.players = int(tables[0].players)
        self.names = Names(game_map, self.players)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.public.seat)

    @property
    def in_setup(self) -> bool:
        """Whether the first turn has not begun."""
        return not self.public.turn

    def has_cards(self, deck: int) -> bool:
        """Return whether a deck has cards, or discards from which it would have been rebuilt."""
        discards = self.public.discards[: len(self.rules.cards)].tolist()
        kinds = self.tables.card_deck.tolist()
        return bool(self.public.deck_size[deck]) or any(n for n, of in zip(discards, kinds, strict=False) if of == deck)
