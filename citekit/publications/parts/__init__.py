"""Finders of the parts of an item: authors, venue, date, identifiers, links, markers; one a file."""
