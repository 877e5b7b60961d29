"""The long run of the fuzzers, by hand: ``python tests/fuzz/run.py [KIND ...] [--count N] [--first N]``.

Prints for each kind how many mutants were valid and how many refused, the peak memory, and each finding; exit code 1 if
there is one. A finding is seen again with ``--first NUMBER --count 1``.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1] / "support"))

from fuzzers import KINDS, fuzz

COUNTS = {"map": 10_000}
"""Mutants of each kind; 1,000 of those that are not named."""

MEMORY = 1024
"""MB that a kind may take at most."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"default: {', '.join(KINDS)}")
    parser.add_argument("--count", type=int, help="number of mutants of each kind (default: 1,000; maps 10,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    arguments = parser.parse_args()
    found = False
    for kind in arguments.kinds or KINDS:
        begun, count = time.perf_counter(), arguments.count or COUNTS.get(kind, 1000)
        with TemporaryDirectory() as folder:
            outcomes, findings = fuzz(kind, range(arguments.first, arguments.first + count), Path(folder))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        counts = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(outcomes.items()))
        lines = [f"{kind}: {counts}; {time.perf_counter() - begun:.0f} s, peak {peak} MB"]
        lines += [f"  {finding.kind} {finding.number}: {finding.what}" for finding in findings]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        found |= bool(findings) or peak > MEMORY
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
