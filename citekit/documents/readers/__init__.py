"""One reader a file; what each of them has says :class:`citekit.documents.load.Reader`."""
