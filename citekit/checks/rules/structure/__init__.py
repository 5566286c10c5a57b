"""The files themselves: syntax, encoding, macros, text between entries."""
