"""LaTeX <-> Unicode: the accents, the symbols, what stays, and that there and back is the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.text.case import case_spans, keeps_case
from citekit.text.rich import encode_rich, encode_title, visible
from citekit.text.tex import balanced, decode, decode_rich, encode

RANGES = ((0xA0, 0x250), (0x1E00, 0x1F00), (0x370, 0x400), (0x400, 0x460))
LETTERS = [chr(c) for low, high in RANGES for c in range(low, high) if unicodedata.category(chr(c)) in ("Lu", "Ll")]


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


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_comes_back(letter: str) -> None:
    coded = encode(letter)
    assert decode(coded) == unicodedata.normalize("NFC", letter)
    assert encode(coded) == coded


def test_most_latin_letters_have_a_command() -> None:
    latin = [c for c in LETTERS if ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00]
    assert sum(encode(c).isascii() for c in latin) > 0.6 * len(latin)
    assert all(encode(chr(c)).isascii() for c in range(0xA1, 0x180) if chr(c) not in "\u00ad¸ĦħĸŀĿŉŦŧſ")


def test_rich_text() -> None:
    assert decode_rich(r"\emph{E. coli} {\bf x} H\textsubscript{2}O") == "<i>E. coli</i> <b>x</b> H<sub>2</sub>O"
    assert encode_rich("<i>E. coli</i> & a<sup>2</sup> < b") == r"\textit{E. coli} \& a\textsuperscript{2} < b"
    assert decode_rich("A {GPU} {\\'E}t{\\'e}", protect=True) == 'A <span class="nocase">GPU</span> Été'
    assert encode_rich("<i>never closed") == r"\textit{never closed}"
    assert encode_rich("closed twice</i></i>") == "closed twice"


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


@given(
    st.text(alphabet=st.characters(exclude_characters="\\{}$~`-'\u00a0", exclude_categories=("Cs", "Cn")), max_size=60)
)
def test_plain_text_comes_back(text: str) -> None:
    normal = unicodedata.normalize("NFC", text)
    assert decode(encode(text)) == normal
    assert decode(encode(text, ascii_only=False)) == normal
    assert encode(encode(text)) == encode(text)


@pytest.mark.parametrize("text", ["{" * 20000, "\\'" * 20000, "$" * 20001, "\\foo{" * 9000, "<i>" * 9000, "\\(" * 9000])
def test_hostile_text_is_read(text: str) -> None:
    assert isinstance(decode(text), str)
    assert balanced(encode_title(text))
