"""Training players: labels from roll-outs, trees fitted to them, round by round."""
