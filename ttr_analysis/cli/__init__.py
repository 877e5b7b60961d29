"""The command ``ttr``: one module for each command, found by its name and imported when it is asked for."""

import errno
import os
import signal
import sys
from argparse import Action, ArgumentParser
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stderr, suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import ttr_analysis
from ttr_analysis.cli._common import BAD_INPUT, INTERRUPTED, Parser, WrongArguments
from ttr_analysis.errors import MissingTool, TicketToRideError, printable
from ttr_analysis.maps.languages import speaking
from ttr_analysis.results import folders

COMMANDS = (
    "maps", "simulate", "results", "compare", "report", "replay", "advise", "tickets", "odds", "optimum", "tournament",
    "sweep", "tune", "worth", "percentile", "train", "ladder", "strategies", "verify", "bench", "notebooks",
)  # fmt: skip
"""The commands, in the order in which the help lists them; each is a module of this name with ``add_to``."""


def make_parser(words: Sequence[str] = ()) -> Parser:
    """Return the parser; the arguments that it parses hold the function of the command as ``run``.

    Parameters
    ----------
    words : sequence of str, optional
        The words to parse. If the first is a command, the parser knows only this one, so that the
        others need not be imported.
    """
    parser = Parser(prog="ttr", description=(ttr_analysis.__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--print-completion",
        action=_Completion,
        choices=("bash", "zsh", "tcsh"),
        metavar="SHELL",
        help="print a script that completes commands in bash, zsh or tcsh (needs shtab)",
    )
    parser.add_argument("--version", action="version", version=f"ttr_analysis {ttr_analysis.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in words[:1] if words[:1] and words[0] in COMMANDS else COMMANDS:
        import_module(f"{__name__}.{name}").add_to(commands)
    return parser


class _Completion(Action):
    """Print the script of a shell's completion, which a library makes from the whole parser."""

    def __call__(self, parser: ArgumentParser, *values: Any) -> None:
        from ttr_analysis.cli._completion import script

        try:
            print(script(make_parser(), values[1]))
        except ImportError:
            raise MissingTool("completion needs shtab: pip install ttr-analysis[completion]") from None
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``ttr``; by default those of the process.

    Returns
    -------
    int
        The exit code: 0, 1 (``maps check`` and ``verify`` found faults), 2 (bad input) or
        130 (Ctrl-C, or a signal to terminate).
    """
    words, command = sys.argv[1:] if arguments is None else arguments, "ttr"
    if arguments is None:  # "kill" is for jobs in the background, which hear no Ctrl-C
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        _open_streams()
    try:
        _check_text(words)
        parsed, unknown = make_parser(words).parse_known_args(words)
        command = parsed.prog
        if unknown:
            raise WrongArguments(f"unrecognized arguments: {' '.join(unknown)}", command)
        with speaking(parsed.language), redirect_stderr(StringIO()) if parsed.quiet else nullcontext():
            code: int = parsed.run(parsed)
        sys.stdout.flush()
    except WrongArguments as error:
        _complain(f"{error.command}: {error}")
        return BAD_INPUT
    except (TicketToRideError, ValueError) as error:
        _complain(f"{command}: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        print(f"{command}: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as "head", has closed the pipe
        _close_output()
        return 0
    except OSError as error:
        if _is_closed_pipe(error):
            _close_output()
            return 0
        _complain(f"{command}: {error.filename or 'the output'}: {error.strerror or error}")
        if error.filename is None:
            _close_output()
        return BAD_INPUT
    return code


def _complain(text: str) -> None:
    """Print what is wrong; words that were typed, or names of files, do not steer the terminal."""
    print("\n".join(map(printable, text.split("\n"))), file=sys.stderr)


def _open_streams() -> None:
    """Let no character stop a command: what cannot be written is replaced, and closed streams lead to nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the shell: 2>&-
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _check_text(words: Sequence[str]) -> None:
    """Refuse words with bytes that are no text: their results could not be named in any file."""
    for word in words:
        if not word.isascii() and any(0xD800 <= ord(letter) <= 0xDFFF for letter in word):
            raise WrongArguments(f"the argument {word!a} is not UTF-8 text", "ttr")


def _is_closed_pipe(error: OSError) -> bool:
    """Return whether the reader of our output has closed it, which Windows tells as an invalid argument."""
    return folders.WINDOWS and error.errno == errno.EINVAL and error.filename is None


def _close_output() -> None:
    """Send to nowhere what is still to be printed, so that Python does not fail with it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
