from ttr_analysis.exact.optimum.frontier import best_networks as best_networks
from ttr_analysis.exact.optimum.frontier import network_table as network_table
from ttr_analysis.exact.optimum.frontier import optimum_by_trains as optimum_by_trains
from ttr_analysis.exact.optimum.records import BestNetwork as BestNetwork
from ttr_analysis.exact.optimum.records import Network as Network
from ttr_analysis.exact.optimum.records import Progress as Progress
from ttr_analysis.exact.optimum.search import best_network as best_network
from ttr_analysis.exact.optimum.steiner import min_trains as min_trains
