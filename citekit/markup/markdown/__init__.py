"""Markdown as tokens with places: markdown-it-py with what people write in their lists."""
