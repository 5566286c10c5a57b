"""The settings of every verb: frozen dataclasses, whose fields are options of the command line and of settings files.

A settings file is ``citekit.toml``, or ``pyproject.toml`` with a table ``[tool.citekit]``. It has a section for each
verb, in which options stand under their names on the command line. There is that of a project, and one of the user. A
project may be anybody's: its settings choose, and what has a ``power`` of :data:`POWERS` is the user's to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field
from typing import Any, Literal

from citekit.runtime.records import dataclass

KEY_TEMPLATE = "[auth][year][word]"
"""How citation keys are made unless told otherwise: ``he2025efficient``."""


LOCK = "citekit.lock"
"""The name of the lock file, which stands beside bibliographies and their sources (see :mod:`citekit.commands.lock_file`)."""

POWERS: Mapping[str, str] = {
    "writes": "it writes files",
    "repairs": "it replaces what people wrote",
    "connects": "it sends requests to servers",
    "runs": "it chooses what runs on this machine",
    "installs": "it chooses what a CI job installs",
    "blocks": "its pattern may run forever",
    "shares": "it sends work to other machines",
}
"""What the settings of a project cannot ask for, with the reason; see ``docs/concepts/trust.md``."""
COMMANDED = "shares"
"""What the settings of the user cannot ask for either: only the command line can."""


def setting(
    default: Any,
    help_text: str,
    metavar: str = "",
    flags: tuple[str, ...] = (),
    path: bool | Literal["style"] = False,
    power: str = "",
) -> Any:
    """A field of a settings class with its one-sentence help.

    ``metavar`` stands for the value in help pages. ``flags`` are the option's names on the command line; without them
    it is ``--`` and the field's name with hyphens. A value that is a ``path`` (with
    ``"style"``: unless it is the name of a style) is relative to the settings file it is in; in the settings of a project
    it stays in the project. What has a ``power`` of :data:`POWERS` is the user's to say.
    """
    about = {"help": help_text, "metavar": metavar, "flags": flags, "path": path, "power": power}
    return field(default=default, metadata=about)


def table_setting(help_text: str) -> Any:
    """A field of a settings class that is a table of a settings file, and no option of the command line."""
    return field(
        default_factory=dict, metadata={"help": help_text, "metavar": "", "flags": (), "is_table": True, "power": ""}
    )


def is_table(of: Field[Any]) -> bool:
    """Whether a setting is a table, which settings files alone can hold."""
    return bool(of.metadata.get("is_table"))


def flags_of(of: Field[Any]) -> tuple[str, ...]:
    """The names of a setting on the command line, with their hyphens."""
    return of.metadata["flags"] or (f"--{of.name.replace('_', '-')}",)


def power_of(of: Field[Any]) -> str:
    """Why a setting is not a project's to make, in a few words; the empty string where it is."""
    return POWERS.get(of.metadata["power"], "")


def option_name(of: Field[Any]) -> str:
    """The name of a setting in files and in talk: its long flag without the hyphens before it."""
    return max(flags_of(of), key=len).removeprefix("--")


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """How documents are read into works.

    ``owner`` is the name of the person whose list it is, found in the document where empty. ``shape`` is the layout of
    the list in one line, such as ``**authors** . title . *venue* , date``, voted on where empty. ``format`` is the name
    of the input's format, found out where empty.
    """

    format: str = setting("", "Format of the documents (default: detected).", "FORMAT", ("--from",))
    each_line: bool = setting(False, "Read every non-empty line as one reference.")
    owner: str = setting("", "Name of the person whose publications these are (default: detected).", "NAME")
    shape: str = setting("", "Layout of the lists (default: detected).", "SHAPE")
    strict: bool = setting(False, "Exit with 1 if an entry is uncertain or text was not parsed.")
    keep: str = setting("", "Keep only entries that match QUERY, such as 'type:article year>=2020'.", "QUERY")
    jobs: int = setting(0, "Read N documents at once (0: one per processor).", "N", power="runs")
    offline: bool = setting(False, "Read URLs from the cache only; send no requests.")
    refresh: bool = setting(False, "Download URLs again, even if they are cached.", power="connects")


@dataclass(frozen=True, slots=True)
class ConvertSettings(ReadSettings):
    """How documents are converted: how they are read, how citation keys are made, and what beside the works is kept."""

    shape: str = setting("", "Use this list layout; without SHAPE, print the detected layouts.", "[SHAPE]")
    key_template: str = setting(KEY_TEMPLATE, "Template of the citation keys.", "TEMPLATE", ("--keys",))
    keep_headings: bool = setting(False, "Add the heading above an entry to its keywords.")
    mark_owner: bool = setting(False, "Mark the list owner in each entry (author+an).")


@dataclass(frozen=True, slots=True)
class BibtexSettings:
    """How BibTeX and BibLaTeX files are written.

    ``ascii`` writes every letter that LaTeX has a command for as that command (``{\\'e}``) instead of Unicode.
    ``dialect`` chooses the entry types and field names.
    """

    ascii: bool = setting(False, "Write non-ASCII characters as LaTeX commands instead of Unicode.")
    dialect: Literal["bibtex", "biblatex"] = setting(
        "bibtex", "Entry types and fields of BibTeX or BibLaTeX.", "DIALECT"
    )


@dataclass(frozen=True, slots=True)
class ListSettings:
    """How publication lists for pages are written."""

    by_year: bool = setting(True, "Group lists for pages (Markdown, HTML) under headings for years.")


@dataclass(frozen=True, slots=True)
class FormatSettings(ReadSettings):
    """How works are read and formatted: ``style`` is the name or the file of a CSL style, ``language`` a locale code.

    Without a ``style`` it is that of the text whose citations are filled in, else APA's; of several, each has its list.
    """

    style: tuple[str, ...] = setting(
        (),
        "Citation style: a name listed by 'citekit styles', or a .csl file (default: the style that a manuscript names, else apa).",
        "STYLE",
        ("--style",),
        path="style",
    )
    language: str = setting("", "Language of terms and dates (default: that of the style).", "LANG", ("--lang",))
    cv: bool = setting(
        False, "Format a CV: --bold-self --mark-equal --mark-corresponding --sort year --with note,links."
    )
    bold_self: bool = setting(False, "Print the name of the list owner in bold.")
    own_name: str = setting("", "Highlight the list owner: bold or underline.", "LOOK")
    mark_equal: bool = setting(False, "Mark equal contributions with stars and add a footnote.")
    equal_note: str = setting("Equal contribution.", "Text of the footnote for equal contributions.", "TEXT")
    mark_corresponding: bool = setting(False, "Mark corresponding authors with daggers and add a footnote.")
    corresponding_note: str = setting(
        "Corresponding author.", "Text of the footnote for corresponding authors.", "TEXT"
    )
    titles: str = setting(
        "auto", "Letter case of titles: sentence, given, or auto (sentence for BibTeX files).", "CASE"
    )
    sort: str = setting(
        "", "Sort by year (newest first), oldest, title, type or keyword; given keeps the order.", "ORDER"
    )
    group_by: str = setting("", "Group under headings: year, type or keyword.", "WHAT")
    numbering: str = setting("", "Numbering: reverse, group or group-reverse.", "HOW")
    extras: tuple[str, ...] = setting(
        (), "Append to each entry: note, links, annotation, abstract.", "LIST", ("--with",)
    )


@dataclass(frozen=True, slots=True)
class EnrichSettings:
    """Which records entries are compared with, and what of them is added.

    ``index`` is the path of an index of arXiv's records; without it arXiv's interface is asked. ``add`` is a list with
    commas: ``ids``, ``abstract``, ``primaryclass``, ``published``. ``publish`` asks all catalogues for printed versions.
    """

    index: str = setting("", "Look up records in this index instead of querying arXiv.", "INDEX", path=True)
    add: str = setting("ids", "Data to add: ids, abstract, primaryclass, published.", "LIST")
    replace: bool = setting(False, "Replace fields that differ from the record.", power="repairs")
    publish: bool = setting(False, "Complete preprints with the data of their published versions.", power="connects")
    jobs: int = setting(1, "With an index: compare in N processes (0: one per processor).", "N", power="runs")
    dask: str = setting(
        "", "With an index: compare on the workers of this Dask scheduler.", "SCHEDULER", power="shares"
    )
    offline: bool = setting(False, "Do not access the network; use only cached responses and the index.")
    refresh: bool = setting(False, "Query arXiv again, even if the response is cached.", power="connects")
    at_most: int = setting(0, "Send at most N requests (0: no limit); the next run continues from there.", "N")


@dataclass(frozen=True, slots=True)
class VerifySettings:
    """Which catalogues are asked about entries, and how much."""

    services: str = setting(
        "crossref,datacite,arxiv,dblp,openalex",
        "Query these services; also available: pubmed, semantic-scholar.",
        "LIST",
    )
    index: str = setting("", "Look up records in this index instead of querying its service.", "INDEX", path=True)
    offline: bool = setting(False, "Do not access the network; use only cached responses and the index.")
    refresh: bool = setting(False, "Query the services again, even if a response is cached.", power="connects")
    at_most: int = setting(0, "Send at most N requests (0: no limit); the next run continues from there.", "N")


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What is checked, and how strictly.

    ``profile`` is one of :data:`citekit.lint.rule.PROFILES`. ``select``, ``extend_select`` and ``ignore`` are names of rules and of families, ``all`` for every rule. ``severity``
    is ``"error"``, ``"warning"`` or ``"note"`` by rule or family, ``rules`` the options of rules by their names,
    ``per_file`` what to ignore by patterns of file names, and ``documents`` the roles of files by such patterns:
    ``complete`` or ``selected`` for lists of publications, ``references`` for bibliographies of what is cited,
    ``manuscript``, or ``skip``. ``records``, ``retractions``, ``online`` and ``style`` are what some rules need to know
    beyond the files; without them those rules are not used.
    """

    profile: str = setting("default", "Set of rules: default, submission or strict.", "PROFILE")
    select: tuple[str, ...] = setting(
        (), "Use only these rules and families, instead of those of the profile.", "RULES"
    )
    extend_select: tuple[str, ...] = setting(
        (), "Use these rules and families in addition to those of the profile.", "RULES"
    )
    ignore: tuple[str, ...] = setting((), "Do not use these rules and families.", "RULES")
    fail_on: Literal["error", "warning", "note", "never"] = setting(
        "warning", "Lowest severity that exits with 1: error, warning, note or never.", "SEVERITY"
    )
    dialect: str = setting("", "Check fields for bibtex or biblatex (default: detected).", "DIALECT")
    owner: str = setting("", "Name of the person whose publications the lists contain (default: detected).", "NAME")
    markdown: str = setting("", "Read .md files as pandoc, quarto, myst or jekyll (default: detected).", "KIND")
    baseline: str = setting("", "Do not report the findings listed in this baseline file.", "FILE", path=True)
    records: str = setting("", "Compare entries with these records: an arXiv index, or JSON Lines.", "FILE", path=True)
    retractions: str = setting("", "Look up works in this list of retractions (CSV).", "FILE", path=True)
    online: bool = setting(
        False,
        "Check that URLs and DOIs resolve, and compare entries with bibliographic metadata services.",
        power="connects",
    )
    style: str = setting("", "Report fields that this citation style does not print.", "STYLE", path="style")
    severity: Mapping[str, str] = table_setting("Severity of rules or families.")
    rules: Mapping[str, Mapping[str, Any]] = table_setting("Options of rules, one table per rule.")
    per_file: Mapping[str, Any] = table_setting("Rules to ignore in files that match a pattern.")
    documents: Mapping[str, str] = table_setting(
        "Role of files that match a pattern: complete, selected, references, …"
    )


@dataclass(frozen=True, slots=True)
class TidySettings:
    """How ``.bib`` files are tidied: the layout of entries, and what else is to be done to them.

    Lists of names (``sort``, ``field_order``, ``remove``, …) have commas or blanks between them.
    """

    indent: int = setting(2, "Indent field lines by N spaces.", "N")
    tab: bool = setting(False, "Indent field lines by a tab instead of spaces.")
    align: int = setting(14, "Align = at this column after the start of the name (0: no alignment).", "COLUMN")
    align_longest: bool = setting(False, "Align = after the longest field name of each entry.")
    blank_lines: int = setting(1, "Blank lines between entries (-1: unchanged).", "N")
    trailing_comma: bool = setting(True, "Write a comma after the last field.")
    type_case: str = setting("lower", "Letter case of entry types: lower, upper or keep.", "CASE")
    field_case: str = setting("lower", "Letter case of field names: lower, upper or keep.", "CASE")
    key_case: str = setting("keep", "Letter case of citation keys: lower, upper or keep.", "CASE")
    delimiters: str = setting("braces", "Delimiters of values: braces, quotes or keep.", "KIND")
    numbers: str = setting("keep", "Numbers: bare (2020), enclosed ({2020}) or keep.", "KIND")
    months: bool = setting(False, "Write months as macros (jan).")
    pages: bool = setting(False, "Write page ranges with two hyphens (1--9).")
    letters: str = setting(
        "keep", "Non-ASCII characters: as LaTeX commands (ascii), as characters (unicode) or keep.", "KIND"
    )
    escape: bool = setting(False, "Escape & % # _ $ where LaTeX would not print them.")
    strip_double_braces: bool = setting(
        False, "Remove braces around whole values, except in names ({{A}} becomes {A})."
    )
    protect: str = setting("", "Enclose the values of these fields in a second pair of braces.", "FIELDS")
    remove_braces: str = setting(
        "", "Remove braces inside the values of these fields, unless a command needs them.", "FIELDS"
    )
    join_lines: bool = setting(False, "Write every value on one line.")
    wrap: int = setting(0, "Wrap values at this column (0: keep their line breaks).", "COLUMN")
    field_order: str = setting("", "Order of fields: canonical, alphabetical, or field names.", "ORDER")
    sort: str = setting("", "Sort entries by key, type or fields; a - before one sorts in descending order.", "ORDER")
    keys: str = setting("", "Generate new citation keys from this template.", "TEMPLATE")
    duplicates: str = setting("", "Report entries with the same key, doi, eprint or citation.", "KINDS")
    merge: str = setting("", "Merge duplicates; the first, last or fuller entry takes precedence.", "WHICH")
    keep: str = setting("", "Keep only entries that match QUERY, such as 'year>=2020 not type:misc'.", "QUERY")
    dialect: str = setting("keep", "Names of entry types and fields: bibtex, biblatex or keep.", "DIALECT")
    rename: tuple[str, ...] = setting((), "Rename a field.", "OLD=NEW")
    set: tuple[str, ...] = setting(
        (), "Set this field in every entry; NAME?=TEXT only where it is missing.", "NAME=TEXT"
    )
    rewrite: tuple[str, ...] = setting(
        (), "Replace the matches of a regular expression in a field.", "FIELD:PATTERN=>TEXT", power="blocks"
    )
    journals: str = setting("", "Write journal names in full, or short as in --journal-list.", "FORM")
    journal_list: str = setting("", "File of journal names, one FULL = SHORT per line.", "FILE", path=True)
    identifiers: bool = setting(False, "Write DOI, ISBN, ISSN and eprint without labels and URLs.")
    encode_urls: bool = setting(False, "Percent-encode characters that are not valid in a URL (%20).")
    drop_all_caps: bool = setting(False, "Write titles that are all in capitals in lowercase.")
    max_authors: int = setting(0, "Shorten longer name lists with 'and others' (0: keep all).", "N")
    strip_comments: bool = setting(False, "Remove comments and text between entries.")
    tidy_comments: bool = setting(False, "Remove spaces around comment lines.")
    remove: str = setting("", "Remove these fields.", "FIELDS")
    only: str = setting("", "Remove all fields except these.", "FIELDS")
    remove_empty: bool = setting(False, "Remove fields without a value.")
    remove_repeated: bool = setting(False, "Remove repeated fields with the same value.")
