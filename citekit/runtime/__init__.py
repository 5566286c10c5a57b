"""What every other package stands on, which knows nothing of bibliographies: files, HTTP, limits, settings, processes."""
