"""Exact answers without simulation: odds, paths, best networks."""
