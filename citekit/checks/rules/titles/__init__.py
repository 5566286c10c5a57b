"""Titles and the letters they are set in."""
