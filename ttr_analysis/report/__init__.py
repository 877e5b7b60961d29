"""The report of a map: an article that works offline, its charts and tables as files."""

from __future__ import annotations

from ttr_analysis.report.build import build_report

__all__ = ["build_report"]
