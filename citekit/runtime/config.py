"""The settings of every command: frozen dataclasses whose fields are command-line options and keys of settings files.

A settings file is ``citekit.toml``, or ``pyproject.toml`` with a table ``[tool.citekit]``. It has one section per
command, in which settings have the names of the options. A project and the user can each have one. Projects are
untrusted, so settings with a ``power`` of :data:`POWERS` are accepted only from the user.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field
from typing import Any, Literal

from citekit.runtime.records import dataclass

KEY_TEMPLATE = "[auth][year][word]"
"""Default template of citation keys, which gives ``he2025efficient``."""


LOCK = "citekit.lock"
"""Name of the lock file, next to bibliographies and their sources (see :mod:`citekit.commands.lock_file`)."""

POWERS: Mapping[str, str] = {
    "writes": "it writes files",
    "repairs": "it replaces what people wrote",
    "connects": "it sends requests to servers",
    "runs": "it chooses what runs on this machine",
    "installs": "it chooses what a CI job installs",
    "blocks": "its pattern may run forever",
    "shares": "it sends work to other machines",
}
"""Kinds of settings that a project cannot set, each with the reason; see ``docs/concepts/trust.md``."""
COMMANDED = "shares"
"""The kind that the user's settings file cannot set either; only the command line can."""


def setting(
    default: Any,
    help_text: str,
    metavar: str = "",
    flags: tuple[str, ...] = (),
    path: bool | Literal["style"] = False,
    power: str = "",
) -> Any:
    """Return a field of a settings class with its one-sentence help.

    ``metavar`` is the placeholder of the value on help pages. ``flags`` are the option names on the command line (default:
    ``--`` and the field name with hyphens). If ``path`` is true, the value is relative to the settings file, and in the
    settings of a project it must be inside the project; ``"style"`` means a path or the name of a style. ``power`` is a
    key of :data:`POWERS` if projects cannot set the field.

    Example: ``jobs: int = setting(0, "Read N documents at once.", "N", power="runs")``
    """
    about = {"help": help_text, "metavar": metavar, "flags": flags, "path": path, "power": power}
    return field(default=default, metadata=about)


def table_setting(help_text: str) -> Any:
    """Return a field of a settings class that is a table of settings files and has no command-line option."""
    return field(
        default_factory=dict, metadata={"help": help_text, "metavar": "", "flags": (), "is_table": True, "power": ""}
    )


def is_table(of: Field[Any]) -> bool:
    """Whether a setting is a table, which exists in settings files only."""
    return bool(of.metadata.get("is_table"))


def flags_of(of: Field[Any]) -> tuple[str, ...]:
    """Return the option names of a setting on the command line, with their hyphens."""
    return of.metadata["flags"] or (f"--{of.name.replace('_', '-')}",)


def power_of(of: Field[Any]) -> str:
    """Return the reason why a project cannot set this field; empty if it can."""
    return POWERS.get(of.metadata["power"], "")


def option_name(of: Field[Any]) -> str:
    """Return the name of a setting in files and messages: its long flag without the leading hyphens."""
    return max(flags_of(of), key=len).removeprefix("--")


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """Settings for parsing documents.

    ``owner`` is the name of the list owner. ``shape`` is the layout of the list in one line, such as
    ``**authors** . title . *venue* , date``. ``format`` is the name of the input format. Empty values are detected.
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
    """Settings for conversion: parsing, citation keys, and additional data in the entries.

    ``known`` are bibliographies whose entries are right; where a document has some of them, its lists are read in the same way.
    """

    shape: str = setting("", "Use this list layout; without SHAPE, print the detected layouts.", "[SHAPE]")
    key_template: str = setting(KEY_TEMPLATE, "Template of the citation keys.", "TEMPLATE", ("--keys",))
    keep_headings: bool = setting(False, "Add the heading above an entry to its keywords.")
    mark_owner: bool = setting(False, "Mark the list owner in each entry (author+an).")
    known: tuple[str, ...] = setting(
        (), "Read the list like the entries of this bibliography that are in it.", "FILE", ("--known",), path=True
    )


@dataclass(frozen=True, slots=True)
class BibtexSettings:
    """Settings for writing BibTeX and BibLaTeX files.

    ``ascii`` writes each character that has a LaTeX command as this command (``{\\'e}``) instead of Unicode.
    ``dialect`` selects the entry types and field names.
    """

    ascii: bool = setting(False, "Write non-ASCII characters as LaTeX commands instead of Unicode.")
    dialect: Literal["bibtex", "biblatex"] = setting(
        "bibtex", "Entry types and fields of BibTeX or BibLaTeX.", "DIALECT"
    )


@dataclass(frozen=True, slots=True)
class ListSettings:
    """Settings for writing publication lists for pages."""

    by_year: bool = setting(True, "Group lists for pages (Markdown, HTML) under headings for years.")


@dataclass(frozen=True, slots=True)
class FormatSettings(ReadSettings):
    """Settings for formatting: ``style`` contains names or files of CSL styles, ``language`` is a locale code.

    The default style is the one that the manuscript names, else APA. Each of several styles gives a list of its own.
    """

    style: tuple[str, ...] = setting(
        (),
        "Citation style: a name listed by 'citekit list styles', or a .csl file (default: the style that a manuscript names, else apa).",
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
    """Settings for enrichment: the records that entries are compared with, and the data to add.

    ``index`` is the path of an index of arXiv records; if empty, the arXiv API is queried. ``add`` is a comma-separated
    list of ``ids``, ``abstract``, ``primaryclass``, ``published``. ``publish`` queries all services for published
    versions of preprints.
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
    """Settings for verification: the services to query, and the limits of requests."""

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
    """Settings for checking: rules, severities, and the data that some rules need.

    ``profile`` is one of :data:`citekit.lint.rule.PROFILES`. ``select``, ``extend_select`` and ``ignore`` contain names
    of rules and families; ``all`` stands for every rule. ``severity`` maps a rule or family to ``"error"``,
    ``"warning"`` or ``"note"``, and ``rules`` maps a rule to its options. ``per_file`` maps patterns of file names to
    the rules to ignore, and ``documents`` maps them to roles: ``complete`` or ``selected`` for publication lists,
    ``references`` for bibliographies of cited works, ``manuscript``, or ``skip``. Rules that need ``records``,
    ``retractions``, ``online`` or ``style`` are used only if these are set.
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
    style: str = setting(
        "",
        "Report what departs from this citation style: fields that it does not print, and references of lists.",
        "STYLE",
        path="style",
    )
    severity: Mapping[str, str] = table_setting("Severity of rules or families.")
    rules: Mapping[str, Mapping[str, Any]] = table_setting("Options of rules, one table per rule.")
    per_file: Mapping[str, Any] = table_setting("Rules to ignore in files that match a pattern.")
    documents: Mapping[str, str] = table_setting(
        "Role of files that match a pattern: complete, selected, references, …"
    )


@dataclass(frozen=True, slots=True)
class TidySettings:
    """Settings for tidying ``.bib`` files: the layout of entries, and changes of fields, values and order.

    Lists of names (``sort``, ``field_order``, ``remove``, …) are separated by commas or spaces.
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
