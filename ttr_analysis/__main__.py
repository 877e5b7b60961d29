"""``python -m ttr_analysis``: the command ``ttr``."""

from __future__ import annotations

import sys

from ttr_analysis.cli import main

sys.exit(main())
