"""Dates, pages, identifiers and addresses."""
