"""LaTeX <-> Unicode: the accents, the symbols, what stays, and that there and back is the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.text.case import case_spans, keeps_case
from citekit.text.rich import encode_rich, encode_title, visible
from citekit.text.tex_decode import decode, decode_rich
from citekit.text.tex_encode import balanced, encode

RANGES = {"Latin": (0xA0, 0x250), "Latin, more": (0x1E00, 0x1F00), "Greek": (0x370, 0x400), "Cyrillic": (0x400, 0x500)}


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"{\'E}mile", "Émile"),
        (r"\'{E}mile \'Emile \' Emile", "Émile Émile Émile"),
        (r"Erd{\H{o}}s, Erd\H{o}s, Erd\H os", "Erdős, Erdős, Erdős"),
        (r"\'\i{} \'{\i} {\'\i}", "í í í"),
        (r"\'{\^e} {\d{\^e}}", "ế ệ"),
        (r"{\ss}\ae{}{\O}\l\ o", "ßæØł o"),
        (r"\c{s}\k{a}\v{c}\r a\u{g}\.z\=u", "şąčåğżū"),
        (r"50\% \& \_ \# 100%", "50% & _ # 100%"),
        (r"\textendash a--b---c", "–a–b—c"),
        ("``quoted'' isn't", "“quoted” isn't"),
        ("f''(x)", "f''(x)"),
        ("Section~2", "Section\u00a02"),
        (r"{\CYRP}{\cyrr}{\textalpha}", "Прα"),
        (r"\url{http://a.b/x_y%20z}", "http://a.b/x_y%20z"),
        (r"The \LaTeX\ Companion", "The LaTeX Companion"),
    ],
)
def test_decoding(tex: str, text: str) -> None:
    assert decode(tex) == text


@pytest.mark.parametrize("tex", [r"$x_1 \& {y}$", r"\unknown{a b}{c}", r"\(a_b\)", "Émile & Co 100%", r"\'{}"])
def test_what_has_no_meaning_in_unicode_stays(tex: str) -> None:
    assert decode(tex) == tex
    assert decode(encode(tex)) == tex


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("Émile Erdős", r"{\'E}mile Erd{\H{o}}s"),
        ("ß ø Ł å", r"{\ss} {\o} {\L} {\aa}"),
        ("ế ǿ ș", r"{\'{\^e}} {\'{\o}} {\textcommabelow{s}}"),
        ("50% of A & B_c #1 $5", r"50\% of A \& B\_c \#1 \$5"),
        ("costs $5 and ü and $6", r"costs \$5 and {\"u} and \$6"),
        ("a – b — c", "a -- b --- c"),
        ("sets {a, b", r"sets {\textbraceleft}a, b"),
        ("中文 stays", "中文 stays"),
        ("see https://a.b/c_d.", r"see \url{https://a.b/c_d}."),
    ],
)
def test_encoding(text: str, tex: str) -> None:
    assert encode(text) == tex


@pytest.mark.parametrize(("low", "high"), RANGES.values(), ids=RANGES)
def test_every_character_comes_back(low: int, high: int) -> None:
    for character in map(chr, range(low, high)):
        for text in (character, f"x{character}y", f"A {character} {{", f"{character}{character}"):
            for ascii_only in (True, False):
                coded = encode(text, ascii_only)
                assert decode(coded) == unicodedata.normalize("NFC", text)
                assert encode(coded, ascii_only) == coded
        assert decode(encode(character)) == decode(encode(character, ascii_only=False))


def test_most_letters_have_a_command() -> None:
    def coded(low: int, high: int) -> list[bool]:
        letters = (chr(c) for c in range(low, high) if unicodedata.category(chr(c)) in ("Lu", "Ll"))
        return [encode(letter).isascii() for letter in letters]

    assert all(encode(chr(c)).isascii() for c in range(0xA1, 0x180) if chr(c) not in "\u00ad¸ĦĸĿŀŉŦŧſ")
    assert coded(0x1E00, 0x1F00).count(False) <= 13
    assert coded(0x400, 0x460).count(False) == 0
    assert coded(0x391, 0x3CA).count(False) == 0


def test_rich_text() -> None:
    assert decode_rich(r"\emph{E. coli} {\bf x} H\textsubscript{2}O") == "<i>E. coli</i> <b>x</b> H<sub>2</sub>O"
    assert (
        encode_rich("<i>E. coli</i> & a<sup>2</sup> < b") == r"\textit{E. coli} \& a\textsuperscript{2} {\textless} b"
    )
    assert decode_rich("A {GPU} {\\'E}t{\\'e}", protect=True) == 'A <span class="nocase">GPU</span> Été'
    assert encode_rich("<i>never closed") == r"{\textless}i{\textgreater}never closed"
    assert encode_rich("closed twice</i></i>") == r"closed twice{\textless}/i{\textgreater}{\textless}/i{\textgreater}"


def test_titles_protect_words() -> None:
    assert encode_title("Many GPUs & one McDonald, in 3D") == r"Many {GPUs} \& one {McDonald}, in {3D}"
    assert encode_title("École", ascii_only=True) == r"{\'E}cole"
    assert encode_title('<span class="nocase">École</span>', ascii_only=True) == r"{{\'E}cole}"
    assert encode_title("<i>GPU</i> $K_3$ and X-rays") == r"\textit{{GPU}} $K_3$ and {X}-rays"


def test_words_that_keep_their_case() -> None:
    assert [w for w in "SpMM A Graph I C++ iPhone 2nd LightSeq2 NASA's".split() if keeps_case(w)] == (
        "SpMM I C++ iPhone LightSeq2 NASA's".split()
    )
    assert case_spans("RM-STC for CNN-to-SNN") == ((0, 6), (11, 14), (18, 21))


@given(st.text(max_size=60))
def test_braces_always_balance(text: str) -> None:
    assert decode(text) is not None
    assert balanced(encode(text)) or text.count("\\")
    assert visible(text) is not None


# What comes back as it was: two hyphens, two quotation marks and the like are LaTeX in any text.
PLAIN = st.text(alphabet=st.characters(exclude_characters="$`-'", exclude_categories=("Cs", "Cn")), max_size=60)
MACROS = r"\' \'e {\H{o}} $x_1$ \$ \foo \noop{ {\noop{} \foo[x]{ \swap[x]{ \emph{ \url{http://a.b/c_d} \href{a}{b} \, \ss \c \enquote{".split()
PIECES = st.sampled_from(
    [
        *"aÉő~{}$%&中",
        "b ",
        "\u00a0",
        "x\u0304",
        "--",
        "``",
        "''",
        "{}",
        "{~}",
        "<i>",
        "https://a.b/c",
        r"\ ",
        r"\verb|a|",
        *MACROS,
    ]
)


@pytest.mark.parametrize("text", ["––", "-–", "–-", "a ——", "—–-"])
def test_dashes_beside_dashes_come_back(text: str) -> None:
    assert decode(encode(text)) == text
    assert encode(encode(text)) == encode(text)


@given(PLAIN)
def test_plain_text_comes_back(text: str) -> None:
    normal = unicodedata.normalize("NFC", text)
    assert decode(encode(text)) == normal
    assert decode(encode(text, ascii_only=False)) == normal


@given(st.lists(PIECES, max_size=6).map("".join), st.booleans())
def test_encoding_again_changes_nothing(text: str, ascii_only: bool) -> None:
    coded = encode(text, ascii_only)
    assert balanced(coded)
    assert encode(coded, ascii_only) == coded


@given(st.lists(PIECES, max_size=6).map("".join))
def test_what_is_read_settles(tex: str) -> None:
    once = encode(decode(tex))
    settled = encode(decode(once))  # braces that crossed may pair only now
    assert encode(decode(settled)) == settled
    assert unicodedata.is_normalized("NFC", decode_rich(tex, protect=True))


HOSTILE = [
    "{",
    "}",
    "\\'",
    "\\'{",
    "$",
    "\\$",
    "\\foo{",
    "\\foo{{",
    "<i>",
    "\\(",
    "\\\\(",
    "\\url{",
    "\\href{{}",
    "\\verb|x",
    "{\\it ",
]
HOSTILE += [
    "\\enquote{",
    "\\foo[",
    "\u0301",
    "e\u0301",
    "``",
    "\\c ",
    "~",
    '<span class="nocase">',
    "http://a(",
    "\\textit ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_read(piece: str) -> None:
    for text in (piece * 5_000, piece * 3_000 + "}" * 3_000):
        assert isinstance(decode_rich(text, protect=True), str)
        assert balanced(encode_title(text))
