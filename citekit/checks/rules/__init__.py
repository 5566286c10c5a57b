"""The rules, one a file: the docstring is the page of a rule."""
