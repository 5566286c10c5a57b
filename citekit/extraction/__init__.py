"""Documents to works: sections, items, parts, the shape of a list, records."""
