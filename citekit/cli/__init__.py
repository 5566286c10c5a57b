"""The command line: a file per verb, found by looking here; what verbs share is in modules that begin with ``_``."""
