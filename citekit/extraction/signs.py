"""Standards whose own signs say which field is which: GB/T 7714 of China and GOST R 7.0.5 of Russia.

In GB/T 7714 a code in square brackets ends the title and says of which kind the work is ("[J]", "[M]", "[D]", "[S]"); the
names stand before the full stop in front of the title. In GOST two strokes divide the title from what it stands in,
and "Т.", "№", "Вып.", "С." lead to volume, issue and pages. Where such signs stand the labels of the words follow them.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    ISSUE,
    OTHER,
    PAGES,
    PLACE,
    PUBLISHER,
    TITLE,
    VOLUME,
    YEAR,
    is_name,
)
from citekit.extraction.lexer import Words
from citekit.runtime import patterns as re

_HAN = r"[\u3400-\u9fff]"
_GBT = re.compile(
    rf"(?P<names>(?={_HAN})[^.．。\[\]\d]{{2,200}}?)\s?(?P<more>等)?\s?[.．。]\s?(?P<title>[^\n]{{2,300}}?)\s?[\[［](?P<code>[JMCDPRSNZ])(?:/(?:OL|CD))?[\]］]\s?(?P<inside>//)?[.．。,，]?\s?"
)
_GBT_NAMELESS_STOP = re.compile(
    rf"(?P<names>{_HAN}{{2,4}})(?P<more>)\s(?P<title>[^\n]{{2,300}}?)\s?[\[［](?P<code>[JMD])[\]］]"
)
_NAME = re.compile(r"[^,，、;；]{2,60}")
_NUMBER_IN_TITLE = re.compile(r"\s?[:：]\s?(?=[A-Z]{2,4}(?:/[A-Z])?\s?\d)")
_JOURNAL = re.compile(
    r"(?P<host>[^,，.．\[\]]{2,80})[,，]\s?(?P<year>(?:19|20)\d\d)(?:[,，]\s?(?P<volume>\d{1,4})?(?:\s?[(（](?P<issue>[\w-]{1,10})[)）])?(?:\s?[:：]\s?(?P<pages>[\w+-]{1,15}(?:[-–][\w+]{1,10})?))?)?"
)
_IMPRINT = re.compile(
    r"(?:(?P<place>[^:：,，.．]{2,20})[:：]\s?)?(?P<house>[^,，.．]{2,60})[,，]\s?(?P<year>(?:19|20)\d\d)(?:\s?[:：]\s?(?P<pages>\d{1,5}(?:[-–]\d{1,5})?))?"
)
_INSIDE = re.compile(r"(?P<host>[^.．]{2,100})[.．]\s?")

_GOST = re.compile(r"(?<![:/])\s?//\s?(?!\s?\w{1,20}\.\w)")
_STOPS = re.compile(
    r"\s[–—-]\s|\.\s(?=[–—-]\s|(?:19|20)\d\d|(?:Т|Вып|С|№|Vol|No|P|Pp|М|СПб|Л|К)\b)|,\s(?=(?:19|20)\d\d|[Тт]\.|№)"
)
_MARKED = (
    (VOLUME, re.compile(r"(?<!\w)(?:Т|т|Том|том)\.?\s?(?P<value>\d{1,4})(?!\d)")),
    (
        ISSUE,
        re.compile(r"(?<!\w)(?:№|Вып\.|вып\.|Nr\.)\s?(?P<value>\d{1,4}(?:\s?[-–/]\s?\d{1,4})?(?:\s?\(\d{1,4}\))?)"),
    ),
    (PAGES, re.compile(r"(?<!\w)(?:С|с|Стр|стр)\.\s?(?P<value>\d{1,5}(?:\s?[-–—]\s?\d{1,5})?)(?!\d)")),
)
_HOUSE = re.compile(
    r"(?:[–—-]\s|\.\s)(?P<place>[А-ЯЁ][\w.-]{0,20}(?:\s[А-ЯЁ][\w.-]{0,20})?)(?:\s?:\s?(?P<house>[^,\d]{2,60}))?,\s(?P<year>(?:19|20)\d\d)"
)
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")


def by_signs(words: Words, labels: list[str]) -> None:
    """Set the labels of the words by the signs of the two standards, where a reference has them."""
    text = words.item.text
    if ("[" in text or "［" in text) and (found := _GBT.match(text) or _GBT_NAMELESS_STOP.match(text)):
        _chinese(words, labels, found)
    elif "//" in text and (strokes := next(_strokes(text), None)):
        _russian(words, labels, strokes)
    elif _CYRILLIC.search(text):
        for field, pattern in _MARKED:
            _mark(words, labels, field, pattern, 0)


def _set(words: Words, labels: list[str], start: int, end: int, field: str) -> None:
    """Label the words between two places as one stretch of a field."""
    for i in range(words.first_from(start), words.first_from(end)):
        labels[i] = field if field == OTHER else f"{'B' if i == words.first_from(start) else 'I'}-{field}"


def _chinese(words: Words, labels: list[str], found: re.Match[str]) -> None:
    for name in _NAME.finditer(found["names"]):
        start, end = (
            found.start("names") + name.start(),
            found.start("names") + len(name.group().rstrip()) + name.start(),
        )
        for i in range(words.first_from(start), words.first_from(end)):
            labels[i] = f"{'B' if i == words.first_from(start) else 'I'}{AUTHOR}L"
    if found["more"]:
        for i in range(words.first_from(found.start("more")), words.first_from(found.end("more"))):
            labels[i] = f"{AUTHOR}-ETAL"
    number = _NUMBER_IN_TITLE.search(found["title"])
    end = found.start("title") + (number.start() if number else len(found["title"]))
    _set(words, labels, found.start("title"), end, TITLE)
    if number:
        _set(words, labels, end, found.end("title"), OTHER)
    code, at, text = found["code"], found.end(), words.item.text
    while text[at : at + 1] in ".．。,， ":
        if at >= len(text):
            return
        at += 1
    groups = found.groupdict()
    if groups.get("inside") and (inside := _INSIDE.match(text, at)):
        _set(words, labels, inside.start("host"), inside.end("host"), CONTAINER)
        at = inside.end()
    rest = _JOURNAL.match(text, at) if code in "JN" else _IMPRINT.match(text, at)
    if rest is None:
        return
    house = CONTAINER if code in "JN" else PUBLISHER
    named = (
        ("host", house),
        ("house", house),
        ("place", PLACE),
        ("year", YEAR),
        ("volume", VOLUME),
        ("issue", ISSUE),
        ("pages", PAGES),
    )
    for group, field in named:
        if rest.groupdict().get(group):
            _set(words, labels, rest.start(group), rest.end(group), field)


def _strokes(text: str) -> Iterator[re.Match[str]]:
    """The two strokes between a title and what it stands in; those of addresses are none."""
    for found in _GOST.finditer(text):
        if _CYRILLIC.search(text) or (text[found.start()].isspace() and text[found.end() - 1].isspace()):
            yield found


def _russian(words: Words, labels: list[str], strokes: re.Match[str]) -> None:
    text = words.item.text
    middle = words.first_from(strokes.start())
    names = [i for i in range(middle) if is_name(labels[i], AUTHOR)]
    first = names[-1] + 1 if names else 0
    if first < middle and not any(i in words.links for i in range(first, middle)):
        _set(words, labels, words.starts[first], strokes.start(), TITLE)
    stop = _STOPS.search(text, strokes.end())
    end = stop.start() if stop else len(text)
    _set(words, labels, strokes.end(), end, CONTAINER)
    for field, pattern in _MARKED:
        _mark(words, labels, field, pattern, end)
    if (imprint := _HOUSE.search(text, max(0, end - 1))) is not None:
        for name, field in (("place", PLACE), ("house", PUBLISHER), ("year", YEAR)):
            if imprint[name]:
                _set(words, labels, imprint.start(name), imprint.end(name), field)


def _mark(words: Words, labels: list[str], field: str, pattern: re.Pattern[str], start: int) -> None:
    """Label the number behind the mark of a field, and take the mark out of every field."""
    found = pattern.search(words.item.text, start)
    if found is None:
        return
    for i, label in enumerate(labels):
        if label.endswith(f"-{field}"):
            labels[i] = OTHER
    _set(words, labels, found.start(), found.start("value"), OTHER)
    _set(words, labels, found.start("value"), found.end("value"), field)
