"""Rules and cards as arguments: anything else in their place is refused by name."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ttr_analysis._validate import shown
from ttr_analysis.errors import RuleError
from ttr_analysis.rules.spec import CardKind, RuleSet

P = ParamSpec("P")
T = TypeVar("T")


def takes_rules(function: Callable[Concatenate[RuleSet, P], T]) -> Callable[Concatenate[RuleSet, P], T]:
    """Decorate a function of rules, its first argument: it refuses anything else by name."""

    @wraps(function)
    def checked(rules: RuleSet, *arguments: P.args, **options: P.kwargs) -> T:
        if not isinstance(rules, RuleSet):
            raise RuleError(f"rules must be a rule set, such as load_map('usa').rules, not {shown(rules)}")
        return function(rules, *arguments, **options)

    return checked  # type: ignore[return-value]  # it may be given by name, too


def check_cards(cards: Any) -> None:
    """Refuse what is no sequence of kinds of card.

    Raises
    ------
    RuleError
        If it is none.
    """
    if not isinstance(cards, list | tuple) or not all(isinstance(card, CardKind) for card in cards):
        raise RuleError(f"cards must be kinds of card, such as load_map('usa').rules.cards, not {shown(cards)}")
