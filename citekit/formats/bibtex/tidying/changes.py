"""Changes to names and values of fields that settings select, beyond the layout: rename, set, rewrite, dialect, journals.

Only values in a single pair of braces or quotation marks are changed; macros and values joined by ``#`` stay. A change
that would unbalance the braces is not made, and is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from urllib.parse import quote

from citekit.formats.bibtex.blocks import short, value_parts
from citekit.formats.bibtex.inherit import canonical
from citekit.formats.bibtex.tidying.editable_entry import EditableEntry, TidyItems
from citekit.formats.bibtex.tidying.letters import brace_free, enclosed, escaped, in_ascii, in_unicode, unwrapped
from citekit.formats.bibtex.values import is_untouched, resolve, two_hyphens
from citekit.model import date as dates
from citekit.model.ids import doi_of_value, normal_isbn, only_arxiv, valid_issn
from citekit.model.kinds import NAME_FIELDS, NAME_VARIABLES, VERBATIM
from citekit.model.name import format_names, is_extended, read_names, split_names
from citekit.model.venues import expand
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings
from citekit.runtime.errors import UsageError, did_you_mean
from citekit.runtime.registry import pairs
from citekit.text.case import SMALL_WORDS, shouts
from citekit.text.tex_encode import balanced

JOURNALS = ("journal", "journaltitle")
_NAME = re.compile(r"[^\s\"#%'(),={}\\]+")
# `NAME=VALUE` or `NAME?=VALUE`.
_ASSIGNED = re.compile(r"(?P<name>[^=?]*)(?P<weakly>\??)=(?P<value>.*)", re.DOTALL)
_REWRITTEN = re.compile(r"(?P<name>[^:]*):(?P<pattern>.*?)=>(?P<new>.*)", re.DOTALL)
_OF_URLS = "-._~:/?#[]@!$&'()*+,;=%"
_ESCAPED_IN_URL = re.compile(r"\\([_%&#$~{}])(?:\{\})?")
# What shows that a value is more than one URL: words before it, a second one or a remark after it.
_NOT_ONE_URL = re.compile(r"\S\s+(?:\S{0,20}://|www\.|[(\[<][^()]*+[)\]>]?[.,;]?$)|[,;|]\S{0,20}://|^[^:/]*\s\S*://")
_WORD = re.compile(r"\\[A-Za-z]+|\$[^$]*\$|[^\W\d_]++(?:['’][^\W\d_]++)*")
_DATED = ("date", "year", "month", "day")
_BY_HAND = "change it by hand"
_TITLES = frozenset("title subtitle booktitle journal journaltitle series".split())


def assigned(text: str, option: str) -> tuple[str, str, bool]:
    """Return the name and value of ``NAME=VALUE``, and whether existing values are retained (``NAME?=VALUE``)."""
    match = _ASSIGNED.fullmatch(text)
    name = match["name"].strip().lower() if match else ""
    if match is None or not _NAME.fullmatch(name) or not match["value"].strip():
        raise UsageError(f"{option} needs a name and a value, not {text!r}", "write it as NAME=VALUE")
    return name, match["value"].strip(), bool(match["weakly"])


def check_changes(settings: TidySettings) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for settings that cannot be applied."""
    renamed = dict(assigned(one, "rename")[:2] for one in settings.rename)
    given = [assigned(one, "set") for one in settings.set]
    for one in settings.rewrite:
        _rewriting(one)
    _listed(settings)
    if settings.max_authors < 0:
        raise UsageError("max-authors must be a number from 0", "0 keeps all")
    chained = renamed.keys() & {new.lower() for new in renamed.values()}
    if chained:
        raise UsageError(f"rename: {min(chained)!r} is an old name and a new one", "rename in two runs")
    for name, value, _ in given:
        if not balanced(value):
            raise UsageError(f"set: the braces of the value of {name} do not match", "close them")


# Steps ---------------------------------------------------------------------------------------------------------------


def change_dialect(row: TidyItems, settings: TidySettings) -> None:
    """Write types, field names and dates as BibTeX or BibLaTeX has them."""
    if settings.dialect != "keep":
        change = _to_biblatex if settings.dialect == "biblatex" else _to_bibtex
        for draft in row.drafts:
            change(row, draft)


def rename_fields(row: TidyItems, settings: TidySettings) -> None:
    """Rename fields, unless the entry already has a field with the new name."""
    new = dict(assigned(one, "rename")[:2] for one in settings.rename)
    for draft in row.drafts if new else ():
        _name_all(row, draft, new)


def set_fields(row: TidyItems, settings: TidySettings) -> None:
    """Set fields in every entry, or only where they are missing."""
    given = [assigned(one, "set") for one in settings.set]
    for draft in row.drafts if given else ():
        for name, text, weakly in given:
            if name not in [known.lower() for known, _ in draft.fields]:
                draft.fields.append((name, f"{{{text}}}"))
            elif not weakly and _text(draft, name) != text:
                draft.fields = [(n, f"{{{text}}}" if n.lower() == name else value) for n, value in draft.fields]


def rewrite_values(row: TidyItems, settings: TidySettings) -> None:
    """Rewrite identifiers, titles in capitals, journals, matches of patterns, URLs, and long lists of names."""
    rewriters: list[Callable[[str, str], str]] = []
    if settings.identifiers:
        rewriters.append(_bare)
    if settings.drop_all_caps:
        rewriters.append(_without_capitals)
    if settings.journals:
        # names of journals are replaced by those of a list, or else by their full names
        listed = _listed(settings)

        def replaced(name: str, text: str) -> str:
            if name not in JOURNALS:
                return text
            return listed.get(" ".join(text.split()).lower(), text) if listed else expand(text) or text

        rewriters.append(replaced)
    rewriters += map(_rewriting, settings.rewrite)
    if settings.encode_urls:
        rewriters.append(_encoded)
    if settings.max_authors:
        rewriters.append(lambda name, text: _cut(text, settings.max_authors) if name in NAMES else text)
    for draft in row.drafts if rewriters else ():
        before = _text(draft, "eprint") if settings.identifiers else ""
        for place, (name, value) in enumerate(draft.fields):
            if value[:1] not in ("{", '"') or ("#" in value and len(value_parts(value) or ()) != 1):
                continue
            old = text = value[1:-1]
            for rewrite in rewriters:
                text = rewrite(name.lower(), text)
            if unfit := _unfit(name.lower(), text, settings):
                message = f"{name.lower()} was not changed: {short(old, 60)!r} is not {unfit}"
                row.report(draft, message, "not-rewritten", _BY_HAND)
            if text != old and not balanced(text):
                message = f"{name} was not changed: the braces of the new value would not match"
                row.report(draft, message, "not-rewritten", _BY_HAND)
            elif text != old:
                draft.fields[place] = (name, f"{{{text}}}" if value[0] == "{" or '"' in text else f'"{text}"')
        if settings.identifiers and _text(draft, "eprint") != before:
            _say_archive(draft, before)


def _say_archive(draft: EditableEntry, eprint: str) -> None:
    """Put what a bare arXiv identifier does not state any more into fields of its own: the archive and the class."""
    names = {canonical(name.lower()) for name, _ in draft.fields}
    by_biblatex = any(name.lower() in ("date", "journaltitle", "eprintclass") for name, _ in draft.fields)
    group = re.search(r"\[([\w.-]{2,20})\]", eprint)
    for name, new, text in (
        ("archiveprefix", "eprinttype", "arXiv"),
        ("primaryclass", "eprintclass", group[1] if group else ""),
    ):
        if text and canonical(name) not in names:
            draft.fields.append((new if by_biblatex else name, f"{{{text}}}"))


def _name_all(row: TidyItems, draft: EditableEntry, new: Mapping[str, str]) -> None:
    """Rename fields, unless the entry already has a field with the new name."""
    names = {name.lower() for name, _ in draft.fields}
    taken = {old for old in names & new.keys() if new[old].lower() in names - {old}}
    for old in sorted(taken):
        row.report(draft, f"{old} keeps its name: the entry has {new[old]} as well", "not-renamed", _BY_HAND)
    draft.fields = [
        (new[name.lower()] if name.lower() in new.keys() - taken else name, value) for name, value in draft.fields
    ]


def _to_biblatex(row: TidyItems, draft: EditableEntry) -> None:
    fields, types, _ = _dialects()
    _name_all(row, draft, {old: new for old, new in fields.items() if old != "key" or draft.type != "misc"})
    kind, _, word = types.get(draft.type.lower(), draft.type).partition(" ")
    draft.type = kind
    if word and draft.written("type") is None:
        draft.fields.append(("type", f"{{{word}}}"))
    if draft.written("date") is None:
        _date(row, draft, "biblatex")


def _to_bibtex(row: TidyItems, draft: EditableEntry) -> None:
    fields, types, fallback = _dialects()
    word, kind = _text(draft, "type"), draft.type.lower()
    old = next((old for old, new in types.items() if new == f"{kind} {word or kind + '?'}"), "")
    if old:
        draft.type = old
        draft.fields = [(name, value) for name, value in draft.fields if name.lower() != "type"]
    elif kind in fallback:
        draft.type = fallback[kind]
    named = {new: old for old, new in fields.items() if old != "school" or "thesis" in draft.type}
    _name_all(row, draft, named)
    if draft.written("date") is not None:
        _date(row, draft, "bibtex")
    draft.fields = [
        (name, _plain_names(row, draft, name, value) if name.lower() in NAMES and "=" in value else value)
        for name, value in draft.fields
    ]


def _date(row: TidyItems, draft: EditableEntry, dialect: str) -> None:
    """Move the date to the fields of a dialect, as ``convert`` writes it; report a date that these cannot represent."""
    written = {name: value for name in _DATED if (value := draft.written(name)) is not None}
    # without macros, so that months are read by their names
    texts = {name: " ".join(resolve(value, {})[0].split()) for name, value in written.items()}
    texts = {name: text for name, text in texts.items() if text}
    found = dates.read_fields(texts)
    made = dates.fields_of(found.date, dialect) if found.date else {}
    if not texts or texts.keys() == {"year"} == made.keys():
        return  # a year, or words instead of one, is written the same in both dialects
    left = sorted(texts.keys() - found.covered)  # fields that contain more than the date
    if not made or left or found.faults:
        names = left or sorted(texts)
        if names != ["year"]:
            fields = ", ".join(f"{name} = {short(written[name])}" for name in names)
            conflict = any(kind == "date-conflict" for kind, _, _ in found.faults)
            why = "contradict each other" if conflict else "cannot be read"
            row.report(draft, f"the date was not changed, because {fields} {why}", "not-rewritten", _BY_HAND)
        return
    first = next(name for name, _ in draft.fields if name.lower() in texts)
    draft.fields = [
        new
        for name, value in draft.fields
        for new in (made.items() if name == first else () if name.lower() in texts else ((name, value),))
    ]


def _plain_names(row: TidyItems, draft: EditableEntry, name: str, value: str) -> str:
    """Rewrite names in BibLaTeX's extended form, which BibTeX reads as names with too many commas."""
    text = value[1:-1] if value[:1] in ("{", '"') and len(value_parts(value) or ()) == 1 else ""
    if not any(map(is_extended, split_names(text))):
        return value
    names, problems = read_names(text, "biblatex")
    made = format_names(names, False, "bibtex")
    if problems or not balanced(made):
        row.report(
            draft,
            f"{name} was not changed: {problems[0].message if problems else 'it has no form in BibTeX'}",
            "not-rewritten",
            _BY_HAND,
        )
        return value
    return f"{{{made}}}"


def _text(draft: EditableEntry, name: str) -> str:
    """Return the text of a field, unless it is a macro or is joined by ``#``."""
    value = draft.written(name) or ""
    if value.isdecimal():
        return value
    return value[1:-1].strip() if value[:1] in ("{", '"') and "#" not in value else ""


@cache
def _dialects() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return the names of fields and of types (BibTeX -> BibLaTeX), and the BibTeX types to use for BibLaTeX's own types."""
    found = pairs(__package__, "dialects.tsv")
    return found["fields"], found["types"], found["stand-ins"]


def _rewriting(text: str) -> Callable[[str, str], str]:
    match = _REWRITTEN.fullmatch(text)
    name = match["name"].strip().lower() if match else ""
    if match is None or not _NAME.fullmatch(name):
        raise UsageError(
            f"rewrite needs a field, a pattern and a text, not {text!r}", "write it as FIELD:PATTERN=>TEXT"
        )
    try:
        pattern = re.compile(match["pattern"].strip())
        pattern.sub(match["new"].strip(), "")
    except (re.error, RecursionError, OverflowError, IndexError) as error:
        raise UsageError(
            f"rewrite: {match['pattern'].strip()!r} is not a regular expression: {error}",
            "write a pattern of Python's re module",
        ) from None
    new = match["new"].strip()
    return lambda field, value: pattern.sub(new, value) if field == name else value


def _listed(settings: TidySettings) -> dict[str, str]:
    """Read the file of ``journal-list``: name to replace in lower case -> new name."""
    kinds = ("full", "short")
    if settings.journals and settings.journals not in kinds:
        raise UsageError(f"journals cannot be {settings.journals!r}", did_you_mean(settings.journals, kinds))
    if not settings.journal_list:
        if settings.journals == "short":
            raise UsageError(
                "journals: short names need a list", "use --journal-list with a file of lines FULL = SHORT"
            )
        return {}
    from citekit.runtime.encodings import decode
    from citekit.runtime.safe_files import read_file

    found: dict[str, str] = {}
    for line in decode(read_file(settings.journal_list), settings.journal_list).text.splitlines():
        separator = next((separator for separator in ("\t", ";", "=", ",") if separator in line), "=")
        full, _, rest = line.partition(separator)
        if separator != "=":
            rest = rest.partition(separator)[0]  # JabRef, which divides by ";", adds further columns
        full, short = (part.strip().strip('"') for part in (full, rest))
        if full and short:
            old, new = (short, full) if settings.journals == "full" else (full, short)
            found.setdefault(" ".join(old.split()).lower(), new)
    return found


def _bare(name: str, text: str) -> str:
    """Remove label and resolver from a text that is a single identifier; other texts are unchanged."""
    if name == "doi":
        line = " ".join(text.split())
        return (
            doi_of_value(line.replace("- ", "-") if "\n" in text else line, True) or text
        )  # a line end after a hyphen
    if name == "isbn":
        return normal_isbn(text.strip()) or text
    if name == "issn" and valid_issn(text.strip()):
        digits = text.strip().replace("-", "").upper()
        return f"{digits[:4]}-{digits[4:]}"
    return (only_arxiv(text) or text) if name == "eprint" else text


def _without_capitals(name: str, text: str) -> str:
    """Change a title in capitals to title case: function words inside it are in lower case."""
    if name not in _TITLES or not shouts(text):
        return text

    def small(match: re.Match[str]) -> str:
        word = match[0]
        if word[0] in "\\$":
            return word
        low = word.lower()
        # a title and a subtitle begin with a capital
        begins = text[: match.start()].strip(" \t\r\n{}\"'`")[-1:] in ("", ":", "?", "!", "—")
        return low.capitalize() if begins or low not in SMALL_WORDS else low

    return _WORD.sub(small, text)


def _unfit(name: str, text: str, settings: TidySettings) -> str:
    """Return what a value should be and is not, for which an option left it unchanged; else an empty string."""
    if not text.strip():
        return ""
    if settings.identifiers:
        if name == "doi" and not doi_of_value(text, True):
            return "a single DOI"
        if name == "isbn" and not normal_isbn(text.strip()):
            return "a single valid ISBN"
        if name == "issn" and not valid_issn(text.strip()):
            return "a single valid ISSN"
        if name == "eprint" and "arxiv" in text.lower() and not only_arxiv(text):
            return "a single arXiv identifier"
    return "a single URL" if settings.encode_urls and name == "url" and not _one_url(text) else ""


def _one_url(text: str) -> str:
    """Return the only URL that a value is, without LaTeX's backslashes; else an empty string."""
    url = _ESCAPED_IN_URL.sub(r"\1", text.strip())
    has_command = not {"\\", "{", "}"}.isdisjoint(_ESCAPED_IN_URL.sub("", text))
    return "" if has_command or _NOT_ONE_URL.search(url) else url


def _encoded(name: str, text: str) -> str:
    return quote(_one_url(text), safe=_OF_URLS) or text if name == "url" else text


def _cut(text: str, most: int) -> str:
    names = split_names(text)
    known = [name for name in names if name.lower() != "others"]
    return text if len(known) <= most else " and ".join([*known[:most], "others"])


_DIGITS = re.compile(r"[0-9]+")
NAMES = NAME_FIELDS | NAME_VARIABLES | {"bookauthor"}


def names_in(listed: str) -> tuple[str, ...]:
    """Split a list of names at commas and whitespace, in lower case."""
    return tuple(listed.lower().replace(",", " ").split())


def _macro(text: str) -> str:
    """Return the macro for a text that is a single month; else an empty string."""
    months = dates.read_month(text.strip())
    return dates.MONTHS[months[0][0] - 1] if len(months) == 1 and not months[0][1] else ""


class Values:
    """The rewriting of values that settings select. ``macros`` are those that the file defines, in lower case."""

    def __init__(self, settings: TidySettings, macros: frozenset[str]) -> None:
        self.settings = settings
        self.months = settings.months and not macros & set(dates.MONTHS)
        self.protected = frozenset(names_in(settings.protect))
        self.without_braces = frozenset(names_in(settings.remove_braces)) - self.protected
        self.changes_text = bool(
            settings.letters != "keep"
            or settings.escape
            or settings.strip_double_braces
            or self.protected
            or self.without_braces
        )

    def tidied(self, name: str, value: str) -> str:
        """Return the value of a field (``name`` in lower case) as it should be written."""
        if "#" in value:
            parts = value_parts(value)
            if parts is None:
                return value
            if len(parts) > 1:
                return " # ".join(self._part(name, part.text) for part in parts)
        if value[0] not in '{"':
            return self._bare(name, value)
        text = value[1:-1]
        if self.changes_text and not is_untouched(name, text):
            text = self._text(name, text)
        if self.months and name == "month" and (month := _macro(text)):
            return month
        if self.settings.pages and name == "pages":
            text = two_hyphens(text)
        if self.settings.numbers == "bare" and name not in VERBATIM and _DIGITS.fullmatch(text.strip(" \t\r\n")):
            return text.strip(" \t\r\n")
        return self._delimited(text, value)

    def _bare(self, name: str, value: str) -> str:
        if self.months and name == "month" and (month := _macro(value)):
            return month
        if self.settings.numbers == "enclosed" and value.isdigit():
            return self._delimited(value, "{")
        return value

    def _part(self, name: str, part: str) -> str:
        if part[0] not in '{"':
            return part
        text = part[1:-1]
        if self.changes_text and not is_untouched(name, text):
            text = self._letters(text)
        return self._delimited(text, part)

    def _delimited(self, text: str, like: str) -> str:
        quotes = like[0] == '"' if self.settings.delimiters == "keep" else self.settings.delimiters == "quotes"
        if quotes and '"' in text and (self.settings.delimiters != "keep" or text != like[1:-1]):
            quotes = False
        return f'"{text}"' if quotes else f"{{{text}}}"

    def _text(self, name: str, text: str) -> str:
        if name not in NAMES:
            if self.settings.strip_double_braces and name not in self.protected:
                text = unwrapped(text)
            if name in self.without_braces:
                text = brace_free(text)
        text = self._letters(text)
        return enclosed(text) if name in self.protected else text

    def _letters(self, text: str) -> str:
        if self.settings.letters == "ascii":
            text = in_ascii(text)
        elif self.settings.letters == "unicode":
            text = in_unicode(text)
        return escaped(text) if self.settings.escape else text
