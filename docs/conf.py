"""Sphinx settings; the reference pages are written from the code before every build."""

from __future__ import annotations

import json
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


# The reference of Python was one page once, and its pages are cut anew where they grow: links to a name lead to where it is now.

_FOLLOW = """\
const id = decodeURIComponent(location.hash.slice(1));
if (id && !document.getElementById(id) && id in MOVED) {
  location.replace(document.documentElement.dataset.content_root + MOVED[id] + location.hash);
}
"""


def follow_moved_names(app, page, template, context, doctree):
    if page.startswith("reference/python"):
        app.add_js_file("moved-names.js", loading_method="defer")


def write_moved_names(app, error):
    """Write the script that leads from the name of a function or class to its page."""
    if error is None and app.builder.format == "html":
        pages = {of.node_id: app.builder.get_target_uri(of.docname) for of in app.env.get_domain("py").objects.values()}
        text = f"const MOVED = {json.dumps(pages)};\n{_FOLLOW}"
        Path(app.outdir, "_static", "moved-names.js").write_text(text, encoding="utf-8")


def setup(app):
    app.connect("html-page-context", follow_moved_names)
    app.connect("build-finished", write_moved_names)
