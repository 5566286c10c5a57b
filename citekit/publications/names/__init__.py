"""Personal names: what can be a name at a place of an item, and how well it reads as one; one form of names a file."""
