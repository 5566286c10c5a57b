"""How a list of somebody's works is printed where CSL has no word for it: the owner's name, signs, order, groups.

Styles know references, not people; a CV shows whose list it is and who contributed what. Names that are shown so are
never hidden by a style's "et al.".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citekit.csl.extras import EXTRAS
from citekit.csl.people import Person
from citekit.errors import check_choice
from citekit.records import dataclass

OWN_NAMES: Mapping[str, tuple[str, str]] = {
    "bold": ("font-weight", "bold"),
    "underline": ("text-decoration", "underline"),
}
"""How the owner's name can look, in CSL's formatting."""
EQUAL_SIGN, CORRESPONDING_SIGN = "*", "†"


@dataclass(frozen=True, slots=True)
class Listing:
    """What is printed beyond the style; nothing where nothing is said.

    ``own_name`` is the look of names with the mark :data:`~citekit.works.name.SELF` (a key of :data:`OWN_NAMES`).
    ``equal_note`` and ``corresponding_note`` explain the signs that names with the marks
    :data:`~citekit.works.name.EQUAL` and :data:`~citekit.works.name.CORRESPONDING` get; without them there are no signs.
    ``sort``, ``group_by`` and ``numbering`` are those of :func:`citekit.csl.arrange.arrange`; ``extras`` keys of
    :data:`citekit.csl.extras.EXTRAS`. Raises :class:`~citekit.errors.UsageError` for a look that there is not.
    """

    own_name: str = ""
    equal_note: str = ""
    corresponding_note: str = ""
    sort: str = ""
    group_by: str = ""
    numbering: str = ""
    extras: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_choice("own-name", self.own_name, OWN_NAMES)
        for extra in self.extras:
            check_choice("with", extra, EXTRAS)

    @property
    def marks(self) -> bool:
        """Whether names show their marks."""
        return bool(self.own_name or self.equal_note or self.corresponding_note)

    def marks_name(self, person: Person) -> bool:
        """Whether a person's name shows a mark."""
        return bool((person.is_self and self.own_name) or self.signs_of(person))

    def signs_of(self, person: Person) -> str:
        """The signs after a person's name."""
        equal = EQUAL_SIGN if person.is_equal and self.equal_note else ""
        return equal + (CORRESPONDING_SIGN if person.is_corresponding and self.corresponding_note else "")

    def footnotes(self, people: Iterable[Person]) -> tuple[str, ...]:
        """What the signs after these names mean, a line each."""
        if not (self.equal_note or self.corresponding_note):
            return ()
        signs = set("".join(map(self.signs_of, people)))
        notes = ((EQUAL_SIGN, self.equal_note), (CORRESPONDING_SIGN, self.corresponding_note))
        return tuple(f"{sign} {note}" for sign, note in notes if sign in signs)


AS_THE_STYLE_HAS_IT = Listing()
