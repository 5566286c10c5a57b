"""The forms in which findings are written, one a file."""
