"""Sphinx: the roles and directives of sphinxcontrib-bibtex in any citation style.

In ``conf.py``::

    extensions = ["citekit.integrations.sphinx"]
    bibtex_bibfiles = ["references.bib"]
    citekit_style = "ieee"          # a name of "citekit list styles", or a .csl file next to conf.py

Then ``:cite:p:`doe2020``` cites, ``.. bibliography::`` lists; in MyST, ``{cite:p}`doe2020```, or ``[@doe2020]`` as in Pandoc,
and a ``bibliography`` directive in braces. Source: the documentation of sphinxcontrib-bibtex, "Usage" and "Configuration".
"""

from __future__ import annotations

from typing import Any

from citekit.runtime.errors import MissingExtraError
from citekit.runtime.version import VERSION

try:
    import sphinx.application as _application
except ModuleNotFoundError:
    raise MissingExtraError("the extension needs Sphinx", "install the extra: citekit-bib[sphinx]") from None


def setup(app: _application.Sphinx) -> dict[str, Any]:
    """Add the roles, directives and settings to a build."""
    from citekit.integrations.sphinx import build, domain

    app.add_config_value("bibtex_bibfiles", [], "env", (list, tuple))
    app.add_config_value("citekit_style", "apa", "env", (str,))
    app.add_config_value("citekit_language", "", "env", (str,))
    app.add_config_value("citekit_tooltips", True, "env", (bool,))
    app.add_config_value("citekit_back_links", True, "env", (bool,))
    app.add_config_value("citekit_pandoc", True, "env", (bool,))
    for kind in (domain.CiteDomain, domain.FootciteDomain):
        app.add_domain(kind)
    for name in ("cite", "footcite"):
        app.add_role(name, domain.CiteRole())
    app.add_directive("bibliography", domain.BibliographyDirective)
    app.add_directive("footbibliography", domain.FootBibliography)
    app.add_transform(domain.PandocCitations)
    app.add_transform(domain.PlaceNotes)
    app.add_node(domain.cited)
    app.add_node(domain.listed)
    app.add_node(domain.spoken)
    build.connect(app)
    return {"version": VERSION, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
