"""Build the site into ``build/site``: ``make docs``.

The pages of ``docs/`` are joined by README, the guide to maps, the notebooks, a reference made from
the docstrings and the gallery, in ``build/site-source``. Sphinx then builds them; a warning fails. At
the end every link inside the site is followed. Nothing is fetched from the network.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import site_gallery
import site_notebooks
import site_reference
from plotly.offline import get_plotlyjs

ROOT = Path(__file__).resolve().parents[1]

BUILD = ROOT / "build"
SOURCE = BUILD / "site-source"
SITE = BUILD / "site"
TREES = BUILD / "site-trees"

PAGES = {
    "README.md": "start.md",
    "maps/README.md": "maps.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages from outside of ``docs/``, and their names on the site."""

PICTURES = BUILD / "gallery"
"""Where the pictures of the gallery are kept: Sphinx's folders may be deleted, these take longer."""

FILES = ("LICENSE", "CITATION.cff")


def moved(text: str) -> str:
    """Return a page with its links as they are on the site."""
    for old, new in {**PAGES, "notebooks": "notebooks/index.md"}.items():
        text = re.sub(rf"\]\((?:\.\./)?{re.escape(old)}\)", f"]({new})", text)
    text = re.sub(r"\]\((?:\.\./)?docs/", "](", text)
    return re.sub(r"\[(?:docs/)?(\w+\.md)\]\(\1\)", r"[](\1)", text)  # the title of a page says more than its file


def write(path: Path, text: str) -> None:
    """Write a file unless it is there with the same text: Sphinx reads only what has changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """Return the texts of all pages by their names on the site."""
    found = {path.name: path for path in (ROOT / "docs").glob("*.md")}
    found |= {new: ROOT / old for old, new in PAGES.items()}
    texts = {name: moved(path.read_text(encoding="utf-8")) for name, path in found.items()}
    texts["gallery.md"] = site_gallery.page(PICTURES)
    return {**texts, **site_reference.pages(), **site_notebooks.pages(ROOT)}


def assemble() -> None:
    """Put all sources of the site together, and delete those that are no longer any."""
    site_gallery.draw_all(ROOT, PICTURES)
    texts = pages()
    for name, text in texts.items():
        write(SOURCE / name, text)
    others = [path for path in (ROOT / "docs").iterdir() if path.suffix in {".py", ".svg", ".png"}]
    for path in [*others, *(ROOT / name for name in FILES)]:
        shutil.copy2(path, SOURCE / path.name)
    write(SOURCE / "_static" / "plotly.min.js", get_plotlyjs())
    shutil.copytree(
        PICTURES, SOURCE / "_static" / "gallery", ignore=shutil.ignore_patterns("*.json"), dirs_exist_ok=True
    )
    shutil.copytree(ROOT / "docs" / "_static", SOURCE / "_static", dirs_exist_ok=True)
    for path in [path for suffix in ("md", "rst", "ipynb") for path in SOURCE.rglob(f"*.{suffix}")]:
        if path.relative_to(SOURCE).as_posix() not in texts:
            path.unlink()


class Links(HTMLParser):
    """The targets and the anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag names and what it refers to."""
        given = {name: value for name, value in attrs if value}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        loaded = "src" in given or (tag == "link" and given.get("rel") == "stylesheet")
        for name in ("href", "src"):
            if name in given and (loaded or not urlsplit(given[name]).scheme):
                self.targets.append(given[name])


def broken(site: Path) -> Iterator[str]:
    """Yield each link inside the site that leads nowhere, and each file that a page would load from the network."""
    found = {page: Links(page) for page in site.rglob("*.html")}
    for page, links in found.items():
        for target in dict.fromkeys(links.targets):
            parts = urlsplit(target)
            where = f"{page.relative_to(site)}: {target}"
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                yield f"{where} is loaded from the network"
                continue
            place = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if place.is_dir():
                place /= "index.html"
            if not place.is_file():
                yield f"{where} leads to no file"
            elif parts.fragment and place in found and unquote(parts.fragment) not in found[place].anchors:
                yield f"{where} leads to no place on that page"


def main() -> int:
    """Build the site and return 0 if there was nothing to complain about."""
    from sphinx.cmd.build import build_main

    assemble()
    quiet = ["--quiet", "--fail-on-warning", "--keep-going", "--jobs", "2"]
    if build_main([*quiet, "-a", "-b", "html", "-d", str(TREES), str(SOURCE), str(SITE)]):
        return 1
    problems = list(broken(SITE))
    sys.stdout.write("\n".join(problems or [f"The site is in {SITE / 'index.html'}"]) + "\n")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
