"""Which fields an entry has."""
