"""The figures of explorers on a dark page: its own style sheet gives them the colours of the dark theme.

A kernel does not know the theme of the page. JupyterLab and Voilà write it at the page's body, and style sheets read it
there, so a figure follows the page at once when its theme is changed.
"""

from plotly.colors import hex_to_rgb

from ttr_analysis.charts import theme

FOLLOWS = "ttr-follows-theme"
"""Class of boxes whose figures follow the theme of the page; boards stay as light as printed ones."""

DARK_PAGE = '[data-jp-theme-light="false"]'
"""What JupyterLab and Voilà write at a dark page."""

FIXED = ":not(.bartext):not(.heatmap-label *)"
"""Texts on bars and in cells, whose colour suits their ground in every theme."""


def style() -> str:
    """Return the style sheet, with one rule for each colour of the palette of the dark theme.

    Examples
    --------
    >>> style().splitlines()[1].partition("{")[2]
    ' color-scheme: dark; }'
    """
    rules = [f"{DARK_PAGE} .{FOLLOWS} .main-svg {{ color-scheme: dark; }}"]
    for light, dark in theme.PALETTES["dark"].items():
        if light.startswith("#"):
            red, green, blue = hex_to_rgb(light)
            rules += [
                f"{DARK_PAGE} .{FOLLOWS} [style*=\"{part}: rgb({red}, {green}, {blue})\"]{FIXED} "
                f"{{ {part}: {dark} !important; }}"
                for part in ("fill", "stroke", "background")
            ]  # fmt: skip
    return "<style>\n" + "\n".join(rules) + "\n</style>"
