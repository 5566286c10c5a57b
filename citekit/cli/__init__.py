"""The command line: one module per command, discovered by name; modules that begin with ``_`` are shared by commands."""
