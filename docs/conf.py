"""How Sphinx builds the site; ``tools/build_site.py`` puts its pages together first (``make docs``)."""

import ttr_analysis

project = "ttr_analysis"
version = release = ttr_analysis.__version__
copyright = "ttr_analysis authors. Unofficial; not connected with the publisher of Ticket to Ride"  # Sphinx's name
html_title = "ttr_analysis"
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "sphinx_copybutton"]
exclude_patterns = ["**.ipynb_checkpoints"]
nb_execution_mode = "off"  # the site shows what the tests executed
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
highlight_language = "text"  # of blocks that name none: commands and what they print

autosummary_generate = False  # one page for each room: a page for each name would take minutes
autodoc_typehints = "none"  # numpydoc says the types
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = ">>> "
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
