from ttr_analysis.report.build import build_report as build_report
from ttr_analysis.report.replay import replay_data as replay_data
from ttr_analysis.report.replay import replay_page as replay_page
