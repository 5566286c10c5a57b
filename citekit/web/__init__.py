"""The web page that converts, corrects, formats and checks lists, its backend, and its server on this computer.

:mod:`citekit.web.session` handles its requests, both in a browser (Pyodide) and in :mod:`citekit.web.server`. The directory
``page/`` contains the page itself: plain HTML, CSS and JavaScript without a build step.
"""
