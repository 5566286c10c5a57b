"""Citations as Pandoc reads them in Markdown: ``@key``, ``[see @key, p. 3]``, ``-@key``, ``@{any key}``, and metadata."""

from __future__ import annotations

import re
from collections.abc import Callable

from citekit.checks.citation import EVERYTHING, Citation, Fault, Found, Named, blanked
from citekit.span import Span

KEY = re.compile(
    r"(?:(?<![^\W_])(?:(?<!\.)|(?<=\.\.\.)))(?P<minus>-)?@(?:\{(?P<braced>(?:[^{}\s]|\{[^{}\s]{0,99}\}){1,300})\}"
    r"|(?P<key>[^\W](?:[\w]|[:.#$%&+?<>~/-](?=\w)|//(?=\w)|:\/\/(?=\w))*))"
)
"""A citation in running text: the key begins with a letter, digit or ``_``; punctuation must be single and inside."""
_BRACKET = re.compile(r"\[[^\[\]]{0,2000}?@[^\[\]]{0,2000}\]")
_EMPTY = re.compile(r"\[(?:[^\[\]@]{0,200}[\s;])?-?@(?:[\]\s;,]|$)")
_FIELD = re.compile(
    r"^(?P<name>[A-Za-z_-]+):(?P<value>[^\n]*)(?P<more>(?:\n(?:[ \t]+[^\n]*|-[ \t][^\n]*|[ \t]*(?=\n)))*)", re.MULTILINE
)
_ITEM = re.compile(r"""^[ \t]*-[ \t]+["']?(?P<name>[^\n"'#]+?)["']?[ \t]*$""", re.MULTILINE)
_ID = re.compile(r"""^[ \t]*-?[ \t]*(?:id|citation-key):[ \t]*["']?([^\s"']{1,300})["']?[ \t]*$""", re.MULTILINE)


def cite_text(text: str, found: Found, leave_out: Callable[[str], bool] = lambda key: False, written: str = "") -> bool:
    """Adds the citations of a visible text; whether one of them stands in brackets, as only citations do.

    ``written`` is the text with its link targets: the brackets of ``[@name](address)`` are those of a link.
    """
    groups = [m.span() for m in _BRACKET.finditer(text) if KEY.search(m[0]) and not _is_note(text, m.start())]
    number = 0
    bracketed = False
    for match in KEY.finditer(text):
        key = match["braced"] or match["key"]
        if leave_out(key):
            continue
        while number < len(groups) and groups[number][1] <= match.start():
            number += 1
        inside = number < len(groups) and groups[number][0] < match.start()
        bracketed = bracketed or (inside and not written.startswith("(", groups[number][1]))
        group = groups[number][0] if inside else match.start()
        span = Span(*match.span("braced" if match["braced"] else "key"))
        found.citations.append(Citation(key, span, group))
    for match in _EMPTY.finditer(text):
        hint = "name an entry after the @, or remove it"
        found.faults.append(Fault("the citation names no key", hint, Span(match.start(), match.end())))
    return bracketed


_NO_PROSE = re.compile(
    r"^(?:bibliography|csl|references|nocite|citation-abbreviations)\b[^\n]*(?:\n(?:[ \t-][^\n]*)?)*"
    r"|^[ \t]*(?:-[ \t]+)?[\w.-]*(?:twitter|mastodon|bluesky|github|handle|social|mail|user|url|site)[\w.-]*:[^\n]*"
    r"|^[ \t]*(?:-[ \t]+)?[\w.-]+:|(?:^|(?<=\s))#[^\n]*",
    re.MULTILINE | re.IGNORECASE,
)


def cite_prose(text: str, start: int, end: int, found: Found) -> None:
    """Adds the citations in titles, abstracts and other text of a metadata block, which Pandoc reads as Markdown."""
    own = Found()
    inside = text[start:end]
    bare = blanked(inside, (match.span() for match in _NO_PROSE.finditer(inside)))
    if "@" not in bare:
        return
    code = ((match.start(), match.end()) for match in _CODE.finditer(bare))
    cite_text(blanked(bare, code), own)
    for citation in own.citations:
        span = Span(citation.span.start + start, citation.span.end + start)
        found.citations.append(Citation(citation.key, span, citation.group + start))


_CODE = re.compile(r"(`{1,3})(?!`)[^\n]{0,400}?(?<!`)\1(?!`)|\\[^\w\s]")


def _is_note(text: str, at: int) -> bool:
    """Whether a bracket begins a note within a line, ``^[As @doe says]``, or the text under a picture."""
    return text[at - 1 : at] in ("^", "!")


def cite_metadata(text: str, start: int, end: int, found: Found) -> bool:
    """Adds what a front matter says of citations (``nocite``, ``bibliography``, ``references``); whether it says any."""
    said = False
    for field in _FIELD.finditer(text, start, end):
        name, at = field["name"], field.start("value")
        whole = text[at : field.end()]
        if name == "nocite":
            said = True
            if re.search(r"@\*", whole):
                found.citations.append(Citation(EVERYTHING, Span(at, at + 1), at))
            for match in KEY.finditer(whole):
                key = "braced" if match["braced"] else "key"
                found.citations.append(Citation(match[key], Span(at + match.start(key), at + match.end(key)), at))
        elif name == "bibliography":
            said = True
            found.bibliographies += _files(field, text)
        elif name == "references":
            said = True
            found.defined += [Citation(m[1], Span(at + m.start(1), at + m.end(1)), at) for m in _ID.finditer(whole)]
    return said


def _files(field: re.Match[str], text: str) -> list[Named]:
    value, at = field["value"], field.start("value")
    inline = value.split("#")[0].strip() if not value.strip().startswith(("'", '"')) else value.strip()
    if inline.startswith("["):
        names = re.finditer(r"[^\[\],\s\"'][^\[\],\"']*", value)
        return [Named(m[0].strip(), Span(at + m.start(), at + m.end())) for m in names]
    if inline and inline not in ("|", ">"):
        name = inline.strip("\"'")
        begin = at + value.index(name)
        return [Named(name, Span(begin, begin + len(name)))]
    more = field.start("more")
    return [
        Named(m["name"].strip(), Span(more + m.start("name"), more + m.end("name")))
        for m in _ITEM.finditer(field["more"])
    ]
