"""The page on which lists are read, corrected, formatted and checked: what answers it, and its server on this machine.

:mod:`citekit.web.session` answers its questions, in a browser (Pyodide) as in :mod:`citekit.web.server`; ``page/`` beside them is
the page itself, plain HTML, CSS and JavaScript that need no building.
"""
