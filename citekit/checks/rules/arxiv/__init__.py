"""Preprints."""
