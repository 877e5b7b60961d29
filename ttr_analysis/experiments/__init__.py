"""Many runs compared: tournaments, sweeps, tuning, opening advice, checks of strategies and of the engine."""
