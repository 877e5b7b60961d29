"""What `make docs` puts together: links that lead somewhere, all public names, notebooks without a kernel."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import re
import sys
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

ROOT = Path(__file__).parents[1]


def tool(name: str) -> ModuleType:
    """A script of `tools/` as a module."""
    if str(ROOT / "tools") not in sys.path:
        sys.path.append(str(ROOT / "tools"))
    return importlib.import_module(name)


@pytest.mark.parametrize(
    ("text", "on_the_site"),
    [
        ("[a](docs/rules.md)", "[a](rules.md)"),
        ("[a](../docs/profile.md)", "[a](profile.md)"),
        ("[a](maps/README.md)", "[a](maps.md)"),
        ("[docs/rules.md](docs/rules.md), [rules.md](rules.md)", "[](rules.md), [](rules.md)"),
        ("[a](notebooks)", "[a](notebooks/index.md)"),
        ("[a](https://datapackage.org)", "[a](https://datapackage.org)"),
    ],
)
def test_links_of_pages_lead_to_their_places_on_the_site(text: str, on_the_site: str) -> None:
    assert tool("build_site").moved(text) == on_the_site


def test_every_page_is_on_the_site_and_in_its_contents() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = {line for block in re.findall(r"```\{toctree\}(.*?)```", index, re.S) for line in block.split()}
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} | set(tool("build_site").PAGES.values())
    assert {name.removesuffix(".md") for name in pages} - listed == {"index", "start"}
    assert "<start>" in listed


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_text('<p id="here">there</p>')
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">1</a><a href="b.html#gone">2</a><a href="c.html">3</a><a href="https://x.org">4</a>'
        '<script src="https://x.org/a.js"></script><link rel="stylesheet" href="//x.org/a.css"><img src="data:,">'
    )
    assert sorted(tool("build_site").broken(tmp_path)) == [
        "a.html: //x.org/a.css is loaded from the network",
        "a.html: b.html#gone leads to no place on that page",
        "a.html: c.html leads to no file",
        "a.html: https://x.org/a.js is loaded from the network",
    ]


def test_the_reference_documents_every_public_name_once() -> None:
    reference = tool("site_reference")
    text = "\n".join(reference.pages().values())
    documented = re.findall(r"^\.\. auto(?:function|class|data):: (\S+)$", text, re.M)
    assert len(documented) == len(set(documented))
    for name in reference.ROOMS:
        for each in getattr(importlib.import_module(name), "__all__", ()):
            if not each.startswith("_") and not inspect.ismodule(getattr(importlib.import_module(name), each)):
                assert f"`{each} <" in text, (name, each)
    assert "ttr_analysis.charts.score_parts" in documented
    assert "ttr_analysis.play.simulate" in documented


def test_a_notebook_shows_its_figures_without_a_kernel(tmp_path: Path) -> None:
    notebooks = tool("site_notebooks")
    figure = {notebooks.PLOTLY: {"data": [{"type": "bar", "y": [1]}], "layout": {}}}
    outputs = [nbformat.v4.new_output("display_data", data) for data in (figure, figure, {notebooks.WIDGET: {}})]
    outputs.append(nbformat.v4.new_output("stream", name="stderr", text="a warning"))
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("draw()", outputs=outputs)])
    nbformat.write(book, tmp_path / "book.ipynb")
    shown = [output.data for output in notebooks.page(tmp_path / "book.ipynb").cells[0].outputs]
    assert ["plotly.min.js" in data.get("text/html", "") for data in shown] == [True, False, False]
    assert all("Plotly.newPlot" in data["text/html"] for data in shown[:2])
    assert shown[2] == {"text/markdown": notebooks.NOTE}


def test_the_site_takes_outputs_only_if_they_are_not_older_than_the_notebook(tmp_path: Path) -> None:
    source, name = tool("site_notebooks").source, "book.ipynb"
    for folder in ("notebooks", "build/notebooks"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).touch()
    book, executed = tmp_path / "notebooks" / name, tmp_path / "build/notebooks" / name
    assert source(tmp_path, book) == executed
    executed.write_text("")

    os.utime(executed, (1, 1))
    assert source(tmp_path, book) == book
    executed.unlink()
    assert source(tmp_path, book) == book


def test_the_gallery_has_every_chart_with_few_lines_that_draw_it() -> None:
    gallery = tool("site_gallery")
    assert len(gallery.names()) > 60
    page = gallery.page(Path("there are no pictures"))
    for name in gallery.names():
        code = gallery.code(name)
        last = ast.parse(code).body[-1]
        drawn = name != "add_board"  # it adds to a figure that is there
        assert not drawn or (isinstance(last, ast.Assign) and f"ttr.charts.{name}(" in ast.unparse(last)), name
        assert "figure = " in code, name
        assert len(code.splitlines()) <= 8, name
        assert f"### {name}\n" in page
        assert code in page


def test_the_gallery_plays_stronger_players_than_the_examples() -> None:
    code = tool("site_gallery").code
    assert '["expert", "ticket_planner"], games=400' in code("score_parts")
    assert not [name for name in tool("site_gallery").names() if '"random"' in code(name)]
