"""Entries against what others know of the works: records of arXiv, retractions, links."""
