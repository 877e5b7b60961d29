"""``ttr odds``: exact odds of tunnels, draws, opening hands and the market."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import shown
from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.languages import written

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.exact.odds import TunnelOdds, WaitingTime
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.rules.spec import RuleSet, TrackKind

SHOWN = 0.995
"""The table for people ends where the probability reaches this."""

POLICIES = {"left_lying": "others", "any_card": "any", "taken_first": "locomotives"}
"""Columns of the market's table: which policy for its locomotives each one shows."""


def add_to(commands: Any) -> None:
    """Add the command, its actions and their arguments."""
    summary = "compute exact odds of tunnels, draws, opening hands and the market"
    made = _common.add_command(commands, "odds", tunnel, summary)
    actions = made.add_subparsers(title="actions", metavar="ACTION", required=True)
    _add_tunnel(actions)
    _add_draws(actions)
    _add_hand(actions)
    _add_market(actions)
    _add_choice(actions)


def _add_action(actions: Any, name: str, run: _common.Run, summary: str, example: str = "") -> ArgumentParser:
    """Add an action with what all of them take: a map and the form of the table."""
    made = _common.add_command(actions, name, run, summary, example)
    _common.add_map(made)
    _common.add_form(made)
    return made


def _add_tunnel(actions: Any) -> None:
    made = _add_action(actions, "tunnel", tunnel, "compute how often a tunnel is built", "ttr odds tunnel europe 3 red")
    made.add_argument("length", type=_common.whole, metavar="LENGTH", help="number of spaces of the tunnel")
    made.add_argument("color", metavar="COLOR", help="colour of the cards paid, or locomotive for locomotives only")
    made.add_argument(
        "--success",
        type=_common.share,
        default=0.9,
        metavar="P",
        help="desired probability of success, 0 to 1 (default: 0.9)",
    )
    _add_known(made)
    _add_gone(made)


def _add_draws(actions: Any) -> None:
    summary = "compute how long it takes to collect a set of cards"
    made = _add_action(actions, "draws", draws, summary, "ttr odds draws usa red=6 --hand red=2 --turns")
    made.add_argument("need", type=need, metavar="NEED", help="spaces to cover: 6 of any one colour, or red=6,blue=2")
    made.add_argument(
        "--locomotives",
        type=_common.whole,
        default=0,
        metavar="N",
        help="minimum number of locomotives in the set (default: 0)",
    )
    made.add_argument("--cards", metavar="NAME", help="deck to draw from: train or ship (default: train)")
    made.add_argument("--turns", action="store_true", help="count turns instead of cards")
    made.add_argument(
        "--market",
        type=cards,
        nargs="?",
        const={},
        metavar="CARDS",
        help="draw from the market too, and count turns; CARDS are the face-up cards (default: newly turned up)",
    )
    made.add_argument(
        "--seed",
        type=_common.place,
        default=0,
        metavar="S",
        help="seed for cases in which games are simulated (default: 0)",
    )
    _add_known(made)
    _add_gone(made)


def _add_hand(actions: Any) -> None:
    made = _add_action(actions, "hand", hand, "compute what opening hands hold")
    made.add_argument("--color", default="locomotive", metavar="COLOR", help="colour to count (default: locomotive)")


def _add_market(actions: Any) -> None:
    made = _add_action(actions, "market", market, "compute how often the market is cleared")
    _add_gone(made)
    made.add_argument(
        "--taken",
        type=_common.whole,
        default=40,
        metavar="N",
        help="number of cards taken from the market (default: 40)",
    )


def _add_choice(actions: Any) -> None:
    _add_gone(_add_action(actions, "choice", choice, "compare blind cards with a face-up locomotive"))


def _add_known(made: ArgumentParser) -> None:
    made.add_argument("--hand", type=cards, metavar="CARDS", help="cards in hand: red=4,locomotive=1")
    made.add_argument(
        "--deck",
        type=_common.whole,
        metavar="N",
        help="number of cards that can be drawn (default: all unseen cards)",
    )


def _add_gone(made: ArgumentParser) -> None:
    made.add_argument("--gone", type=cards, metavar="CARDS", help="other cards known to be out of the deck")


def tunnel(arguments: Namespace) -> int:
    """Print how often a tunnel is built, and what it costs."""
    from ttr_analysis.exact import odds

    kind, game_map = _tunnel_kind(_common.map_of(arguments.map, rules=arguments.rule))
    deck = odds.deck_cards(game_map.rules, kind.deck)
    known: dict[str, Any] = {"gone": arguments.gone, "deck": arguments.deck, "reveals": kind.reveals}
    if arguments.hand is not None:
        attempt = odds.tunnel_odds(deck, arguments.length, arguments.color, arguments.hand, **known)
        _print_attempt(arguments, attempt)
        return 0
    table = odds.tunnel_table(deck, arguments.length, arguments.color, **known).reset_index()
    enough = table["spare"][table["success"] >= arguments.success]
    note = words.spare_cards(arguments.success, enough.iloc[0] if len(enough) else None, arguments.color)
    _output.print_table(arguments, table, _people(table), [note])
    return 0


def cards(text: str) -> dict[str, int]:
    """Return the number of cards by name, from ``red=4,locomotive=1``."""
    counts: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, number = (word.strip() for word in part.partition("="))
        if not (name and equals and _common.is_count(number)):
            raise ArgumentTypeError(f"needs cards as name=number, separated by commas, not {shown(part)}")
        if name in counts:
            raise ArgumentTypeError(f"names {shown(name)} twice")
        counts[name] = int(number)
    return counts


def need(text: str) -> int | dict[str, int]:
    """Return the cards needed, from ``6`` (of any one colour) or ``red=6,blue=2``."""
    wanted = int(text) if _common.is_count(text.strip()) else cards(text)
    if not wanted:
        raise ArgumentTypeError("needs cards to wait for: 6 (of any one colour), or red=6,blue=2")
    return wanted


def _tunnel_kind(game_map: GameMap) -> tuple[TrackKind, GameMap]:
    """Return the kind of track that is a tunnel, and the map."""
    for track in game_map.tracks:
        if (kind := game_map.rules.track_kinds[track.kind]).reveals:
            return kind, game_map
    raise SetupError(f"MAP: {game_map.name!r} has no tunnels")


def _print_attempt(arguments: Namespace, attempt: TunnelOdds) -> None:
    import pandas as pd

    table = pd.DataFrame({"extra_cards": range(len(attempt.surcharge)), "probability": attempt.surcharge})
    table["built"] = table["extra_cards"] <= attempt.spare
    _output.print_table(arguments, table, _people(table), words.tunnel_attempt(attempt))


def draws(arguments: Namespace) -> int:
    """Print the chance that a set is in hand, by cards drawn or turns."""
    import pandas as pd

    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    time = _waiting_time(game_map, arguments)
    if not time.in_hand.any():
        raise SetupError(
            f"NEED: cannot be in hand within {time.in_hand.size - 1} {time.unit}: hand and deck hold too few such "
            "cards; ask for fewer"
        )
    table = pd.DataFrame({time.unit: range(time.in_hand.size), "in_hand": time.in_hand})
    table["standard_error"] = time.standard_error
    last = min(time.quantile(SHOWN), len(table) - 1)
    people = _people(table[: int(last) + 1].drop(columns="standard_error"))
    bare = [name for name, kind in game_map.rules.track_kinds.items() if not kind.wilds]
    notes = [words.wilds_count(bare)] if bare else []
    _output.print_table(arguments, table, people, [*words.waiting(time, 1 - SHOWN), *notes])
    return 0


def _waiting_time(game_map: GameMap, arguments: Namespace) -> WaitingTime:
    from ttr_analysis.exact import odds

    rules, asked = (
        game_map.rules,
        {"hand": arguments.hand, "gone": arguments.gone, "locomotives": arguments.locomotives},
    )
    if arguments.market is not None:
        if arguments.deck is not None:
            raise SetupError("--deck cannot be combined with --market: with the market, all unseen cards can be drawn")
        _market_of(game_map)
        face_up = arguments.market or None
        return odds.turns_with_market(rules, arguments.need, market=face_up, seed=arguments.seed, **asked)
    name = rules.decks[0] if arguments.cards is None else arguments.cards
    time = odds.draws_until(odds.deck_cards(rules, name), arguments.need, deck=arguments.deck, **asked)
    return time.in_turns(rules.draws) if arguments.turns else time


def hand(arguments: Namespace) -> int:
    """Print how many cards of a colour an opening hand holds."""
    import pandas as pd

    from ttr_analysis.exact import odds

    chances = odds.opening_hand_odds(_common.map_of(arguments.map, rules=arguments.rule).rules, arguments.color)
    table = pd.DataFrame({"cards": range(chances.size), "probability": chances})
    notes = [words.opening_hand(1 - float(chances[0]), float(chances @ range(chances.size)))]
    _output.print_table(arguments, table, _people(table), notes)
    return 0


def market(arguments: Namespace) -> int:
    """Print how often the market is cleared, by cards taken from it."""
    import pandas as pd

    from ttr_analysis.exact import odds

    rules = _market_of(_common.map_of(arguments.map, rules=arguments.rule))
    parts = {
        name: odds.market_clearings(rules, arguments.taken, policy=policy, gone=arguments.gone)["mean"]  # type: ignore[arg-type]
        for name, policy in POLICIES.items()
    }
    table = pd.DataFrame(parts).reset_index()
    step = max(1, arguments.taken // 10)
    notes = [words.first_market(odds.market_reset_odds(rules, gone=arguments.gone)), words.CLEARINGS]
    _output.print_table(arguments, table, _people(table[::step]), notes)
    return 0


def _market_of(game_map: GameMap) -> RuleSet:
    """Return the rules of a map, and refuse one whose game has no market."""
    if not any(game_map.rules.market.slots):
        raise SetupError(f"MAP: {game_map.rules.title} has no market")
    return game_map.rules


def choice(arguments: Namespace) -> int:
    """Print how blind cards compare with a face-up locomotive."""
    from ttr_analysis.exact import odds

    rules = _market_of(_common.map_of(arguments.map, rules=arguments.rule))
    if not rules.market.wild_ends_turn:
        raise SetupError(f"MAP: {words.no_choice(rules.title)}")
    table = odds.blind_or_locomotive(odds.deck_cards(rules), draws=rules.draws, gone=arguments.gone).reset_index()
    _output.print_table(arguments, table, _people(table), [words.CHOICE])
    return 0


def _people(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with four decimals."""
    people = table.copy()
    for name in table.select_dtypes("float"):
        people[name] = [written(value, ".4f") for value in table[name]]
    return people
