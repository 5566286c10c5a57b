"""What is checked, as it was read: entries, bibliographies, whole projects, with the places of every value."""
