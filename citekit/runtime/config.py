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
    "connects": "it asks servers",
    "runs": "it says what runs on this machine",
    "installs": "it says what a job of others installs",
    "blocks": "its pattern may take for ever",
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

    format: str = setting("", "Read the documents as this format instead of finding it out.", "FORMAT", ("--from",))
    each_line: bool = setting(False, "Make one entry of every line that is not empty.")
    owner: str = setting("", "Whose publications these are, instead of finding it out.", "NAME")
    shape: str = setting("", "The layout of the lists, instead of finding it out.", "SHAPE")
    strict: bool = setting(False, "Exit with 1 where an entry is doubtful or something was left unread.")
    keep: str = setting("", "Keep only entries that a query fits: 'type:article year>=2020'.", "QUERY")
    jobs: int = setting(0, "Read so many documents at once (0: as many as there are processors).", "N", power="runs")
    offline: bool = setting(False, "Read web addresses from what was kept of them, and ask no server.")
    refresh: bool = setting(False, "Ask servers again for what was kept of web addresses.", power="connects")


@dataclass(frozen=True, slots=True)
class ConvertSettings(ReadSettings):
    """How documents are converted: how they are read, how citation keys are made, and what beside the works is kept."""

    shape: str = setting("", "The layout of the lists; without SHAPE, print the layouts that were found.", "[SHAPE]")
    key_template: str = setting(KEY_TEMPLATE, "How citation keys are made.", "TEMPLATE", ("--keys",))
    keep_headings: bool = setting(False, "Put the heading that an entry stands under into its keywords.")
    mark_owner: bool = setting(False, "Mark the person whose list it is in each entry (author+an).")


@dataclass(frozen=True, slots=True)
class BibtexSettings:
    """How BibTeX and BibLaTeX files are written.

    ``ascii`` writes every letter that LaTeX has a command for as that command (``{\\'e}``) instead of Unicode.
    ``dialect`` chooses the entry types and field names.
    """

    ascii: bool = setting(False, "Write accented and other letters as LaTeX commands instead of Unicode.")
    dialect: Literal["bibtex", "biblatex"] = setting(
        "bibtex", "Entry types and fields of BibTeX or BibLaTeX.", "DIALECT"
    )


@dataclass(frozen=True, slots=True)
class ListSettings:
    """How publication lists for pages are written."""

    by_year: bool = setting(True, "Put lists for pages (Markdown, HTML) below headings of years.")


@dataclass(frozen=True, slots=True)
class FormatSettings(ReadSettings):
    """How works are read and formatted: ``style`` is the name or the file of a CSL style, ``language`` a locale code.

    Without a ``style`` it is that of the text whose citations are filled in, else APA's; of several, each has its list.
    """

    style: tuple[str, ...] = setting(
        (),
        "The citation style: a name of 'citekit styles', or a .csl file (apa; in a text, the one that it names).",
        "STYLE",
        ("--style",),
        path="style",
    )
    language: str = setting("", "The language of terms and dates (the style's own where empty).", "LANG", ("--lang",))
    cv: bool = setting(
        False, "Print a CV: --bold-self, --mark-equal, --mark-corresponding, --sort year, --with note,links."
    )
    bold_self: bool = setting(False, "Print the person whose list it is in bold.")
    own_name: str = setting("", "How that person's name looks: bold or underline.", "LOOK")
    mark_equal: bool = setting(False, "Mark equal contributions with stars, and say below what they mean.")
    equal_note: str = setting("Equal contribution.", "What the footnote on equal contributions says.", "TEXT")
    mark_corresponding: bool = setting(False, "Mark corresponding authors with daggers, and say so below.")
    corresponding_note: str = setting("Corresponding author.", "What the footnote on these says.", "TEXT")
    titles: str = setting(
        "auto", "Letter case of titles: sentence, given, or auto (sentence for works of BibTeX files).", "CASE"
    )
    sort: str = setting("", "Sort by year (newest first), oldest, title, type, keyword, or as given.", "ORDER")
    group_by: str = setting("", "Put headings above groups: year, type or keyword.", "WHAT")
    numbering: str = setting("", "Number in reverse, by group, or group-reverse.", "HOW")
    extras: tuple[str, ...] = setting((), "Add to each entry: note, links, annotation, abstract.", "LIST", ("--with",))


@dataclass(frozen=True, slots=True)
class EnrichSettings:
    """Which records entries are compared with, and what of them is added.

    ``index`` is the path of an index of arXiv's records; without it arXiv's interface is asked. ``add`` is a list with
    commas: ``ids``, ``abstract``, ``primaryclass``, ``published``. ``publish`` asks all catalogues for printed versions.
    """

    index: str = setting("", "Look records up in this index instead of asking arXiv.", "INDEX", path=True)
    add: str = setting("ids", "What to add: ids, abstract, primaryclass, published.", "LIST")
    replace: bool = setting(False, "Replace fields that differ from the record; without it they stay.", power="repairs")
    publish: bool = setting(
        False, "Complete preprints that have been published, as catalogues know them.", power="connects"
    )
    jobs: int = setting(1, "Compare in so many processes, with an index (0: as many as processors).", "N", power="runs")
    dask: str = setting(
        "", "Compare on the workers of this Dask scheduler, with an index.", "SCHEDULER", power="shares"
    )
    offline: bool = setting(False, "Ask no server; without an index, only what was kept is known.")
    refresh: bool = setting(False, "Ask arXiv again for what was kept of it.", power="connects")
    at_most: int = setting(0, "Send so many requests at most (0: any number); the next run goes on.", "N")


@dataclass(frozen=True, slots=True)
class VerifySettings:
    """Which catalogues are asked about entries, and how much."""

    services: str = setting(
        "crossref,datacite,arxiv,dblp,openalex", "Ask these catalogues; also pubmed, semantic-scholar.", "LIST"
    )
    index: str = setting("", "Look records up in this index instead of asking its catalogue.", "INDEX", path=True)
    offline: bool = setting(False, "Ask no server: only what was kept, and the index, are known.")
    refresh: bool = setting(False, "Ask again for what was kept.", power="connects")
    at_most: int = setting(0, "Send so many requests at most (0: any number); the next run goes on.", "N")


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

    profile: str = setting("default", "How much is checked: default, submission or strict.", "PROFILE")
    select: tuple[str, ...] = setting((), "Use these rules and families only, in place of the profile's.", "RULES")
    extend_select: tuple[str, ...] = setting((), "Use these rules and families as well.", "RULES")
    ignore: tuple[str, ...] = setting((), "Leave out these rules and families.", "RULES")
    fail_on: Literal["error", "warning", "note", "never"] = setting(
        "warning", "Exit with 1 from this severity upward (error, warning, note, or never).", "SEVERITY"
    )
    dialect: str = setting("", "Check fields as bibtex or biblatex has them, instead of finding it out.", "DIALECT")
    owner: str = setting("", "Whose publications the lists are, instead of finding it out.", "NAME")
    markdown: str = setting("", "Read .md files as pandoc, quarto, myst or jekyll, instead of finding it out.", "KIND")
    baseline: str = setting("", "Leave out the findings that this file names.", "FILE", path=True)
    records: str = setting(
        "", "Compare entries with these records: an index of arXiv, or JSON Lines.", "FILE", path=True
    )
    retractions: str = setting("", "Look works up in this list of retractions (CSV).", "FILE", path=True)
    online: bool = setting(
        False, "Ask servers whether addresses still lead somewhere, and catalogues about entries.", power="connects"
    )
    style: str = setting("", "Report fields that this citation style never prints.", "STYLE", path="style")
    severity: Mapping[str, str] = table_setting("The severity of rules or families.")
    rules: Mapping[str, Mapping[str, Any]] = table_setting("Options of rules, a table each.")
    per_file: Mapping[str, Any] = table_setting("Rules to leave out in files that match a pattern.")
    documents: Mapping[str, str] = table_setting(
        "What files that match a pattern are: complete, selected, references, …"
    )


@dataclass(frozen=True, slots=True)
class TidySettings:
    """How ``.bib`` files are tidied: the layout of entries, and what else is to be done to them.

    Lists of names (``sort``, ``field_order``, ``remove``, …) have commas or blanks between them.
    """

    indent: int = setting(2, "Begin the line of a field with so many blanks.", "N")
    tab: bool = setting(False, "Begin the line of a field with a tab instead of blanks.")
    align: int = setting(14, "Put = so many columns after the beginning of the name (0: no alignment).", "COLUMN")
    align_longest: bool = setting(False, "Align each entry by the longest name of its fields.")
    blank_lines: int = setting(1, "Blank lines between entries (-1: as they are).", "N")
    trailing_comma: bool = setting(True, "Write a comma after the last field as well.")
    type_case: str = setting("lower", "Letter case of entry types: lower, upper or keep.", "CASE")
    field_case: str = setting("lower", "Letter case of field names: lower, upper or keep.", "CASE")
    key_case: str = setting("keep", "Letter case of citation keys: lower, upper or keep.", "CASE")
    delimiters: str = setting("braces", "What stands around values: braces, quotes or keep.", "KIND")
    numbers: str = setting("keep", "Numbers bare (2020) or enclosed ({2020}), or keep them as they are.", "KIND")
    months: bool = setting(False, "Write months as macros (jan).")
    pages: bool = setting(False, "Write ranges of pages with two hyphens (1--9).")
    letters: str = setting(
        "keep", "Write letters beyond ASCII as LaTeX commands (ascii), as letters (unicode), or keep.", "KIND"
    )
    escape: bool = setting(False, "Put a backslash before & % # _ $ where LaTeX would not print them.")
    strip_double_braces: bool = setting(
        False, "Remove braces around whole values, except in names ({{A}} becomes {A})."
    )
    protect: str = setting("", "Put a second pair of braces around the values of these fields.", "FIELDS")
    remove_braces: str = setting(
        "", "Remove braces inside the values of these fields, unless a command needs them.", "FIELDS"
    )
    join_lines: bool = setting(False, "Put every value on one line.")
    wrap: int = setting(0, "Wrap values at this column (0: leave their lines).", "COLUMN")
    field_order: str = setting("", "Order of fields: canonical, alphabetical, or their names.", "ORDER")
    sort: str = setting("", "Sort entries by key, type, or fields; - before one for descending order.", "ORDER")
    keys: str = setting("", "Make new citation keys.", "TEMPLATE")
    duplicates: str = setting("", "Report entries that are the same by key, doi, eprint or citation.", "KINDS")
    merge: str = setting("", "Merge duplicates; the values of the first, the last or the fuller entry count.", "WHICH")
    keep: str = setting("", "Keep only entries that a query fits: 'year>=2020 not type:misc'.", "QUERY")
    dialect: str = setting("keep", "Names of types and fields of bibtex or biblatex, or keep.", "DIALECT")
    rename: tuple[str, ...] = setting((), "Give a field another name.", "OLD=NEW")
    set: tuple[str, ...] = setting(
        (), "Give every entry this field; with NAME?=TEXT those that have none.", "NAME=TEXT"
    )
    rewrite: tuple[str, ...] = setting(
        (), "Replace what a regular expression finds in a field.", "FIELD:PATTERN=>TEXT", power="blocks"
    )
    journals: str = setting("", "Write names of journals in full, or short by --journal-list.", "FORM")
    journal_list: str = setting("", "Names of journals: a line FULL = SHORT each.", "FILE", path=True)
    identifiers: bool = setting(False, "Write DOI, ISBN, ISSN and eprint bare, without labels and addresses.")
    encode_urls: bool = setting(False, "Write what no address can have as %20 and the like.")
    drop_all_caps: bool = setting(False, "Write titles in capitals with small letters.")
    max_authors: int = setting(0, "Cut longer lists of names with 'and others' (0: keep all).", "N")
    strip_comments: bool = setting(False, "Remove comments and text between entries.")
    tidy_comments: bool = setting(False, "Remove blanks around the lines of comments.")
    remove: str = setting("", "Remove these fields.", "FIELDS")
    only: str = setting("", "Remove all fields but these.", "FIELDS")
    remove_empty: bool = setting(False, "Remove fields that have no value.")
    remove_repeated: bool = setting(False, "Remove a field that an entry has already with the same value.")
