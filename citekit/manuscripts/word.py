"""The text of a Word document that cites in Pandoc's notation: the XML of its main part, read and written in place.

Word divides a paragraph into runs wherever it likes, so a citation may run over several of them. Citations are found in the
text of the paragraphs and replaced in the XML, where the first of its runs states how they are set. Source: ECMA-376, part 1,
"WordprocessingML", 17.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from citekit.manuscripts.citation import Cited, Footnote, Found, ReadingContext
from citekit.manuscripts.pandoc_citations import cite_text
from citekit.manuscripts.writing import ListedWork, Writing
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span, View

NAME = "word"
SUFFIXES: tuple[str, ...] = (".docx",)
_PIECE = re.compile(r"<w:t(?:\s[^<>]*)?>([^<]*)</w:t>|(</w:p>)|<w:(?:tab|br|cr)(?:\s[^<>]*)?/>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|\w{1,8});")
_NAMED = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
_TAG = re.compile(r"<(/?)(w:\w++)(?>(?:\s(?:[^<>/]|/(?!>))*)?)(/?)>")
_CALL = re.compile(r'<w:(?P<kind>foot|end)noteReference\s(?:[^<>]*?\s)?w:id="(?P<id>-?\d{1,9})"')
_NOTE = re.compile(
    r'<w:(?P<kind>foot|end)note\s(?:[^<>]*?\s)?w:id="(?P<id>-?\d{1,9})"[^<>]*+>(?>(?:[^<]|<(?!/w:(?:foot|end)note>))*)'
)
"""A note of a Word document: ``<w:footnote w:id="2">`` and what is in it."""
HEADINGS = frozenset(
    "references|bibliography|works cited|literature cited|literatur|literaturverzeichnis|références|bibliographie|referencias|"
    "bibliografía|referências|bibliografia|riferimenti bibliografici|литература|список литературы|参考文献|참고문헌".split(
        "|"
    )
)
"""The headings of a list of references, in lowercase."""
_ENDS = ("</w:p>", "</w:tbl>", "</w:sdt>")
_BEGIN, _END = "<?citation begin?>", "<?citation end?>"
_STEP = re.compile(
    r"<w:[rt](?:\s[^<>]*+)?>|<w:rPr>(?>(?:[^<]|<(?!/?w:rPr>))*)</w:rPr>"
    r"|<\?citation begin\?>(?>(?:[^<]|<(?!\?citation ))*)<\?citation end\?>"
)
_LOOK = re.compile(r"<w:rPr>((?>(?:[^<]|<(?!/?w:rPr>))*))</w:rPr>")
_PROPERTY = re.compile(r"<(w:\w++)((?>(?:[^<>/]|/(?!>))*))/>")
_NAMED_FIRST = ("w:rStyle", "w:rFonts")
"""The properties that the schema wants before all others."""
_INDENT = '<w:pPr><w:pStyle w:val="Bibliography"/><w:ind w:left="720" w:hanging="720"/></w:pPr>'
_SPACED = '<w:t xml:space="preserve">'


def visible(xml: str) -> tuple[View, list[tuple[str, int]]]:
    """Return the text of all paragraphs, one per line; and of each paragraph its text and where it ends in the XML."""
    pieces: list[tuple[str, int]] = []
    ends: list[tuple[str, int]] = []
    begin = 0
    for match in _PIECE.finditer(xml):
        sign = [("\n" if match[2] else " ", match.start())]
        pieces += sign if match[1] is None else _letters(match[1], match.start(1))
        if match[2]:
            ends.append(("".join(text for text, _ in pieces[begin:]).strip(), match.end()))
            begin = len(pieces)
    return View(pieces), ends


def _letters(text: str, start: int) -> Iterator[tuple[str, int]]:
    """Spans of text that are literally in the XML, and what entities stand for."""
    at = 0
    for match in _ENTITY.finditer(text):
        if match.start() > at:
            yield text[at : match.start()], start + at
        yield _NAMED.get(match[0], "\N{REPLACEMENT CHARACTER}"), start + match.start()
        at = match.end()
    if at < len(text):
        yield text[at:], start + at


def cited_text(parts: Iterable[str]) -> tuple[str, Cited]:
    """Return the text of some parts of a Word document, given as XML, one paragraph per line, and what it cites."""
    text, seen = "\n".join(visible(xml)[0].text for xml in parts), Found()
    cite_text(text, seen)
    return text, seen.cited(certainly_cites=bool(seen.citations))


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what the main part of a Word document cites; the list is below the heading of that name, else at the
    end.
    """
    return _read(source.text, [])


def read_notes(source: Source, main: str) -> Cited:
    """Return what the footnotes or endnotes of a Word document cite, each where the ``main`` part, as XML, refers to
    it.
    """
    calls: dict[tuple[str, str], int] = {}
    for call in _CALL.finditer(main):
        calls.setdefault((call["kind"], call["id"]), call.start())
    notes = [
        Footnote(Span(*note.span()), calls.get((note["kind"], note["id"]), -1)) for note in _NOTE.finditer(source.text)
    ]
    return replace(_read(source.text, notes), lists=())


def _read(xml: str, notes: list[Footnote]) -> Cited:
    view, ends = visible(xml)
    seen, found = Found(), Found()
    cite_text(view.text, seen)
    found.take(seen, lambda span: view.span(span.start, span.end))
    found.citations = [
        one
        if _is_replaceable(xml[one.span.start : one.span.end])
        else replace(one, fixed="a link or a change in it is cut")
        for one in found.citations
    ]
    below = [end for text, end in ends if text.strip(".: ").casefold() in HEADINGS]
    end = below[-1] if below else max((xml.rfind(tag) + len(tag) for tag in _ENDS if tag in xml), default=0)
    found.list_here(end, end)
    found.notes += notes
    return found.cited(certainly_cites=bool(found.citations))


def _is_replaceable(piece: str) -> bool:
    """Whether removing a span that begins and ends within texts of runs leaves well-formed XML."""
    opened = ["w:r", "w:t"]
    for match in _TAG.finditer(piece):
        if match[3]:
            continue
        if not match[1]:
            opened.append(match[2])
        elif not opened or opened.pop() != match[2]:
            return False
    return opened == ["w:r", "w:t"]


def _listed(works: Sequence[ListedWork], footnote: str, title: str | None) -> str:
    runs = [*(work.whole for work in works), *([footnote] if footnote else [])]
    return "".join(f"<w:p>{_INDENT}{run}</w:p>" for run in runs)


WRITING = Writing(
    "docx", "", listed=_listed, encode=lambda text: text if text.startswith("<w:p>") else f"{_BEGIN}{text}{_END}"
)


def finished(xml: str) -> str:
    """Return the XML with its citations, which are within texts of runs, as runs of their own, set as the text
    around them.
    """
    pieces: list[str] = []
    at, text_at, look = 0, 0, ""
    for match in _STEP.finditer(xml):
        pieces.append(xml[at : match.start()])
        at = match.end()
        step = match[0]
        if step.startswith(_BEGIN):
            if pieces[text_at] == "<w:t>":
                pieces[text_at] = _SPACED
            runs = step[len(_BEGIN) : -len(_END)]
            step = f"</w:t></w:r>{_set_as(runs, look)}<w:r>{look}"
            pieces.append(step)
            text_at, step = len(pieces), _SPACED
        elif step.startswith("<w:rPr>"):
            look = step
        elif step.startswith("<w:t"):
            text_at = len(pieces)
        else:
            look = ""
        pieces.append(step)
    return "".join([*pieces, xml[at:]])


def _set_as(runs: str, look: str) -> str:
    """Run with the look of the text around them, and their own."""
    around = _PROPERTY.findall(look)

    def joined(match: re.Match[str]) -> str:
        own = match[1]
        names = {name for name, _ in _PROPERTY.findall(own)}
        first = "" if "w:rStyle" in names else _written(around, lambda name: name in _NAMED_FIRST)
        rest = _written(around, lambda name: name not in names and name not in _NAMED_FIRST)
        return f"<w:rPr>{first}{own}{rest}</w:rPr>"

    return _LOOK.sub(joined, runs)


def _written(properties: list[tuple[str, str]], wanted: Callable[[str], bool]) -> str:
    return "".join(f"<{name}{more}/>" for name, more in properties if wanted(name))
