"""Finders of what shows by its own form what it is: identifiers, links, buttons, notes and their like; one a file."""
