"""The profile of a map for people who design maps: its measures beside those of the maps that ship."""
