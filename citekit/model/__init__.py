"""The model: works, names, dates, identifiers, venues, libraries, and where each fact was read."""
