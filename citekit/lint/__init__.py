"""Checks of bibliographies, of the manuscripts that cite them, and of documents that list publications.

A rule is a file in ``rules/``, a language in which documents cite is a file in ``citing/``, a form of output is a file
in ``reporters/``. What is wrong is a :class:`~citekit.lint.finding.Finding`, never an exception.
"""
