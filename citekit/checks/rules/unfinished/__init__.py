"""What was left to be done later."""
