"""Entries that are there twice."""
