"""The language server: what ``citekit lsp`` reports to an editor about bibliographies and the texts that cite from them."""
