"""Lists as people lay them out by hand: real works of all kinds, each kind with a layout of its own, in seventeen languages.

A :class:`PersonalLook` draws the habits of one person (how names, years, hosts, locators and imprints are written, and what
stands between them) and writes works of one field of study in them: books and chapters as scholars list them, papers, reports, reviews,
articles of newspapers. So there are as many layouts as documents, where the templates of ``layouts`` are a hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from citekit.model.name import Name
from citekit.model.work import Work as CslWork
from training import real_works
from training.documents import BENCH
from training.languages import FIELDS, PARTS_OF_KINDS, WORDINGS
from training.works import Work, person

Piece = tuple[str, str]
"""A text and its style: ``b`` bold, ``i`` italic, ``u`` underlined, ``l`` a link."""
OWN_LANGUAGE = 0.75
"""The share of works in the language of the list, where there are some: scholars publish in others too."""
FEWEST_WORKS = 25
"""Works of a kind in a language to draw from, at least."""
LONG_WORKS = frozenset({"book", "edited-book", "thesis", "report"})
"""Kinds whose titles are set like those of containers."""


@cache
def _works(kind: str, language: str) -> tuple[CslWork, ...]:
    """The works of a kind in a language; English is also what names no language."""
    found = real_works.pool(BENCH / "works").kinds[kind]
    mine = (work for work in found if (work.text("language")[:2].lower() or "en") == language)
    return tuple(work for work in mine if work.title and work.issued and work.issued.year)


@cache
def _people(language: str) -> tuple[Name, ...]:
    """People with whole names who wrote something in a language."""
    kinds = ("chapter", "book", "article-journal", "thesis", "report")
    names = {
        name for kind in kinds for work in _works(kind, language) for name in (*work.author, *work.names("editor"))
    }
    whole = (n for n in names if n.family and len(n.given) > 2 and "." not in n.given[:2] and not n.literal)
    return tuple(sorted(whole, key=lambda name: (name.family, name.given)))


def owner(random: Random, language: str) -> tuple[str, str]:
    """Return somebody who writes in a language: given and family name."""
    known = _people(language)
    if len(known) < FEWEST_WORKS:
        return person(random)
    name = random.choice(known)
    return " ".join(name.given.split()[:2]), name.full_family


class PersonalLook:
    """One person's way of writing a list, drawn once: each kind of work has its form, and all forms have the same signs."""

    transcribed = pasted = False

    def __init__(self, random: Random, language: str, owner: tuple[str, str]) -> None:
        self.random, self.owner, self.language = random, owner, language
        self.words = {name: random.choice(value.split("|")) for name, value in vars_of(WORDINGS[language]).items()}
        self.kinds = FIELDS[random.choices(list(FIELDS), (6, 3, 3))[0]]
        self.container = random.choices(
            ("ul", "ol", "p", "table", "cards", "heads", "br", "numbers", "labels", "macro", "rows"),
            (24, 16, 24, 6, 6, 3, 7, 6, 3, 4, 5),
        )[0]
        self.owner_note = random.random() < 0.2
        self.number = random.choice(("{}.", "[{}]", "({})", "{})"))
        self._draw_people()
        self._draw_signs()
        self._draw_hosts()

    def _draw_people(self) -> None:
        choice, chance = self.random.choice, self.random.random
        self.alone = chance() < 0.4
        """Whether the owner's name is left out."""
        self.solo = choice((0.2, 0.5, 0.8))
        self.form = choice(
            "given given initials initials last-initials last-initials last-given last-given bare upper-given given-upper upper-initials last-bare".split()
        )
        self.only_first = self.form.startswith("last-") and chance() < 0.4
        self.joiner = choice((", ", ", ", ", ", "; ", " / ", "/", " – ", " - ", " · ", " & ", self.words["joiners"]))
        self.last = self.words["joiners"] if chance() < 0.6 else self.joiner
        self.own_style = choice(("", "", "", "b", "b", "u", "i"))
        self.name_style = choice(("", "", "", "", "b", "i"))
        self.companions = choice(("behind title", "behind title", "in brackets", "in front", "at end"))
        self.others = choice((" et al.", ", et al.", " et al", " u.a.", " и др.", " and others", ""))
        circle = _people(self.language)
        some = self.random.sample(circle, min(len(circle), self.random.randint(3, 10)))
        self.circle = [(name.given, name.full_family) for name in some] or [person(self.random) for _ in range(5)]

    def _draw_signs(self) -> None:
        choice, chance = self.random.choice, self.random.random
        self.order = self.random.choices(("people", "title", "host"), (70, 26, 4))[0]
        self.year = self.random.choices(
            ("brackets", "behind people", "front", "end", "end brackets", "inner", "heading"),
            (14, 8, 12, 24, 8, 24, 10),
        )[0]
        self.year_sign = choice((". ", ": ", " – ", ", ", " ", "\t", " | "))
        self.behind_people = choice((", ", ", ", ". ", ": ", ": ", " – ", " - ", "; ", " ", ". – "))
        self.behind_title = choice((", ", ", ", ". ", ". ", ". – ", " – ", "; ", " / ", ". - ", " | "))
        self.behind_host = choice((", ", ", ", ", ", ". ", ". ", "; ", " "))
        self.end = choice((".", ".", "", "", ";"))
        marks = self.words["quotes"]
        quoted = ("", "", marks) if chance() < 0.8 else ("", marks, "“”")
        self.quotes = choice(quoted)
        self.comma_inside = chance() < 0.3
        self.title_style = choice(("", "", "", "i", "b", "l", "u"))
        self.long_style = choice(("i", "i", "", "", "b", self.title_style))
        self.long_quotes = self.quotes if chance() < 0.15 else ""
        self.host_style = choice(("i", "i", "i", "", "", "u"))
        self.breaks = frozenset(
            self.random.sample(("people", "title", "host", "year"), self.random.randint(1, 3)) if chance() < 0.3 else ()
        )

    def _draw_hosts(self) -> None:
        choice, chance = self.random.choice, self.random.random
        self.inside = self.words["inside"]
        self.in_journal = self.inside if chance() < 0.2 else ""
        self.editors = choice(("before", "before", "behind", "behind brackets", "none"))
        self.editors_first = chance() < 0.4
        self.imprint = choice(
            ("O: P", "O: P", "O: P", "P, O", "P", "P", "O", "O, P", "(O: P)", "(P)", "O : P", "P (O)")
        )
        self.pages_first = chance() < 0.4
        self.comma = choice((", ", ", ", ", ", " ", ": ", ". "))
        self.before_pages = choice((", ", ", ", ", ", ": ", ". ", " "))
        self.before_imprint = choice((", ", ", ", ". ", ". ", "; ", ": ", " "))
        self.series = choice((" ({}, {})", " (= {} {})", " ({} {})", ", {} {}", ". {}, {}", " ({}; {})", " [{}, {}]"))
        self.extents = chance() < 0.25
        self.dois = choice(("", "", "", "DOI: ", "https://doi.org/", "doi:"))
        self.short_pages = chance() < 0.15

    # --- works ---------------------------------------------------------------------------------------------------

    def entries(self, count: int, kind_heading: int = 0) -> list[tuple[Work, list[list[Piece]]]]:
        """Return works of this person with the lines that they are printed in, newest first; on request of the kinds of a heading."""
        kinds = [kind for kind in self.kinds if not kind_heading or PARTS_OF_KINDS[kind] == kind_heading]
        chosen = self.random.choices(kinds, [self.kinds[kind] for kind in kinds], k=count)
        newest = self.random.randint(2004, 2026)
        years = sorted((newest - int(self.random.random() * self.random.randint(1, 22)) for _ in chosen), reverse=True)
        return [self.printed(*self._drawn(kind, str(year))) for kind, year in zip(chosen, years, strict=True)]

    def _drawn(self, kind: str, year: str) -> tuple[Work, CslWork]:
        mine = _works(kind, self.language)
        if len(mine) < FEWEST_WORKS or self.random.random() > OWN_LANGUAGE:
            mine = _works(kind, "en")
        base = self.random.choice(mine)
        base = real_works.changed(base, kind, real_works.pool(BENCH / "works"), self.random)
        edited = kind == "edited-book"
        size = 0 if self.random.random() < self.solo else self.random.choice((1, 1, 1, 2, 2, 3, 5))
        people = self.random.sample(self.circle, min(size, len(self.circle)))
        people.insert(0 if self.random.random() < 0.5 else self.random.randint(0, len(people)), self.owner)
        editors = [_pair(name) for name in base.names("editor") if name.family] if not edited else []
        title = base.title
        if kind == "review" and base.text("reviewed-title") and self.random.random() < 0.5:
            title = self.words["review"] + base.text("reviewed-title")
        return Work(
            title, people, year, base.text("container-title"), kind, base.text("volume"), base.text("issue"), base.text("page"),
            base.text("DOI"), "", base.text("publisher"), base.text("publisher-place"), editors[:4], edited=edited,
            series=base.text("collection-title"), edition=base.text("edition"),
        ), base  # fmt: skip

    # --- printing ------------------------------------------------------------------------------------------------

    def printed(self, work: Work, base: CslWork) -> tuple[Work, list[list[Piece]]]:
        """Return a work without the values that are left out, and the lines that it is printed in."""
        host = self._host(work, base)
        parts: list[tuple[str, list[Piece], str]] = []  # name, pieces, the sign behind it
        people = self._people(work)
        title = self._title(work)
        if self.order == "host" and host:
            parts = [
                ("people", people, self.behind_people),
                ("host", host, self.behind_host),
                ("title", title, self.behind_title),
            ]
        elif self.order == "title":
            parts = [
                ("title", title, self.behind_title),
                ("people", people, self.behind_host),
                ("host", host, self.behind_host),
            ]
        else:
            parts = [
                ("people", people, self.behind_people),
                ("title", title, self.behind_title),
                ("host", host, self.behind_host),
            ]
        if self.alone and people and self.companions != "in front":
            parts = self._with_companions(parts, people)
        parts = [part for part in parts if part[1]]
        parts = self._with_year(parts, work, bool(host))
        if self.dois and work.doi and self.random.random() < 0.8:
            name, pieces, _ = parts[-1]
            parts = [*parts[:-1], (name, pieces, ". "), ("doi", [(self.dois + work.doi, "")], "")]
        else:
            work.doi = ""
        return work, self._lines(parts)

    def _lines(self, parts: Sequence[tuple[str, list[Piece], str]]) -> list[list[Piece]]:
        """The parts of an item in lines, with the signs between them."""
        lines: list[list[Piece]] = [[]]
        for n, (name, pieces, sign) in enumerate(parts):
            if n and name in self.breaks:
                if lines[-1] and not lines[-1][-1][1]:
                    text = lines[-1][-1][0].rstrip()
                    lines[-1][-1] = (text if self.random.random() < 0.5 else text.rstrip(" ,.;:|–-/"), "")
                lines.append([])
            lines[-1] += pieces
            last = n == len(parts) - 1
            ends = "".join(text for text, _ in lines[-1]).rstrip()[-1:]
            mark = self.end if last else sign
            if mark and ends in ".?!," and mark[:1] in ".,":
                mark = mark[1:] if ends != "," else " "
            if mark:
                lines[-1].append((mark, ""))
        return [line for line in lines if line]

    def _with_companions(
        self, parts: list[tuple[str, list[Piece], str]], people: list[Piece]
    ) -> list[tuple[str, list[Piece], str]]:
        """The parts with the people where the owner of the list names those who worked on something too."""
        rest = [part for part in parts if part[0] != "people"]
        intro = self.words["companions"]
        bracket = self.companions == "in brackets" or intro.startswith("(")
        pieces = [("(" + intro.lstrip("(") if bracket else intro, ""), *people]
        if "ile" in intro.split():  # Turkish has it behind the people
            pieces = [("(" if bracket else "", ""), *people, (" ile", "")]
        pieces = [*pieces, (")", "")] if bracket else pieces
        at = (
            next((n for n, part in enumerate(rest) if part[0] == "title"), 0) + 1
            if self.companions != "at end"
            else len(rest)
        )
        if bracket and at:
            name, before, sign = rest[at - 1]
            return [*rest[: at - 1], (name, [*before, (" ", ""), *pieces], sign), *rest[at:]]
        return [*rest[:at], ("people", [p for p in pieces if p[0]], self.behind_host), *rest[at:]]

    def _with_year(
        self, parts: list[tuple[str, list[Piece], str]], work: Work, housed: bool
    ) -> list[tuple[str, list[Piece], str]]:
        year, place = work.year, self.year
        if self.random.random() < 0.04:
            year = self.words["forthcoming"]
        first = parts[0][0] if parts else ""
        if place in ("brackets", "behind people") and first == "people":
            text = f"({year})" if place == "brackets" else year
            name, pieces, sign = parts[0]
            gap = ", " if place == "behind people" and sign.startswith(",") else " "
            return [(name, [*pieces, (gap + text, "")], sign), *parts[1:]]
        if place == "front":
            return [("year", [(year, "")], self.year_sign), *parts]
        if place == "heading":
            return parts
        if place == "inner" and housed:
            return parts  # the host has it
        if place == "end brackets":
            name, pieces, sign = parts[-1]
            return [*parts[:-1], (name, [*pieces, (f" ({year})", "")], sign)]
        return [*parts, ("year", [(year, "")], "")]

    def _title(self, work: Work) -> list[Piece]:
        long = work.kind in LONG_WORKS
        style, marks = (self.long_style, self.long_quotes) if long else (self.title_style, self.quotes)
        if not marks:
            return [(work.title, style)]
        inside = "," if self.comma_inside and not long and self.behind_title.startswith(",") else ""
        return [(marks[0], ""), (work.title, style), (inside + marks[-1], "")]

    def _host(self, work: Work, base: CslWork) -> list[Piece]:
        """What a work appeared in, or the house that published it."""
        kind = work.kind
        work.venue = work.venue if kind not in LONG_WORKS else ""
        if kind in ("chapter", "entry-encyclopedia", "paper-conference"):
            return self._book_around(work)
        if kind in ("article-journal", "review", "article-magazine", "article-newspaper", "post-weblog"):
            work.publisher = work.place = work.series = work.edition = ""
            found: list[Piece] = [(self.in_journal, ""), (work.venue, self.host_style)] if work.venue else []
            if kind in ("article-newspaper", "post-weblog") and found:
                work.volume = work.issue = ""
                work.pages = work.pages if self.random.random() < 0.4 else ""
                return [*(p for p in found if p[0]), (self._day(work), "")]
            return [*(p for p in found if p[0]), *self._locator(work)]
        work.volume = work.issue = work.pages = ""
        found = []
        if kind == "thesis":
            work.series = work.edition = ""
            work.genre = (
                base.text("genre") if base.text("genre") and self.random.random() < 0.5 else self.words["degree"]
            )
            found = [(work.genre, ""), (self.random.choice((", ", ", ", " ", ". ")), "")]
        if kind == "report":
            work.edition = ""
            work.genre, work.issue = base.text("genre"), base.text("number")
            kind_of_report = " ".join(filter(None, (work.genre, work.issue)))
            found = [(kind_of_report, ""), (", ", "")] if kind_of_report else []
        edition = [(self.words["edition"].format(work.edition), ""), (self.comma, "")] if work.edition.isdigit() else []
        work.edition = edition[0][0] if edition else ""
        extent = self.words["extent"].format(self.random.randint(90, 640))
        series = self._series(work)
        imprint = self._imprint(work)
        found = [*found, *edition, *imprint]
        if not imprint and found:
            found = found[:-1]
        found += series
        return [*found, (f"{self.comma}{extent}", "")] if self.extents and kind != "thesis" and found else found

    def _day(self, work: Work) -> str:
        """The day of an article of a newspaper, with its year where that stands with the host."""
        day, month = self.random.randint(1, 28), self.random.randint(1, 12)
        name = _MONTHS.get(self.language, _MONTHS["en"])[month - 1]
        text = self.random.choice((f"{day}. {name}", f"{day} {name}", f"{name} {day},", f"{day:02}.{month:02}."))
        return f", {text} {work.year}" if self.year == "inner" else f", {text}".rstrip(",")

    def _book_around(self, work: Work) -> list[Piece]:
        """The book of a chapter, with its editors, imprint and pages."""
        if not work.venue:
            return self._imprint(work)
        found: list[Piece] = [(self.inside, "")] if self.inside else []
        editors = self._editors(work)
        if self.editors in ("before", "none"):
            found += editors
        found.append((work.venue, self.host_style))
        if self.editors.startswith("behind"):
            found += editors
        work.issue = work.edition = ""
        work.volume = ""
        found += self._series(work)
        imprint, pages = self._imprint(work), self._pages(work).lstrip(": ")
        if self.pages_first and pages:
            found += [(self.before_pages, ""), (pages, "")]
        if imprint:
            bracket = imprint[0][0].startswith("(")
            found += [(" " if bracket else self.before_imprint, ""), *imprint]
        elif self.year == "inner":
            found.append((f", {work.year}", ""))
        if not self.pages_first and pages:
            found += [(self.before_pages, ""), (pages, "")]
        return found

    def _editors(self, work: Work) -> list[Piece]:
        if self.editors == "none" or not work.editors:
            work.editors = []
            return []
        names = self._names(work.editors, "", self.form if not self.editors_first else "given")
        if self.editors == "before":
            mark = self.words["editor"]
            gap = "" if mark.startswith(",") else " "
            return [*names, (f"{gap}{mark}{self.random.choice((', ', ', ', ': ', ' '))}", "")]
        intro = self.words["edited"]
        bracket = self.editors == "behind brackets"
        return [(f" ({intro.lstrip('(')}" if bracket else f", {intro}", ""), *names, *([(")", "")] if bracket else [])]

    def _series(self, work: Work) -> list[Piece]:
        if not work.series or self.random.random() < 0.3:
            work.series = ""
            return []
        number = str(self.random.randint(1, 300))
        before, _, behind = self.series.partition("{}")
        return [(before, ""), (work.series, ""), (behind.format(number), "")]

    def _imprint(self, work: Work) -> list[Piece]:
        """Place and publisher, with the year where it stands with them."""
        form = self.imprint
        if work.kind == "thesis":
            form = "P, O" if "O" in form and self.random.random() < 0.4 else "P"
        if work.kind == "paper-conference" and self.random.random() < 0.6:
            form = ""
        values = {"P": work.publisher if "P" in form else "", "O": work.place if "O" in form else ""}
        work.publisher, work.place = values["P"], values["O"]
        inner = [(f"{self.random.choice((', ', ', ', ' '))}{work.year}", "")] if self.year == "inner" else []
        if not (work.publisher or work.place):
            return [(work.year, "")] if inner and work.kind in LONG_WORKS else []
        if not (work.publisher and work.place):
            form = "({})" if form.startswith("(") else "{}"
            form = form.format(work.publisher or work.place)
            opened = form.startswith("(")
            return [("(", ""), (form[1:-1], ""), *inner, (")", "")] if opened else [(form, ""), *inner]
        found: list[Piece] = []
        for sign in form.replace(")", ""):
            if sign in values:
                found.append((values[sign], ""))
            elif found and found[-1][0] not in values.values():
                found[-1] = (found[-1][0] + sign, "")
            else:
                found.append((sign, ""))
        return [*found, *inner, *([(")", "")] if ")" in form else [])]

    def _locator(self, work: Work) -> list[Piece]:
        """Volume, issue, year where it stands with them, and pages."""
        text = ""
        if work.volume:
            text = self.words["volume"].format(work.volume)
        if work.issue:
            issue = self.words["issue"].format(work.issue)
            gap = "" if issue[0] in "(/.,:" else ", " if text else ""
            text = text + gap + issue if text else issue.strip("/.,: ")
        if self.year == "inner":
            text += f" ({work.year})" if text else f" {work.year}".lstrip()
        pages = self._pages(work)
        sign = ", " if not pages.startswith(":") else ""
        text = sign.join(filter(None, (text, pages)))
        return [(self.comma if self.comma in (", ", " ") else ", ", ""), (text, "")] if text else []

    def _pages(self, work: Work) -> str:
        if not work.pages or self.random.random() < 0.15:
            work.pages = ""
            return ""
        pages = work.pages.replace("-", self.random.choice(("-", "–"))) if self.random.random() < 0.9 else work.pages
        return self.words["pages"].format(pages)

    # --- people --------------------------------------------------------------------------------------------------

    def _people(self, work: Work) -> list[Piece]:
        people = [one for one in work.authors if not (self.alone and one == self.owner)]
        if work.edited and not self.alone:
            names = self._names(people, self.own_style, self.form)
            mark = self.words["editor"]
            return [*names, (mark if mark.startswith(",") else f" {mark}", "")]
        if not people:
            return []
        return self._names(people, self.own_style, self.form)

    def _names(self, people: Sequence[tuple[str, str]], own: str, form: str) -> list[Piece]:
        found: list[Piece] = []
        for n, one in enumerate(people):
            if n:
                found.append((self.last if n == len(people) - 1 else self.joiner, self.name_style))
            style = own if one == self.owner and own else self.name_style
            found.append((_written(one, form if not (self.only_first and n) else form.replace("last-", "")), style))
        return found


def vars_of(wording: object) -> dict[str, str]:
    """The words of a language by name, without its headings."""
    names = type(wording).__slots__  # type: ignore[attr-defined]
    return {name: getattr(wording, name) for name in names if name != "headings"}


def _pair(name: Name) -> tuple[str, str]:
    return name.given, name.full_family


def _written(one: tuple[str, str], form: str) -> str:
    """A name in a form: which part is first, and how each is written."""
    given, family = one
    if not given:
        return family
    initials = " ".join(f"{word[0]}." for word in given.replace("-", " ").split() if word)
    bare = initials.replace(".", "").replace(" ", "")
    return {
        "given": f"{given} {family}",
        "initials": f"{initials} {family}",
        "last-initials": f"{family}, {initials}",
        "last-given": f"{family}, {given}",
        "last-bare": f"{family} {given}",
        "bare": f"{family} {bare}",
        "upper-given": f"{family.upper()} {given}",
        "given-upper": f"{given} {family.upper()}",
        "upper-initials": f"{family.upper()}, {initials}",
    }[form]


_MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(),
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(),
}
