from ttr_analysis.referee.replay import replay as replay
from ttr_analysis.referee.verdict import RefereeError as RefereeError
from ttr_analysis.referee.verdict import SeatScore as SeatScore
from ttr_analysis.referee.verdict import Verdict as Verdict
from ttr_analysis.referee.words import narrate as narrate
