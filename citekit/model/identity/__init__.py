"""Identity: whether two texts, persons, venues or publications are one, used by every package that joins or compares.

:func:`fold` gives the form in which texts are compared, :func:`same_person`, :func:`same_venue` and :func:`same_work` a
degree with the reason, :func:`compare_authors`, :func:`same_wording` and :func:`is_other_venue` what contradicts a
record of the same work, :class:`CandidateIndex` the few descriptions that are worth comparing with another one.
"""

from citekit.model.identity.comparison_record import CandidateIndex, ComparisonRecord, describe, describe_fields
from citekit.model.identity.pairing import pairs
from citekit.model.identity.people import compare_authors, same_person
from citekit.model.identity.same_work import MatchDecision, Relation, same_work
from citekit.model.identity.titles import LIKELY, SURE, Similarity, fold, same_wording
from citekit.model.identity.venue import is_other_venue, same_venue

__all__ = [
    "LIKELY",
    "SURE",
    "CandidateIndex",
    "ComparisonRecord",
    "MatchDecision",
    "Relation",
    "Similarity",
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
