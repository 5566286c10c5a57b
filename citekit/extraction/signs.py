"""What the form of a reference states for certain, whatever the model of labels makes of it: the signs of some standards,
quotes inside of quotes, organisations in the place of authors.

In GB/T 7714 of China a code in square brackets ends the title and states of which kind the work is ("[J]", "[M]", "[D]",
"[S]"); the names are before the full stop in front of the title. In GOST R 7.0.5 of Russia two strokes divide the title
from what it is in, and "Т.", "№", "Вып.", "С." lead to volume, issue and pages. Where such marks appear the labels of
the words follow them.

A personal name has a given name or initials; an organisation has words that state what it is. What is in front of the
year in APA style, "Ministry of Works, Lindon. (2017).", is one author with its comma, however much of it looks like a
publisher or a title.
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    GENRE,
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
from citekit.extraction.phrases import CLASSES
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
    r"|\s/\s|\s\((?=в\sпечати)|\.\s(?=\d{1,2}(?:\.\d{1,2}\.|\s[а-яё]{3,8}\s)(?:19|20)\d\d|[А-ЯЁ][\w-]{2,20}(?:\s?:\s[^,\d]{2,60})?,\s(?:19|20)\d\d)"
)
"""Where the container ends: before its year, number or pages, who edited it, its state, its day, or its place with the year."""
_MARKED = (
    (VOLUME, re.compile(r"(?<!\w)(?:Т|т|Том|том)\.?\s?(?P<value>\d{1,4})(?!\d)")),
    (
        ISSUE,
        re.compile(r"(?<!\w)(?:№|Вып\.|вып\.|Nr\.)\s?(?P<value>\d{1,4}(?:\s?[-–/]\s?\d{1,4})?(?:\s?\(\d{1,4}\))?)"),
    ),
    (PAGES, re.compile(r"(?<!\w)(?:С|с|Стр|стр)\.\s?(?P<value>\d{1,5}(?:\s?[-–—]\s?\d{1,5})?)(?!\d)")),
)
_HOUSE = re.compile(
    r"(?:[–—-]\s|\.\s)(?P<place>[А-ЯЁ](?:[\w-]|\.(?!\s[А-ЯЁ])){0,20}(?:\s[А-ЯЁ][\w.-]{0,20})?)(?:\s?:\s?(?P<house>[^,\d]{2,60}))?,\s(?P<year>(?:19|20)\d\d)"
)
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")


def by_signs(words: Words, labels: list[str]) -> None:
    """Set the labels of the words by the signs of the two standards, where a reference has them."""
    text = words.item.text
    if (found := law(text)) is not None:
        _of_law(words, labels, found)
        return
    if (found := REVIEWED.search(text)) is not None:
        _reviewed(words, labels, found)
    if (
        f"B-{TITLE}" in labels
        and _SCHOOLS.search(text)
        and (degree := _DEGREE.search(text, words.starts[labels.index(f"B-{TITLE}")]))
    ):
        _of_degree(words, labels, degree)
    if "irected by" in text and (film := FILM.match(text)) is not None:
        labels[: words.first_from(film.end())] = [OTHER] * words.first_from(film.end())
        _set(words, labels, film.start("title"), film.end("title"), TITLE)
        _set(words, labels, film.start("year"), film.end("year"), YEAR)
    if f"B-{TITLE}" not in labels and (shown := _BROADCAST.match(text)) is not None:
        labels[: words.first_from(shown.end())] = [OTHER] * words.first_from(shown.end())
        for name, field in (("title", TITLE), ("year", YEAR), ("house", PUBLISHER)):
            _set(words, labels, shown.start(name), shown.end(name), field)
    if f"B-{TITLE}" not in labels and f"B-{CONTAINER}" not in labels and f"B-{PUBLISHER}" in labels:
        named = [i for i, label in enumerate(labels) if is_name(label, AUTHOR)]
        if named and {labels[i] for i in named} <= {f"B{AUTHOR}L", f"I{AUTHOR}L"} and named[-1] - named[0] < len(named):
            _set(words, labels, words.starts[named[0]], words.ends[named[-1]], TITLE)  # "The Fog. Fenn Pictures, 1982"
    if " assignee" in text and (assigned := _ASSIGNED.search(text)) is not None:
        first, stop = words.first_from(assigned.start("role")), words.first_from(assigned.end())
        labels[first:stop] = [OTHER] * (stop - first)
        _set(words, labels, assigned.start("house"), assigned.end("house"), PUBLISHER)
        _set(words, labels, assigned.start("title"), assigned.end("title"), TITLE)
    if ("[" in text or "［" in text) and (found := _GBT.match(text) or _GBT_NAMELESS_STOP.match(text)):
        _chinese(words, labels, found)
    elif "//" in text and (strokes := next(_strokes(text), None)):
        _russian(words, labels, strokes)
    elif _CYRILLIC.search(text):
        for field, pattern in _MARKED:
            _mark(words, labels, field, pattern, 0)


CHANNELS = r"(?:BBC(?:\s(?:One|Two|Three|Four|News|World Service|Radio\s?\d?|iPlayer|[1-4]))?|ITV\d?|Channel [45]|Sky \w{3,9}|PBS|NBC|ABC|CBS|HBO|ARD|ZDF|Arte|ARTE|RTÉ|NRK\d?|SVT\d?|DR\d|YLE|Rai \w{3}|TF1|France \d)"
"""Stations that broadcast."""
_BROADCAST = re.compile(
    rf"(?P<title>[^\W\d_][^(),“”\"]{{2,80}}?)\s\((?P<year>(?:19|20)\d\d)\)\.?\s(?P<house>{CHANNELS})(?=[,.]|$)"
)
"""A broadcast without people, as Harvard prints it: "Slow Tides II (2016) BBC One, 6 November"."""

_PARTIES = r"(?:(?:In re|Ex parte)\s[A-Z][^\d?!“\"(\[,]{2,80}?|[A-Z][^\d?!“\"(\[]{1,100}?\s(?:v|vs)\.?\s[A-Z][^\d?!“\"(\[]{1,120}?)"
_REPORTER = r"[A-Z][\w.&’']{0,12}(?:\s[A-Z\d][\w.&’']{0,8}+){0,3}?"
_COURT = r"(?P<court>(?:\d{1,2}(?:st|nd|rd|th|d)\s)?[A-Z][^()\d]{0,70}?)?(?:,?\s?[A-Z][a-z]{2,8}\.?\s\d{1,2},)?\s?(?P<year>(?:1[6-9]|20)\d\d)"
CASES = re.compile(
    rf"(?P<title>{_PARTIES})(?:,\s(?P<volume>\d{{1,4}})\s(?P<report>{_REPORTER})\s(?P<page>\d{{1,5}})(?:,\s\d{{1,5}})?\s\({_COURT}\)|[.,]?\s\((?P<alone>(?:1[6-9]|20)\d\d)\)(?=[.,\s]|$))"
)
"""A case in court with its place in a series of reports, "Moss v. Lind, 212 F.3d 1044 (8th Cir. 2000)", or with its year alone."""
LAWS = re.compile(
    r"(?P<title>[A-Z][^\d?!“\"(\[.]{3,100}?\s(?:Act|Law|Code|Ordinance|Amendments?)(?:\sof\s(?:1[6-9]|20)\d\d)?),\s(?P<volume>\d{1,3})\s(?P<report>U\.\s?S\.\s?C\.(?:\s?A\.)?|Stat\.|C\.\s?F\.\s?R\.)\s(?:§+\s?)?(?P<page>[\d.–-]{1,12})(?:\set\sseq\.)?(?:\s\((?P<year>(?:1[6-9]|20)\d\d)\))?"
    r"|(?P<whole>[A-Z][^\d?!“\"\[.]{3,100}?\sAct\s(?P<of>(?:1[6-9]|20)\d\d))(?=,\sc\.|\s\([A-Z][^()\d]{1,20}\)|[.,]\s|\.?$)"
)
"""A law with its place in a code, "Coastal Paths Act, 16 U.S.C. § 2410 (1978)", or named by its year: "Allotments Act 1925, c. 61"."""


def law(text: str) -> re.Match[str] | None:
    """Return the case in court or the law that a reference begins with."""
    if " v" not in text and " Act" not in text and "§" not in text and "In re " not in text and "Ex parte " not in text:
        return None
    return CASES.match(text) or LAWS.match(text)


def _of_law(words: Words, labels: list[str], found: re.Match[str]) -> None:
    """Label a case or a law: its title, volume, series of reports, page, court and year, and nothing else in it."""
    labels[: words.first_from(found.end())] = [OTHER] * words.first_from(found.end())
    groups = found.groupdict()
    fields = (("title", TITLE), ("whole", TITLE), ("volume", VOLUME), ("report", CONTAINER), ("page", PAGES))
    for group, field in (*fields, ("court", PUBLISHER), ("year", YEAR), ("alone", YEAR)):
        if groups.get(group):
            _set(words, labels, found.start(group), found.end(group), field)


_ASSIGNED = re.compile(
    r",\s(?P<role>inventors?);\s(?P<house>[^;\n]{2,120}?),\sassignees?\.\s(?P<title>[^\n]{3,300}?)\.\s(?P<office>(?:[A-Z][a-z]++\s){1,3})[Pp]atent\s"
)
"""The inventors and the owner of a patent as Vancouver style prints them: "Moss B, inventor; Fenn Inc., assignee. Valve. United
States patent US 7,115,908"."""


_SCHOOLS = re.compile(r"\b(?:Univ|School|Seminary|College|Institut|Hochschule|Polyt|Tech\b)")
_DEGREE = re.compile(
    r"(?:(?<=[.,;?!”’] )|(?<=[(\[—–])|(?<=[.,;?!] “))(?:[Uu]npublished )?(?P<degree>(?:Eng\.?D|Ed\.D|Psy\.?D|D\.?Min|Th\.?D|S\.?T\.?[DLB]|M\.?Phil|MFA|LL\.?M|Ph\.?\s?D|[Bb]achelors?|[Mm]asters?)(?:[’']s)?\.?(?:\s(?:thesis|diss(?:ertation|\.)?|lic(?:entiate|\.)?|degree))?"
    r"|(?:MA|M\.A\.|MS|MSc|M\.S\.|BA|B\.A\.|BSc|Licentiate)\s(?:thesis|diss(?:ertation|\.)?|degree))(?=[.,;)\]—–]|\s[\[(]|$)"
)
"""A degree by itself after a title, as managers of references print what their users typed for the type: "(bachelors)", "EngD",
"STL thesis". Letters that are also a state's or a title's need the word for a thesis."""


def _of_degree(words: Words, labels: list[str], found: re.Match[str]) -> None:
    """Label a degree after a title as the genre, and a school that was read as a place as the publisher."""
    first, stop = words.first_from(found.start("degree")), words.first_from(found.end("degree"))
    if any(words.kinds.get(i) == "thesis" for i in range(first, stop)):
        return
    _set(words, labels, found.start("degree"), found.end("degree"), GENRE)
    if stop < len(labels) and labels[stop].startswith("I-"):
        labels[stop] = f"B-{labels[stop][2:]}"
    if f"B-{PUBLISHER}" in labels:
        return
    for i, label in enumerate(labels):
        if label == f"B-{PLACE}":
            end = next((n for n in range(i + 1, len(labels)) if labels[n] != f"I-{PLACE}"), len(labels))
            if _SCHOOLS.search(words.item.text, words.starts[i], words.ends[end - 1]):
                _set(words, labels, words.starts[i], words.ends[end - 1], PUBLISHER)


FILM = re.compile(
    r"(?P<title>[A-Z][^()\n]{1,120}?)\s\((?P<year>(?:18|19|20)\d\d)\)\.?\s(?P<said>[Dd]irected\sby\s[A-Z][^.\[\]()]{2,80}?)\.?\s(?=\[)"
)
"""A film as Harvard style prints it: "The Fog (2011) Directed by Ada Lind [Film]. Oslo: Fenn Pictures"."""

_REVIEW_OF = r"(?:[Rr]eview|Rev\.|[Rr]ezension|[Rr]ecensione|[Rr]eseña|[Cc]ompte\srendu|[Rr]ecensão|[Rr]ecenzja|[Rr]ecension|[Aa]nmeldelse)"
REVIEWED = re.compile(
    rf"\[(?P<bracket>{_REVIEW_OF}\s[^\[\]]{{3,300}})\]\.?|(?<=[.,?!][”\"’]\s|[”\"’][.,]\s)(?P<plain>{_REVIEW_OF}\s(?:of|von|di|de|av|af)\s[^\n“]{{3,200}}?(?<=[^\W\d_][^\W\d_]))\.\s(?=[^\W\d_a-z])"
)
"""What a review is of, in brackets as APA prints it or after the closing quote of the review's own title."""


def _reviewed(words: Words, labels: list[str], found: re.Match[str]) -> None:
    """Keep what a review is of out of the fields next to it; where it is alone between the year and the journal it is the title."""
    group = "bracket" if found["bracket"] else "plain"
    first, stop = words.first_from(found.start(group)), words.first_from(found.end(group))
    after = words.first_from(found.end())
    titled = f"B-{TITLE}" in labels[:first]
    labels[first:stop] = [OTHER] * (stop - first)
    if not titled:
        _set(words, labels, found.start(group), found.end(group), TITLE)
    if after < len(labels) and labels[after].startswith("I-"):
        labels[after] = f"B-{labels[after][2:]}"
    if f"B-{CONTAINER}" in labels[after:] or after in words.links:
        return
    end = after
    while (
        end < len(labels) and not words.texts[end].isdecimal() and (end == after or not words.separators[end].strip())
    ):
        end += 1
    if end > after and words.texts[after][:1].isupper():
        _set(words, labels, words.starts[after], words.ends[end - 1], CONTAINER)


def _set(words: Words, labels: list[str], start: int, end: int, field: str) -> None:
    """Label the words between two places as one span of a field."""
    for i in range(words.first_from(start), words.first_from(end)):
        labels[i] = field if field == OTHER else f"{'B' if i == words.first_from(start) else 'I'}-{field}"


def _chinese(words: Words, labels: list[str], found: re.Match[str]) -> None:
    for name in _NAME.finditer(found["names"]):
        start = found.start("names") + name.start()
        end = start + len(name.group().rstrip())
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
    named = {
        "host": house,
        "house": house,
        "place": PLACE,
        "year": YEAR,
        "volume": VOLUME,
        "issue": ISSUE,
        "pages": PAGES,
    }
    for group, field in named.items():
        if rest.groupdict().get(group):
            _set(words, labels, rest.start(group), rest.end(group), field)


def _strokes(text: str) -> Iterator[re.Match[str]]:
    """Yield the two strokes between a title and what it is in; those of addresses are none."""
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
    """Label the number after the mark of a field, and take the mark out of every field."""
    found = pattern.search(words.item.text, start)
    if found is None:
        return
    for i, label in enumerate(labels):
        if label.endswith(f"-{field}"):
            labels[i] = OTHER
    _set(words, labels, found.start(), found.start("value"), OTHER)
    _set(words, labels, found.start("value"), found.end("value"), field)


_MARKS = {'"': '"', "“": "”", "„": "“”", "«": "»", "‘": "’", "'": "'", "``": "''"}
_OPENING = re.compile(r"[\"“„«‘'](?<![^\W_].)(?=[\"“„«‘']?\w)")
"""The mark is looked for first and then what is before it: the other way round takes five times as long."""
_INNER = re.compile(r"[\"“”„«»]|(?<!\w)[‘'](?=\w)|(?<=\w)[’'](?!\w)")
_MOST = 400
"""Characters of a title in quotation marks."""


def nested_title(text: str) -> tuple[int, int] | None:
    """Return where the first quoted phrase of a reference appears that has quoted words in it, without its own marks.

    It ends at the mark that closes it and not one of the inner ones: those inside come in pairs, and a comma or full stop
    is before or after the last, or nothing.

    >>> text = 'S. Vale, "Tuning "as-if" plans," Lists, 1999.'
    >>> text[slice(*nested_title(text))]
    'Tuning "as-if" plans'
    """
    opening = _OPENING.search(text)
    if opening is None:
        return None
    mark = opening.group()
    closing, start = _MARKS[mark], opening.end()
    depth, inner = 0, 0
    for found in _INNER.finditer(text, start, min(len(text), start + _MOST)):
        sign, at = found.group(), found.start()
        behind = text[at + 1 : at + 2]
        ends = text[at - 1] in ",.?!" or behind in ("", ",", ".", ";", ":", ")") or (behind.isspace() and sign != "'")
        opens = at == start or text[at - 1].isspace() or text[at - 1] in "(["
        if sign in closing and not opens and depth == 0 and (text[at - 1] in ",.?!" or behind in ("", ",", ".", ";")):
            stop = at - (text[at - 1] in ",.;" and behind.isspace())
            return (start, stop) if inner else None
        if opens and not (sign in closing and ends and sign != mark and depth):
            depth += 1
        elif depth:
            depth -= 1
            inner += 1
        elif sign in closing and behind.isspace():
            return (start, at) if inner else None
    return None


_BODIES = (
    r"Department|Dept\.?|Ministry|Ministerio|Ministère|Ministério|Ministerium|Bundesministerium|Bundesamt|Bundesanstalt|Office|Agency|Agence|Agencia|Agenzia|Institut(?:e|ion|o)?|Universit\w{1,6}|Organi[sz]ation|Organización|Organisation|Council|Commission|Comisión"
    r"|Association|Asociación|Verband|Verein|Gesellschaft|Society|Committee|Comité|Centre|Center|Centro|Zentrum|Bureau|Foundation|Stiftung|Fondation|Fundación|Federation|Fédération|Board|Authority|Service|Services|Academy|Akademie|Administration"
    r"|Corporation|Corp\.?|Inc\.?|Ltd\.?|LLC|GmbH|Bank|Union|Alliance|Secretariat|Programme|Parliament|Government|Assembly|Court|Directorate|Survey|Statistics|Statistisches|Labs?|Laborator(?:y|ies)|Library|Museum|Archives?|College|School|Hospital|Embassy|Police|Partnership|Nations|States|Coalition|Register"
)
_PEOPLE = r"[Cc]ollaborations?|[Cc]onsorti(?:um|a)|[Gg]roup|[Ii]nvestigators|[Tt]eam|[Nn]etwork|[Ii]nitiative|[Tt]rialists|[Cc]ommittee|Task\s[Ff]orce|[Ww]orking\s[Pp]arty|[Cc]rew|[Cc]ontributors|[Dd]evelopers|[Cc]ollaborators|[Pp]anel|[Cc]ollective|[Pp]roject"
_BODY = re.compile(rf"(?<!\w)(?:{_BODIES}|{_PEOPLE})(?!\w)")


def is_body(name: str) -> bool:
    """Whether a name has a word for an organisation or for a publishing house.

    >>> is_body("Office of Works"), is_body("Fenn Press"), is_body("Slow Rivers")
    (True, True, False)
    """
    return bool(_BODY.search(name)) or not CLASSES["house"].isdisjoint(name.casefold().split())


_PERSON = re.compile(
    r"[^\W\d_][\w’'-]{1,30},\s(?:[^\W\d_]\.|[^\W\d_]{1,20}\s[^\W\d_]\.)|^(?:[^\W\d_]\.[\s-]?){1,4}[^\W\d_][\w’'-]{1,30}+,|^[^\W\d_][\w’'-]{1,30}\s[A-Z]{1,3},\s[^\W\d_][\w’'-]{1,30}\s[A-Z]{1,3}[,\s]"
)
"""A family name with initials after it, or at the beginning with initials before it, or two with capitals: "Moss AB, Lind C, "."""
_SENTENCE_END = re.compile(r"(?<![^\W\d_])[^\W\d_]{3,}\.\s|\d|\bet\sal\b")
"""What no name of an organisation has inside: the end of a sentence, a number."""
_BEFORE_YEAR = re.compile(r"(?P<names>[^()\[\]\n]{3,200}?)\.?\s[(\[](?:(?:1[5-9]|20)\d\d|n\.\s?d\.|in\spress|no\sdate)")
_MOST_WORDS = 16
"""Words of the name of an organisation with those it belongs to, at most."""
_ALONE = re.compile(
    rf"(?P<names>(?:[Tt]he\s)?[A-Z][\w&’'/.-]{{0,30}}(?:\s(?:of|for|on|and|the|de|[A-Z][\w&’'/-]{{0,30}}+)){{0,7}}\s(?:{_PEOPLE}|Foundation|Organi[sz]ation|Association|Agency|Council|Commission|University|Corporation|Institute|Museum|Inc|Ltd))\.\s(?=[A-Z“\"])"
)
"""An organisation at the beginning, with a full stop after it, whose last word states that it is one."""
_CALLED = re.compile(
    r"(?:[Tt]he\s)?(?:[A-Z][\w’'-]{1,30}+\s|(?:of|for|the|and|&)\s){1,6}(?:Trust|Watch|Fund|Campaign|Forum|League|Company|Charity|Club|Party|Church|Action|Research|International|Online|Studios?|Media|News)"
)
"""An organisation whose last word also begins titles ("Ada Moss, Trust in Rivers"), so that nothing else may be in the name."""
_JOINED = re.compile(r"\s(?:and|&)\s(?=(?:the\s)?[A-Z][^,]{2,80}$)|;\s")
_ON_BEHALF = re.compile(
    r"\bon\sbehalf\sof\s(?P<name>(?:the\s)?[A-Z][\w&/+’' -]{2,80}?\b(?:[Tt]eam|[Gg]roup|[Cc]rew|[Cc]ommittee))(?!\w)"
)
_GROUP_WORD = r"(?:[Cc]ollaborations?|[Cc]onsorti(?:um|a)|(?:Study|Working|Research|Writing|Investigators?|Trial|[Cc]ollaborative|Steering)\s[Gg]roup|Group|Investigators|Trialists|Task\sForce|Study\sTeam|Network\sInvestigators|[Cc]ontributors|[Cc]ollaborators|Participants)(?!\w)"
# A word with hyphens is taken whole ("Elm-Oak Group"), or up to the hyphen before a word for a group ("Elm-Group").
_GROUP = re.compile(
    r"(?:(?:on\sbehalf\sof|for|and|with|from)\s(?:all\s(?:members\sof\s)?)?)?(?P<name>(?:[Tt]he\s)?"
    r"(?:[A-Z](?:[\w&/+’'-]{0,40}+(?:[\s-]|\s(?:of|for|on|and|in)\s)|"
    rf"(?>(?:[\w&/+’']|-(?!{_GROUP_WORD})){{0,40}})-(?={_GROUP_WORD}))){{1,9}}?{_GROUP_WORD})"
)
"""A group among the people of a reference: "on behalf of the Elm Study Group"."""
_OF_GROUPS = (
    "ollabora",
    "onsorti",
    "roup",
    "nvestigators",
    "rialists",
    "Task",
    "Team",
    "behalf",
    "ontributors",
    "articipants",
)
"""One of them is in every group, so that most texts need not be searched: the patterns try every capital."""


def leading(text: str) -> list[tuple[int, int]]:
    """Return where the organisations appear that a reference begins with, one range each; none if people are there.

    >>> text = "Ministry of Works, Lindon. (2017). Safe bridges."
    >>> [text[a:b] for a, b in leading(text)]
    ['Ministry of Works, Lindon']
    """
    found = _BEFORE_YEAR.match(text) or _ALONE.match(text)
    if found is None:
        return []
    names = found["names"]
    long = len(names.split()) > _MOST_WORDS
    if long or not names[:1].isupper() or _PERSON.search(names) or _SENTENCE_END.search(names):
        return []
    ranges, at = [], 0
    for joint in _JOINED.finditer(names):
        if _is_named(names[at : joint.start()]) and _is_named(names[joint.end() :]):
            ranges.append((at, len(names[: joint.start()].rstrip(" ,;"))))
            at = joint.end()
    ranges.append((at, len(names.rstrip(" ,;"))))
    return ranges if any(_is_named(names[start:end]) for start, end in ranges) else []


def _is_named(name: str) -> bool:
    """Whether a word of a name states that it is an organisation's."""
    return bool(_BODY.search(name) or _CALLED.fullmatch(name.rstrip(" ,;")))


_PERSON_BEFORE = re.compile(r"[^\W\d_][\w’'-]{1,30}\s[A-Z]{1,3}\sand\s(?:the\s)?")
_FAMILY_BEFORE = re.compile(r"[^\W\d_][\w’'-]{1,30}\sand\s(?:the\s)?")
"""A person of the list before the group: "Moss AB and ELM Study Group", "A. Moss and ELM Study Group"."""


def groups(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield where the names of groups are between two places of a text, and what leads to each does not belong to
    it.
    """
    place = text[start:stop]
    if not any(map(place.__contains__, _OF_GROUPS)):
        return
    found = {match.span("name") for pattern in (_GROUP, _ON_BEHALF) for match in pattern.finditer(text, start, stop)}
    end = start
    for first, after in sorted(found):
        # After an initial one word and "and" are a person; elsewhere they may be of the group: "Liver and Kidney Group".
        alone = text[max(0, first - 2) : first] in (". ", ".\xa0") and text[first - 3 : first - 2].isupper()
        person = (_FAMILY_BEFORE if alone else _PERSON_BEFORE).match(text, first, after)
        begin = person.end() if person else first
        if begin >= end:
            yield begin, after
            end = after
