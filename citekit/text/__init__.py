"""Pure functions on strings, independent of bibliographies: repair, LaTeX, letter case, similarity."""
