"""Journals and conferences."""
