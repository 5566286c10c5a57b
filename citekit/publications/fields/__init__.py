"""From a labelled item to a record: the fields with the places they were read from, and what was left over."""
