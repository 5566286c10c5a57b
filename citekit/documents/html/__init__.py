"""HTML's tags, styles and flow of blocks, for every reader that meets HTML."""
