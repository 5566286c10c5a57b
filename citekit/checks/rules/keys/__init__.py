"""Citation keys."""
