"""References as BibTeX's styles print them, with the field of every letter: plain and its kin, and those of physics without titles."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work
from training.tagged import Piece, folded, text_of_pieces

MONTHS = "January February March April May June July August September October November December".split()


@dataclass(slots=True)
class Line:
    """A line that grows: texts, and values with their fields."""

    work: Work
    pieces: list[Piece] = field(default_factory=list)
    count: int = 0

    def say(self, text: str) -> None:
        """Put text that is in no field; no sign stands twice."""
        end = text_of_pieces(self.pieces).rstrip(" ")[-1:]
        if end in {".", ",", "?", "!"} and text[:1] in {".", ","}:
            text = text[1:] if end != "," else text
        self.pieces.append(Piece(text))

    def put(self, value: str, label: str, before: str = "", after: str = "") -> bool:
        """Put a value of a field between two texts; nothing where there is none."""
        if value:
            self.count += 1
            self.pieces += [Piece(before), Piece(value, label, self.count), Piece(after)]
        return bool(value)

    def get(self, name: str) -> str:
        """A variable as text."""
        return self.work.text(name)

    def people(self, role: str) -> list[Name]:
        """The people of a role."""
        found = self.work.variables.get(role)
        return [n for n in found if isinstance(n, Name)] if isinstance(found, tuple) else []

    def names(self, role: str, letter: str, form: str, last: str, most: int = 99, between: str = ", ") -> int:
        """Put the names of a role; how many there are."""
        people = self.people(role)
        shown = people if len(people) <= most else people[:1]
        for i, name in enumerate(shown):
            if i:
                self.pieces.append(Piece(last if i == len(people) - 1 else between, "?" + letter))
            self._name(name, letter, form)
        if len(shown) < len(people):
            self.pieces.append(Piece(" et al.", "?" + letter))
        return len(people)

    def _name(self, name: Name, letter: str, form: str) -> None:
        self.count += 1
        family, given = name.full_family or name.literal, name.given
        if not given:
            self.pieces.append(Piece(family, letter + "L", self.count))
            return
        if form.startswith("f"):  # "J. Doe", or whole
            shown = given if form == "full" else initials(given, " ")
            self.pieces += [
                Piece(shown, letter + "G", self.count),
                Piece(" ", "?" + letter),
                Piece(family, letter + "F", self.count),
            ]
        else:  # "Doe, J.", "Doe J", "Doe, John"
            between, dots = {
                "last, f": (", ", " "),
                "last f": (" ", " "),
                "last, f.": (", ", ""),
                "last fm": (" ", "-"),
                "last, first": (", ", "full"),
            }[form]
            shown = (
                given
                if dots == "full"
                else re.sub(r"[.\s]", "", initials(given, ""))
                if dots == "-"
                else initials(given, dots)
            )
            self.pieces += [
                Piece(family, letter + "F", self.count),
                Piece(between, "?" + letter),
                Piece(shown, letter + "G", self.count),
            ]

    @property
    def year(self) -> str:
        """The year."""
        issued = self.work.issued
        return str(issued.year) if issued and issued.year else ""

    @property
    def month(self) -> str:
        """The name of the month."""
        issued = self.work.issued
        parts = issued.parts[0] if isinstance(issued, Date) and issued.parts else ()
        return MONTHS[parts[1] - 1] if len(parts) > 1 and 0 < parts[1] < 13 else ""


def initials(given: str, blank: str) -> str:
    """The initials of given names."""
    return blank.join(
        "-".join(f"{piece[0]}." for piece in word.split("-") if piece) for word in given.replace(".", ". ").split()
    )


def _numbers(line: Line, volume: str = "", issue: str = "({})", pages: str = ":{}") -> None:
    """Volume, issue and pages of an article."""
    has = line.put(line.get("volume"), "V", volume)
    if line.get("issue"):
        before, after = issue.split("{}")
        line.put(line.get("issue"), "N", before if has or "(" not in issue else " " + before, after)
    if line.get("page"):
        before, after = pages.split("{}")
        line.put(line.get("page").replace("-", "–"), "PG", before, after)


def plain(line: Line, draw: Random) -> None:
    """plain, abbrv, unsrt, alpha, siam, acm, amsplain, apalike: one layout with small differences."""
    kind, w = line.work.type, line
    form = draw.choice(("full", "f", "f", "last, f", "last, f", "last, f."))
    apalike = draw.random() < 0.35
    edited = not w.people("author")
    role, letter = ("editor", "E") if edited else ("author", "A")
    count = w.names(role, letter, form, draw.choice((", and ", " and ", ", and ")), draw.choice((99, 99, 99, 6, 3)))
    if count and edited:
        w.say(", editors" if count > 1 else ", editor")
    if apalike:
        w.put(w.year, "Y", " (", ")")
    w.say(". ")
    quoted = draw.random() < 0.08
    w.put(w.get("title"), "T", "“" if quoted else "", ",” " if quoted else ". ")
    dated = w.year if not apalike else ""
    month = f"{w.month} " if w.month else ""
    if kind in ("article-journal", "article-magazine", "article-newspaper", "review"):
        if w.put(w.get("container-title"), "C", "", ", "):
            _numbers(w, "", draw.choice(("({})", "({})", ", no. {}")), draw.choice((":{}", ":{}", ", pp. {}", ", {}")))
        w.put(dated, "Y", f", {month}", "")
    elif kind in ("chapter", "paper-conference", "entry-encyclopedia"):
        if w.get("container-title"):
            w.say("In ")
            if w.people("editor") and not edited and draw.random() < 0.8:
                many = w.names("editor", "E", form, " and ")
                w.say(", editors, " if many > 1 else ", editor, ")
            w.put(w.get("container-title"), "C")
            if w.put(w.get("volume"), "V", ", volume "):
                w.put(w.get("collection-title"), "S", " of ")
            else:
                w.put(w.get("collection-title"), "S", ", ")
                w.put(w.get("collection-number"), "V", ", vol. ")
            w.put(w.get("page").replace("-", "–"), "PG", draw.choice((", pages ", ", pages ", ", pp. ")))
        _house(w, draw, dated, month)
    elif kind == "thesis":
        w.put(w.get("genre") or draw.choice(("PhD thesis", "Ph.D. thesis", "Master’s thesis")), "GE", "", ", ")
        w.put(w.get("publisher"), "P", "", ", ")
        if draw.random() < 0.6:
            w.put(w.get("publisher-place"), "W", "", ", ")
        w.put(dated, "Y", month)
    elif kind == "report":
        named = w.put(w.get("genre") or "Technical report", "GE")
        w.put(w.get("number"), "N", " " if named else "", "")
        w.put(w.get("publisher"), "P", ", ")
        w.put(w.get("publisher-place"), "W", ", ")
        w.put(dated, "Y", f", {month}")
    else:
        w.put(w.get("edition"), "ED", "", draw.choice((" edition. ", " ed. ")))
        if w.put(w.get("volume"), "V", "Volume "):
            w.put(w.get("collection-title"), "S", " of ")
            w.say(". ")
        elif w.put(w.get("collection-title"), "S"):
            w.say(". ")
        _house(w, draw, dated, month)
    w.say(".")


def _house(w: Line, draw: Random, dated: str, month: str) -> None:
    first = draw.random() < 0.2
    if first and w.get("publisher-place") and w.get("publisher"):
        w.put(w.get("publisher-place"), "W", "" if text_of_pieces(w.pieces).endswith(". ") else ". ", ": ")
        w.put(w.get("publisher"), "P")
    else:
        before = "" if text_of_pieces(w.pieces).endswith(". ") else ". " if draw.random() < 0.7 else ", "
        said = w.put(w.get("publisher"), "P", before)
        w.put(w.get("publisher-place"), "W", ", " if said else before)
    w.put(dated, "Y", f", {month}")


def ieee(line: Line, draw: Random) -> None:
    """IEEEtran and ieeetr."""
    kind, w = line.work.type, line
    edited = not w.people("author")
    count = w.names("editor" if edited else "author", "E" if edited else "A", "f", " and ", draw.choice((99, 6)))
    w.say((", Eds., " if count > 1 else ", Ed., ") if edited and count else ", ")
    whole = kind in ("book", "thesis", "report") and kind == "book"
    w.put(w.get("title"), "T", "" if whole else "“", ", " if whole else ",” ")
    if kind == "article-journal":
        w.put(w.get("container-title"), "C", "", ", ")
        w.put(w.get("volume"), "V", "vol. ", ", ")
        w.put(w.get("issue"), "N", "no. ", ", ")
        w.put(w.get("page").replace("-", "–"), "PG", "pp. ", ", ")
    elif w.get("container-title"):
        w.put(w.get("container-title"), "C", "in ")
        w.put(w.get("collection-title"), "S", ", ser. ")
        if w.people("editor") and not edited:
            w.say(", ")
            many = w.names("editor", "E", "f", " and ")
            w.say(", Eds." if many > 1 else ", Ed.")
        w.put(w.get("volume"), "V", ", vol. ")
        w.say(". " if w.get("publisher") else ", ")
        w.put(w.get("publisher-place"), "W", "", ": " if w.get("publisher") else ", ")
        w.put(w.get("publisher"), "P", "", ", ")
        w.put(w.year, "Y")
        w.put(w.get("page").replace("-", "–"), "PG", ", pp. ", "")
        w.say(".")
        return
    elif kind in ("thesis", "report"):
        w.put(w.get("genre") or ("Ph.D. dissertation" if kind == "thesis" else "Tech. Rep."), "GE", "", ", ")
        w.put(w.get("publisher"), "P", "", ", ")
        w.put(w.get("publisher-place"), "W", "", ", ")
        w.put(w.get("number"), "N", "Rep. ", ", ")
    else:
        w.put(w.get("edition"), "ED", "", " ed. ")
        w.put(w.get("publisher-place"), "W", "", ": ")
        w.put(w.get("publisher"), "P", "", ", ")
    w.put(w.year, "Y", f"{w.month[:3]}. " if w.month else "")
    w.say(".")


def physics(line: Line, draw: Random) -> None:
    """RevTeX, JHEP, AAS, A&A, MNRAS: articles mostly without titles."""
    kind, w = line.work.type, line
    astro = draw.random() < 0.5
    titled = draw.random() < 0.3 or kind not in ("article-journal", "chapter", "paper-conference")
    w.names("author" if w.people("author") else "editor", "A" if w.people("author") else "E",
            draw.choice(("last, f", "last, f.", "last fm")) if astro else "f", draw.choice((", & ", " & ", ", ", " and ")) if astro else " and ", draw.choice((99, 3)))  # fmt: skip
    w.say(draw.choice((" ", ", ")) if astro else ", ")
    if astro:
        w.put(w.year, "Y", *draw.choice((("", ", "), ("", ", "), ("(", "), "))))
    if titled:
        w.put(w.get("title"), "T", "", ", ")
    if w.get("container-title"):
        w.put(w.get("container-title"), "C", "in " if kind != "article-journal" else "", ", " if astro else " ")
        w.put(w.get("volume"), "V")
        if not astro and draw.random() < 0.2:
            w.put(w.get("issue"), "N", " (", ")")
        page = w.get("page").split("-")[0] if draw.random() < 0.7 else w.get("page").replace("-", "–")
        jhep = not astro and draw.random() < 0.4
        if jhep:
            w.put(w.year, "Y", " (", ")")
        w.put(page, "PG", " " if jhep else ", ", "")
        if kind != "article-journal":
            w.put(w.get("publisher"), "P", " (", "")
            w.put(w.get("publisher-place"), "W", ", " if w.get("publisher") else " (", "")
            if not astro and not jhep:
                w.put(w.year, "Y", ", ")
            if w.get("publisher") or w.get("publisher-place"):
                w.say(")")
        elif not astro and not jhep:
            w.put(w.year, "Y", " (", ")")
    else:
        said = w.put(w.get("publisher"), "P", "(", "")
        w.put(w.get("publisher-place"), "W", ", " if said else "(")
        if not astro:
            w.put(w.year, "Y", ", ")
        w.say(")")
    if draw.random() < 0.2:
        w.say(f" [arXiv:{draw.randint(7, 25):02}{draw.randint(1, 12):02}.{draw.randint(1, 9999):05}]")
    w.say(".")


def springer(line: Line, draw: Random) -> None:
    """splncs, spbasic, elsarticle."""
    kind, w = line.work.type, line
    edited = not w.people("author")
    form = draw.choice(("last, f.", "last, f.", "last fm", "f"))
    count = w.names("editor" if edited else "author", "E" if edited else "A", form, ", ", draw.choice((99, 99, 3)))
    if edited and count:
        w.say(" (eds.)" if count > 1 else " (ed.)")
    dated = draw.random() < 0.3
    if dated:
        w.put(w.year, "Y", " (", ") ")
    else:
        w.say(draw.choice((": ", ", ")) if count else "")
    w.put(w.get("title"), "T", "", draw.choice((". ", ". ", ", ")))
    end = draw.random() < 0.5
    if kind == "article-journal":
        w.put(w.get("container-title"), "C", "", " ")
        _numbers(w, "", "({})", draw.choice((", {}", ":{}", " {}")))
    elif w.get("container-title"):
        w.say(draw.choice(("In: ", "in: ")))
        if w.people("editor") and not edited:
            many = w.names("editor", "E", form, ", ")
            w.say(draw.choice((" (eds.) ", " (eds) ", ", editors, ")) if many > 1 else " (ed.) ")
        w.put(w.get("container-title"), "C")
        if w.put(w.get("collection-title"), "S", draw.choice((". ", ", "))):
            w.put(w.get("collection-number"), "V", draw.choice((", vol. ", " ")))
        w.put(w.get("page").replace("-", "–"), "PG", draw.choice((", pp. ", ", pp ")))
        w.put(w.get("publisher"), "P", draw.choice((". ", ", ")))
        w.put(w.get("publisher-place"), "W", ", ")
    elif kind in ("thesis", "report"):
        w.put(w.get("genre") or ("PhD thesis" if kind == "thesis" else "Tech. rep."), "GE", "", ", ")
        w.put(w.get("number"), "N", "", ", ")
        w.put(w.get("publisher"), "P", "", "")
        w.put(w.get("publisher-place"), "W", ", ")
    else:
        w.put(w.get("edition"), "ED", "", " edn. ")
        w.put(w.get("publisher"), "P", "")
        w.put(w.get("publisher-place"), "W", ", ")
    if not dated:
        w.put(w.year, "Y", " (" if end else ", ", ")" if end else "")
    w.say(draw.choice(("", ".")))


PRINTERS: tuple[Callable[[Line, Random], None], ...] = (plain, plain, ieee, physics, springer)


def printed(work: Work, draw: Random) -> list[Piece]:
    """A work as one of BibTeX's styles prints it."""
    line = Line(work)
    draw.choice(PRINTERS)(line, draw)
    if draw.random() < 0.15 and work.text("DOI"):
        line.say(draw.choice((" doi:", " doi: ", " https://doi.org/")) + work.text("DOI"))
    pieces = folded(line.pieces)
    while pieces and not pieces[0].field and not re.search(r"\w", pieces[0].text):
        pieces = pieces[1:]  # what would part the people from the rest
    return pieces
