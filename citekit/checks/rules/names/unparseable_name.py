r"""A list of names has an empty name, a name with too many commas, or stands in braces as a whole.

Why: BibTeX divides names at ``and`` and at commas, not within braces; what it cannot divide it prints wrongly.

Example:

    @misc{doe2020, author = {Jane Doe and and Richard Roe}, title = {A}, year = 2020}
    @misc{roe2021, author = {{Doe, Jane and Roe, Richard}}, title = {B}, year = 2021}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
    @misc{roe2021, author = {Doe, Jane and Roe, Richard}, title = {B}, year = 2021}
"""

from __future__ import annotations

import re

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, rewritten, short
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.written_names import divided_by_commas, people_in_braces, pieces
from citekit.text.guarded import Guarded

SEVERITY = "error"
FIELDS = ("author", "editor", "translator")

_MOST_COMMAS = 2
_LACKING = Guarded(r",\s*(?:,|and\b|\}|$)|(?:^|\band|\{)\s*,|\{\s*\}", re.IGNORECASE)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text
    found = []
    if _has_lonely_and(text):
        found.append(at_field(part, f"{part.name} has an 'and' with no name beside it", "remove it, or put the name"))
    if text.lstrip().startswith("{"):
        people = people_in_braces(text)
        if people:
            fix = rewritten(part, text.strip()[1:-1], "take the braces off")
            found.append(
                at_field(part, f"braces make one name of {len(people)} people", "take the braces off", fix=fix)
            )
    crowded = any(name.count(",") > _MOST_COMMAS for name in text.split(" and "))
    if crowded and not divided_by_commas(text):
        for name, start in pieces(text):
            if _commas(name) > _MOST_COMMAS and " and " not in name:
                message = f"the name '{short(name, 40)}' has {_commas(name)} commas"
                found.append(at_field(part, message, "put ' and ' between people", part.part(start, start + len(name))))
    for name, start in pieces(text) if _LACKING.search(text) else ():
        if _lacks_a_part(name.strip()) and not divided_by_commas(text):
            message = f"the name '{short(name, 40)}' has nothing before or behind a comma"
            found.append(
                at_field(part, message, "put the name, or take the comma out", part.part(start, start + len(name)))
            )
    return [one for one in found if not _is_extended(part.text)]


def _has_lonely_and(text: str) -> bool:
    """Whether an ``and`` stands at an end of the list, or beside another one."""
    words = f" {' '.join(text.lower().split())} "
    return words.startswith(" and ") or words.endswith(" and ") or " and and " in words


def _commas(name: str) -> int:
    depth = count = 0
    for char in name:
        depth += (char == "{") - (char == "}")
        count += char == "," and depth == 0
    return count


def _lacks_a_part(name: str) -> bool:
    """Whether nothing stands before or behind a comma of a name, or in its braces."""
    if "{" in name:
        return not name.strip("{} \t\r\n")
    return "," in name and not all(part.strip() for part in name.split(","))


def _is_extended(text: str) -> bool:
    """Whether names are written with keys, as biber reads them: ``family=Doe, given=Jane``."""
    return "family=" in text.replace(" ", "") or "given=" in text.replace(" ", "")
