"""People and bodies: CSL's name parts, with the marks that a printed list gives them."""

from __future__ import annotations

from dataclasses import replace

from citekit.runtime.records import dataclass

EQUAL = "equal"
"""The mark of a shared (equal) contribution, as BibLaTeX data annotations write it."""
SELF = "self"
"""The mark of the owner of the list."""
CORRESPONDING = "corresponding"
"""The mark of a corresponding author."""


@dataclass(frozen=True, slots=True)
class Name:
    """One name in the parts of CSL 1.0.2 (specification, "Name Variables").

    ``literal`` holds a name that is not divided (an institution, a collaboration); then the other parts are empty.
    ``marks`` are sorted and distinct, for example ``("equal", "self")``.

    >>> name = Name("Beethoven", "Ludwig", non_dropping_particle="van")
    >>> name.full_family
    'van Beethoven'
    """

    family: str = ""
    given: str = ""
    dropping_particle: str = ""
    non_dropping_particle: str = ""
    suffix: str = ""
    literal: str = ""
    marks: tuple[str, ...] = ()

    @property
    def is_others(self) -> bool:
        """Whether this stands for the rest of a list that was cut short (``and others``)."""
        return self.literal == "others"

    @property
    def full_family(self) -> str:
        """The family name with its non-dropping particle: ``van Gogh``."""
        return _joined(self.non_dropping_particle, self.family)

    def marked(self, *marks: str) -> Name:
        """Return the same name with these marks added."""
        return replace(self, marks=tuple(sorted({*self.marks, *marks})))

    def __str__(self) -> str:
        if self.literal:
            return self.literal
        name = _joined(self.given, _joined(self.dropping_particle, self.full_family))
        return f"{name}, {self.suffix}" if self.suffix else name


def _joined(before: str, after: str) -> str:
    """Two parts of a name, without a space after a particle that ends in a hyphen or an apostrophe: ``al-Khwarizmi``."""
    return before + after if before.endswith(("-", "'", "’")) else " ".join(filter(None, (before, after)))


OTHERS = Name(literal="others")
"""The last name of a list that was cut short."""


def split_particle(family: str) -> tuple[str, str]:
    """Split a family name into the lowercase words it begins with, and the rest.

    >>> split_particle("van der Berg")
    ('van der', 'Berg')
    """
    words = family.split(" ")
    count = next((at for at, word in enumerate(words[:-1]) if not is_small(word)), len(words) - 1)
    return " ".join(words[:count]), " ".join(words[count:])


def is_small(word: str) -> bool:
    """Whether a word of a name begins with a small letter and is no initial: a particle, by CSL's "parse-names"."""
    return word[:1].islower() and not word.endswith(".")
