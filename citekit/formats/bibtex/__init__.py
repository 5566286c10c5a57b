"""BibTeX and BibLaTeX over the model of bibtexparser 2."""
