"""Org mode's inline text, for the Org reader."""
