"""What every other package is built on, which knows nothing of bibliographies: files, HTTP, limits, settings, processes."""
