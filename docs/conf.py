"""Sphinx settings; the reference pages are written from the code before every build."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from reference_pages import write_reference_pages  # noqa: E402

import citekit  # noqa: E402

write_reference_pages(HERE / "reference" / "generated")

project = "citekit"
author = "The citekit authors"
copyright = f"2026, {author}"  # noqa: A001 -- Sphinx calls it so
release = version = citekit.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "citekit.integrations.sphinx"]
bibtex_bibfiles = ["references.bib"]
citekit_style = "apa"
citekit_pandoc = False  # pages show what people write, [@doe2020] too
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"citekit {release}"
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
