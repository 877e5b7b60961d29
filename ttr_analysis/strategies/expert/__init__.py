"""``expert``: plans all its tickets together and counts turns; see :mod:`ttr_analysis.strategies.expert.player`."""

from __future__ import annotations

from ttr_analysis.strategies.expert import player as player
