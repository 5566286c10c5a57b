"""Personal names: what can be a name at a place of an item, and how well it reads as one.

A name may be written "Given Family", "G. Family", "Family G.", "Family, G." or "Family, Given"; the same words may be
several names, which the run of names decides between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citekit.documents.model import Style
from citekit.publications.styled import StyledText
from citekit.publications.tokens import ABBREVIATIONS, CAPITAL_PARTICLES, PARTICLES, Token
from citekit.publications.vocabulary import Vocabulary
from citekit.works.venues import kind_of

GIVEN_FIRST, FAMILY_INITIALS, FAMILY_COMMA, SINGLE = "given family", "family initials", "family, given", "single"
EQUAL_NOTE = re.compile(
    r"\s*\(\s*(?:co-?\s?first(?:[ -]authors?)?|co-?lead|joint(?:ly)?[ -]first(?:[ -]authors?)?|(?:equal|shared)"
    r"(?:ly)?[ -](?:contribut\w+|first[ -]authors?)|first[ -]co-?authors?)\s*\)",
    re.IGNORECASE,
)
ROLE_NOTE = re.compile(
    r"\s*\((?:student|advisor|supervisor|mentee|intern|corresponding(?: author)?|presenter|speaker|PI|undergrad\w*|PhD student|Ph\.D\. student)\)",
    re.IGNORECASE,
)
AFFILIATION_NOTE = re.compile(
    r"\s*\((?:[^()\d]{0,50}\b)?(?:Univ\w*|Institut\w*|College|Laborator\w+|Labs?|School|Inc|Ltd|Corp|GmbH|ETH|EPFL|MIT|CNRS|INRIA|Academy|Research)\b[^()\d]{0,60}\)"
)
CJK_NOTE = re.compile(r"\s*[(（][\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{1,6}[)）]")
_BRACKET_AHEAD = re.compile(r"\s*[(（]")
GROUP_WORDS = frozenset(
    "Collaboration Consortium Team Group Initiative Network Investigators Committee Project Study".split()
)
_REFERENCE_GOES_ON = re.compile(r"\.\s|,?\s\(?(?:1[89]|20)\d\d|,?\s(?:and|&|et|und|y)\s")
_NEXT_WORD = re.compile(r"\s?([^\W\d_]+)\.")

_OTHERS_BEGIN = frozenset("aAeEcCoOuU&.…[(等他")
"""What a word begins with that may be an "et al."; numbers aside."""


OTHERS = re.compile(
    r"(?:and\s+|&\s*|&amp;\s*)?(?:et\.?\s?al(?:ii|ia|\.)?(?![^\W\d_])\.?|others\b|colleagues\b|co-?workers\b|u\.\s?a\.|a\.o\.|et\s+coll?\.|(?:\d+\s+)(?:others|more|co-?authors)\b|等|他)"
    r"|(?:and\s+)?(?:…|\.{3,}|\.\s\.\s\.(?:\s\.)?)(?:\s*,?\s*et\.?\s?al\.?)?"
    r"|[\[(]\d+ (?:other )?(?:co-?)?authors[^\])]{0,60}[\])]",
    re.IGNORECASE,
)


_BOLD_OR_UNDERLINED = Style.BOLD | Style.UNDERLINE


@dataclass(slots=True)
class PrintedName:
    """One name as printed: its parts, its characters ``start:end`` in the item, and the marks that follow or precede it."""

    family: str
    given: str
    style: str
    start: int
    end: int
    marks: str = ""
    co_first: bool = False
    literal: str = ""
    suffix: str = ""


ReadName = tuple[PrintedName, int, float]
"""A name, the token after it, and its score."""


class NameReader:
    """Reads the names of one item; what it has read at a token it keeps."""

    def __init__(self, item: StyledText, tokens: list[Token], vocabulary: Vocabulary) -> None:
        self.item = item
        self.tokens = tokens
        self.kinds = [token.kind for token in tokens]
        self.vocabulary = vocabulary
        self.bold_means = 0.3
        self.styled = any(run.style for run in item.runs)
        self._known_names: dict[int, list[ReadName]] = {}
        self._known_others: dict[int, int] = {}
        self._known_worths: dict[int, tuple[float, bool]] = {}

    def names_at(self, at: int) -> list[ReadName]:
        """The names that can begin at a token."""
        known = self._known_names.get(at)
        if known is None:
            known = self._known_names[at] = list(self._names_at(at))
        return known

    def _names_at(self, at: int) -> Iterator[ReadName]:
        """Names that can begin at token ``at`` as ``(name, next token, score)``."""
        tokens = self.tokens
        leading = ""
        while at < len(tokens) and tokens[at].kind == "m":
            leading += tokens[at].text
            at += 1
        if at < len(tokens) and tokens[at].text in ("The", "the"):
            yield from self._group(at, leading)
            return
        last = self._sequence_end(at)
        if last == at:
            return
        yield from self._given_first(at, last, leading)
        yield from self._family_first(at, last, leading)
        yield from self._single(at, last, leading)

    def _sequence_end(self, at: int, limit: int = 9) -> int:
        """The end of the words, initials and particles that stand side by side from ``at``."""
        kinds = self.kinds
        i, stop = at, min(len(kinds), at + limit)
        while i < stop:
            kind = kinds[i]
            if kind == "W":
                i += 1
                if self.tokens[i - 1].dotted and not self._is_glued(i):
                    break
            elif kind in "ICp":
                i += 1
            elif kind == "J":
                i += i == at
                break
            elif i > at and self._is_nickname(i):
                i += 3
            else:
                break
        while i > at and kinds[i - 1] == "p":
            i -= 1
        return i

    def _is_nickname(self, i: int) -> bool:
        """Whether a nickname in brackets or quotes stands inside a name: "Yekaterina (Kate) Kharitonova"."""
        kinds = self.kinds
        return (
            kinds[i] in '(“"'
            and i + 3 < len(kinds)
            and kinds[i + 1] == "W"
            and kinds[i + 2] in ')”"'
            and kinds[i + 3] in "WI"
        )

    def _finish(
        self,
        family: str,
        given: str,
        style: str,
        first: int,
        last: int,
        leading: str,
        suffix: str = "",
        literal: str = "",
    ) -> tuple[PrintedName, int]:
        """Take in the suffix, marks and bracketed notes that follow a name."""
        tokens = self.tokens
        end = tokens[last - 1].end
        if tokens[last - 1].dotted and tokens[last - 1].kind in "WJ" and not literal:
            end -= 1  # a full stop after a whole word ends the run, it is not part of the name
        marks = leading
        i = last
        if i < len(tokens) and tokens[i].kind == "s":
            suffix = tokens[i].text
            end, i = tokens[i].end, i + 1
        elif i + 1 < len(tokens) and tokens[i].text == "," and tokens[i + 1].kind == "s":
            suffix = tokens[i + 1].text
            end, i = tokens[i + 1].end, i + 2
        co_first = False
        if i < len(tokens) and tokens[i].kind == "m":
            i, end, marks = self._marks(i, end, marks)
        if _BRACKET_AHEAD.match(self.item.text, end):
            for pattern in (EQUAL_NOTE, CJK_NOTE, ROLE_NOTE, AFFILIATION_NOTE):
                match = pattern.match(self.item.text, end)
                if match:
                    co_first = co_first or pattern is EQUAL_NOTE
                    end = match.end()
                    while i < len(tokens) and tokens[i].start < end:
                        i += 1
                    i, end, marks = self._marks(i, end, marks)
        name = PrintedName(family, given, style, tokens[first].start, end, marks, co_first, literal, suffix)
        return name, i

    def _marks(self, i: int, end: int, marks: str) -> tuple[int, int, str]:
        tokens = self.tokens
        while i < len(tokens) and tokens[i].kind == "m" and tokens[i].start - end <= 1:
            marks += tokens[i].text
            end = tokens[i].end
            i += 1
            # a superscript list "1,2,*": the comma belongs to the marks
            if (
                i + 1 < len(tokens)
                and tokens[i].text == ","
                and tokens[i + 1].kind == "m"
                and tokens[i + 1].start == tokens[i].end == end + 1
            ):
                marks += ","
                end = tokens[i].end
                i += 1
        return i, end, marks

    def _text(self, first: int, last: int, drop_dot: bool = False) -> str:
        text = " ".join(self.item.text[self.tokens[first].start : self.tokens[last - 1].end].split())
        return text[:-1] if drop_dot and text.endswith(".") else text

    def _words_score(self, first: int, last: int) -> float:
        """How well whole words read as parts of names: from about +0.6 (known) to -1.5 (plain word)."""
        score = 0.0
        for i in range(first, last):
            worth = self._known_worths.get(i)
            if worth is None:
                worth = self._known_worths[i] = self._worth(self.tokens[i])
            score += worth[0]
            if worth[1]:
                others = [t for k, t in enumerate(self.tokens[first:last], first) if k != i and t.kind in "WC"]
                score -= 0.1 if all(t.base.isupper() for t in others) else 0.5
        return score

    def _worth(self, token: Token) -> tuple[float, bool]:
        """How well one whole word reads as part of a name, and whether it is a long word in capitals."""
        if token.kind not in "WCJ":
            return 0.0, False
        word = token.base
        score = 0.0
        if token.dotted and len(word) > 2 and self._abbreviates(token):
            score -= 2.5  # "J. Appl. Cryst."
        if word in self.vocabulary.families or word in self.vocabulary.givens:
            score += 0.5
        elif (plain := self.vocabulary.plainness(word)) > 0:
            score -= 1.5 * plain
        rest = word[1:]
        if rest.islower():
            return score, False
        if not word.isalpha() and "-" in word and any(map(str.isupper, rest)):
            head, _, tail = word.partition("-")
            if word.isupper() and len(head) > 2 and len(tail) > 2:
                pass  # WILMET-DEVOS
            elif (len(head) > 1 and head.isupper()) or (len(tail) > 1 and tail.isupper() and not head.isupper()):
                score -= 1.0  # RM-STC, Shfl-BW: not how names look
        elif len(word) > 3 and word.isupper():
            return score, True
        elif sum(map(str.isupper, rest)) > 1 and not word.isupper():
            score -= 0.8  # FastMoE
        return score, False

    def _ends_sentence(self, i: int) -> bool:
        return self.tokens[i].dotted and self.tokens[i].kind == "W"

    def _is_given_after_initial(self, i: int) -> bool:
        """Whether a word behind an initial is a given name before the next author: "Mankiw, N. Gregory, David Romer"."""
        tokens = self.tokens
        if i + 1 >= len(tokens) or tokens[i].kind != "W" or tokens[i].dotted:
            return False
        return tokens[i + 1].text == "," or tokens[i + 1].kind == "and"

    def _is_stray_stop(self, i: int) -> bool:
        """Whether a full stop stands between a given name and its initial: "Richerson, Peter. J., and"."""
        tokens = self.tokens
        return tokens[i].kind == "I" and tokens[i].dotted and i + 1 < len(tokens) and tokens[i + 1].text == ","

    def _is_glued(self, i: int) -> bool:
        """Whether an initial follows a dotted word without a blank: "Kim.S."."""
        tokens = self.tokens
        return (
            i < len(tokens) and tokens[i].kind == "I" and tokens[i - 1].dotted and tokens[i].start == tokens[i - 1].end
        )

    def _is_initial(self, i: int) -> bool:
        """Whether a token is an initial and not the article of a title: "Gillies, R. J. A microenvironmental model"."""
        tokens = self.tokens
        if tokens[i].kind != "I":
            return False
        article = not tokens[i].dotted and tokens[i].text in ("A", "I") and i > 0 and tokens[i - 1].dotted
        return not (article and i + 1 < len(tokens) and tokens[i + 1].kind in "lWC")

    def _abbreviates(self, token: Token) -> bool:
        """Whether a word with a full stop shortens a journal's name: a known one, or one before a known one."""
        if token.base.lower() in ABBREVIATIONS:
            return True
        match = _NEXT_WORD.match(self.item.text, token.end)
        return match is not None and match[1].lower() in ABBREVIATIONS and len(match[1]) > 2

    def _bold(self, first: int, last: int) -> float:
        if not self.styled:
            return 0.0
        style = self.item.style(self.tokens[first].start)
        return self.bold_means if style & _BOLD_OR_UNDERLINED else 0.0

    def _given_first(self, at: int, last: int, leading: str) -> Iterator[ReadName]:
        tokens = self.tokens
        stops = {last}
        if len(self.item.runs) > 1:
            stops.update(self._style_stop(at, last))
        if last - at > 3:
            stops.add(at + 2)
        for stop in stops:
            if (
                stop - at < 2
                or tokens[stop - 1].kind not in "WC"
                or (tokens[stop - 1].kind == "C" and tokens[at].kind == "C")
            ):
                continue
            split = self._family_start(at, stop)
            if split == at or tokens[at].kind == "p":
                continue
            before = self.kinds[at:split]
            initials = before.count("I")
            words = before.count("W") + before.count("C")
            score = (
                1.3
                if initials and not words
                else 1.0
                if words <= 1
                else 0.7
                if words == 2
                else 0.65
                if words == 3
                else 0.2
            )
            if tokens[stop - 1].kind == "C":
                score -= 0.8
            if tokens[at].kind == "C":
                score -= 0.8  # "SCC Team"
            if tokens[at].kind == "I" and not tokens[at].dotted:
                score -= 1.2 if tokens[at].text in ("A", "I") else 0.4  # "A Roadmap"
            if not initials and kind_of(self._text(at, stop)):
                score -= 1.0  # "GAMM Mitteilungen", "Annals Press"
            if tokens[stop - 1].kind == "W" and tokens[stop - 1].dotted and len(tokens[stop - 1].base) < 3:
                score -= 0.2
            score += self._words_score(at, stop) + self._bold(at, stop)
            drop = tokens[stop - 1].dotted
            name, after = self._finish(
                self._text(split, stop, drop), self._text(at, split), GIVEN_FIRST, at, stop, leading
            )
            yield name, after, score

    def _style_stop(self, at: int, last: int) -> Iterator[int]:
        """Where the emphasis of a name ends without punctuation: "*Kenny Zhuo Ming Lu* FLOPS 2014"."""
        style = self.item.style(self.tokens[at].start)
        for i in range(at + 2, last):
            if self.item.style(self.tokens[i].start) != style:
                yield i
                return

    def _family_start(self, at: int, stop: int) -> int:
        """Where the family name begins in "given … family": at a particle, else the last word."""
        tokens = self.tokens
        for i in range(at + 1, stop - 1):
            if tokens[i].kind == "p":
                return i
        for i in range(at + 1, stop - 1):
            if tokens[i].base in CAPITAL_PARTICLES and tokens[i].kind != "I":
                return i
        return stop - 1

    def _family_first(self, at: int, last: int, leading: str) -> Iterator[ReadName]:
        tokens = self.tokens
        i = at
        while i < last and tokens[i].kind == "p":
            i += 1
        words = i
        while (
            i < last
            and i - words < 4
            and (
                tokens[i].kind in "WJ"
                or (tokens[i].kind == "C" and self._is_capital_family(i, words))
                or (tokens[i].kind == "p" and i > words and i + 1 < last and tokens[i + 1].kind == "W")
            )
        ):
            i += 1
            if tokens[i - 1].dotted:
                break
        if i == words and i < last and tokens[i].kind == "C":
            i += 1  # a family of two or three capitals: "LI, K.", "Wu X"
        if i == words:
            return
        extra = 0.25 * (i - words - 1)
        if i < last and tokens[i].kind in "IC" and (self._is_glued(i) or not tokens[i - 1].dotted):
            yield from self._family_initials(at, i, last, leading, extra)
        if i + 1 < len(tokens) and tokens[i].kind == "s" and tokens[i + 1].text == ",":
            # "Wimsatt Jr., William Kurtz"
            for name, after, score in self._family_comma(at, i + 1, leading, extra):
                name.family, name.suffix = self._text(at, i), tokens[i].text
                yield name, after, score
        if i < len(tokens) and tokens[i].text == "(":
            yield from self._family_bracketed(at, i, leading, extra)
        yield from self._capital_family(at, last, leading)
        if i < len(tokens) and tokens[i].text == "," and i + 1 < len(tokens) and not tokens[i - 1].dotted:
            yield from self._family_comma(at, i, leading, extra)

    def _capital_family(self, at: int, last: int, leading: str) -> Iterator[ReadName]:
        """A family name in capitals before a given name that is not: "FERRIÈRES Madeleine"."""
        tokens = self.tokens
        i = at
        while i < last and tokens[i].kind in "WC" and tokens[i].base.isupper() and len(tokens[i].base) > 2:
            i += 1
        if i in (at, last) or i - at > 2 or tokens[i].kind != "W" or tokens[i].base.isupper():
            return
        stop = i + 1
        while stop < last and tokens[stop].kind in "WI" and stop - i < 3 and not tokens[stop - 1].dotted:
            stop += 1
        drop = tokens[stop - 1].dotted and tokens[stop - 1].kind == "W"
        name, after = self._finish(self._text(at, i), self._text(i, stop, drop), FAMILY_INITIALS, at, stop, leading)
        yield name, after, 0.9 + self._words_score(i, stop) + self._bold(at, stop)

    def _is_capital_family(self, i: int, first: int) -> bool:
        """Whether two or three capitals are a word of a family name in capitals: "BIN ALI, Nauman"."""
        tokens = self.tokens
        if i + 1 < len(tokens) and tokens[i + 1].kind in "WC":
            return tokens[i + 1].base.isupper()
        return (
            i > first
            and len(tokens[i].base) == 3
            and tokens[i - 1].base.isupper()
            and tokens[i + 1 : i + 2] != []
            and tokens[i + 1].text == ","
        )

    def _family_initials(self, at: int, i: int, last: int, leading: str, extra: float) -> Iterator[ReadName]:
        tokens = self.tokens
        stop = i
        if tokens[i].kind == "C":
            stop = i + 1
        else:
            while stop < last and self._is_initial(stop) and stop - i < 4:
                stop += 1
        if stop == i:
            return
        score = 1.1 if tokens[i].dotted else 0.9
        score += self._words_score(at, i) + self._bold(at, i) - extra
        if stop < last and tokens[stop].kind in "WC" and not tokens[stop - 1].dotted:
            score -= 0.7  # "Graph A Theory": an undotted initial inside a sequence
        family = self._text(at, i, drop_dot=True)
        name, after = self._finish(family, self._text(i, stop), FAMILY_INITIALS, at, stop, leading)
        yield name, after, score

    def _family_bracketed(self, at: int, i: int, leading: str, extra: float) -> Iterator[ReadName]:
        """A family name with the initials in brackets, as French bibliographies have it: "Bautier (R.-H.)"."""
        tokens = self.tokens
        stop = i + 1
        while stop < len(tokens) and tokens[stop].kind in "IW" and stop - i < 5:
            stop += 1
        if stop == i + 1 or stop >= len(tokens) or tokens[stop].text != ")":
            return
        whole = any(token.kind == "W" for token in tokens[i + 1 : stop])
        score = (0.5 if whole else 1.3) + self._words_score(at, i) + self._bold(at, i) - extra
        given = self._text(i + 1, stop)
        name, after = self._finish(self._text(at, i), given, FAMILY_INITIALS, at, stop + 1, leading)
        yield name, after, score

    def _family_comma(self, at: int, comma: int, leading: str, extra: float) -> Iterator[ReadName]:
        tokens = self.tokens
        i = comma + 1
        suffix = ""
        if tokens[i].kind == "s" and i + 2 < len(tokens) and tokens[i + 1].text == ",":
            suffix, i = tokens[i].text, i + 2
        if i >= len(tokens):
            return
        family_score = self._words_score(at, comma) + self._bold(at, comma) - extra
        stop = i
        while stop < len(tokens) and self._is_initial(stop) and stop - i < 5:
            stop += 1
        if stop > i:
            yield self._comma_name(at, comma, i, stop, leading, suffix, 1.35 + family_score)
            if self._is_given_after_initial(stop):
                score = 0.9 + family_score + self._words_score(stop, stop + 1)
                yield self._comma_name(at, comma, i, stop + 1, leading, suffix, score)
        elif tokens[i].kind == "C" and not (i + 1 < len(tokens) and tokens[i + 1].kind in "WI"):
            yield self._comma_name(at, comma, i, i + 1, leading, suffix, 0.5 + family_score)
        while stop > i and stop < len(tokens) and stop - i < 6 and tokens[stop].text in ("v.", "d."):
            stop += 1  # "Bosh, K. v. d."
            if tokens[min(stop, len(tokens) - 1)].text not in ("v.", "d."):
                yield self._comma_name(at, comma, i, stop, leading, suffix, 1.35 + family_score)
        if stop > i and stop < len(tokens) and tokens[stop].kind == "p":
            after = stop
            while after < len(tokens) and tokens[after].kind == "p" and after - stop < 3:
                after += 1
            while after < len(tokens) and self._is_initial(after) and after - stop < 5:
                after += 1  # "Santos, B. de S."
            yield self._comma_name(at, comma, i, after, leading, suffix, 1.3 + family_score)
        if tokens[i].kind == "W":
            stop = i + 1
            while (
                stop < len(tokens)
                and tokens[stop].kind in "WI"
                and stop - i < 4
                and (not self._ends_sentence(stop - 1) or self._is_stray_stop(stop))
            ):
                stop += 1
            score = 0.55 + family_score + self._words_score(i, stop)
            if _REFERENCE_GOES_ON.match(self.item.text, tokens[stop - 1].end - tokens[stop - 1].dotted):
                score += 0.3  # "Shlomo, Yoseph. 1990", "Teng, Edmond and"
            if stop - i > 2:
                score -= 0.3
            yield self._comma_name(at, comma, i, stop, leading, suffix, score)
            if stop < len(tokens) and tokens[stop].base in (
                "van",
                "von",
                "de",
                "der",
                "di",
                "do",
                "da",
                "dos",
                "das",
                "del",
            ):
                after = stop
                while after < len(tokens) and tokens[after].base in PARTICLES:
                    after += 1
                yield self._comma_name(at, comma, i, after, leading, suffix, score)

    def _comma_name(
        self, at: int, comma: int, i: int, stop: int, leading: str, suffix: str, score: float
    ) -> tuple[PrintedName, int, float]:
        drop = self.tokens[stop - 1].kind == "W" and self.tokens[stop - 1].dotted
        name, after = self._finish(
            self._text(at, comma), self._text(i, stop, drop), FAMILY_COMMA, at, stop, leading, suffix
        )
        return name, after, score

    def _group(self, at: int, leading: str) -> Iterator[ReadName]:
        """A body with its article: "The ATLAS Collaboration"."""
        for i in range(at + 1, min(len(self.tokens), at + 7)):
            if self.tokens[i].kind not in "WCI":
                return
            if self.tokens[i].base in GROUP_WORDS and i > at + 1:
                text = self._text(at, i + 1, self.tokens[i].dotted)
                name, after = self._finish(text, "", SINGLE, at, i + 1, leading, literal=text)
                yield name, after, 0.8
                return

    def _single(self, at: int, last: int, leading: str) -> Iterator[ReadName]:
        tokens = self.tokens
        for i in range(at + 1, min(last, at + 7)):
            if tokens[i].base in GROUP_WORDS:
                text = self._text(at, i + 1, tokens[i].dotted)
                name, after = self._finish(text, "", SINGLE, at, i + 1, leading, literal=text)
                yield name, after, 0.6
                return
        if tokens[at].kind == "J" or (last - at == 1 and tokens[at].kind == "W"):
            text = self._text(at, at + 1, tokens[at].dotted)
            if tokens[at].kind == "J":
                east_asian = 2 <= len(text) <= 4 and all("\u4e00" <= c <= "\u9fff" for c in text)
                name, after = self._finish(
                    text[:1] if east_asian else text,
                    text[1:] if east_asian else "",
                    GIVEN_FIRST if east_asian else SINGLE,
                    at,
                    at + 1,
                    leading,
                )
                yield name, after, (0.6 if east_asian else -1.0)
                return
            name, after = self._finish(text, "", SINGLE, at, at + 1, leading)
            if self.after_others(after) or (
                after < len(tokens) and tokens[after].text == "," and self.after_others(after + 1)
            ):
                yield name, after, 0.5 + self._words_score(at, at + 1)  # "Radia et al."
                return
            known = tokens[at].base in self.vocabulary.families
            yield name, after, (-0.4 if known else -1.4) + self._words_score(at, at + 1)

    def after_others(self, at: int) -> int:
        """The token after an "et al." (in any spelling) that begins at token ``at``, or 0."""
        if at >= len(self.tokens) or (
            self.tokens[at].kind in "IWC,.;b" and self.tokens[at].text[0] not in _OTHERS_BEGIN
        ):
            return 0
        known = self._known_others.get(at)
        if known is None:
            known = self._known_others[at] = self._end_of_others(at)
        return known

    def _end_of_others(self, at: int) -> int:
        match = OTHERS.match(self.item.text, self.tokens[at].start)
        if not match:
            return 0
        i = at
        while i < len(self.tokens) and self.tokens[i].start < match.end():
            i += 1
        return i
