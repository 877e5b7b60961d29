"""Who sits where: which strategy of a lineup plays which seat of which game."""

from ttr_analysis.engine.compiled import compiled


def place_of(rotate: int, players: int, number: int, seat: int) -> int:
    """Return the place in the lineup whose strategy plays a seat of game ``number``."""
    return (seat + number) % players if rotate else seat


compiled_place_of = compiled(place_of)
"""The same for compiled code."""
