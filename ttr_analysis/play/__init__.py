"""Playing games: one, many, step by step, from a position, with explanations."""
