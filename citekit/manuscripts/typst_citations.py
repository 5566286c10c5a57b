"""How the citations of Typst read: ``@key[p. 7]``, ``#cite(<key>, form: "prose", supplement: [p. 7])``, and its list.

Source: the reference of Typst, "cite", "ref", "bibliography". Citations with nothing but spaces between them are one.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.manuscripts.citation import EVERYTHING, CitedKey, Found, ManuscriptCitation, Named, modes, with_notes
from citekit.manuscripts.locators import locator_of
from citekit.manuscripts.writing import as_written
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

_CONTENT = r"\[(?>(?:[^\[\]]|\[[^\[\]]{0,400}+\]){0,2000})\]"
_VALUE = rf"(?:none|auto|\"[^\"\n]{{0,200}}+\"|{_CONTENT})"
_CALL = re.compile(
    r"#(?P<name>cite|ref)\(\s{0,99}(?:<(?P<label>[^<>\s]{1,200})>|label\(\s{0,9}\"(?P<string>[^\"\n]{1,200})\"\s{0,9}\))"
    rf"(?P<options>(?:\s{{0,99}}+,\s{{0,99}}+[a-z]{{1,20}}+:\s{{0,9}}+{_VALUE}){{0,4}})\s{{0,99}},?\s{{0,99}}\)"
)
_OPTION = re.compile(rf"(?P<name>[a-z]{{1,20}}):\s{{0,9}}(?P<value>{_VALUE})")
_SUPPLEMENT = re.compile(_CONTENT)
_NOTE = re.compile(r"#footnote\[(?>(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]{0,400}+\]){0,400}\]){0,4000})\]")
_BIBLIOGRAPHY = re.compile(r"#bibliography\((?P<inside>(?>(?:[^()\"]|\"[^\"\n]{0,400}\"|\([^()]{0,2000}\)){0,2000}))\)")
_TITLE = re.compile(rf"\btitle:\s{{0,9}}(?P<value>{_VALUE})")
_HEADINGS = {
    "ca": "Bibliografia", "da": "Bibliografi", "de": "Bibliographie", "es": "Bibliografía", "fr": "Bibliographie",
    "it": "Bibliografia", "nl": "Bibliografie", "pl": "Bibliografia", "pt": "Bibliografia", "sv": "Bibliografi",
}  # fmt: skip
"""What Typst prints above the list where no title is given, by language; else it is "Bibliography"."""
_STYLE = re.compile(r"style:\s{0,9}\"(?P<style>[^\"\n]{1,200})\"")
_LANGUAGE = re.compile(r"^#set text\([^()\n]{0,200}?\blang:\s{0,9}\"([a-z]{2,3})\"", re.MULTILINE)
_MODES = modes("typst")
_EMPHASIS = re.compile(r"(?<![\w\\])([_*])(?=\S)([^_*]{1,200})(?<=\S)\1(?!\w)")
_CALLS = re.compile(
    rf"(?<!\\)\#(?P<name>[a-z]+)\[(?P<inside>[^\[\]#]{{0,400}})\]|(?<!\\)\#[A-Za-z][\w.-]{{0,60}}(?:\([^()]{{0,400}}+\)|{_CONTENT}){{0,3}}"
    r"|\$[^$]{1,400}\$|(?<![\w\\])@[\w][\w:.-]{0,100}(?<![.:])"
)
"""A call, a formula or a reference."""
_ESCAPE = re.compile(r"\\([^\w\s])")


def citations_of(text: str, cites: Iterable[CitedKey], found: Found) -> None:
    """Adds citations for the cites that were found in a text, in any order."""
    last: ManuscriptCitation | None = None
    for cite in sorted(cites, key=lambda cite: cite.span.start):
        made = _citation(text, cite)
        if last and _is_plain(last) and _is_plain(made) and not text[last.span.end : made.span.start].strip(" \t\n"):
            merged = ManuscriptCitation(Span(last.span.start, made.span.end), (*last.cites, *made.cites))
            blank = "\n\n" in text[last.span.end : made.span.start]
            found.citations[-1:] = [last, made] if blank else [merged]
        else:
            found.citations.append(made)
        last = found.citations[-1]
    for note in _NOTE.finditer(text):
        found.note(*note.span())
    if language := _LANGUAGE.search(text):
        found.language = language[1]
    for call in _BIBLIOGRAPHY.finditer(text):
        if any(call.start() <= named.span.start < call.end() for named in found.bibliographies):
            _bibliography(call, found)


def _is_plain(citation: ManuscriptCitation) -> bool:
    return citation.mode == "parenthetical" and not citation.fixed


def _citation(text: str, cite: CitedKey) -> ManuscriptCitation:
    """What of the text a key belongs to."""
    if text[cite.span.start - 1 : cite.span.start] == "@":
        supplement = _SUPPLEMENT.match(text, cite.span.end)
        end = supplement.end() if supplement else cite.span.end
        said = _supplement(supplement[0]) if supplement else ("", "", "")
        return ManuscriptCitation(Span(cite.span.start - 1, end), with_notes([cite], "", said))
    start = text.rfind("#", max(0, cite.span.start - 200), cite.span.start)
    call = _CALL.match(text, start) if start >= 0 else None
    if call is None or not call.start() < cite.span.start < call.end():
        return ManuscriptCitation(cite.span, (cite,), fixed="it is made by code")
    options = {option["name"]: option["value"] for option in _OPTION.finditer(call["options"])}
    supplement_text = options.get("supplement", "none")
    said = _supplement(supplement_text) if supplement_text.startswith("[") else ("", "", "")
    mode = _MODES.get(options.get("form", ""), "parenthetical")
    return ManuscriptCitation(Span(*call.span()), with_notes([cite], "", said), mode)


def _supplement(content: str) -> tuple[str, str, str]:
    text = " ".join(content[1:-1].replace("~", " ").split())
    text = _CALLS.sub(_call, text.replace("---", "—").replace("--", "–"))
    text = _EMPHASIS.sub(lambda m: f"<i>{m[2]}</i>" if m[1] == "_" else f"<b>{m[2]}</b>", text)
    return locator_of(_ESCAPE.sub(r"\1", text))


def _call(match: re.Match[str]) -> str:
    """A call within a text: emphasis as such, everything else as it is written."""
    tag = {"emph": "i", "strong": "b", "super": "sup", "sub": "sub", "smallcaps": "sc"}.get(match["name"] or "")
    return f"<{tag}>{match['inside']}</{tag}>" if tag and match["inside"] is not None else as_written(match[0])


def _bibliography(call: re.Match[str], found: Found) -> None:
    title = _TITLE.search(call["inside"])
    if title:
        value = title["value"]
        heading = None if value == "auto" else "" if value == "none" else value[1:-1]
    else:
        heading = None
    if heading is None:
        heading = _HEADINGS.get(found.language.partition("-")[0], "Bibliography")
    found.list_here(*call.span(), heading)
    style = _STYLE.search(call["inside"])
    if style:
        start = call.start("inside")
        found.csl = Named(style["style"], Span(start + style.start("style"), start + style.end("style")))
    if re.search(r"full:\s{0,9}true", call["inside"]):
        span = Span(*call.span())
        found.add(span, [CitedKey(EVERYTHING, span, span.start)], "nocite", fixed="it is in the call for the list")
