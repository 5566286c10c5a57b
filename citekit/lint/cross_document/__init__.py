"""One publication in several documents: which copies belong together, and how they differ."""
