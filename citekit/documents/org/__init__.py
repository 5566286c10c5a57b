"""Org mode's inline text and its LaTeX regions, for the Org reader."""
