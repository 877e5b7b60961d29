"""Completion for shells: which names they offer for maps and strategies. A library writes the scripts."""

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator

from ttr_analysis import maps, strategies

_OFFERED = dict.fromkeys(["MAP"], "maps") | dict.fromkeys(["A", "A,B", "A,B,C", "STRATEGY"], "strategies")
"""What is offered for an argument, by the word that stands for it in the help."""

_FUNCTIONS = {
    "bash": """\
_ttr_maps() {{
  compgen -W "{maps}" -- "$1"
  compgen -d -- "$1"
}}

_ttr_strategies() {{
  local before=""
  [[ $1 == *,* ]] && before="${{1%,*}},"
  compgen -P "$before" -W "{strategies}" -- "${{1##*,}}"
}}""",
    "zsh": """\
_ttr_maps() {{
  _alternative 'maps:map:({maps})' 'folders:folder:_files -/'
}}

_ttr_strategies() {{
  _values -s , strategy {strategies}
}}""",
}
"""What these shells call: names and folders of maps, and one strategy after the other between commas."""


def script(parser: ArgumentParser, shell: str) -> str:
    """Return the script that completes the commands of a parser in a shell, with today's names.

    Raises
    ------
    ImportError
        If the library is not installed.
    """
    from shtab import complete

    names = {"maps": " ".join(maps.available_maps()), "strategies": " ".join(strategies.available_strategies())}
    for action in _actions(parser):
        if (offered := _OFFERED.get(str(action.metavar))) is not None:
            called = dict.fromkeys(_FUNCTIONS, f"_ttr_{offered}")
            vars(action)["complete"] = called | {"tcsh": f"({names[offered]})"}
    return complete(parser, shell=shell, preamble=_FUNCTIONS.get(shell, "").format(**names))


def _actions(parser: ArgumentParser) -> Iterator[Action]:
    """Yield the arguments of a parser and of the commands below it."""
    for action in parser._actions:
        yield action
        if isinstance(action, _SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
