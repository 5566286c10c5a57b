"""Markup languages, parsed once and with places; nothing here knows what a publication or a citation is."""
