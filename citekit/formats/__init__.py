"""Libraries from and to files: one format a file or folder."""
