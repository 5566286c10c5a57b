"""A style or locale as data: the elements of CSL 1.0.2 as frozen dataclasses, before any work is looked at.

Source: the CSL 1.0.2 specification, "Styles - Structure", "Rendering Elements", "Style Behavior". Attribute values are
kept as written; the empty string stands for an attribute that is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from citekit.records import dataclass


@dataclass(frozen=True, slots=True)
class Formatting:
    """What an element does to its content: formatting, quotes, letter case, affixes ("Formatting" to "Text-case")."""

    font_style: str = ""
    font_variant: str = ""
    font_weight: str = ""
    text_decoration: str = ""
    vertical_align: str = ""
    quotes: bool = False
    strip_periods: bool = False
    text_case: str = ""
    display: str = ""
    prefix: str = ""
    suffix: str = ""


PLAIN = Formatting()


@dataclass(frozen=True, slots=True)
class Text:
    """``cs:text``: ``kind`` is ``variable``, ``macro``, ``term`` or ``value``; ``name`` what it refers to or says."""

    kind: str
    name: str
    form: str = ""
    plural: bool = False
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class Number:
    """``cs:number``: ``form`` is ``numeric``, ``ordinal``, ``long-ordinal`` or ``roman``."""

    variable: str
    form: str = "numeric"
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class Label:
    """``cs:label``: ``plural`` is ``contextual``, ``always`` or ``never``; no variable inside ``cs:names``."""

    variable: str = ""
    form: str = "long"
    plural: str = "contextual"
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class DatePart:
    """``cs:date-part``: ``name`` is ``year``, ``month`` or ``day``."""

    name: str
    form: str = ""
    range_delimiter: str = "–"
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class DateElement:
    """``cs:date``; ``form`` is empty for a date that lists its parts, ``text`` or ``numeric`` for a localized one."""

    variable: str
    form: str = ""
    date_parts: str = "year-month-day"
    delimiter: str = ""
    parts: tuple[DatePart, ...] = ()
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class NamePart:
    """``cs:name-part``: the look of ``family`` or ``given``."""

    name: str
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class NameElement:
    """``cs:name``: its own attributes (those that are inherited included, as written) and parts."""

    attributes: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[NamePart, ...] = ()
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class EtAl:
    """``cs:et-al``: the term that stands for the names left out."""

    term: str = "et-al"
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class Names:
    """``cs:names``; ``label_first`` says that the label stands before the names. ``attributes`` are those it hands on."""

    variables: tuple[str, ...]
    delimiter: str | None = None
    name: NameElement | None = None
    et_al: EtAl | None = None
    label: Label | None = None
    label_first: bool = False
    substitute: tuple[Rendering, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class Group:
    """``cs:group``."""

    children: tuple[Rendering, ...]
    delimiter: str = ""
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class Branch:
    """``cs:if``, ``cs:else-if`` or ``cs:else`` (no tests): ``tests`` are pairs of a condition's name and one value."""

    tests: tuple[tuple[str, str], ...]
    match: str
    children: tuple[Rendering, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """``cs:choose``."""

    branches: tuple[Branch, ...]


Rendering = Text | Number | Label | DateElement | Names | Group | Choose


@dataclass(frozen=True, slots=True)
class SortKey:
    """``cs:key``: a variable or a macro; the ``names_*`` override et-al abbreviation within the macro (0: not given)."""

    variable: str = ""
    macro: str = ""
    descending: bool = False
    names_min: int = 0
    names_use_first: int = 0
    names_use_last: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """``cs:layout`` with its affixes, formatting and delimiter."""

    children: tuple[Rendering, ...]
    delimiter: str = ""
    formatting: Formatting = PLAIN


@dataclass(frozen=True, slots=True)
class Area:
    """``cs:citation`` or ``cs:bibliography``: layout, sort keys, and options as written."""

    layout: Layout
    sort: tuple[SortKey, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A term in one form: ``single`` and ``multiple`` (equal where it has no plural), gender and ordinal matching."""

    name: str
    form: str = "long"
    single: str = ""
    multiple: str = ""
    gender: str = ""
    gender_form: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class Locale:
    """What one ``cs:locale`` element or locale file says; ``language`` is empty for one that holds everywhere."""

    language: str = ""
    terms: tuple[Term, ...] = ()
    dates: Mapping[str, DateElement] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Info:
    """``cs:info``: what a style says of itself. ``parent`` is the address of a dependent style's parent."""

    title: str = ""
    id: str = ""
    title_short: str = ""
    updated: str = ""
    rights: str = ""
    citation_format: str = ""
    fields: tuple[str, ...] = ()
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """A whole independent style (or, with ``info.parent`` and no citation, a dependent one)."""

    info: Info
    kind: str = "in-text"
    default_locale: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    macros: Mapping[str, tuple[Rendering, ...]] = field(default_factory=dict)
    citation: Area = field(default_factory=lambda: Area(Layout(())))
    bibliography: Area | None = None
    locales: tuple[Locale, ...] = ()
