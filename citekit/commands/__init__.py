"""What the commands do, without a command line: each module takes settings and returns a result."""
