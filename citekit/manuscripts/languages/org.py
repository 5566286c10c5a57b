r"""Org: ``[cite/style:see @key p. 3; @other]`` of org-cite, ``cite:key1,key2`` of org-ref, and the commands of LaTeX.

Comments, source and example blocks, and verbatim text are left out.
"""

from __future__ import annotations

from dataclasses import replace

from citekit.manuscripts.citation import (
    CONDITIONS_OF_LISTS,
    Cited,
    CitedKey,
    Found,
    Named,
    ReadingContext,
    locator_of,
    modes,
    with_notes,
)
from citekit.manuscripts.tex_commands import COMMANDS, CommandShape, add_command
from citekit.manuscripts.writing import Writing, paragraphs_under
from citekit.markup.tex.stream import Stream
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span, blanked

NAME = "org"
SUFFIXES = (".org",)
WRITING = Writing("org", "[fn:: {text}]", listed=paragraphs_under(lambda title: f"*{title}*"))

_HIDDEN = re.compile(
    r"^[ \t]*\#\+begin_(?P<block>src|example|comment|export)\b.*?(?:^[ \t]*\#\+end_(?P=block)\b[^\n]*|\Z)"
    r"|^[ \t]*:PROPERTIES:[ \t]*\n(?:[ \t]*+:[^\n]*+\n){0,200}?[ \t]*:END:[ \t]*$"
    r"|^[ \t]*\#\+(?!(?:begin|end|bibliography|include|title|subtitle|caption|author|description|header)\b)[\w-]+:[^\n]*$"
    r"|\\begin\{(?P<environment>[A-Za-z]{1,30}\*?)\}.{0,4000}?\\end\{(?P=environment)\}"
    r"|\\\([^\n]{0,400}?\\\)|@@[^\n]{0,400}?@@|\{\{\{[^\n]{0,400}?\}\}\}|(?<!\w)src_\w{1,30}(?:\[[^\]\n]{0,200}\])?\{[^}\n]{0,400}\}"
    r"|(?<![\w$\\])\$(?=[^\s$.,;])[^$\n]{0,400}(?<=[^\s.,])\$(?![\w$])"
    r"|^[ \t]*\#(?:[ \t][^\n]*)?$|^[ \t]*:(?:[ \t][^\n]*)?$"
    r"|(?<![\w=~])(?P<mark>[=~])(?=\S)[^\n]{0,400}?(?<=\S)(?P=mark)(?![\w=~])",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
"""What Org does not read as text, an alternative a line: blocks of code and comments, drawers, keyword lines other than those with
text or files, LaTeX environments, formulas and snippets of export, formulas in dollars, comment lines, verbatim text."""
_CITE = re.compile(
    r"\[cite(?:/(?P<style>[\w/-]{1,40}))?:(?P<inside>[^\[\]]{1,2000}(?:\[[^\[\]]{0,200}+\][^\[\]]{0,2000}+){0,9})\]"
)
_KEY = re.compile(r"@(?P<key>[\w.:?!`'/*@+|(){}<>&^$#%~-]+)")
_ORG_NAME = r"(?:auto|text|paren|foot|smart|super|no|full)?[cC]ite[a-zA-Z]{0,12}"
_ORG_REF = re.compile(
    rf"\[\[(?P<linked>{_ORG_NAME})\*?:(?P<link>[^\[\]]{{1,999}})\](?:\[[^\[\]]{{0,200}}\])?\]?"
    rf"|(?<![\w:\[])(?P<name>{_ORG_NAME})\*?:(?P<keys>&?\w[^\s\[\]]{{0,999}})"
)
"""The links of org-ref: ``[[cite:&key]]``, which org-ref 3 writes, and ``cite:key,other`` of version 2."""
_MODES = modes("org")
"""The citation styles of Org, as its manual ("Citation export processors") and oc-csl name them."""
_LIST = re.compile(
    r"^[ \t]*\#\+print_bibliography:[^\n]*$|^[ \t]*(?:\[\[)?bibliography:[^\s\]]+(?:\]\])?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_LIST_OPTION = re.compile(
    r":(?P<name>[a-z]{1,20})[ \t]+(?P<value>\"[^\"\n]{0,200}\"|[^\s:][^\s]{0,200})", re.IGNORECASE
)
_STYLE = re.compile(r"^\#\+cite_export:[ \t]*csl[ \t]+(?P<style>[^\s]+)", re.MULTILINE | re.IGNORECASE)
_LANGUAGE = re.compile(r"^\#\+language:[ \t]*([A-Za-z-]{2,12})[ \t]*$", re.MULTILINE | re.IGNORECASE)
_NOTE = re.compile(
    r"^\[fn:(?P<name>[\w-]{1,60})\][^\n]*(?:\n(?!\[fn:|\*+ |[ \t]*\n)[^\n]*+)*|\[fn:[\w-]{0,60}:(?:[^\[\]]|\[[^\[\]]{0,400}+\]){0,4000}\]",
    re.MULTILINE,
)
"""A footnote by its definition, which goes on to the next blank line, or written where it is referred to (``[fn:: text]``)."""
_LINE_END = re.compile(r"(?:(?<![ \t])[ \t]+)?\r?\n[ \t]*")
_NOTE_MARK = re.compile(r"(?<!^)\[fn:(?P<name>[\w-]{1,60})\]", re.MULTILINE)
_FILES = re.compile(
    r"^\#\+bibliography:[ \t]*(?P<global>[^\n]+)$|(?<!\w)bibliography:(?P<link>[^\s\]]+)", re.MULTILINE | re.IGNORECASE
)
_LATEX_FILES = re.compile(
    r"^[^%\n]{0,200}?\\(?:addbibresource|bibliography)\s{0,9}(?:\[[^\]\n]{0,200}\])?\{(?P<files>[^{}\\\n]{1,400})\}",
    re.MULTILINE,
)
_INCLUDE = re.compile(r'^\#\+include:[ \t]*+"?(?P<file>[^"\n]+?\.org)"?(?:[ \t]|$)', re.MULTILINE | re.IGNORECASE)


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what an Org file cites."""
    text = blanked(source.text, (match.span() for match in _HIDDEN.finditer(source.text)))
    found = Found()
    for cite in _CITE.finditer(text):
        _org_cite(cite, source.text, found)
    for cite in _ORG_REF.finditer(text):
        _org_ref(cite, found)
    stream = Stream.of(text)
    while command := stream.command():
        if command.name in COMMANDS:
            add_command(stream, command, found)
    for named in _LATEX_FILES.finditer(source.text):  # also in "#+latex_header:", if nothing is cited
        for name in re.finditer(r"[^,\s][^,]*", named["files"]):
            found.file(name[0], named.start("files") + name.start(), ".bib")
    for named in _FILES.finditer(source.text):
        kind = "global" if named["global"] else "link"
        for name in re.finditer(r"[^,]+", named[kind]):
            found.file(name[0], named.start(kind) + name.start())
    for named in _INCLUDE.finditer(source.text):
        found.inputs.append(Named(named["file"], Span(*named.span("file"))))
    if style := _STYLE.search(source.text):
        found.csl = Named(style["style"], Span(*style.span("style")))
    if language := _LANGUAGE.search(source.text):
        found.language = language[1]
    for place in _LIST.finditer(source.text):
        _list_place(place, found)
    marks: dict[str, int] = {}
    for mark in _NOTE_MARK.finditer(text):
        marks.setdefault(mark["name"], mark.start())
    for note in _NOTE.finditer(text):
        # the number of a note within the line, [fn:: text], is where its text is
        found.note(*note.span(), marks.get(note["name"], -1) if note["name"] else None)
    return found.cited(certainly_cites=bool(found.citations or found.bibliographies))


def _list_place(place: re.Match[str], found: Found) -> None:
    """``#+print_bibliography: :type book :title "Books"``: a list with conditions, as those of biblatex."""
    only: list[tuple[str, bool, str]] = []
    heading, fixed = None, ""
    for option in _LIST_OPTION.finditer(place[0]) if "print_bibliography" in place[0].lower() else ():
        name, value = option["name"].lower(), option["value"].strip('"')
        if name in CONDITIONS_OF_LISTS:
            only += [(*CONDITIONS_OF_LISTS[name], one) for one in value.split(",")]
        elif name == "title":
            heading = value
        elif name not in ("heading", "env"):
            fixed = f"its works are chosen by :{name} {value}"
    found.list_here(*place.span(), heading, tuple(only), fixed)


def _org_cite(cite: re.Match[str], written: str, found: Found) -> None:
    """``[cite/style:global prefix;prefix @key suffix;global suffix]``."""
    parts = list(re.finditer("[^;]+", cite["inside"]))
    cites: list[CitedKey] = []
    outer = ["", ""]
    for part in parts:
        key = _KEY.search(part[0])
        start = cite.start("inside") + part.start()
        if key:
            at = start + key.start("key")
            span = Span(at, at + len(key["key"]))
            prefix = _rich(written[start : start + key.start()]).lstrip()
            locator, label, suffix = locator_of(_rich(written[span.end : start + len(part[0])]))
            cites.append(CitedKey(key["key"], span, cite.start(), prefix, locator, label, suffix))
        else:  # a part without a key is before or after all works
            outer[1 if cites else 0] = _rich(part[0]).strip()
    if cites and outer[0]:
        cites[0] = replace(cites[0], prefix=f"{outer[0]} {cites[0].prefix}")
    if cites and outer[1]:
        cites[-1] = replace(cites[-1], suffix=f"{cites[-1].suffix} {outer[1]}")
    style, _, variant = (cite["style"] or "").partition("/")
    mode = _MODES.get(style, "parenthetical")
    if mode == "parenthetical" and variant in ("b", "bare", "bc", "bare-caps"):
        mode = "bare"
    field = "title" if mode == "field" else ""
    found.add(Span(*cite.span()), cites, mode, style in ("ft", "note"), field=field)


def _rich(text: str) -> str:
    """Text on one line, with the tags of CSL for the emphasis of Org."""
    # Org prints hyphens as dashes (its manual, "Special Symbols")
    text = _LINE_END.sub(" ", text).replace("---", "—").replace("--", "–")
    for sign, tag in (("/", "i"), ("*", "b")):
        mark = re.escape(sign)
        text = re.sub(
            rf"(?<![\w{mark}]){mark}(?=\S)([^{mark}]{{1,200}})(?<=\S){mark}(?!\w)", rf"<{tag}>\1</{tag}>", text
        )
    return text


def _org_ref(cite: re.Match[str], found: Found) -> None:
    """``citep:key1,key2`` and ``[[citep:see &key1 p. 3;&key2]]`` of org-ref, which call the commands of LaTeX."""
    kind = "link" if cite["link"] else "keys"
    at, end = cite.start(kind), cite.start(kind)
    cites: list[CitedKey] = []
    for piece in re.split("[,;]", cite[kind]):
        marked = re.search(r"&([\w:./+-]+)", piece)
        # a bare list of keys ends with the sentence, whose marks are not part of the last key
        name = marked[1] if marked else piece.strip().rstrip(".,;:!?)")
        if name:
            begin = at + (marked.start(1) if marked else len(piece) - len(piece.lstrip()))
            end = begin + len(name)
            own = [CitedKey(name, Span(begin, end), cite.start())]
            if marked:
                cites += with_notes(own, piece[: marked.start()].strip(), locator_of(piece[marked.end() :].strip()))
            else:
                cites += own
        at += len(piece) + 1
    shape = COMMANDS.get(cite["name"] or cite["linked"], CommandShape(fixed="its command is not known"))
    span = Span(*cite.span()) if cite["link"] else Span(cite.start(), end)
    found.add(span, cites, shape.mode, shape.is_note, shape.fixed, shape.field)
