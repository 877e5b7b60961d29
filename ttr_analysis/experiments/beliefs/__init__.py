"""What opponents hold: the chance of every ticket, from public events."""
