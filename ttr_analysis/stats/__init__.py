"""What routes, tickets and seats are worth: tables of estimates with n and interval.

Every function takes a :class:`~ttr_analysis.results.result.Result` and returns a DataFrame. A column
``x`` comes with ``x_low`` and ``x_high``, the ends of its 95 % interval: Wilson's for shares
of independent games, a bootstrap by game for means and differences. Shares are 0 to 1. A
*round* is the number of a player's own turn, counted from 1.

A table knows what was played and how its intervals were computed (``DataFrame.attrs``), and so
does a chart of it. :func:`joined` puts several tables one below another without forgetting that.
"""

from ttr_analysis import _make_room

_make_room(__name__)
