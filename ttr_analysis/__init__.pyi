from ttr_analysis import charts as charts
from ttr_analysis import exact as exact
from ttr_analysis import experiments as experiments
from ttr_analysis import explore as explore
from ttr_analysis import maps as maps
from ttr_analysis import play as play
from ttr_analysis import results as results
from ttr_analysis import rules as rules
from ttr_analysis import stats as stats
from ttr_analysis import strategies as strategies
from ttr_analysis.exact import odds as odds
from ttr_analysis.exact import optimum as optimum
from ttr_analysis.exact import paths as paths
from ttr_analysis.experiments.tournament.play import tournament as tournament
from ttr_analysis.experiments.tuning import tune as tune
from ttr_analysis.maps.folder import available_maps as available_maps
from ttr_analysis.maps.folder import load_map as load_map
from ttr_analysis.maps.game_map import GameMap as GameMap
from ttr_analysis.play.game import Game as Game
from ttr_analysis.play.position import Position as Position
from ttr_analysis.play.simulate import simulate as simulate
from ttr_analysis.results.result import Result as Result
from ttr_analysis.strategies.base import strategy as strategy

__version__: str
