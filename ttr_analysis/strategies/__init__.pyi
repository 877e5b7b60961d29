from ttr_analysis.strategies.base import Strategy as Strategy
from ttr_analysis.strategies.base import available_strategies as available_strategies
from ttr_analysis.strategies.base import get_strategy as get_strategy
from ttr_analysis.strategies.base import load_file as load_file
from ttr_analysis.strategies.base import strategy as strategy

DEFAULT_STRATEGY: str
