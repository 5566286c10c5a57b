"""The command line: a file per verb, found by looking here; modules that begin with an underscore are what verbs share."""
