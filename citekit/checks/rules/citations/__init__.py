"""Citations in documents against bibliographies."""
