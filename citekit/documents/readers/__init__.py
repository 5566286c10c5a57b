"""One reader a file; what each of them has states :class:`citekit.documents.load.Reader`."""
