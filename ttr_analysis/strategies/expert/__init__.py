"""``expert``: plans all its tickets together and counts turns; see :mod:`ttr_analysis.strategies.expert.player`."""

from ttr_analysis.strategies.expert import player as player
