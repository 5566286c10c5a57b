"""Output formats: each writes the tree of :mod:`citekit.csl.tree`; the folder is the list."""
