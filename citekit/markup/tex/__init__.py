"""LaTeX: what is typeset, commands with their arguments, macros and conditions; every piece knows its place."""
