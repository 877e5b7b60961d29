"""Luck and skill: what chance and what decisions brought in games."""
