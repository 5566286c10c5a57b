"""What happens to references on their way to people: broken words, lost stops, typed numbers, links and days behind, other dashes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from training.tagged import Piece

_TAILS = (
    " Article CAS PubMed Google Scholar",
    " [Google Scholar]",
    " [CrossRef]",
    " [CrossRef] [PubMed]",
    " Google Scholar",
    " View Article PubMed",
    " [PubMed] [Google Scholar]",
    " PMID: 2{n}",
    " (Accessed on {d} {m} 20{y}).",
    " Accessed {m} {d}, 20{y}.",
    " Retrieved {m} {d}, 20{y}.",
    " (abgerufen am {d}.{k}.20{y}).",
    " (consulté le {d} {k} 20{y}).",
    " [accessed {d} {m} 20{y}].",
    " https://www.example.org/{n}",
    " Available at: https://www.example.org/{n} (accessed {d} {m} 20{y}).",
    " https://doi.org/10.{k}071/s{n}",
    " doi:10.{k}071/j.{n}",
    " Print.",
    " Web. {d} {m} 20{y}.",
)
_MONTHS = (
    "January February March April May June July August September October November December Jan. Aug. Sept. Dec.".split()
)
_LEADS = (
    "See ",
    "See also ",
    "Cf. ",
    "Voir ",
    "Voir aussi ",
    "Vgl. ",
    "Siehe ",
    "Sur ce point, voir ",
    "See e.g. ",
    "Véase ",
    "Cfr. ",
    "Vedi ",
    "As shown by ",
    "Pour une vue d’ensemble, cf. ",
)
_BEHIND = (
    ", passim.",
    ", et passim.",
    ", among others.",
    ", here pp. {n}.",
    ", notamment p. {d}.",
    ", n. {d}.",
    ", note {d}.",
    ", my translation.",
    ", with further references.",
    ", ici p. {d}.",
    ", S. {d}.",
)
_LONG_WORD = re.compile(r"[^\W\d_]{8,}")


def roughened(pieces: Sequence[Piece], draw: Random, note: bool = False) -> list[Piece]:
    """The pieces as they may be found somewhere; what is added is in no field."""
    made = list(pieces)
    chance = draw.random
    if chance() < 0.3:
        made = [replace(piece, text=piece.text.translate(_PLAIN)) for piece in made]
    if chance() < 0.3:
        made = [replace(piece, text=re.sub(r"(?<=\d)–(?=\w)", "-", piece.text)) for piece in made]
    elif chance() < 0.05:
        made = [replace(piece, text=re.sub(r"(?<=\d)–(?=\w)", "--", piece.text)) for piece in made]
    if chance() < 0.08:
        made = [piece if piece.field else replace(piece, text=piece.text.replace(" & ", " and ")) for piece in made]
    if chance() < 0.1:
        made = _without_a_sign(made, draw)
    if chance() < 0.07:
        made = _broken(made, draw)
    if chance() < 0.18:
        made = [replace(p, text=p.text.replace(": ", ". ")) if p.field in ("T", "C", "S") else p for p in made]
    if chance() < 0.18:
        made = _otherwise_quoted(made, draw)
    if chance() < 0.07:
        made = [
            replace(p, text=" ") if p.field in ("?A", "?E") and p.text == ", " and _inside_name(made, i) else p
            for i, p in enumerate(made)
        ]
    if chance() < 0.05:
        made = [
            replace(p, text=draw_of(p.text)) if p.field[:1] == "?" and not _inside_name(made, i) else p
            for i, p in enumerate(made)
        ]
    if chance() < 0.06:
        made = _after_year(made, draw)
    if chance() < 0.05:
        made = [replace(p, text=p.text.upper()) if p.field in ("AF", "EF") else p for p in made]
    if chance() < 0.03:
        made = [replace(p, text=p.text.upper()) if p.field == "T" else p for p in made]
    if chance() < 0.08:
        made = [replace(p, text=re.sub(r"\.(?=\s|$)", "", p.text)) if p.field in ("AG", "EG") else p for p in made]
    if chance() < 0.04:
        made = [replace(p, text=re.sub(r"(?<=\.)\s(?=\w\.)", "", p.text)) for p in made]
    if made and chance() < 0.2 and made[-1].text.endswith("."):
        made[-1] = replace(made[-1], text=made[-1].text[:-1])
    if note and chance() < 0.25:
        made.insert(0, Piece(draw.choice(_LEADS)))
    if note and chance() < 0.15:
        if made[-1].text.endswith("."):
            made[-1] = replace(made[-1], text=made[-1].text[:-1])
        made.append(Piece(_filled(draw.choice(_BEHIND), draw)))
    elif chance() < 0.1:
        made.append(Piece(_filled(draw.choice(_TAILS), draw)))
    return [piece for piece in made if piece.text]


_QUOTES = (("»", "«"), ("„", "“"), ("« ", " »"), ("«", "»"), ('"', '"'), ("“", "”"), ("‘", "’"), ("'", "'"))
_OF_TITLE = "“”„»«‘"


def _otherwise_quoted(pieces: list[Piece], draw: Random) -> list[Piece]:
    """A quoted title is quoted as in another country, and a bare one that ends with a stop or comma perhaps too."""
    opening, closing = draw.choice(_QUOTES)
    at = next((i for i, piece in enumerate(pieces) if piece.field == "T"), -1)
    if at < 0:
        return pieces
    last = at
    while last + 1 < len(pieces) and pieces[last + 1].field == "T":
        last += 1
    before = pieces[at - 1] if at else Piece("")
    after = pieces[last + 1] if last + 1 < len(pieces) else Piece("")
    if not before.field and before.text[-1:] in set(_OF_TITLE) and after.text[:2].strip(".,")[:1] in set("”“»«’"):
        pieces[at - 1] = replace(before, text=before.text[:-1] + opening)
        mark = next(sign for sign in after.text if sign in "”“»«’")
        pieces[last + 1] = replace(after, text=after.text.replace(mark, closing, 1))
    elif before.text[-1:] in ("", " ") and after.text[:1] in (".", ",") and draw.random() < 0.4:
        if at and not before.field:
            pieces[at - 1] = replace(before, text=before.text + opening)
        else:
            pieces.insert(at, Piece(opening))
            last += 1
        pieces[last + 1] = replace(after, text=closing + after.text)
    return pieces


def _inside_name(pieces: list[Piece], i: int) -> bool:
    """Whether a piece stands between the parts of one name."""
    around = pieces[i - 1 : i] + pieces[i + 1 : i + 2]
    return len(around) == 2 and {p.field[1:] for p in around} == {"F", "G"} and around[0].number == around[1].number


def draw_of(text: str) -> str:
    """What stands between two persons, as strokes that part them."""
    return "/" if text.strip() in (",", ";", "&", ", &", "and", "und", ", and", "et") else text


def _after_year(pieces: list[Piece], draw: Random) -> list[Piece]:
    """What stands behind a year before the title is another sign."""
    for i, piece in enumerate(pieces[:-2]):
        if (
            piece.field == "Y"
            and not pieces[i + 1].field
            and pieces[i + 2].field == "T"
            and re.fullmatch(r"[).,: ]{1,3}", pieces[i + 1].text)
        ):
            closing = ")" if ")" in pieces[i + 1].text else ""
            pieces[i + 1] = replace(
                pieces[i + 1], text=closing + draw.choice((": ", " - ", ", ", " ", ". ", " — ", ".- ", "; "))
            )
            break
    return pieces


_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " "})


def _filled(text: str, draw: Random) -> str:
    return text.format(
        n=draw.randint(100000, 9999999),
        d=draw.randint(1, 28),
        m=draw.choice(_MONTHS),
        k=draw.randint(1, 12),
        y=draw.randint(10, 25),
    )


def _without_a_sign(pieces: list[Piece], draw: Random) -> list[Piece]:
    """One separator between fields is lost, or another stands there."""
    places = [i for i, piece in enumerate(pieces) if not piece.field and re.fullmatch(r"[.,;:] ", piece.text)]
    if not places:
        return pieces
    i = draw.choice(places)
    pieces[i] = replace(pieces[i], text=draw.choice((" ", ", ", ". ", "; ", " ")))
    return pieces


def _broken(pieces: list[Piece], draw: Random) -> list[Piece]:
    """A word is broken by a hyphen at the end of a line, as a copy of a PDF has it."""
    places = [(i, match) for i, piece in enumerate(pieces) for match in _LONG_WORD.finditer(piece.text)]
    if not places:
        return pieces
    i, match = draw.choice(places)
    at = match.start() + draw.randint(3, len(match[0]) - 3)
    text = pieces[i].text
    pieces[i] = replace(pieces[i], text=f"{text[:at]}- {text[at:]}")
    return pieces
