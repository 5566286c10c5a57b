"""Pure functions on strings that know no bibliography: repair, LaTeX, case, similarity."""
