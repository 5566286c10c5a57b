"""The command line: a lazy group and a file a verb."""
