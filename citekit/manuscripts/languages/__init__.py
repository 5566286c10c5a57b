"""The languages in which documents cite, one a file."""
