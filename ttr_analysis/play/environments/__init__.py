"""Environments for learning: numbered actions, observations, many games at once, PettingZoo and Gymnasium."""
