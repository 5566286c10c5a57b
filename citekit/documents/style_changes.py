"""The look of text: which styles hold, and what marks, tags and properties change."""

from __future__ import annotations

from functools import reduce
from operator import or_

from citekit.documents.model import TextStyle
from citekit.runtime.records import dataclass
from citekit.runtime.tables import spelt


@dataclass(frozen=True, slots=True)
class StyleChange:
    """What is set: styles on, styles off, and whether the text is hidden (None if nothing is said)."""

    on: TextStyle = TextStyle.PLAIN
    off: TextStyle = TextStyle.PLAIN
    hidden: bool | None = None

    def then(self, later: StyleChange) -> StyleChange:
        """This look with another one set over it."""
        return StyleChange(
            later.over(self.on),
            (self.off & ~later.on) | later.off,
            self.hidden if later.hidden is None else later.hidden,
        )

    def over(self, style: TextStyle) -> TextStyle:
        """Return the style inside where ``style`` holds around it."""
        return (style & ~self.off) | self.on


def named(styles: str) -> TextStyle:
    """Return the style of some names: ``bold italic``."""
    return reduce(or_, (TextStyle[style.upper()] for style in styles.split()))


def styles_of(language: str) -> dict[str, TextStyle]:
    """Return the styles that the marks of a language set, by the mark."""
    return {mark: named(styles) for mark, styles in spelt("citekit.documents", "styles.tsv", language).items()}
