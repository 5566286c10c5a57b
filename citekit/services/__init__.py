"""Catalogues: the services that know which publications there are, queried in one way, and what they know of an entry."""
