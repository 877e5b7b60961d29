"""Results: tidy tables of the games played, their files, and the manifest that reproduces them."""
