"""Citations in other programs: Sphinx and MkDocs, each an extra."""
