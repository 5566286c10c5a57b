"""Formats of texts whose citations are filled in; the folder is the list (see :mod:`citekit.csl.manuscript`)."""
