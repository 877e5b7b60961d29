"""Figures: functions from tables to plotly figures; none reads, simulates or shows."""
