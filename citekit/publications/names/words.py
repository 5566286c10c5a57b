"""The words of an item as pieces of names: initials, known names and plain words, and the marks and notes after a name."""

from __future__ import annotations

import re

from citekit.documents.model import Style
from citekit.publications.names.printed import PrintedName
from citekit.publications.styled import StyledText
from citekit.publications.tokens import ABBREVIATIONS, Token
from citekit.publications.vocabulary import Vocabulary

EQUAL_NOTE = re.compile(
    r"\s{0,3}\(\s{0,3}(?:co-?\s?first(?:[ -]authors?)?|co-?lead|joint(?:ly)?[ -]first(?:[ -]authors?)?|(?:equal|shared)"
    r"(?:ly)?[ -](?:contribut\w+|first[ -]authors?)|first[ -]co-?authors?)\s{0,3}\)",
    re.IGNORECASE,
)
ROLE_NOTE = re.compile(
    r"\s{0,3}\((?:student|advisor|supervisor|mentee|intern|corresponding(?: author)?|presenter|speaker|PI|undergrad\w*|PhD student|Ph\.D\. student)\)",
    re.IGNORECASE,
)
AFFILIATION_NOTE = re.compile(
    r"\s{0,3}\((?:[^()\d]{0,50}\b)?(?:Univ\w*|Institut\w*|College|Laborator\w+|Labs?|School|Inc|Ltd|Corp|GmbH|ETH|EPFL|MIT|CNRS|INRIA|Academy|Research)\b[^()\d]{0,60}\)"
)
CJK_NOTE = re.compile(r"\s{0,3}[(（][\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{1,6}[)）]")
ON_BEHALF = re.compile(
    r",?\s{1,2}\(?(?:on behalf of|for) the [^\W\d_][\w &/+-]{1,60}?\b(?:collaborations?|consorti(?:um|a)|team|group|developers|project)\b\)?",
    re.IGNORECASE,
)
"""Whom a speaker stands for: "A. Brandt, on behalf of the Lantern Collaboration"."""
_BRACKET_AHEAD = re.compile(r"\s*[(（]")
_NEXT_WORD = re.compile(r"\s?([^\W\d_]+)\.")
_OTHERS_BEGIN = frozenset("aAeEcCoOuU&.…[(等他")
"""What a word begins with that may be an "et al."; numbers aside."""
OTHERS = re.compile(
    r"(?:and\s{1,3}|&(?:amp;)?\s{0,3})?(?:et\.?\s?al(?:ii|ia|\.)?(?![^\W\d_])\.?|others\b|colleagues\b|co-?workers\b|u\.\s?a\.|a\.o\.|et\s+coll?\.|(?:\d+\s+)(?:others|more|co-?authors)\b|等|他)"
    r"|(?:and\s{1,3})?(?:…|\.{3,}|\.\s\.\s\.(?:\s\.)?)(?:\s{0,3},?\s{0,3}et\.?\s?al\.?)?"
    r"|[\[(]\d+ (?:other )?(?:co-?)?authors[^\])]{0,60}[\])]",
    re.IGNORECASE,
)
"""An "et al." in any spelling, or what stands for the names that are left out."""
_BOLD_OR_UNDERLINED = Style.BOLD | Style.UNDERLINE
_BOLD_NAME = 0.3


class NameWords:
    """The words of one item, and what can be asked of them; what was found at a token is kept."""

    def __init__(self, item: StyledText, tokens: list[Token], vocabulary: Vocabulary) -> None:
        self.item = item
        self.tokens = tokens
        self.kinds = [token.kind for token in tokens]
        self.vocabulary = vocabulary
        self.styled = any(run.style for run in item.runs)
        self._known_others: dict[int, int] = {}
        self._known_worths: dict[int, tuple[float, bool]] = {}

    def finish(
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
        if match := ON_BEHALF.match(self.item.text, end):
            end = match.end()
            while i < len(tokens) and tokens[i].start < end:
                i += 1
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

    def text(self, first: int, last: int, drop_dot: bool = False) -> str:
        """The words as printed, on request without the full stop at their end."""
        text = " ".join(self.item.text[self.tokens[first].start : self.tokens[last - 1].end].split())
        return text[:-1] if drop_dot and text.endswith(".") else text

    def words_score(self, first: int, last: int) -> float:
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

    def ends_sentence(self, i: int) -> bool:
        """Whether a full stop stands after a whole word."""
        return self.tokens[i].dotted and self.tokens[i].kind == "W"

    def is_given_after_initial(self, i: int) -> bool:
        """Whether a word behind an initial is a given name before the next author: "Mankiw, N. Gregory, David Romer"."""
        tokens = self.tokens
        if i + 1 >= len(tokens) or tokens[i].kind != "W" or tokens[i].dotted:
            return False
        return tokens[i + 1].text == "," or tokens[i + 1].kind == "and"

    def is_stray_stop(self, i: int) -> bool:
        """Whether a full stop stands between a given name and its initial: "Richerson, Peter. J., and"."""
        tokens = self.tokens
        return tokens[i].kind == "I" and tokens[i].dotted and i + 1 < len(tokens) and tokens[i + 1].text == ","

    def is_glued(self, i: int) -> bool:
        """Whether an initial follows a dotted word without a blank: "Kim.S."."""
        tokens = self.tokens
        return (
            i < len(tokens) and tokens[i].kind == "I" and tokens[i - 1].dotted and tokens[i].start == tokens[i - 1].end
        )

    def is_initial(self, i: int) -> bool:
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

    def bold(self, first: int) -> float:
        """What it adds to a name to begin in bold or underlined letters."""
        if not self.styled:
            return 0.0
        style = self.item.style(self.tokens[first].start)
        return _BOLD_NAME if style & _BOLD_OR_UNDERLINED else 0.0

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
