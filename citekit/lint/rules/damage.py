"""What copying and converting does to text."""

from __future__ import annotations

import html
import unicodedata
from itertools import pairwise

from citekit.lint.finding import Edit, Finding, Findings, Fix, at_field, replaced, rewritten, short, together
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed, paired
from citekit.runtime import patterns as re
from citekit.runtime.span import Span
from citekit.text.repair import find_misread, joins_hyphen, may_be_misread, mend_mojibake
from citekit.text.unicode import expand_ligatures, normalized, plain_blanks

_BREAK = re.compile(
    r"(?P<left>[^\W\d_]{2,40})(?:[-\u2010\u2011](?P<end>[ \t\xa0]*\r?\n[ \t]*)|\u00ac\s{0,3})(?P<right>[^\W\d_]{2,40})"
)
_NAMES = ("title", "booktitle", "subtitle", "journal", "publisher", "series")
_GAP = re.compile(
    r"(?<![\w-])(?P<left>[^\W\d_]{2,40})[-\u2010\u2011][ \t\xa0]{1,2}(?P<after>[^\W\d_A-Z][^\W\d_]{2,40})(?![\w-])(?!,)"
)
_BETWEEN_TWO = frozenset(listed("between two compounds"))


@rule("entry", "warning", languages="bibtex csl list")
def broken_word(entry: CheckedEntry, context: Context) -> Findings:
    """A word that a line end cut in two."""
    found: list[Finding] = []
    for part in entry.fields[:1] if entry.language == "list" else entry.texts():
        if part.text.isascii() and not (
            "- " in part.text or "-\n" in part.text or "-\t" in part.text or "-\r" in part.text
        ):
            continue
        for match in _BREAK.finditer(part.text) if not entry.is_laid_out else ():
            before = part.text[max(0, match.start() - 40) : match.end("left")]
            if match["end"] is None or joins_hyphen(f"{before}-", part.text[match.start("right") : match.end() + 20]):
                word = f"{match['left']}{match['right']}"
                fix = replaced(part, part.part(match.end("left"), match.start("right")), "", f"write {word}")
                message, hint = (
                    f"a line end cut '{short(word)}' in two",
                    f"write {word}, or keep the hyphen and join the lines",
                )
                found.append(at_field(part, message, hint, match, fix))
        # A line end that has become a space: only in titles, where a hyphen before a space is right in "pre- and post-" alone.
        for match in _GAP.finditer(part.text) if part.name in _NAMES and entry.language == "bibtex" else ():
            if match["after"].casefold() not in _BETWEEN_TWO:
                message = f"there is a space after the hyphen in '{short(match['left'] + '- ' + match['after'])}'"
                hint, span = (
                    "join the word, with the hyphen or without it",
                    part.part(match.start("left"), match.end("after")),
                )
                found.append(at_field(part, message, hint, span))
    return found


_ENTITY = re.compile(r"(?:\\?&|\{\\&\})(?:[a-zA-Z][a-zA-Z0-9]{1,8}|\\?#\d{1,6}|\\?#[xX][0-9a-fA-F]{1,5});")
_INVISIBLE_ENTITIES = {"\xa0": "~", "\xad": "\\-", "\u200b": "", "\u200c": "", "\u200d": ""}
_WRITTEN = re.compile(r"[{}\\]")
_FOR_LATEX = {"&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_", "$": "\\$", "<": "<", ">": ">"}


@rule("entry", "warning", languages="bibtex csl", of="markup-left")
def html_entity(entry: CheckedEntry, context: Context) -> Findings:
    """A character is written as HTML: ``&amp;``, ``&#8217;``."""
    if not any("&" in part.text for part in entry.fields):
        return
    for part in entry.texts():
        for match in _ENTITY.finditer(part.text) if "&" in part.text and ";" in part.text else ():
            sign = html.unescape(_WRITTEN.sub("", match[0]))
            if sign.endswith(";") or not (sign.isprintable() or sign in _INVISIBLE_ENTITIES):
                continue
            text = (_FOR_LATEX | _INVISIBLE_ENTITIES).get(sign, sign) if entry.language == "bibtex" else sign
            name = (
                unicodedata.name(sign, "an invisible character").lower() if sign in _INVISIBLE_ENTITIES else f"'{sign}'"
            )
            fix, hint = replaced(part, match, text, f"write {text}"), f"write {text}" if text else "take it out"
            yield at_field(part, f"'{match[0]}' is HTML for {name}", hint, match, fix)


@rule("project", "warning")
def joined_entries(project: Project, context: Context) -> Findings:
    """Two publications of a list run together without a space between them."""
    for listing in project.listings:
        text = listing.source.text
        items = sorted(listing.entries, key=lambda entry: entry.span.start)
        for entry, after in pairwise(items):
            at = after.span.start
            if entry.span.end == at and text[at - 1 : at].isalpha() and text[at : at + 1].isalpha():
                start = max(text.rfind(" ", entry.span.start, at), text.rfind("\n", entry.span.start, at)) + 1
                end = text.find(" ", at, after.span.end)
                span = Span(start, end if end > 0 else at + 1)
                yield Finding(
                    f"two publications run together: '{text[span.start : span.end]}'",
                    listing.source,
                    span,
                    "put a line end between them",
                    after.title,
                    whole=after.span,
                )


_MARKUP = re.compile(
    r"(?=[<*\\_~\[!:`'])(?:</?(?:i|b|em|strong|small|sub|sup|sc|span|p|br|scp|inf|u|tt|a|div|font|math|tex-math|jats:[a-z-]{1,14}|mml:[a-z]{1,12})"
    r"(?:\s[^<>]{0,200})?/?>|<!--|\*\*[^*\n]{1,300}\*\*|(?<=[^\W\d_])\\\*|\\\*(?=\\\*|\s|$)"
    r"|(?<![\w*\\$^])\*[^\W\d_][^*\n$]{0,300}(?<=\w)\*(?![\w*])"  # *italic*
    r"|(?<![\w_\\$^{])_{1,2}[^\W\d_][^_\n$]{0,300}(?<=\w)_{1,2}(?![\w_}])|~~[^~\n]{1,300}~~"
    r"|(?-i:\[(?P<tag>[biu])\](?=[^\[\]]{1,300}\[/(?P=tag)\]))|!?\[[^\[\]\n]{1,300}\]\([^\s()]{2,300}\)|(?::[a-z]{2,12}:)?(?<![`\\])`{1,2}[^\W\d_][^`'\\\n]{0,300}`{1,2}(?!`)"
    r"|\[-?@[A-Za-z][\w:.-]{1,80}[;\]]|\\textless(?:\}|\s*+(?:\{\})?)/?[a-z]{1,6}\{?\\textgreater"
    r"|(?<!['\w])'{2,3}(?=[^\W\d_])[^'\n]{1,300}(?<=\w)'{2,3}(?!'))",
    re.IGNORECASE,
)
_COMMANDS = paired("commands of tags")
_PAIR = re.compile(r"<(?P<tag>i|em|b|strong|sub|sup|inf)>(?P<inside>[^<>{}]{0,300})</(?P=tag)>", re.IGNORECASE)


@rule("field", "warning", fields="title booktitle journal author editor series publisher note year", ordinary=False)
def markup_left(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """Markup of another language is left in a value."""
    found: list[Finding] = []
    done = -1
    for match in _MARKUP.finditer(part.text):
        if match.start() < done or (match[0].startswith("[@") and part.name == "author"):
            continue
        pair = _PAIR.match(part.text, match.start())
        fix = None
        if pair and part.inside >= 0:
            done = pair.end()
            text = f"\\{_COMMANDS[pair['tag'].lower()]}{{{pair['inside']}}}"
            fix = Fix(f"write {text}", (Edit(part.source, part.part(*pair.span()), text),))
        found.append(
            at_field(part, f"'{match[0]}' is markup of another language", "take it out, or write LaTeX", match, fix)
        )
    return together(found)


_LONGEST = 5000  # abstracts are not longer; bounds the time for a value that is a whole document


@rule("entry", "error", languages="bibtex csl list")
def mojibake(entry: CheckedEntry, context: Context) -> Findings:
    """Text that was written in UTF-8 and read in another encoding."""
    hint = "copy the text again, or read the file as UTF-8"
    for part in entry.not_ascii if entry.language != "list" else entry.fields[:1]:
        if len(part.text) > _LONGEST or not may_be_misread(part.text):
            continue
        repaired = mend_mojibake(part.text)
        if repaired != part.text:
            from difflib import SequenceMatcher  # here, for few texts ever need it

            changes = SequenceMatcher(None, part.text, repaired, autojunk=False).get_opcodes()
            changes = [change for change in changes if change[0] != "equal"]
            _, start, end, first, last = changes[0]
            edits = tuple(Edit(part.source, part.part(a, b), repaired[c:d]) for _, a, b, c, d in changes)
            fix = Fix("read it back as UTF-8", edits) if part.inside >= 0 else None
            old = short(part.text[start:end]) or part.text[start:end]
            message = f"'{old}' is {_shown(repaired[first:last])} in a wrong encoding"
            yield at_field(part, message, hint, part.part(start, end), fix)
            continue
        for misread in find_misread(part.text):
            span = part.part(misread.start, misread.end)
            fix = replaced(part, span, misread.right, "read it back as UTF-8")
            message = (
                f"'{short(part.text[misread.start : misread.end])}' is {_shown(misread.right)} in a wrong encoding"
            )
            yield at_field(part, message, hint, span, fix)


def _shown(text: str) -> str:
    return f"'{text}'" if text.strip() else "a blank"


@rule("entry", "note", languages="bibtex csl", of="odd-character")
def not_nfc(entry: CheckedEntry, context: Context) -> Findings:
    """A letter and its accent are two characters where Unicode has one for them."""
    found = []
    for part in entry.not_ascii:
        if not unicodedata.is_normalized("NFC", part.text):
            composed = normalized(part.text)
            if len(composed) < len(part.text):  # else only other characters for the same letters, as in polytonic Greek
                message = f"accents in {part.name} are characters of their own"
                fix = rewritten(part, composed, "compose them", safe=True)
                found.append(at_field(part, message, "compose them (Unicode NFC)", fix=fix))
    return found


_ODD = re.compile(
    "[\ufb00-\ufb06\u00ad\u200b\u2060-\u2064\ufeff\ufffd\ue000-\uf8ff\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f"
    "\u2028\u2029\u180e\u202d\u202e\ufff9-\ufffc\ufffe\uffff\U000e0000-\U000e007f]"
    "|(?<=[A-Za-z])[\u200c\u200d\u2009\u200a\u2002\u2003](?=[A-Za-z])"
    "|[\U0001d400-\U0001d7ff]+|[\uff21-\uff3a\uff41-\uff5a]{2,}|[\uff21-\uff3a\uff41-\uff5a](?=[a-z])"
)
# Texts of letters and marks among which there is nothing to find.
_USUAL = re.compile("[\t\n\r\x20-\x7e\xa0-\xac\xae-\u024f\u0370-\u052f\u2010-\u2027]*+")
_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202c\u2066-\u2069]")
_TO_THE_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FULLWIDTH = frozenset(map(chr, range(0xFF21, 0xFF5B)))
_IDENTIFIERS = ("doi", "url", "eprint", "isbn", "issn")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\ufffd]")


@rule("entry", "warning", languages="bibtex csl list")
def odd_character(entry: CheckedEntry, context: Context) -> Findings:
    """A character that came with copying."""
    found: list[Finding] = []
    for part in entry.fields[:1] if entry.language == "list" else entry.texts():
        if part.text.isascii() and part.text.isprintable():
            continue
        text = part.text.replace("\f", " ").replace("\xad", " ") if entry.is_laid_out else part.text
        if not _USUAL.fullmatch(text):
            wide_is_right = _EAST_ASIAN.search(part.text) is not None
            found += [
                _odd(part, match) for match in _ODD.finditer(text) if not (wide_is_right and match[0][0] in _FULLWIDTH)
            ]
            if not _TO_THE_LEFT.search(part.text):
                found += [_odd(part, match) for match in _DIRECTION.finditer(part.text)]
    for part in entry.fields if entry.language == "bibtex" and not "".join(entry.by_name).isascii() else ():
        if not part.name.isascii() and (match := _INVISIBLE.search(part.name)):
            name = unicodedata.name(match[0], "invisible character").lower()
            visible = _INVISIBLE.sub("", part.name)
            fix = Fix(f"write {visible}", (Edit(part.source, part.name_span, visible),))
            found.append(
                Finding(
                    f"there is a {name} in the name of the field {visible}",
                    part.source,
                    part.name_span,
                    "take it out",
                    fix=fix,
                )
            )
    for part in entry.not_ascii:
        if part.name in _IDENTIFIERS and part is entry.by_name[part.name]:
            found += [_odd(part, match) for match in _INVISIBLE.finditer(part.text)]
    return found


def _odd(part: CheckedField, match: re.Match[str]) -> Finding:
    sign = match[0][:1]
    name = unicodedata.name(sign, f"U+{ord(sign):04X}").lower()
    intended = _of_windows(sign)
    if intended:
        fix = replaced(part, match, intended, f"write {intended}")
        return at_field(
            part, f"'{intended}' is encoded in {part.name} as in Windows-1252 ({name})", f"write {intended}", match, fix
        )
    if sign == "\ufffd" or "\ue000" <= sign <= "\uf8ff" or "\x80" <= sign <= "\x9f":
        return at_field(part, f"a letter was lost in copying ({name})", "put the letter that was meant", match)
    if sign > "\uff20":
        return at_field(part, f"'{match[0]}' is made of {name}s, not of letters", "write plain letters", match)
    text = plain_blanks(expand_ligatures(sign)) if sign >= "\x80" else ""
    fix = replaced(part, match, text, "write plain letters")
    return at_field(
        part, f"there is a {name} in {part.name}", f"write {text}" if text.strip() else "take it out", match, fix
    )


def _of_windows(sign: str) -> str:
    """Return the character that a control character is in Windows-1252, from which it was copied byte by byte."""
    if not "\x80" <= sign <= "\x9f":
        return ""
    intended = bytes([ord(sign)]).decode("cp1252", "ignore")
    return intended if intended.isprintable() else ""
