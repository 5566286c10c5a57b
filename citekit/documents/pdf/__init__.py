"""Pages of a PDF to blocks: characters, segments, columns, lines, paragraphs and items, in this order."""
