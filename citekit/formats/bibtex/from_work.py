"""Conversion of a work to an entry: its type and its fields, for BibTeX or BibLaTeX.

The braces of every returned value are balanced, both for BibTeX and for simpler parsers.
"""

from __future__ import annotations

from dataclasses import field, replace

from citekit.formats.bibtex.read import subtype, written_type
from citekit.formats.bibtex.values import LISTS, LONG_DASH, PAGE_RANGE, address, divided_title, is_address
from citekit.model import date as dates
from citekit.model import kinds
from citekit.model.date import Date
from citekit.model.kinds import GENRE_KEYS, STATE_KEYS, Dialect, language_name, language_tag
from citekit.model.name import Name, format_names, parse_names
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re
from citekit.runtime.config import BibtexSettings
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.text.rich import encode_rich, encode_title
from citekit.text.tex_allowed import passes
from citekit.text.tex_encode import balanced, encode, escape_all
from citekit.text.tex_syntax import TeX, in_kind

_DIALECTS: tuple[tuple[Dialect, Dialect], ...] = (("bibtex", "biblatex"), ("biblatex", "bibtex"))
_ROW_OF = {row.variable: place for place, row in reversed(list(enumerate(kinds.FIELDS)))}
_OTHER_NAME = {
    row.field(one): row.field(other) for row in kinds.FIELDS if row.bibtex != row.biblatex for one, other in _DIALECTS
}
_EPRINT = {"archiveprefix": "eprinttype", "primaryclass": "eprintclass"}
_LINE = re.compile(r"[\x00-\x20\x7f\x85\u2028\u2029]+")
# The backslash before a name in a Windows path, with those before it; reference managers write two.
_FOLDER = re.compile(r"(?<!\\)(?:\\\\)*\\(?=[A-Za-z])")
# URLs that open files or run programs when a document links to them.
_PROGRAM = re.compile(r"\s*(?:run|file|javascript):", re.IGNORECASE)
_PARENTHESES = str.maketrans("{}", "()")
_HALF = re.compile(r"[\ud800-\udfff]")
_THESES = {"phdthesis": "phdthesis", "mastersthesis": "mathesis"}
# Words used instead of a date -> BibLaTeX's publication state.
_STATUS_WORDS = dict(tables("citekit.formats.bibtex", "from_work.tsv")["states"])
_OF_THE_TYPE = frozenset({"entrytype", "entrysubtype"})
_AND = re.compile(r"\band\b", re.IGNORECASE)
# A percent sign as in `\url{a%20b}`, which would begin a comment in fields that BibLaTeX typesets.
_COMMENT = re.compile(r"(?<!\\)%")
_PRINTED_ADDRESSES = ("howpublished", "note")


@dataclass(slots=True)
class Written:
    """An entry to write: ``fields`` are values with their delimiters, created from :class:`TeX`.

    ``as_titles`` are the titles of containers, encoded as they would be in the ``title`` of the container's own entry.
    """

    type: str
    fields: dict[str, str]
    as_titles: dict[str, str] = field(default_factory=dict)


def entry_of(work: Work, settings: BibtexSettings) -> Written:
    """Convert a work to an entry; its fields are in no particular order."""
    return _Writing(work, settings).written()


class _Writing:
    """The fields of one entry while it is converted."""

    def __init__(self, work: Work, settings: BibtexSettings) -> None:
        self.work = work
        self.settings = settings
        self.biblatex = settings.dialect == "biblatex"
        self.kind = written_type(work, settings.dialect)
        self.fields: dict[str, str] = {}
        self.as_titles: dict[str, str] = {}
        self.done: set[str] = set(_OF_THE_TYPE)

    def written(self) -> Written:
        work = self.work
        covered = self._covered() if work.fields else {}
        held = {field: variable for variable, field in covered.items()}
        names = self._volume_names()
        for variable in sorted(work.variables, key=lambda name: (_ROW_OF.get(name, len(_ROW_OF)), name)):
            if variable == "issued" or variable in covered:
                continue
            value = work.variables[variable]
            name = names.get(variable) or self._name(variable, value)
            self._put_variable(name, variable, value)
        for name, text in work.fields.items():
            if name not in self.done:
                self._put_field(name, text, held.get(name, ""))
        sub = subtype(work, self.kind) if self.biblatex else work.fields.get("entrysubtype", "")
        self._put("entrysubtype", self._plain(sub))
        if work.issued:
            self.fields.update(self._issued(work.issued))
        if "month" in self.fields:
            bare = self.fields["month"].strip("{}").lower()
            self.fields["month"] = bare if bare in dates.MONTHS else self.fields["month"]
        return Written(self.kind, self.fields, self.as_titles)

    def _put(self, name: str, value: TeX, *others: str) -> str:
        """Add a field under the first of some names that is free; return that name, or an empty string."""
        if self.biblatex and "\\" in value and name not in kinds.VERBATIM:
            value = TeX(_COMMENT.sub(r"\\%", value))
        for free in (name, *others):
            if value and free and free not in self.fields:
                self.fields[free] = f"{{{value}}}"
                return free
        return ""

    def _names(self, names: tuple[Name, ...]) -> TeX:
        """Encode a list of names; with the option ``useprefix=false``, dropping particles are written like the others."""
        options = self.work.fields.get("options", "").replace(" ", "").lower()
        if self.biblatex and "useprefix=false" in options:
            names = tuple(map(_joined_particle, names))
        coded = TeX(_clean(format_names(names, self.settings.ascii, self.settings.dialect)))
        if balanced(coded):
            return coded
        return TeX(" and ".join(f"{{{escape_all(_clean(str(name)))}}}" for name in names))

    # --- which field ----------------------------------------------------------------------------------------------

    def _covered(self) -> dict[str, str]:
        """Return the variables whose value another field already has, with the name of that field."""
        covered: dict[str, str] = {}
        for name, text in self.work.fields.items():
            variable = kinds.variable_of(name, self.kind)
            value = self.work.variables.get(variable, "")
            if name == "location" and text == self.work.variables.get("event-place"):
                if self.biblatex:
                    self.done.add(name)  # BibLaTeX's location is the place of publication
                else:
                    covered["event-place"] = name
            elif name == "howpublished" and text and text == self.work.variables.get("URL"):
                if self.biblatex:
                    self.done.add(name)  # BibLaTeX has a field for URLs
                else:
                    covered["URL"] = name
            elif variable == "language" and value:
                if language_tag(text) == value and not (self.biblatex and name == "language"):
                    covered[variable] = name
            elif variable and value and text == value:
                covered[variable] = name
        return covered

    def _volume_names(self) -> dict[str, str]:
        if not self.work.text("volume-title") or self.kind not in kinds.VOLUME_TITLES:
            return {}
        main, volume = kinds.VOLUME_TITLES[self.kind]
        return {main: "maintitle", "volume-title": volume} if self.work.text(main) else {}

    def _name(self, variable: str, value: Value) -> str:
        name = kinds.field_of(variable, self.kind, self.settings.dialect)
        if variable == "container-title" and name == "booktitle" and self.kind in ("misc", "unpublished"):
            return "booktitle" if self.work.text("publisher") or "publisher" in self._names_kept() else "howpublished"
        if variable in kinds.EDITOR_ROLES and isinstance(value, tuple):
            return self._editor_field(variable)
        return name

    def _names_kept(self) -> set[str]:
        return {kinds.variable_of(name, self.kind) for name in self.work.fields}

    def _editor_field(self, role: str) -> str:
        """Return the editor field that a role was read from, or in BibLaTeX a free one; else the name of the role."""
        fields, work = self.work.fields, self.work
        taken = {"editor"} if work.names("editor") else set()
        taken |= {name for name in kinds.EDITOR_FIELDS if name in fields or name in self.fields}
        for name in kinds.EDITOR_FIELDS:
            if fields.get(f"{name}type") == role and name not in taken:
                return name
        used = {name.removesuffix("type") for name in fields if name.endswith("type")}
        free = next((name for name in kinds.EDITOR_FIELDS if name not in taken | used), "")
        if not (free and self.biblatex):
            return role
        self._put(f"{free}type", encode(role))
        return free

    # --- variables ------------------------------------------------------------------------------------------------

    def _put_variable(self, name: str, variable: str, value: Value) -> None:
        if isinstance(value, Date):
            self._put(name, TeX(dates.iso(value)) or self._rich(value.literal), variable.lower())
        elif isinstance(value, tuple):
            free = self._put(name, self._names(value), _OTHER_NAME.get(name, ""), variable.lower())
            marks = _marks(value)
            if free and marks:
                self._put(f"{free}+an", encode(marks))
        elif name in kinds.TITLE_PARTS or name in kinds.SHIELDED_FIELDS:
            self._put_title(name, variable, _clean(value))
        else:
            text = self._text(name, variable, value)
            self._put(name, text, _OTHER_NAME.get(name, ""), variable.lower())

    def _put_title(self, name: str, variable: str, whole: str) -> None:
        """Write a title; for BibLaTeX, split into the parts that the work's fields have."""
        sub, addon = kinds.TITLE_PARTS.get(name, ("", ""))
        texts = self.work.fields.get(sub, ""), self.work.fields.get(addon, "")
        self.done |= {sub, addon}
        parts = divided_title(whole, *texts) if self.biblatex and any(texts) else None
        for field_name, text in zip((name, sub, addon), parts or (whole,), strict=bool(parts)):
            shielded = field_name in kinds.SHIELDED_FIELDS
            coded = self._rich(text, shielded)
            others = (_OTHER_NAME.get(name, ""), variable.lower()) if field_name == name else ()
            if self._put(field_name, coded, *others) and not shielded:
                self.as_titles[field_name] = f"{{{self._rich(text, True)}}}"

    def _text(self, name: str, variable: str, value: str) -> TeX:
        text = _clean(value)
        if variable == "page":
            return TeX(self._rich(in_kind(LONG_DASH.sub("–", PAGE_RANGE.sub("–", text)), text)).replace("–", "--"))
        if variable in ("DOI", "URL", "PMID", "PMCID"):
            return verbatim(text) if name != "howpublished" else TeX(f"\\url{{{verbatim(text)}}}")
        if variable == "genre":
            text = self._genre(text)
        elif variable == "status":
            text = STATE_KEYS.get(text, text)
        elif variable == "language":
            text = language_name(text)
        elif self.biblatex and name in LISTS:
            return TeX(" and ".join(self._list_item(in_kind(item, text)) for item in text.split("; ")))
        return self._rich(text)

    def _list_item(self, text: str) -> str:
        coded = self._rich(text)
        return f"{{{coded}}}" if _AND.search(text) else coded

    def _genre(self, genre: str) -> str:
        if _THESES.get(self.kind) and GENRE_KEYS.get(genre) == _THESES[self.kind]:
            return ""
        return GENRE_KEYS.get(genre, genre) if self.biblatex else genre

    # --- other fields ---------------------------------------------------------------------------------------------

    def _put_field(self, given: str, text: str, variable: str) -> None:
        name = _field_name(given)
        if self.biblatex and _EPRINT.get(name) not in self.work.fields:
            name = _EPRINT.get(name, name)
        if variable in ("container-title",):
            self._put_title(name, variable, _clean(text))
        elif variable == "language" or not variable:
            coded = self._field_value(name, text)
            if "+an" in name and "\\" in coded:
                name = name.replace(
                    "+", "-"
                )  # BibLaTeX uses the words of annotations in command names, which cannot contain commands
            self._put(name, coded, f"{name}-2")
        else:
            self._put(name, self._text(name, variable, text), f"{name}-2")

    def _field_value(self, name: str, text: str) -> TeX:
        if name in kinds.RAW_FIELDS or "+an" in name:
            raw = TeX(_clean(text))
            if name == "file" and not passes(raw):
                raw = TeX(_FOLDER.sub(r"\\\\", raw))
            return raw if balanced(raw) and passes(raw) else self._plain(raw)
        if name in _PRINTED_ADDRESSES and is_address(_clean(text)):
            return TeX(f"\\url{{{verbatim(text)}}}")
        if name in kinds.VERBATIM or is_address(_clean(text)):
            return verbatim(text)
        if name in kinds.NAME_FIELDS:
            return self._names(parse_names(text, self.settings.dialect))
        if name in kinds.RICH_FIELDS or name in kinds.TITLE_PARTS:
            return self._rich(text, name in kinds.SHIELDED_FIELDS)
        return self._plain(text)

    def _plain(self, text: str) -> TeX:
        text = _clean(text)
        coded = encode(text, self.settings.ascii)
        return coded if balanced(coded) else escape_all(text)

    def _rich(self, text: str, shielded: bool = False) -> TeX:
        """Encode rich text as LaTeX; if macros in it would unbalance the braces, everything in it is escaped."""
        text = _clean(text)
        coded = (encode_title if shielded else encode_rich)(text, self.settings.ascii)
        return coded if balanced(coded) else escape_all(text)

    # --- the date of publication ----------------------------------------------------------------------------------

    def _issued(self, date: Date) -> dict[str, str]:
        """Return the fields of the date of publication; words become the publication state, or the year."""
        found = dates.fields_of(date, self.settings.dialect)
        words = _clean(date.literal)
        state = _STATUS_WORDS.get(words.lower(), "") if self.biblatex or found else ""
        if state and "pubstate" not in self.fields:
            found["pubstate"] = f"{{{state}}}"
        elif words and not found:
            name = "date" if self.biblatex and dates.is_dated(words) else "year"
            found[name] = f"{{{self._rich(words)}}}"
        return found


def _clean(text: str) -> str:
    if text.isprintable() and "  " not in text:  # nothing that the patterns look for
        return in_kind(text.strip(), text)
    return in_kind(_HALF.sub("\ufffd", _LINE.sub(" ", text)).strip(), text)


def _joined_particle(name: Name) -> Name:
    if not name.dropping_particle or name.non_dropping_particle:
        return name
    return replace(name, dropping_particle="", non_dropping_particle=name.dropping_particle)


def verbatim(text: str) -> TeX:
    """Encode an identifier or URL, which is not LaTeX, so that it contains no command and cannot unbalance an entry.

    Styles print it in macros that allow neither commands nor, in places, a ``%``. In a URL, special characters are
    percent-encoded; in an identifier, which cannot have them, they are replaced by similar ones.
    """
    text = address(_clean(text))
    if _PROGRAM.match(text):
        text = text.replace(":", "%3A", 1)
    if not is_address(text):
        text = re.sub(r"\^{2,}", "^", text.replace("\\", "/"))
        return TeX(text if balanced(text) else text.translate(_PARENTHESES))
    for character, code in (("{", "%7B"), ("}", "%7D"), ("\\", "%5C"), (" ", "%20"), ("^^", "%5E%5E")):
        text = text.replace(character, code)
    return TeX(text)


def _field_name(name: str) -> str:
    return re.sub(r"[\s\"#%'(),={}\\@~\x00-\x1f\x7f\ud800-\udfff]+", "", name.lower()).lstrip("0123456789+:.-")


def _marks(names: tuple[Name, ...]) -> str:
    """Return the BibLaTeX data annotation of a name list: ``1=equal,self; 2=equal``."""
    marked = ((place, name.marks) for place, name in enumerate(names, 1) if name.marks and not name.is_others)
    shown = []
    for place, marks in marked:
        words = {re.sub(r"[^a-z0-9_-]+", "", mark.lower()).lstrip("0123456789-_") for mark in marks} - {""}
        shown += [f"{place}={','.join(sorted(words))}"] if words else []
    return "; ".join(shown)
