"""A processor for the Citation Style Language 1.0.2."""
