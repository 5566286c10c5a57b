"""Sample sites of Sphinx and MkDocs in three styles each, and what citations add to a build.

``python benchmarks/sites.py OUT`` writes the sites to folders of OUT, where ``.ci/look`` takes pictures of them, and prints the
processor's seconds of building 300 pages with two citations each, with the extension or plug-in and without it, and what
a rebuild writes after one page was edited. Needs the extras ``sphinx`` and ``mkdocs``, myst-parser and furo.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

STYLES = ("apa", "ieee", "chicago-shortened-notes-bibliography")
PAGES = 300
_NAMES = "Lindqvist Okafor Tanaka Moreau Silva".split()
_INTRO = """# Lazy queues

People wait [@work1; @work2], and have always done so [see @work3, p. 12]. @work4 says that they wait *lazily*, which
others doubt [@work5, and more; -@work1].

- A list that cites [@work2].
- A second item, by @work3.

{more}
"""
_ADMONITIONS = {
    "sphinx": "```{note}\nEven notes cite [@work5].\n```\n",
    "mkdocs": "!!! note\n    Even notes cite [@work5].\n",
}
_LISTS = {"sphinx": "## References\n\n```{bibliography}\n```\n", "mkdocs": '## References\n\n<div id="refs"></div>\n'}


def bib(count: int) -> str:
    """Works of long titles and several people."""
    return "\n".join(
        f"@article{{work{n}, author={{{_NAMES[n % 5]}, Ann and {_NAMES[(n + 2) % 5]}, Bo and {_NAMES[(n + 3) % 5]}, Cy}}, "
        f"title={{On the {n}th way of waiting in queues of people who have something better to do}}, "
        f"journal={{Journal of Lazy Studies}}, volume={{{n}}}, pages={{{n}--{n + 9}}}, year={{{1990 + n % 30}}}, doi={{10.1234/lazy.{n}}}}}"
        for n in range(1, count + 1)
    )


def site(folder: Path, program: str, pages: dict[str, str], works: int) -> None:
    """The sources of a site."""
    source = folder / "docs" if program == "mkdocs" else folder
    source.mkdir(parents=True)
    (folder / "refs.bib").write_text(bib(works), encoding="utf-8")
    for name, text in pages.items():
        (source / name).write_text(text, encoding="utf-8")
    if program == "mkdocs":
        (folder / "mkdocs.yml").write_text("site_name: Lazy queues\nuse_directory_urls: false\n", encoding="utf-8")


def built(folder: Path, program: str, style: str) -> tuple[float, int]:
    """Builds with a style, or without citations where that is empty: processor's seconds, and how many pages were written."""
    out = folder / "site"
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.html")}
    start = time.process_time()
    if program == "sphinx":
        own = ["citekit.integrations.sphinx"] if style else []
        settings = {
            "extensions": ["myst_parser", *own],
            "html_theme": "furo",
            "exclude_patterns": ["site"],
            "suppress_warnings": ["toc"],
        }
        cited = {"bibtex_bibfiles": ["refs.bib"], "citekit_style": style} if style else {}
        with docutils_namespace():
            place = str(folder)
            Sphinx(place, None, str(out), str(out / ".trees"), "html", settings | cited, None, sys.stderr).build()
    else:
        plugins = [{"citekit": {"bibliographies": ["refs.bib"], "style": style}}] if style else []
        build(load_config(str(folder / "mkdocs.yml"), plugins=plugins, markdown_extensions=["admonition"]))
    taken = time.process_time() - start
    made = (path for path in out.rglob("*.html") if path.name not in ("search.html", "genindex.html", "404.html"))
    return taken, sum(before.get(path) != path.stat().st_mtime_ns for path in made)


def main(out: Path) -> None:
    """Writes the sites and prints a table."""
    for program in ("sphinx", "mkdocs"):
        for style in STYLES:
            folder = out / f"{program}-{style}"
            text = _INTRO.format(more=f"{_ADMONITIONS[program]}\n{_LISTS[program]}")
            site(folder, program, {"index.md": text}, 5)
            built(folder, program, style)
    print(f"{'program':8} {'citations':10} {'build':>8} {'again':>8}  pages written again")
    for program in ("sphinx", "mkdocs"):
        for style in ("", "apa"):
            folder = out / f"{program}-many-{style or 'none'}"
            pages = {f"p{n}.md": f"# Page {n}\n\nSee [@work{n}; @work{n + 1}].\n" for n in range(1, PAGES)}
            contents = "\n".join(f"- [page]({name})" for name in pages)
            listed = "\n```{bibliography}\n```\n" if program == "sphinx" and style else ""
            site(folder, program, {"index.md": f"# Start\n\n{contents}\n{listed}"} | pages, PAGES)
            first, _ = built(folder, program, style)
            page = folder / ("docs/p7.md" if program == "mkdocs" else "p7.md")
            page.write_text(page.read_text(encoding="utf-8").replace("See", "Look at"), encoding="utf-8")
            again, written = built(folder, program, style)
            print(f"{program:8} {style or 'none':10} {first:7.1f}s {again:7.1f}s  {written}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
