"""Printed again: whether a style prints what was read of a reference exactly as the reference is printed.

A reading that prints exactly is as good as proved, because a style leaves no two ways to print a work.
"""
