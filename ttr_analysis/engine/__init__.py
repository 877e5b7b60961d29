"""The compiled rules: records, payments, moves, scoring and the loop that plays games."""
