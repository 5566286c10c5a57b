"""Styles by name: the styles of the CSL project, search among them, and dependent styles resolved.

They come with citekit, packed into one file (:mod:`citekit.csl.pack`); their licence is CC BY-SA 3.0.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from citekit.csl.item import CslItem
from citekit.csl.model import LARGEST, Style, conditions, read_style
from citekit.csl.pack import opened
from citekit.model.kinds import ALSO_READ_AS, NOT_FOR_PRINT
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file
from citekit.runtime.span import Source
from citekit.runtime.tables import pairs
from citekit.text.xml import Element

_TABLES = pairs("citekit.csl", "style_names.tsv")
SHORT_NAMES: Mapping[str, str] = _TABLES["short"]
"""What people call a style, in small words; a file of that very name comes first."""

NEAREST: Mapping[str, str] = _TABLES["nearest"]
"""Venues and BibTeX styles that no CSL style was written for, and the style that comes nearest."""

_OF_LATEX: Mapping[str, str] = _TABLES["latex"]
_NEAR_LATEX: Mapping[str, str] = _TABLES["latex nearest"]

_JOINTS = re.compile(r"[^a-z0-9]+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")


def letters(name: str) -> str:
    """Return the letters and digits of a name, by which names are compared: ``GB/T 7714`` and ``gbt7714`` are one."""
    return _JOINTS.sub("", name.lower())


_BY_LETTERS = {letters(name): style for table in (NEAREST, SHORT_NAMES) for name, style in table.items()}


def style_called(name: str) -> str:
    """Return the style that people call so, or the empty string."""
    return _BY_LETTERS.get(letters(name), "")


def stands_in(name: str) -> str:
    """Return the style that replaces a venue without one of its own, or the empty string."""
    return NEAREST.get(name.strip().lower(), "")


def of_latex(name: str) -> tuple[str, bool]:
    """Return the style that prints what a style of BibTeX or biblatex does, and whether it prints the same.

    ``name`` may end in an option of natbib, ``plainnat+numbers``. The style is empty if none is known.
    """
    wanted = name.strip().lower()
    for choice in (wanted, wanted.partition("+")[0]):
        if choice in _OF_LATEX:
            return _OF_LATEX[choice], True
        if choice in _NEAR_LATEX:
            return _NEAR_LATEX[choice], False
    return "", False


@dataclass(frozen=True, slots=True)
class Listed:
    """A style that comes with citekit: its name, title and parent (empty for an independent one), and what it is for.

    ``format`` is how it cites (``author-date``, ``numeric``, ``note``, ``label``), ``fields`` are CSL's categories of
    disciplines, separated by spaces.
    """

    name: str
    title: str
    parent: str = ""
    format: str = ""
    locale: str = ""
    fields: str = ""


@cache
def index() -> Mapping[str, Listed]:
    """Return all styles by name.

    Raises :class:`~citekit.runtime.errors.MissingExtraError` where they were never packed, as the other functions here
    do.
    """
    return {name: Listed(name, *fields) for name, _, _, *fields in opened().rows("styles")}


def find(name: str) -> Listed:
    """Return a style by its name, by what people call it, by its title, or by its address.

    Raises :class:`~citekit.runtime.errors.UsageError` if it is unknown, naming the nearest.
    """
    styles = index()
    wanted = name.strip().rpartition("/")[2].removesuffix(".csl").lower()
    for choice in (wanted, style_called(name.strip()), re.sub(r"[\s_]+", "-", wanted), style_called(wanted)):
        if choice in styles:
            return styles[choice]
    # several styles have one title (a journal and its successor): the independent one comes first
    titled = [style for style in styles.values() if letters(style.title) == letters(name)]
    if titled and letters(name):
        return min(titled, key=lambda style: (bool(style.parent), style.name))
    from difflib import get_close_matches  # here, for few people ever need it

    known = {letters(style.name): style.name for style in index().values()}
    known |= {letters(short): style for short, style in {**NEAREST, **SHORT_NAMES}.items()}
    near = list(dict.fromkeys(known[close] for close in get_close_matches(letters(name), known, 3, _LIKE)))
    near = near or [style.name for style in search(name)[:3]]
    hint = f"did you mean {', '.join(near)}?" if near else "citekit list styles WORDS lists those that there are"
    raise UsageError(f"there is no style '{name}'", hint)


# The ratio of `difflib` from which a style's name counts as a misspelling of another one.
_LIKE = 0.8


def search(words: str, field: str = "", kind: str = "") -> list[Listed]:
    """Return the styles whose name, title or popular name has all the words, the independent and the shortest first.

    ``field`` is one of CSL's categories (``medicine``, ``law`` …), ``kind`` how a style cites (``numeric`` …).
    """
    wanted = words.lower().replace("-", " ").split()
    called: dict[str, str] = {}
    for short, name in {**NEAREST, **SHORT_NAMES}.items():
        called[name] = f"{called.get(name, '')} {short}"
    found = [
        style
        for style in index().values()
        if (not field or field in style.fields.split())
        and (not kind or style.format == kind)
        and all(
            word in style.name.replace("-", " ") or word in style.title.lower() or word in called.get(style.name, "")
            for word in wanted
        )
    ]
    return sorted(found, key=lambda style: (bool(style.parent), len(style.name), style.name))


def load(name: str) -> Style:
    """Return a style by name, or by the path of a ``.csl`` file; a dependent one gives its parent in its own language.

    Raises :class:`~citekit.runtime.errors.UsageError` for an unknown name,
    :class:`~citekit.runtime.errors.UnreadableInputError` for a file that cannot be read, and
    :class:`~citekit.csl.model.StyleError` for one that is not a style.
    """
    path = Path(name)
    if name.lower().endswith((".csl", ".xml")) or os.sep in name:
        if path.exists():
            try:
                text = read_file(path, LARGEST).decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise UnreadableInputError(
                    f"the style {path} cannot be read: {error}", "a style is UTF-8 text"
                ) from None
            return style_of(Source(str(path), text))
        if "://" not in name and not style_called(name):
            raise UnreadableInputError(
                f"there is no style file {name}", "give a path or a name of 'citekit list styles'"
            )
    listed = _listed(name) or _listed(style_called(name)) or find(name)
    style = _named(listed.parent or listed.name)
    return _in_locale(style, listed.locale) if listed.parent and listed.locale else style


def _listed(name: str) -> Listed | None:
    row = opened().row(f"styles/{name}")
    return Listed(name, *row[2:]) if row else None


def style_of(source: Source) -> Style:
    """Return a style from its text, or of one that only names its parent, the parent in its language.

    Raises :class:`~citekit.csl.model.StyleError` where it is not a style.
    """
    style = read_style(source)
    if not style.info.parent or style.citation.layout.children:
        return style
    parent = _named(find(style.info.parent).name)
    return _in_locale(parent, style.default_locale) if style.default_locale else parent


@lru_cache(maxsize=32)
def _named(name: str) -> Style:
    text = opened().text(f"styles/{name}")
    if text is None:
        raise UsageError(f"there is no style '{name}'", "citekit list styles WORDS lists those that there are")
    return read_style(Source(f"{name}.csl", text))


def _in_locale(style: Style, locale: str) -> Style:
    return replace(style, default_locale=locale)


# Which variables a style can print for a type of work, whatever else the work has.
#
# Conditions on the type are decided; every other condition may hold or not, so what follows it counts as printed.

# Variable of a style -> the variable that is printed, in part or instead, if a work has only this one.
_OTHER_FORMS = {
    "title-short": "title",
    "container-title-short": "container-title",
    "page-first": "page",
    "event": "event-title",
}
# What no style prints as such, or prints only in place of something longer: never reported as left out.
_ALSO_SHOWN = {"id", "type", "citation-number", "title-short", "container-title-short"}
# Variable -> what ``form="short"`` prints of it if a work has that.
_SHORT = {"title": "title-short", "container-title": "container-title-short"}


class PrintedVariables:
    """The variables that a style prints.

    Raises what :func:`citekit.csl.styles.load` raises for what is not a style.
    """

    def __init__(self, style: str | Style) -> None:
        self.style = load(style) if isinstance(style, str) else style
        self._of: dict[str, frozenset[str]] = {}

    def __call__(self, csl_type: str) -> frozenset[str]:
        """Return the CSL variables that citations and the reference list can print for a type."""
        if csl_type not in self._of:
            layouts = [area.layout for area in self.style.areas()]
            reached = self.style.reached(layouts, lambda element: _below(element, csl_type))
            self._of[csl_type] = frozenset(name for element in reached for name in _own(element))
        return self._of[csl_type]


def left_out(style: Style, works: Iterable[Work], extras: Collection[str] = ()) -> list[str]:
    """Return what works have that their entries in a style never show, counted, the commonest first."""
    printed = PrintedVariables(style)
    lost: Counter[str] = Counter()
    for work in works:
        item = CslItem(work, 0)
        seen = printed(item.type) | _ALSO_SHOWN
        there = item.present.intersection(work.variables)
        lost.update(name for name in sorted(there) if name not in seen and ALSO_READ_AS.get(name) not in seen)
    never = NOT_FOR_PRINT | ({"note"} if "note" in extras else set())
    return [
        f"{name} is left out ({count} {'entry' if count == 1 else 'entries'})"
        for name, count in lost.most_common()
        if name not in never
    ]


def _own(element: Element) -> Iterator[str]:
    """Yield the variables that an element itself prints, with those that it prints in their place."""
    if element.name not in ("text", "number", "date", "names"):
        return
    for name in element.get("variable").split():
        yield name
        if name in _OTHER_FORMS:
            yield _OTHER_FORMS[name]
        if name in _SHORT and element.get("form") == "short":
            yield _SHORT[name]


def _below(element: Element, csl_type: str) -> Iterator[Element]:
    """Yield what is in an element, in the branches of ``cs:choose`` that a work of a type may come to."""
    for child in element.children:
        holds = _holds(child, csl_type) if element.name == "choose" else None
        if holds is not False:
            yield child
        if holds:
            return


def _holds(branch: Element, csl_type: str) -> bool | None:
    """Whether a branch is taken for a type: always, never, or None if that depends on more than the type."""
    tests = conditions(branch)
    types = [value for name, value in tests if name == "type"]
    others = len(types) < len(tests)
    if not types:
        return None if others else True
    if branch.get("match") == "any":
        return True if csl_type in types else None if others else False
    fits = csl_type not in types if branch.get("match") == "none" else set(types) == {csl_type}
    if not fits:
        return False
    return None if others else True
