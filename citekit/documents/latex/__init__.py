"""LaTeX: tokens with their places, macros that are expanded, and what the commands of lists and CVs mean."""
