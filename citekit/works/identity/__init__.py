"""Identity: whether two texts, persons, venues or publications are one, asked by every room that joins or compares.

:func:`fold` gives the form in which texts are compared, :func:`same_person`, :func:`same_venue` and :func:`same_work` a
degree with the reason, :func:`compare_authors`, :func:`same_wording` and :func:`is_other_venue` what contradicts a record of
the same work, :class:`Index` the few descriptions that are worth comparing with another one.
"""

from citekit.works.identity.candidates import Index
from citekit.works.identity.description import Description, describe, describe_fields
from citekit.works.identity.fold import fold
from citekit.works.identity.likeness import LIKELY, SURE, Likeness
from citekit.works.identity.pairing import pairs
from citekit.works.identity.people import compare_authors, same_person
from citekit.works.identity.same_work import Relation, Sameness, same_work
from citekit.works.identity.titles import same_wording
from citekit.works.identity.venue import is_other_venue, same_venue

__all__ = [
    "LIKELY",
    "SURE",
    "Description",
    "Index",
    "Likeness",
    "Relation",
    "Sameness",
    "compare_authors",
    "describe",
    "describe_fields",
    "fold",
    "is_other_venue",
    "pairs",
    "same_person",
    "same_venue",
    "same_wording",
    "same_work",
]
