"""The forms in which findings are written, one a file: each has ``NAME`` and ``render(report) -> str``."""
