"""Identifiers against what stands beside them."""
