"""Write docs/tables.md, the documentation of the result tables, from their schema."""

from __future__ import annotations

from pathlib import Path

from ttr_analysis.results.schema import as_markdown

if __name__ == "__main__":
    page = Path(__file__).parents[1] / "docs" / "tables.md"
    page.write_text(as_markdown(), encoding="utf-8")
