"""Catalogues: the services that know which publications there are, asked in one way, and what they say of an entry."""
