"""Whether an item contains a statement at all, parsed or not, so that no finding claims that a document lacks what it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from citekit.lint.loading.entry import CheckedEntry
from citekit.model.identity.fold import fold, words
from citekit.model.identity.venue import content_words
from citekit.model.name import Name
from citekit.model.venues import find_all
from citekit.runtime import patterns as re

_OPEN_END = re.compile(
    r" (?:et al(?:ii|ia)?|u a|and others|and coworkers|co ?authors?|others|collaboration|consortium) "
)
_LONG = 6  # letters of a name that may be run together ("vanderberg"); shorter ones occur within other words


def says_name(entry: CheckedEntry, name: Name, beside: Iterable[Name] = ()) -> bool:
    """Whether the item has a family name, once more than the people ``beside`` need who have it as well."""
    wanted = " ".join(words(name.family or name.literal))
    if not wanted:
        return False
    needed = 1 + sum(" ".join(words(other.family or other.literal)) == wanted for other in beside)
    found = entry.words_of_text.replace(" ", "  ").count(f" {wanted.replace(' ', '  ')} ")
    if found >= needed:
        return True
    joined = wanted.replace(" ", "")
    return len(joined) >= _LONG and needed == 1 and joined in entry.words_of_text.replace(" ", "")


def is_open(entry: CheckedEntry) -> bool:
    """Whether an item marks its list of authors as incomplete: ``et al.``, ``and others``, ``…``."""
    return bool(_OPEN_END.search(entry.words_of_text)) or any(sign in entry.text("author") for sign in ("…", "..."))


def says_year(entry: CheckedEntry, year: int) -> bool:
    """Whether the item or its heading has a year, or its two digits as in ``ICML'21`` and ``ICML21``."""
    text = f"{entry.section}\n{entry.text_read}"
    full = re.search(rf"(?<![\d/.]){year}(?![\d])(?!\.\d)", text)
    return bool(full or re.search(rf"(?:['’‘`]|[A-Z]{{2,9}}[- ]?){year % 100:02}(?!\d)", text))


def says_title(entry: CheckedEntry, title: str) -> bool:
    """Whether the item contains the letters of a title."""
    return fold(title) in entry.words_of_text.replace(" ", "")


def says_venue(entry: CheckedEntry, name: str, title: str = "") -> bool:
    """Whether the item has the words of a venue's name, whole or shortened, or its acronym, outside the words of the title.

    ``title`` is the one that another document gives: the shorter one counts, as a venue may have been read as its end.
    """
    if not name.isascii() and fold(name) in entry.words_of_text.replace(" ", ""):
        return True  # scripts that put no spaces between words
    remaining = Counter(entry.words_of_text.split()) - Counter(words(min(entry.title, title or entry.title, key=len)))
    forms = [content_words(name)]
    for venue in find_all(name):
        forms.append(content_words(venue.name))
        acronym = fold(venue.acronym)
        if acronym and any(word == acronym or re.fullmatch(rf"{acronym}\d\d(?:\d\d)?", word) for word in remaining):
            return True
    return any(form and all(word in remaining or _shortened(word, remaining) for word in form) for form in forms)


def _shortened(word: str, there: Iterable[str]) -> bool:
    return any(
        # from three letters on a shortened name ("Chr", "Alex") is specific
        (len(other) >= 3 and word.startswith(other)) or (len(word) >= 3 and other.startswith(word))
        for other in there
    )


def says_text(entry: CheckedEntry, text: str) -> bool:
    """Whether the item contains these words."""
    return f" {' '.join(words(text))} " in entry.words_of_text


def has_mark(entry: CheckedEntry, name: Name) -> bool:
    """Whether a mark such as ``*`` directly follows a family name in the item, or precedes the given name."""
    family = name.family or name.literal
    text = _EMPHASIS.sub("", _MARKUP.sub("", entry.text_read))
    return bool(family) and bool(
        re.search(rf"{re.escape(family)}[,;.)]?[{_MARKS}]|[{_MARKS}]{re.escape(str(name))}", text)
    )


_MARKS = "*∗⋆†‡#§+=¹²^$"
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,80}>|[{}\\]|textbf|textsuperscript")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\S)\*(?=\w)")
