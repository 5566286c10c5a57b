"""arXiv: which of its papers an entry is, from its interface or from an index of all its records."""
