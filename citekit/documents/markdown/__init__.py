"""Markdown's blocks and inline text, for the Markdown reader."""
