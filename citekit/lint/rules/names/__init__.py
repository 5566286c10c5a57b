"""People's names."""
