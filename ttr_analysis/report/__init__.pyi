from ttr_analysis.report.build import build_report as build_report
