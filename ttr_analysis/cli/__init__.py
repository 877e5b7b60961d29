"""The command ``ttr``: each subcommand is a thin call. Heavy imports are deferred until one runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ttr_analysis.cli.exits import BAD_INPUT, INTERRUPTED
from ttr_analysis.cli.parser import make_parser
from ttr_analysis.errors import TicketToRideError


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
        130 (Ctrl-C).
    """
    try:
        parsed = make_parser().parse_args(arguments)
        code: int = parsed.run(parsed)
    except (TicketToRideError, ValueError) as error:
        print(f"ttr: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("ttr: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as "head", has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"ttr: {error.filename or 'a file'}: {error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
    return code
