"""One publication in several documents: which copies belong together, and what they say differently."""
