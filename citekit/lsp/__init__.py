"""The language server: what ``citekit lsp`` tells an editor about bibliographies and the texts that cite from them."""
