"""Conventions of printed references that a few words settle, whatever the labeller made of them.

The labeller looks at a few words at a time. The rules, which :mod:`~citekit.extraction.name_rules`,
:mod:`~citekit.extraction.title_rules` and :mod:`~citekit.extraction.imprint_rules` hold by subject, see the whole item, and some
build on what others have settled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from citekit.extraction import eastern_rules as eastern
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
    (eastern.titles_in_corners, _ALWAYS),
    (eastern.works_in_brackets, _ALWAYS),
    # Before names_by_comma: the comma between names without spaces ("李四, 张三") is not that of an inverted name.
    (names.tag_in_brackets, _ALWAYS),
    (names.legend_of_marks, names.EQUALLY),
    (names.names_behind_with, names.WITH),  # before the rules that take what a bracket has for something else
    (names.parted_names, _ALWAYS),
    (names.broken_names, _ALWAYS),
    (names.families_of_two, _ALWAYS),
    (names.given_in_brackets, _ALWAYS),
    (names.stage_before_names, _ALWAYS),
    (names.roles_in_work, names.PARTS_IN_WORK),
    (names.suffix_of_family, names.SUFFIXES),
    # Before names_by_semicolon and names_by_comma: they read the comma after a suffix as that of a family.
    (names.names_by_semicolon, _ALWAYS),
    (names.unread_names, _ALWAYS),
    (names.behind_inverted, _ALWAYS),
    (names.names_in_pairs, _ALWAYS),
    (titles.title_behind_initials, _ALWAYS),
    # ---
    # Before quoted_title: where "Lind, Bo. “Ink”" has a title from "Bo" on, it begins at its quote only after the name.
    (names.names_by_comma, _ALWAYS),
    (titles.title_before_editors, names.MARKS_OF_EDITORS),
    # ---
    # Before editors_by_mark, which finds marks that are farther away: here those editors would be authors again.
    # Before series_for_title: a book is its editors' only where they are.
    (names.unmarked_editors, _ALWAYS),
    # Before series_for_title: what reads like the container is the title of a book that has nothing but editors.
    (names.unread_editors, names.EDITED),
    # ---
    # before unread_container, which takes words that are in no field
    (names.people_behind_verb, names.VERBS_OF_ROLES),
    (names.people_behind_mark, names.MARKS_BEFORE_EDITORS),
    (names.editors_behind_slash, names.EDITED),
    # before series_for_title, as unread_editors
    (names.editors_by_mark, names.EDITED | names.MARKS_IN_BRACKETS | {"cura", "c"}),
    (names.editors_between_in_and_mark, names.EDITED | names.MARKS_IN_BRACKETS),
    (names.editors_on_a_line, names.EDITED),
    (names.editors_behind_in, names.EDITED),
    # Before unread_container, which would take the editors of "in Moss, A., [Dir.], Rain" for the container.
    # Before known_container, which lengthens only what is read as a container.
    (titles.second_title, titles.LEADING_IN | names.EDITED),
    (titles.meeting_in_title, titles.PROCEEDINGS),
    # Before no_publisher: the container is what "In" leads to, rather than a publisher that is named like one.
    (titles.container_of_edited, titles.LEADING_IN),
    (titles.no_field_in_abstract, titles.ABSTRACTS),
    (imprint.payers, imprint.PAYING),
    (titles.line_without_field, _ALWAYS),
    # ---
    (titles.in_within_title, titles.LEADING_COLON),
    (titles.years_in_title, _ALWAYS),
    (names.last_name_before_colon, _ALWAYS),
    # Before title_goes_on: a title that runs over its closing quote would go on to "vol." as well.
    (titles.quoted_title, _ALWAYS),
    (names.degrees_behind_names, frozenset(map(str.casefold, names.DEGREES))),
    (names.names_behind_others, _ALWAYS),
    (names.people_with_roles, names.ROLES),  # before series_for_title: a title follows people
    (titles.container_in_quotes, _ALWAYS),
    (titles.reviewed_work, titles.REVIEWS),
    # ---
    # Before unread_container: "in" leads to one only right after the title.
    # Before newspaper: the last piece of the title is the paper's name, and may lack its last word until here.
    (titles.title_goes_on, _ALWAYS),
    (titles.edition_in_brackets, titles.ORDINALS),
    (titles.paper_in_title, _ALWAYS),
    (titles.series_of_edited, names.EDITED),
    # Before unread_container, numbers_told_apart and known_container: they look for the container, which a journal or meeting
    # that was read as the publisher is. Before unread_place: it has no place in front of it.
    (titles.no_publisher, _ALWAYS),
    # ---
    (titles.container_before_editors, names.MARKS_OF_EDITORS),
    (titles.year_as_volume, _ALWAYS),
    (titles.container_of_state, _ALWAYS),
    # Before numbers_told_apart: an issue follows a container, and a meeting's short name is one only if none is.
    # Before known_container, which lengthens it: "In J. ACM" is found as "J".
    (titles.container_behind_people, titles.LEADING_IN),
    (titles.unread_container, titles.LEADING_IN),
    (titles.container_before_number, _ALWAYS),
    # ---
    # Before known_container: with its "USA", "Proc Natl Acad Sci USA 95" would look like a meeting and its year.
    (imprint.numbers_told_apart, _ALWAYS),
    (imprint.second_volume, _ALWAYS),
    (imprint.supplements, imprint.SUPPLEMENTS),
    (titles.newspaper, _ALWAYS),
    # ---
    (titles.known_container, _ALWAYS),
    (titles.house_for_title, _ALWAYS),  # before series_for_title, which looks for a house
    (titles.series_for_title, _ALWAYS),  # before short_universities: a publisher follows a title
    (titles.behind_question, _ALWAYS),
    (titles.title_of_standard, titles.STANDARDS),  # before short_universities: a publisher follows a title
    # ---
    (titles.shortened_container, _ALWAYS),
    (titles.number_in_container, _ALWAYS),
    (titles.house_behind_pages, _ALWAYS),
    (titles.year_in_title, _ALWAYS),
    (imprint.thesis_before_school, imprint.THESES),
    (imprint.degree_before_title, imprint.DEGREES_BEFORE),
    (imprint.degree_and_school, _ALWAYS),
    (imprint.school_before_degree, imprint.DEGREES_BEHIND),
    (imprint.report_in_title, imprint.REPORTS),  # before institution_of_report, which looks for the report's words
    (imprint.report_to, imprint.REPORTS),
    (imprint.numbered_report, frozenset({"no", "n", "nr"})),
    (imprint.institution_of_report, imprint.REPORTS),  # before house_and_place: its first piece may be the place
    (imprint.degree_beside_school, _ALWAYS),
    (imprint.house_and_place, _ALWAYS),
    (imprint.body_behind_title, _ALWAYS),
    (imprint.month_of_year, _ALWAYS),
    (imprint.seat_of_university, _ALWAYS),
    (imprint.short_name_of_meeting, _ALWAYS),
    (imprint.short_universities, imprint.SHORT_UNIVERSITY),
    (imprint.unread_place, _ALWAYS),
    (eastern.numbers_and_houses, _ALWAYS),
)
"""Each rule with the words, in lowercase letters, of which an item must have one for it.

A comment states before which rules one has to appear, and why. Rules between two lines (``---``) may change places: none of eight
thousand printed references is read otherwise then, with the labels that the labeller gives them or with some of them changed.
"""


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
