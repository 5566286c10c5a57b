"""Conventions of printed references that a few words settle, whatever the labeller made of them.

The labeller looks at a few words at a time. The rules, which :mod:`~citekit.extraction.name_rules`,
:mod:`~citekit.extraction.title_rules` and :mod:`~citekit.extraction.imprint_rules` hold by subject, see the whole item, and each
builds on what those before it have settled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from citekit.extraction import imprint_rules as imprint
from citekit.extraction import name_rules as names
from citekit.extraction import title_rules as titles
from citekit.extraction.labeller import is_name
from citekit.extraction.lexer import Words

Rule = Callable[[Words, list[str]], None]
_ALWAYS: frozenset[str] = frozenset()
_RULES: tuple[tuple[Rule, frozenset[str]], ...] = (
    (titles.bracketed_links, _ALWAYS),
    (titles.title_behind_no_date, _ALWAYS),
    (names.parted_names, _ALWAYS),
    (names.broken_names, _ALWAYS),
    (names.given_in_brackets, _ALWAYS),
    (titles.title_behind_initials, _ALWAYS),
    (names.names_by_comma, _ALWAYS),
    (titles.shortened_container, _ALWAYS),
    (titles.title_before_editors, names.MARKS_OF_EDITORS),
    (names.unmarked_editors, _ALWAYS),
    (names.unread_editors, names.EDITED),
    (names.editors_by_mark, names.EDITED),
    (titles.second_title, titles.LEADING_IN),
    (titles.container_of_edited, titles.LEADING_IN),
    (titles.no_field_in_abstract, titles.ABSTRACTS),
    (titles.in_within_title, titles.LEADING_IN),
    (titles.years_in_title, _ALWAYS),
    (names.last_name_before_colon, _ALWAYS),
    (titles.quoted_title, _ALWAYS),
    (names.degrees_behind_names, frozenset(map(str.casefold, names.DEGREES))),
    (names.names_behind_others, _ALWAYS),
    (names.people_with_roles, names.ROLES),
    (titles.title_goes_on, _ALWAYS),
    (titles.edition_in_brackets, titles.ORDINALS),
    (titles.series_of_edited, names.EDITED),
    (titles.no_publisher, _ALWAYS),
    (imprint.numbers_told_apart, _ALWAYS),
    (imprint.supplements, imprint.SUPPLEMENTS),
    (titles.newspaper, _ALWAYS),
    (titles.known_container, _ALWAYS),
    (titles.series_for_title, _ALWAYS),
    (titles.behind_question, _ALWAYS),
    (titles.year_in_title, _ALWAYS),
    (imprint.degree_and_school, _ALWAYS),
    (titles.unread_container, titles.LEADING_IN),
    (imprint.month_of_year, _ALWAYS),
    (imprint.seat_of_university, _ALWAYS),
    (imprint.short_name_of_meeting, _ALWAYS),
    (imprint.short_universities, imprint.SHORT_UNIVERSITY),
    (imprint.unread_place, _ALWAYS),
)
"""Each rule with the words, in small letters, of which an item must have one for it."""


def conventional(words: Words, labels: list[str]) -> None:
    """Amend the labels of an item in place."""
    said = {text.casefold() for text in words.texts}
    for rule, wanted in _RULES:
        if not wanted or not wanted.isdisjoint(said):
            rule(words, labels)


def agreed(words: Words, labels: Sequence[str]) -> list[str]:
    """Return the labels, with the names of each list in one role, and what cuts a list short told apart."""
    found = list(labels)
    if any(map(is_name, labels)):
        names.no_names(words, found)
        names.tell_others(words, found)
        titles.title_behind_names(words, found)
        names.one_role(words, found)
    return found
