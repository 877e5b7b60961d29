"""What moves cost: actions rolled out in the worlds that the player to move may be in."""
