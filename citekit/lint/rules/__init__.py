"""The rules by family; the page of each is a section of the Markdown file next to its module."""
