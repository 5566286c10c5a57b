"""Typst: ``@key``, ``@key[p. 7]``, ``#cite(<key>)``, ``#cite(label("any key"))``, ``#ref(<key>)``, labels by variable.

Comments, raw text, strings and addresses are left out; a name with a label of its own in the text is a cross-reference.
Citations with nothing but spaces between them are one.

Source: the reference of Typst, "cite", "ref", "bibliography".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from citekit.manuscripts.citation import (
    EVERYTHING,
    Cited,
    CitedKey,
    Found,
    ManuscriptCitation,
    Named,
    ReadingContext,
    locator_of,
    modes,
    with_notes,
)
from citekit.manuscripts.writing import Writing, as_written, paragraphs_under
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

_CONTENT = r"\[(?>(?:[^\[\]]|\[[^\[\]]{0,400}+\]){0,2000})\]"
_VALUE = rf"(?:none|auto|\"[^\"\n]{{0,200}}+\"|{_CONTENT})"
_CALL = re.compile(
    r"#(?P<name>cite|ref)\(\s{0,99}(?:<(?P<label>[^<>\s]{1,200})>|label\(\s{0,9}\"(?P<string>[^\"\n]{1,200})\"\s{0,9}\))"
    rf"(?P<options>(?:\s{{0,99}}+,\s{{0,99}}+[a-z]{{1,20}}+:\s{{0,9}}+{_VALUE}){{0,4}})\s{{0,99}},?\s{{0,99}}\)"
)
"""``#cite(<key>, supplement: [p. 3])`` and ``#ref``, with a label or ``label("key")`` first and up to four options."""
_OPTION = re.compile(rf"(?P<name>[a-z]{{1,20}}):\s{{0,9}}(?P<value>{_VALUE})")
_SUPPLEMENT = re.compile(_CONTENT)
_NOTE = re.compile(r"#footnote\[(?>(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]{0,400}+\]){0,400}\]){0,4000})\]")
_BIBLIOGRAPHY = re.compile(r"#bibliography\((?P<inside>(?>(?:[^()\"]|\"[^\"\n]{0,400}\"|\([^()]{0,2000}\)){0,2000}))\)")
_TITLE = re.compile(rf"\btitle:\s{{0,9}}(?P<value>{_VALUE})")
_HEADINGS = {
    "ca": "Bibliografia", "da": "Bibliografi", "de": "Bibliographie", "es": "Bibliografía", "fr": "Bibliographie",
    "it": "Bibliografia", "nl": "Bibliografie", "pl": "Bibliografia", "pt": "Bibliografia", "sv": "Bibliografi",
}  # fmt: skip
"""What Typst prints above the list if no title is given, by language; else it is "Bibliography"."""
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
    """Add citations for the cites that were found in a text, in any order."""
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
                found.add(
                    span, [CitedKey(EVERYTHING, span, span.start)], "nocite", fixed="it is in the call for the list"
                )


def _is_plain(citation: ManuscriptCitation) -> bool:
    return citation.mode == "parenthetical" and not citation.fixed


def _citation(text: str, cite: CitedKey) -> ManuscriptCitation:
    """Return what of the text a key belongs to."""
    if text[cite.span.start - 1 : cite.span.start] == "@":
        supplement = _SUPPLEMENT.match(text, cite.span.end)
        end = supplement.end() if supplement else cite.span.end
        after_key = _supplement(supplement[0]) if supplement else ("", "", "")
        return ManuscriptCitation(Span(cite.span.start - 1, end), with_notes([cite], "", after_key))
    start = text.rfind("#", max(0, cite.span.start - 200), cite.span.start)
    call = _CALL.match(text, start) if start >= 0 else None
    if call is None or not call.start() < cite.span.start < call.end():
        return ManuscriptCitation(cite.span, (cite,), fixed="it is made by code")
    options = {option["name"]: option["value"] for option in _OPTION.finditer(call["options"])}
    supplement_text = options.get("supplement", "none")
    after_key = _supplement(supplement_text) if supplement_text.startswith("[") else ("", "", "")
    mode = _MODES.get(options.get("form", ""), "parenthetical")
    return ManuscriptCitation(Span(*call.span()), with_notes([cite], "", after_key), mode)


def _supplement(content: str) -> tuple[str, str, str]:
    text = " ".join(content[1:-1].replace("~", " ").split())
    text = _CALLS.sub(_call, text.replace("---", "—").replace("--", "–"))
    text = _EMPHASIS.sub(lambda m: f"<i>{m[2]}</i>" if m[1] == "_" else f"<b>{m[2]}</b>", text)
    return locator_of(_ESCAPE.sub(r"\1", text))


def _call(match: re.Match[str]) -> str:
    """Return a call within a text: emphasis as such, everything else as it is written."""
    tag = {"emph": "i", "strong": "b", "super": "sup", "sub": "sub", "smallcaps": "sc"}.get(match["name"] or "")
    return f"<{tag}>{match['inside']}</{tag}>" if tag and match["inside"] is not None else as_written(match[0])


NAME = "typst"
SUFFIXES = (".typ",)
WRITING = Writing(
    "typst",
    "#footnote[{text}]",
    listed=paragraphs_under(lambda title: f"#heading(numbering: none)[{title}]"),
)

_TOKEN = re.compile(
    r"(?P<quoted>\#\"(?:[^\"\\]|\\.)*\")|(?P<line>//[^\n]*)|(?P<block>/\*)|(?P<raw>`+)|(?P<escape>\\\S)|(?P<address>https?://[^\s\])}>\"]+)"
    r"|(?P<keyword>\#(?:let|set|show|import|include|context|return|if|for|while)\b)"
    r"|(?P<call>\#[A-Za-z_][\w.-]*(?=[(\[])|\#(?=[({\[]))|(?P<variable>\#[A-Za-z_][\w-]*)"
    r"|(?P<formula>\$)"
    r"|(?P<label><[A-Za-z0-9_][\w.:-]{0,200}>)|(?P<reference>@[\w][\w.:-]*)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)"
    r"|(?P<name>[A-Za-z_][\w-]*)",
    re.DOTALL,
)
"""The tokens that decide where text, code and formulas begin and end (Typst reference, "Syntax")."""
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_CLOSER = {"(": ")", "[": "]", "{": "}"}
_NEAR = 16
"""Maximum number of open brackets that are searched for the enclosing function call."""
_CITING = frozenset({"cite", "ref"})
_VALUES = frozenset("cite ref label none auto true false".split())
_POINTING = frozenset("link query locate counter state selector target".split())
"""Functions that take the name of a place and do not give it one."""
_TERM = re.compile(r"""\bkey:\s{0,9}"([^"\n]{1,100})\"""")
_FORMS_OF_TERMS = ("pl", "plural", "short", "long", "both", "description", "first", "longplural", "artlong")
"""Packages for glossaries take ``@term`` and ``@term:pl`` for what their tables name with ``key``."""
_BIB_SUFFIXES = (".bib", ".yml", ".yaml")
_LABEL_OF = re.compile(
    r"(?<!cite\()(?<!ref\()\blabel\(\s{0,9}(?:\"(?P<beginning>[^\"\n]{1,100})\"\s{0,9}\+|(?=[A-Za-z_]))"
)
_ANY_STRING = re.compile(r"\"([^\"\n]{1,200})\"")
_KEY = re.compile(r"[^\s\"()<>,;]{1,100}")
_DECIDED = re.compile(r"\s{1,9}(true|false)\s{0,9}(?=[{\[])")
_OTHERWISE = re.compile(r"\s{0,9}else\s{0,9}(?=[{\[])")
_NOT_CITING = frozenset("link query locate counter state figure footnote here metadata target selector".split())


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a Typst file cites; ``reading.elsewhere`` knows the functions and labels of other files, and the
    names they use.
    """
    return _TypstReader(source.text, reading.elsewhere).cited()


@dataclass(slots=True)
class _OpenBracket:
    """An open bracket: whether it contains code, whose arguments it holds, and whether it is never evaluated."""

    bracket: str
    code: bool
    name: str
    dead: bool = False
    otherwise: bool = False


@dataclass(slots=True)
class _Found:
    """A key and the definition in which it is, or the empty string."""

    cite: CitedKey
    owner: str


class _TypstReader:
    """Goes through a file once; ``stack`` holds the open brackets.

    ``variables`` are labels by the name of the ``#let`` that holds them; ``citers`` the functions that cite what they
    are given, with whether they take strings too. Of other files, only what is requested is known.
    """

    def __init__(self, text: str, elsewhere: Callable[[str], dict[str, object]]) -> None:
        self.text = text
        self.elsewhere = cache(elsewhere)
        self.found = Found()
        self.stack: list[_OpenBracket] = []
        self.labels: set[str] = set()
        self.places: set[str] = set()
        self.keys: list[_Found] = []
        self.variables: dict[str, list[CitedKey]] = {}
        self.strings: list[_Found] = []
        self.citers: dict[str, bool] = {}
        self.used: set[str] = set()
        self._beginnings = {call["beginning"] or "" for call in _LABEL_OF.finditer(text)}
        self.loose = ""
        self.line_of_code = False
        self.last_name = ""
        self.in_formula = False
        self.files: dict[str, list[Named]] = {}
        self.defining = ""
        self.owner = ""
        self.next_is_dead = self.next_decides = False

    @property
    def in_code(self) -> bool:
        return self.stack[-1].code if self.stack else self.line_of_code

    @property
    def function(self) -> str:
        """The function whose arguments are being read, or the empty string."""
        return next(
            (one.name for one in reversed(self.stack[-_NEAR:]) if one.code and one.bracket == "(" and one.name), ""
        )

    def cites(self, name: str) -> bool:
        """Whether a function cites what it is given."""
        return name in _CITING or name in self.citers or self._is_elsewhere("citer", name)

    def takes_strings(self, name: str) -> bool:
        """Whether a function that cites what it is given takes strings too."""
        return self.citers.get(name, False) or bool(self.elsewhere(name).get(f"citer {name}"))

    def _is_elsewhere(self, kind: str, name: str) -> bool:
        return f"{kind} {name}" in self.elsewhere(name)

    def cited(self) -> Cited:
        """Read the whole text."""
        at = 0
        while match := _TOKEN.search(self.text, at):
            at = self._take(match)
        if self.loose:
            for citations in self.variables.values():
                self.keys += [_Found(cite, "") for cite in citations]
        else:
            self.labels |= self.places
        if self.loose == "string":
            self.keys += self.strings
        for term in _TERM.findall(self.text):
            self.labels |= {term, *(f"{term}:{form}" for form in _FORMS_OF_TERMS)}
        labels = self.labels | self._computed_labels()
        cites = [
            one.cite
            for one in self.keys
            if one.cite.key not in labels
            and not self._is_elsewhere("label", one.cite.key)
            and (not one.owner or one.owner in self.used or self._is_elsewhere("uses", one.owner))
        ]
        citations_of(self.text, dict.fromkeys(cites), self.found)
        macros: dict[str, object] = {f"citer {name}": strings for name, strings in self.citers.items()}
        macros |= dict.fromkeys((f"uses {name}" for name in self.used), True)
        macros |= dict.fromkeys((f"labels {begins}" for begins in self._beginnings), True)
        macros |= {"computed labels": True} if self._beginnings else {}
        macros |= dict.fromkeys((f"label {label}" for label in self.labels), True)
        return self.found.cited(macros=macros)

    def _computed_labels(self) -> set[str]:
        """Return the labels that functions make: ``label(name)`` from the strings of the text, ``label("fig-" +
        name)`` all that begin so. Whether such a function is called with a name is not computed.
        """
        keys = {one.cite.key for one in self.keys if self.text[one.cite.span.start - 1] == "@"}
        if not keys or not (self._beginnings or self._is_elsewhere("computed", "labels")):
            return set()
        of_names = "" in self._beginnings or self._is_elsewhere("labels", "")
        strings = set(_ANY_STRING.findall(self.text)) if of_names else set()
        return {
            key
            for key in keys
            if key in strings
            or any(
                begin in self._beginnings or self._is_elsewhere("labels", begin)
                for begin in (key[:end] for end in range(1, len(key) + 1))
            )
        }

    def _take(self, match: re.Match[str]) -> int:
        kind, text, end = match.lastgroup or "", match[0], match.end()
        if kind == "block":
            return self._after_comment(end)
        if kind == "raw":
            length = len(match["raw"])
            if length == 2:
                return match.end()
            closing = self.text.find("`" * length, match.end())
            return len(self.text) if closing < 0 else closing + length
        if kind == "formula":
            self.in_formula = not self.in_formula
            return end
        if kind == "string":
            if self.in_formula and not self.in_code:
                return end  # text within a formula
            if not self.in_code:
                return match.start() + 1
            self._string(text[1:-1], match.start() + 1)
        elif kind == "keyword":
            self.line_of_code = self.line_of_code or not self.stack
            self.defining = "let" if text == "#let" else ""
            self._decide(text[1:], end)
        elif kind in ("call", "name"):
            name = text.lstrip("#")
            if kind == "name" and not self.in_code:
                return end
            self._name(name, end)
            if kind == "call":
                self._push(self.text[end], self.text[end] != "[", name)
                return end + 1
        elif kind == "variable":
            self._use(text[1:], end)
        elif kind == "label":
            self._label(text[1:-1], match.start() + 1)
        elif kind == "reference":
            key = text[1:].rstrip(".:")
            self._add(CitedKey(key, Span(match.start() + 1, match.start() + 1 + len(key)), match.start()))
        elif kind in ("open", "close", "end"):
            self._bracket(kind, text, match)
        return end

    def _name(self, name: str, end: int) -> None:
        if name == "let":
            self.defining = "let"
        elif self.defining == "let":
            self.defining = name
            self.owner = name if not self.stack else self.owner
        else:
            self._decide(name, end)
            self._use(name, end)
        self.last_name = name

    def _decide(self, name: str, end: int) -> None:
        """``if false`` and ``if true``: one of the blocks that follow is never evaluated."""
        decided = _DECIDED.match(self.text, end) if name == "if" else None
        if decided:
            self.next_is_dead = decided[1] == "false"
            self.next_decides = decided[1] == "true"

    def _push(self, bracket: str, code: bool, name: str) -> None:
        dead = self.next_is_dead or bool(self.stack and self.stack[-1].dead)
        self.stack.append(_OpenBracket(bracket, code, name, dead, self.next_decides))
        self.next_is_dead = self.next_decides = False

    def _bracket(self, kind: str, text: str, match: re.Match[str]) -> None:
        before = self.text[match.start() - 1 : match.start()]
        if kind == "end":
            if not self.stack:
                self.line_of_code, self.defining, self.owner = False, "", ""
            elif self.stack[-1].bracket == "{":
                self.defining = ""
        elif kind == "open":
            if self.in_code or self.next_is_dead or (text == "[" and before == ")"):
                name = self.last_name if before.isalnum() or before in ("_", "-") else ""
                self._push(text, text != "[", name)
        elif self.stack and _CLOSER[self.stack[-1].bracket] == text:
            closed = self.stack.pop()
            if closed.otherwise and _OTHERWISE.match(self.text, match.end()):
                self.next_is_dead = True

    def _after_comment(self, at: int) -> int:
        depth = 1
        for edge in _COMMENT_EDGE.finditer(self.text, at):
            depth += 1 if edge[0] == "/*" else -1
            if depth == 0:
                return edge.end()
        return len(self.text)

    def _add(self, cite: CitedKey) -> None:
        if not (self.stack and self.stack[-1].dead):
            self.keys.append(_Found(cite, self.owner))

    def _label(self, key: str, at: int) -> None:
        cite = CitedKey(key, Span(at, at + len(key)), at - 1)
        function = self.function
        if not self.in_code:
            self.labels.add(key)
        elif (self.cites(function) and function != self.owner) or function == "quote":
            self._add(cite)
        elif self.defining not in ("", "let"):
            self.variables.setdefault(self.defining, []).append(cite)
        else:
            if function not in _POINTING:
                self.places.add(key)
            if function not in _NOT_CITING:
                self.variables.setdefault("", []).append(cite)

    def _use(self, name: str, end: int) -> None:
        self.used.add(name)
        function = self.function
        if function == "bibliography" and not self.text.startswith(":", end):
            self.found.bibliographies += self.files.get(name, ())
        if self.cites(name) and not self.text.startswith("(", end):
            self._makes_citing("string" if self.takes_strings(name) else "label")
        elif self.cites(function) or (function == "label" and self._within_citing()):
            if name in self.variables:
                self.keys += [_Found(cite, self.owner) for cite in self.variables[name]]
            elif name not in _VALUES and not self.text.startswith(":", end):
                self._makes_citing("string" if function == "label" or self.takes_strings(function) else "label")

    def _makes_citing(self, what: str) -> None:
        """What is being defined cites what it is given; outside definitions, some label or string is cited."""
        if self.owner:
            self.citers[self.owner] = what == "string" or self.takes_strings(self.owner)
            for cite in self.variables.get(self.owner, ()):
                self.keys.append(_Found(cite, self.owner))
        else:
            self.loose = what if self.loose != "string" else self.loose

    def _within_citing(self) -> bool:
        return any(self.cites(one.name) for one in self.stack[-_NEAR:])

    def _string(self, text: str, at: int) -> None:
        span = Span(at, at + len(text))
        cite = CitedKey(text, span, at - 1)
        function = self.function
        if function == "label" and self._within_citing():
            self._add(cite)
        elif function == "label" and self.defining not in ("", "let"):
            self.variables.setdefault(self.defining, []).append(cite)
        elif function == "label":
            self.places.add(text)
        elif function != self.owner and self.takes_strings(function):
            if _KEY.fullmatch(text):
                self._add(cite)
        elif text.lower().endswith(".bib") and self.defining not in ("", "let"):
            self.files.setdefault(self.defining, []).append(Named(text, span))
        elif function == "bibliography" and text.lower().endswith(_BIB_SUFFIXES):
            self.found.bibliographies.append(Named(text, span))
        elif self.last_name == "include" or (
            self.text[max(0, at - 40) : at].rstrip('"').rstrip().endswith(("#include", "#import", "import"))
            and text.endswith(".typ")
        ):
            self.found.inputs.append(Named(text, span))
        elif not function and self.stack and self.stack[-1].bracket == "(" and _KEY.fullmatch(text):
            self.strings.append(_Found(cite, self.owner))
