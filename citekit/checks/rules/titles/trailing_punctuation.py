r"""A title or venue ends in a full stop, comma or colon.

Why: styles put their own, so two are printed. ``--unsafe-fixes`` takes it off.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues in practice.}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Lazy queues in practice}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "strict"
LANGUAGES = ("bibtex", "csl")
_JOURNALS = ("journal", "journaltitle")
FIELDS = ("title", "booktitle", *_JOURNALS)

_END = re.compile(r"(?<![.,;:])(?P<sign>\.(?!\.\.)[.,;:]?|[,;:]\.?|。)\s*+(?P<braces>\}*+)\s*+$")
_ABBREVIATION = re.compile(
    r"(?:\b[^\W\d_]|\b[A-Z][A-Za-z]{0,3}|\b(?i:etc|vols?|nos?|ed|eds|al|pt|ch|jr|sr|inc|ltd|co|corp|dept|univ|ser|suppl|bull|proc|conf"
    r"|symp|int|trans|soc|assoc|sci|res|math|phys|chem|comput|commun|syst|eng|tech|rev|lett|ann|amer|acad|appl|anal|theor|mech|geom"
    r"|graph|lang|pp|fig|hrsg|bd|aufl|rer|nat))\.\s*$"
)
_SIGNS = (".", ",", ";", ":", "。")
_TAIL = 200
_SHORT_WORD = re.compile(r"[^\W\d_]{1,8}\.(?=[\s,)]|$)")


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    if part.text.rstrip("} \t\r\n")[-1:] not in _SIGNS or (part.inside < 0 and part.name in _JOURNALS):
        return ()
    match = _END.search(part.text, max(0, len(part.text) - _TAIL))
    if match is None or not part.text.lstrip().startswith("{" * len(match["braces"])):
        return ()  # the end of a command's argument
    if match["sign"] == "." and _is_short_form(part.text.rstrip("} \t\r\n"), part.name):
        return ()
    span = part.part(match.start("sign"), match.end("sign") if match["braces"] else match.end())
    fix = replaced(part, span, "", "take it off") if entry.language == "bibtex" else None
    return (
        at_field(
            part, f"the {part.name} ends in '{match['sign']}'", "take it off", part.part(*match.span("sign")), fix
        ),
    )


def _is_short_form(text: str, name: str) -> bool:
    bare = _COMMAND.sub(" ", text).translate(_NO_BRACES)
    if _ABBREVIATION.search(bare) or "\\" in text[-12:] or _ELLIPSIS.search(bare):
        return True
    if name in _JOURNALS:
        return True  # "Superlattices Microstruct."
    words = bare.rstrip(". ").split()
    if not words or (len(words) == 1 and len(words[0]) < 9):
        return True  # ancient works are named so: "Or."
    return name == "booktitle" and (len(words[-1]) < 6 or len(_SHORT_WORD.findall(bare)) > 1)


_NO_BRACES = str.maketrans("~", " ", "{}")
_COMMAND = re.compile(r"\\[A-Za-z]{1,40}\*?\s{0,3}\{?")
_ELLIPSIS = re.compile(r"\.\s\.\s*$")
