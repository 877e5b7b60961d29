"""Functions that turn tables into plotly figures; none of them simulates, computes estimates or displays.

A chart takes the table of the function of the same name in :mod:`ttr_analysis.stats`,
:mod:`ttr_analysis.experiments` or :mod:`ttr_analysis.exact`, or the games themselves. The table carries what was
played and how its intervals were computed, so a chart captions itself.
"""

from ttr_analysis import _make_room

_make_room(__name__)
