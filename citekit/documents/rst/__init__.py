"""reStructuredText to blocks, after the reStructuredText markup specification of Docutils."""
