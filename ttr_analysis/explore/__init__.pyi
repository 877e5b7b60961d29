from ttr_analysis.explore.base import Explorer as Explorer
from ttr_analysis.explore.draws import DrawExplorer as DrawExplorer
from ttr_analysis.explore.games import GameExplorer as GameExplorer
from ttr_analysis.explore.results import ResultExplorer as ResultExplorer
from ttr_analysis.explore.routes import TrackExplorer as TrackExplorer
from ttr_analysis.explore.tickets import TicketExplorer as TicketExplorer
from ttr_analysis.explore.tournaments import TournamentExplorer as TournamentExplorer
from ttr_analysis.explore.tunnels import TunnelExplorer as TunnelExplorer
