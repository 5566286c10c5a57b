r"""A character that came with copying: a ligature, a soft hyphen, a zero-width blank, the sign of a lost letter.

Why: searching does not find the word, and many fonts lack the character. ``--unsafe-fixes`` puts plain letters.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Eﬃcient queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Efficient queues}, year = 2020}
"""

from __future__ import annotations

import unicodedata

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry, Field
from citekit.text.unicode import expand_ligatures, plain_blanks

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_ODD = re.compile(
    "[\ufb00-\ufb06\u00ad\u200b\u2060-\u2064\ufeff\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f"
    "\u2028\u2029\u180e\u202d\u202e\ufff9-\ufffc\ufffe\uffff\U000e0000-\U000e007f]"
    "|(?<=[A-Za-z])[\u200c\u200d\u2009\u200a\u2002\u2003](?=[A-Za-z])"
    "|[\U0001d400-\U0001d7ff]+|[\uff21-\uff3a\uff41-\uff5a]{2,}|[\uff21-\uff3a\uff41-\uff5a](?=[a-z])"
)
_USUAL = re.compile("[\t\n\r\x20-\x7e\xa0-\xac\xae-\u024f\u0370-\u052f\u2010-\u2027]*+")
"""Texts of letters and marks among which there is nothing to find."""
_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202c\u2066-\u2069]")
_TO_THE_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FULLWIDTH = frozenset(map(chr, range(0xFF21, 0xFF5B)))
_IDENTIFIERS = ("doi", "url", "eprint", "isbn", "issn")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\ufffd]")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    found: list[Diagnostic] = []
    for part in entry.fields[:1] if entry.language == "list" else entry.texts():
        text = part.text.replace("\f", " ").replace("\xad", " ") if entry.is_laid_out else part.text
        if not (text.isascii() and text.isprintable()) and not _USUAL.fullmatch(text):
            wide_is_right = _EAST_ASIAN.search(part.text) is not None
            found += [
                _found(part, match)
                for match in _ODD.finditer(text)
                if not (wide_is_right and match[0][0] in _FULLWIDTH)
            ]
            if not _TO_THE_LEFT.search(part.text):
                found += [_found(part, match) for match in _DIRECTION.finditer(part.text)]
    for part in entry.fields if entry.language == "bibtex" else ():
        if not part.name.isascii() and (match := _INVISIBLE.search(part.name)):
            name = unicodedata.name(match[0], "invisible character").lower()
            visible = _INVISIBLE.sub("", part.name)
            fix = Fix(f"write {visible}", (Edit(part.source, part.name_span, visible),))
            found.append(
                Diagnostic(
                    f"there is a {name} in the name of the field {visible}",
                    part.source,
                    part.name_span,
                    "take it out",
                    fix=fix,
                )
            )
    for part in filter(None, map(entry.by_name.get, _IDENTIFIERS)):
        if not part.text.isascii():
            found += [_found(part, match) for match in _INVISIBLE.finditer(part.text)]
    return found


def _found(part: Field, match: re.Match[str]) -> Diagnostic:
    sign = match[0][:1]
    span = part.part(*match.span())
    name = unicodedata.name(sign, f"U+{ord(sign):04X}").lower()
    meant = _of_windows(sign)
    if meant:
        fix = Fix(f"write {meant}", (Edit(part.source, span, meant),)) if part.inside >= 0 else None
        return at_field(
            part, f"'{meant}' stands in {part.name} as in Windows-1252 ({name})", f"write {meant}", span, fix
        )
    if sign == "\ufffd" or "\ue000" <= sign <= "\uf8ff" or "\x80" <= sign <= "\x9f":
        return at_field(part, f"a letter was lost in copying ({name})", "put the letter that was meant", span)
    if sign > "\uff20":
        return at_field(part, f"'{match[0]}' is made of {name}s, not of letters", "write plain letters", span)
    text = plain_blanks(expand_ligatures(sign)) if sign >= "\x80" else ""
    fix = Fix("write plain letters", (Edit(part.source, span, text),)) if part.inside >= 0 else None
    return at_field(
        part, f"there is a {name} in {part.name}", f"write {text}" if text.strip() else "take it out", span, fix
    )


def _of_windows(sign: str) -> str:
    """The character that a control character is in Windows-1252, from which it was copied byte by byte."""
    if not "\x80" <= sign <= "\x9f":
        return ""
    meant = bytes([ord(sign)]).decode("cp1252", "ignore")
    return meant if meant.isprintable() else ""
