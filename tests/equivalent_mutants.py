"""Mutants of ``mutation.py`` that no test can notice, and why."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {}
