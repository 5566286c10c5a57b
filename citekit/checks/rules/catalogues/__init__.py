"""Entries against what catalogues say over the web: Crossref, DataCite, arXiv, DBLP, OpenAlex, PubMed, Semantic Scholar."""
