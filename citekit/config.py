"""The settings of every verb: frozen dataclasses, whose fields are also the options of the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

KEY_TEMPLATE = "[auth][year][word]"
"""How citation keys are made unless told otherwise: ``he2025efficient``."""


def setting(default: Any, help_text: str, metavar: str = "", flags: tuple[str, ...] = ()) -> Any:
    """A field of a settings class with its one-sentence help.

    ``metavar`` stands for the value in help pages. ``flags`` are the option's names on the command line; without them
    it is ``--`` and the field's name with hyphens.
    """
    return field(default=default, metadata={"help": help_text, "metavar": metavar, "flags": flags})


@dataclass(frozen=True, slots=True)
class ConvertSettings:
    """How documents are read into works.

    ``owner`` is the name of the person whose list it is, found in the document where empty. ``shape`` is the layout of
    the list in one line, such as ``**authors** . title . *venue* , date``, voted on where empty. ``format`` is the name
    of the input's format, found out where empty.
    """

    format: str = setting("", "Read the documents as this format instead of finding it out.", "FORMAT", ("--from",))
    each_line: bool = setting(False, "Make one entry of every line that is not empty.")
    owner: str = setting("", "Whose publications these are, instead of finding it out.", "NAME")
    shape: str = setting("", "The layout of the lists; without SHAPE, print the layouts that were found.", "[SHAPE]")
    strict: bool = setting(False, "Exit with 1 where an entry is doubtful or something was left unread.")
    key_template: str = setting(KEY_TEMPLATE, "How citation keys are made.", "TEMPLATE", ("--keys",))


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
