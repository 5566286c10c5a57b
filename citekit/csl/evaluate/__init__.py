"""Rendering elements: each compiles to a function that appends its nodes for one cite to a list."""
