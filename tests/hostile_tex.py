r"""Sources of every kind that try to make LaTeX read, write or run something; test_hostile_tex.py converts them.

``@SECRET@`` is a file whose words must not be printed, ``@OUT@`` one that must not come to be.
"""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

READ = r"\input{@SECRET@}"
RUN = r"\immediate\write18{touch @OUT@}"
WRITE = r"\newwrite\w\immediate\openout\w=@OUT@ \immediate\write\w{x}\immediate\closeout\w"
LUA = r"\directlua{local f=io.open('@OUT@','w') f:write('x') f:close() tex.print(io.open('@SECRET@'):read('*a'))}"
OPEN = r"\newread\r\openin\r=@SECRET@ \read\r to\x \x"
HIDDEN = "^^5cinput{@SECRET@}"
BUILT = r"\csname input\endcsname{@SECRET@}"
ACTIVE = r"\catcode`\|=0 |input{@SECRET@}"
LISTING = r"\lstinputlisting{@SECRET@}\verbatiminput{@SECRET@}"
MADE = r"\def\x#1{\input{#1}}\x{@SECRET@}"
LOOP = r"\loop\iftrue\repeat"
CLOSING = r"} \input{@SECRET@} {"


def _item(title: str) -> str:
    return f"A. Smith, B. Jones. {title}. International Conference on Machine Learning, 2020."


def _page(*titles: str) -> str:
    items = "".join(f"<li>{_item(title)}</li>\n" for title in titles)
    return f"<html><body><h2>Publications</h2><ul>{items}</ul></body></html>"


def _markdown(*titles: str) -> str:
    return "# Publications\n\n" + "".join(f"- {_item(title)}\n" for title in titles)


def _text(*titles: str) -> str:
    return "Publications\n\n" + "".join(f"[{n}] {_item(title)}\n\n" for n, title in enumerate(titles, 1))


def _ris(**fields: str) -> str:
    lines = {"TY": "JOUR", "TI": "Sparse graphs", "AU": "Smith, A.", "JO": "Journal of Graphs", "PY": "2020"} | fields
    return "".join(f"{name}  - {value}\n" for name, value in lines.items()) + "ER  - \n"


def _csl(**variables: object) -> str:
    item = {
        "id": "a",
        "type": "article-journal",
        "title": "Sparse graphs",
        "author": [{"family": "Smith", "given": "A."}],
    }
    return json.dumps([item | {"issued": {"date-parts": [[2020]]}, "container-title": "Journal"} | variables])


def _bib(head: str = "", **fields: str) -> str:
    values = {"title": "{Sparse graphs}", "author": "{Smith, A.}", "journal": "{Journal}", "year": "2020"} | fields
    return f"{head}\n@article{{a,\n" + "".join(f"  {name} = {value},\n" for name, value in values.items()) + "}\n"


def _tex(*titles: str, head: str = "") -> str:
    items = "".join(rf"\item {_item(title)}" + "\n" for title in titles)
    return (
        rf"\documentclass{{article}}{head}\begin{{document}}\section{{Publications}}"
        rf"\begin{{itemize}}{items}\end{{itemize}}\end{{document}}"
    )


def _endnote(title: str, author: str, url: str) -> str:
    def said(text: str) -> str:
        return f'<style face="normal">{text.replace("&", "&amp;")}</style>'

    return (
        '<?xml version="1.0" encoding="UTF-8"?><xml><records><record><ref-type name="Journal Article">17</ref-type>'
        f"<contributors><authors><author>{said(author)}</author></authors></contributors><titles><title>{said(title)}</title>"
        f"<secondary-title>{said('Journal')}</secondary-title></titles><dates><year>{said('2020')}</year></dates>"
        f"<urls><related-urls><url>{said(url)}</url></related-urls></urls></record></records></xml>"
    )


def _docx(*titles: str) -> bytes:
    space = "http://schemas.openxmlformats.org"
    lines = ("Publications", *map(_item, titles))
    body = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in lines)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{space}/package/2006/content-types"><Default Extension="xml" '
        'ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
        'officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{space}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{space}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{space}/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>',
    }
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return data.getvalue()


def _notebook(title: str) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": [_markdown(title)]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


_SOURCES: dict[str, str | bytes] = {
    "input.html": _page(f"Sparse graphs {READ} in practice", f"Dense graphs {LISTING} in theory"),
    "entity.html": _page("Sparse graphs &#92;input{@SECRET@} in practice", "Dense &bsol;input&lbrace;@SECRET@&rbrace; graphs"),
    "hidden.html": _page(f"Sparse graphs {HIDDEN} in practice", rf"Dense graphs \^{HIDDEN} in theory"),
    "formula.html": _page(rf"Sparse ${READ}$ graphs in practice", rf"Dense \(\text{{{READ}}}\) graphs", r"Odd $\frac{1}$ $x^2^3$ $\left($ sets"),
    "braces.html": _page(f"Sparse graphs {CLOSING} in practice", "Dense graphs }}}} in theory {{{ and more"),
    "link.html": _page(r'<a href="https://a.example/}\input{@SECRET@}">Sparse graphs</a> in practice', '<a href="run:@OUT@">Dense graphs</a> here'),
    "write18.html": _page(f"Sparse <i>graphs {RUN}</i> in practice", f"Dense <b>graphs {WRITE}</b> in theory"),
    "loop.html": _page(f"Sparse graphs {LOOP} in practice", f"Dense graphs {MADE} in theory"),
    "comment.html": _page("Sparse graphs in 50% of all \\input{@SECRET@} cases", "Dense graphs # & _ ^ ~ in theory"),
    "input.md": _markdown(f"Sparse graphs {READ} in practice", f"Dense graphs `{READ}` in theory"),
    "formula.md": _markdown(rf"Sparse $x^2 {READ}$ graphs in practice", r"Dense $\begin{input}@SECRET@\end{input}$ graphs"),
    "link.md": _markdown(r"[Sparse graphs](https://a.example/\input{@SECRET@}) in practice", r"[Dense graphs](<https://a.example/^^5cinput{@SECRET@}>) here"),
    "lua.md": _markdown(f"Sparse graphs {LUA} in practice", r"Dense graphs \luaexec{os.execute('touch @OUT@')} in theory"),
    "verb.md": _markdown(rf"Sparse graphs \verb|x|{READ} in practice", rf"Dense graphs \begin{{verbatim}}\end{{verbatim}}{READ} in theory"),
    "csname.txt": _text(f"Sparse graphs {BUILT} in practice", r"Dense graphs \begin{input}{@SECRET@}\end{input} in theory"),
    "catcode.txt": _text(f"Sparse graphs {ACTIVE} in practice", r"Dense graphs \active~\let~\input~@SECRET@ in theory"),
    "openin.txt": _text(f"Sparse graphs {OPEN} in practice", rf"Dense graphs \expandafter{READ} in theory"),
    "define.txt": _text(f"Sparse graphs {MADE} in practice", r"Dense graphs \let\par\input\par @SECRET@ in theory"),
    "title.ris": _ris(TI=f"Sparse graphs {READ}", DO=f"10.1000/{READ}", UR=f"https://a.example/{READ}", N1=f"see {HIDDEN}"),
    "key.ris": _ris(ID="a^^5cinput{@SECRET@}", KW=READ, VL=f"12{RUN}", SP=READ, EP="9", AB=WRITE),
    "people.ris": _ris(AU=f"{READ}, A. {RUN}", ED=f"Jones, {HIDDEN}", PB=f"Press {LUA}", CY=MADE),
    "title.json": _csl(title=f"Sparse <i>graphs {READ}</i> <span class=\"nocase\">{BUILT}</span>"),
    "identifiers.json": _csl(id="^^5cinput{@SECRET@}", DOI=f"10.1000/{READ}", URL=f"run:@OUT@ {READ}", note=rf"tex: {RUN}", ISSN=READ),
    "people.json": _csl(author=[{"family": READ, "given": RUN, "suffix": HIDDEN, "non-dropping-particle": BUILT}, {"literal": f"The {CLOSING}"}]),
    "lines.json": _csl(title=f"Sparse\n\n{READ}\r\r\u2028\\par\x0c{HIDDEN}", abstract=f"one\n\n\n@misc{{x, title={{{READ}}}}}\n{RUN}"),
    "values.json": _csl(volume=READ, page=f"1-{READ}", edition=HIDDEN, publisher=f"and {BUILT} and", issued={"literal": READ}, language=READ, genre=RUN),
    "custom.json": _csl(custom={"options": READ, READ: "x"}, **{"collection-title": LISTING, "annote": LUA, "keyword": f"{READ}, {RUN}", "status": READ}),
    "title.bib": _bib(title=f"{{Sparse {READ} {{\\`a}} {LISTING}}}", note=f"{{{BUILT} and {ACTIVE}}}", journal=f"{{{LUA}}}"),
    "preamble.bib": _bib(head=f'@preamble{{"{READ}"}}\n@string{{j = "{READ}"}}\n@string{{k = "{RUN}"}}', journal="j # k"),
    "joined.bib": _bib(title=r'"Sparse \inp" # "ut{@SECRET@} graphs"', note=r'"\" # "input{@SECRET@}"', journal='{^} # {^5cinput\\space @SECRET@}'),
    "formula.bib": _bib(title=rf"{{Sparse $\mbox{{{READ}}}$ graphs}}", note=rf"{{$x^^5cinput{{@SECRET@}}$ $$ {READ} $$}}"),
    "links.bib": _bib(note=rf"{{\href{{run:@OUT@}}{{a}} \url{{{READ}}} \href{{http://a.example}}{{{READ}}}}}", url=f"{{https://a.example/{READ}}}", doi=f"{{10.1000/{READ}}}", eprint=f"{{{READ}}}", howpublished=rf"{{\url{{http://a.example/x}}{READ}}}"),
    "programs.bib": _bib(options=f"{{labelyear={READ}}}", execute=f"{{{READ}}}", file=f"{{:{READ}:pdf}}", keywords=f"{{{READ}}}", **{"author+an": f"{{1={READ}}}"}),
    "environment.bib": _bib(title=r"{Sparse \begin{filecontents}{@OUT@}x\end{filecontents} \begin{input}{@SECRET@}\end{input}}"),
    "wrapped.bib": _bib(title=rf"{{\emph{READ} \uppercase{{\string{READ}}} \textbf\expandafter{READ}}}", note=rf"{{\verb|a|{READ} \^^^69nput{{@SECRET@}} \noexpand{READ}}}"),
    "names.bib": _bib(author=rf"{{{READ} and {{{READ}}} and {{\relax\input}} @SECRET@, A. and {BUILT}, B.}}", editor=rf"{{Jones, {HIDDEN}}}", year=r"{20\input{@SECRET@}}", month=rf"{{{READ}}}"),
    "unbalanced.bib": "@article{a, title = {Sparse } \\input{@SECRET@}, author = \"Smith {\\input{@SECRET@}\", year = 2020}\n@misc{b\\input, title={x}}\n",
    "text.tex": _tex(r"Sparse \textbackslash input\{@SECRET@\} graphs in practice", rf"Dense \verb|{READ}| graphs in theory"),
    "formula.tex": _tex(rf"Sparse $x^2 {READ}$ graphs in practice", rf"Dense \(\mathrm{{{RUN}}}\) graphs in theory"),
    "define.tex": _tex(r"Sparse \x{} graphs in practice", r"Dense $\x$ graphs in theory", head=rf"\newcommand{{\x}}{{{READ}}}"),
    "title.xml": _endnote(f"Sparse graphs {READ} {HIDDEN}", f"Smith, {READ}", f"https://a.example/{READ}"),
    "input.docx": _docx(f"Sparse graphs {READ} in practice", f"Dense graphs ${READ}$ in theory"),
    "input.ipynb": _notebook(f"Sparse graphs {READ} in practice"),
    "input.org": f"* Publications\n- {_item(f'Sparse graphs {READ} in practice')}\n- {_item(f'Dense ={READ}= graphs')}\n",
    "input.rst": f"Publications\n============\n\n- {_item(f'Sparse graphs ``{READ}`` in practice')}\n- {_item(f'Dense :math:`{READ}` graphs')}\n",
}  # fmt: skip
NAMES = tuple(_SOURCES)


def written(name: str, folder: Path, secret: Path, out: Path) -> Path:
    """A source as a file in a folder, aimed at these two files."""
    source = _SOURCES[name]
    data = source.encode() if isinstance(source, str) else _aimed(source, secret, out)
    data = data.replace(b"@SECRET@", str(secret).encode()).replace(b"@OUT@", str(out).encode())
    path = folder / name
    path.write_bytes(data)
    return path


def _aimed(archive: bytes, secret: Path, out: Path) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode().replace("@SECRET@", str(secret)).replace("@OUT@", str(out))
            new.writestr(name, text)
    return made.getvalue()
