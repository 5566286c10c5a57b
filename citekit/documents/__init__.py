"""Bytes to documents: blocks of styled runs with spans, one reader a format."""
