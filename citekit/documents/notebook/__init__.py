"""Jupyter notebooks: JSON whose strings know their places, and the cells in it."""
