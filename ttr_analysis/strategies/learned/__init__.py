"""``learned``: departs from ``expert`` where roll-outs taught it that another action brings more."""

from ttr_analysis.strategies.learned import player as player
