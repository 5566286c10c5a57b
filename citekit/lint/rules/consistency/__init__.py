"""One document against another."""
