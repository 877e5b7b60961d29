"""Games that people have played, written down in a file, and how they stand beside simulated ones."""
