"""Functions that turn tables into plotly figures; none of them simulates, computes estimates or displays.

A chart takes the table of the function of the same name in :mod:`ttr_analysis.stats`,
:mod:`ttr_analysis.experiments` or :mod:`ttr_analysis.exact`, or the games themselves. The table carries what was
played and how its intervals were computed, so a chart captions itself.

Importing this package gives plotly the template ``ttr``, the look of these charts, for figures of your own:
``fig.update_layout(template="ttr")``. In a notebook, charts are shown with a picture beside their data, which pages of
``jupyter nbconvert`` and code hosts show; ``plotly.io.renderers.default = "plotly_mimetype"`` leaves it out.
"""

from ttr_analysis import _make_room
from ttr_analysis.charts import notebook as _notebook
from ttr_analysis.charts import theme as _theme  # noqa: F401 - it registers the template

_notebook.offer()
_make_room(__name__)
