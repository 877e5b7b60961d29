"""``python -m ttr_analysis``: the command ``ttr``."""

import sys

from ttr_analysis.cli import main

sys.exit(main())
