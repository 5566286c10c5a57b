r"""A name with something in it that is none: a digit, an academic degree or title, an address, an institution, "(Ed.)".

Why: something else came with the name when it was copied.

Example:

    @misc{doe2020, author = {Jane Doe1 and Richard Roe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short, together
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import pieces
from citekit.text.guarded import Guarded

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("author", "editor")

_DEGREE = r"(?:Ph\.?\s?D|D\.?\s?Phil|M\.?\s?Sc|B\.?\s?Sc|Dr\.?-Ing|Dipl\.?-[A-Z][a-z]{1,6}|M\.B\.A|F\.R\.S)\.?"
_BARE_DEGREE = r"(?:MD|MPH|MBA|MSc|BSc|DPhil|RN|FRS|EdD|PharmD|DDS|DVM)"
_FULL_NAME = r"^\s*[^\W\d_a-z][\w.'’-]*(?:,\s|\s)[^,]{2,60}"
"""Before a comma and a degree: ``Doe, MD`` may be M. D. Doe, ``Jane Doe, MD`` is not."""
_ODD = Guarded(
    r"(?<![^\W\d_])[^\W\d_]{2,}+\d{1,3}(?:,\d)*$|[A-Za-z][01][a-z]|,\s*\d{1,2}$|(?<=[^\W\d_]\s)\d{4}(?:[\d-]{12,17}X?)?$"  # Doe1, DBLP's Doe 0001, an ORCID
    rf"|(?:\b(?:Prof(?:essor)?|Dr|Mrs?|Ms)\b\.?(?=\s)|\b(?:Prof|Dr)\.|\b{_DEGREE})(?=$|[\s,])"
    rf"|,[^,]*,\s*M\.\s?[DA]\.?(?=$|[\s,])|{_FULL_NAME},\s*{_BARE_DEGREE}(?=$|[\s,])|(?<=[a-z]\s){_BARE_DEGREE}(?=$|[\s,]{_BARE_DEGREE})"
    r"|\S@\S+\.\S|\((?:[^()]{0,60}\s)?(?:Univ|Inst|Dep|Lab|Inc|Ltd|Hospital|College|School)[^()]{0,80}\)"
    r"|,\s*(?:Department|Dept\.|Faculty|Institute|University|School|College)\s(?:of|for|de)\s"
)
_WHOLE = Guarded(r"\s*+(?:[\d-][\d -]*+|https?://\S+|www\.\S+)\s*", re.IGNORECASE)
_ROLE = Guarded(r"\((?:eds?|editors?|hrsg|hgg?|coords?|orgs?|dirs?|comps?|trans|ed\. by)\.?\)", re.IGNORECASE)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text
    if not (_ODD.may_match(text) or _WHOLE.may_match(text) or _ROLE.may_match(text)):
        return ()
    found = []
    for name, start in pieces(text):
        match = _ROLE.search(name) or (None if name.startswith("{") or "\\" in name or "=" in name else _odd(name))
        if match and match[0].strip():
            message = f"'{short(match[0], 30)}' in '{short(name, 40)}' is no part of a name"
            found.append(at_field(part, message, "take it out", part.part(start + match.start(), start + match.end())))
    return together(found)


def _odd(name: str) -> re.Match[str] | None:
    return _WHOLE.fullmatch(name) or (_ODD.search(name) if " " in name.strip() else None)
