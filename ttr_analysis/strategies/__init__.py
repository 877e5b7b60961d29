"""The strategies, one per file; see :mod:`ttr_analysis.strategies.base`."""

from __future__ import annotations

from ttr_analysis.strategies.base import Strategy, available_strategies, get_strategy, load_file, strategy

__all__ = ["Strategy", "available_strategies", "get_strategy", "load_file", "strategy"]
