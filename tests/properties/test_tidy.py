"""Whatever a file holds and whatever is asked for, tidying loses nothing, and what is tidy stays as it is."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.formats.bibtex.blocks import EntryBlock, TextBlock, parse, scan
from citekit.formats.bibtex.tidying import tidy
from citekit.formats.bibtex.values import StringMacros, resolve
from citekit.runtime.config import TidySettings
from citekit.runtime.span import Source
from citekit.text.tex_decode import decode

BLANKS = re.compile(r"[ \t\r\n]+")

SIGNS = [
    *'@{}(),="#%\\\n \r\t',
    "@misc{k,",
    "@Book(b,",
    "@string{s = ",
    "@preamble{",
    "@comment{",
    "title = ",
    "{a}",
    '"b"',
    "jan",
    "12",
    "s",
    "% note\n",
    "\n@misc{m, crossref = {k}}\n",
]
ANY = st.lists(st.sampled_from(SIGNS) | st.text(max_size=3), max_size=25).map("".join)

WORDS = [
    "word",
    "{GPU}",
    "{\\'E}",
    "\\'e",
    "\\ss ",
    "{\\TeX}",
    "é",
    "ő",
    "e\u0301",
    "$x_1$",
    "&",
    "\\&",
    "_",
    "%",
    "--",
]
WORDS += ["{{A}}", "\\emph{b}", " ", "\n", "\n\n", "~", "@misc{x}", "https://a.b/c_d", "\\url{x_y}", "$", "ß"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=6).map("".join)
VALUE = st.one_of(
    TEXT.map("{{{}}}".format),
    TEXT.map(lambda text: f"{{{{{text}}}}}"),
    st.sampled_from(["s", "jan", "2020", '"a" # s # {b}', '"q {"} r"', "{January}", "{ 3 }", "{}", '"x"', "{007}"]),
)
NAMES = st.sampled_from("title Title author year month note url doi journal crossref eprint keywords".split())
FIELD = st.builds(lambda name, value: f"  {name} = {value},\n", NAMES, VALUE)
KEY = st.sampled_from("a b c A doe2020 k1".split())
ENTRY = st.builds(
    lambda kind, key, fields: f"@{kind}{{{key},\n{''.join(fields)}}}",
    st.sampled_from("misc Article xdata".split()),
    KEY,
    st.lists(FIELD, max_size=4),
)
OTHER = st.sampled_from(
    [
        "% note\n",
        " % tail\n",
        "\n\n",
        "free text\n",
        "@string{s = {S}}\n",
        '@string{s = "T" # jan}\n',
        "@comment{@misc{z}}\n",
        "@misc{bad, title = {x} year = 1}\n",
        "% ",
        "@misc{open, title = {x\n",
        "\n",
    ]
)
FILE = st.lists(ENTRY | OTHER, max_size=8).map("".join)

CASES = st.sampled_from(["lower", "upper", "keep"])
SETTINGS = st.builds(
    TidySettings,
    indent=st.integers(0, 4),
    tab=st.booleans(),
    align=st.sampled_from([0, 14]),
    align_longest=st.booleans(),
    blank_lines=st.integers(-1, 2),
    trailing_comma=st.booleans(),
    type_case=CASES,
    field_case=CASES,
    key_case=CASES,
    delimiters=st.sampled_from(["braces", "quotes", "keep"]),
    numbers=st.sampled_from(["bare", "enclosed", "keep"]),
    months=st.booleans(),
    pages=st.booleans(),
    letters=st.sampled_from(["ascii", "unicode", "keep"]),
    escape=st.booleans(),
    strip_double_braces=st.booleans(),
    protect=st.sampled_from(["", "title"]),
    remove_braces=st.sampled_from(["", "note title"]),
    join_lines=st.booleans(),
    wrap=st.sampled_from([0, 30]),
    field_order=st.sampled_from(["", "canonical", "alphabetical", "year title"]),
    sort=st.sampled_from(["", "key", "-year,title", "type author -key"]),
    keys=st.sampled_from(["", "[auth][year]"]),
    duplicates=st.sampled_from(["", "key", "doi citation"]),
    merge=st.sampled_from(["", "", "first", "last", "fuller"]),
    dialect=st.sampled_from(["keep", "keep", "bibtex", "biblatex"]),
    rename=st.sampled_from([(), ("title=shorttitle",), ("note=title", "year=date")]),
    set=st.sampled_from([(), ("status=a, b", "title?=T")]),
    rewrite=st.sampled_from([(), ("title:[aeiou]=>e",), ("note:[{}]=>",)]),
    journals=st.sampled_from(["", "full"]),
    identifiers=st.booleans(),
    encode_urls=st.booleans(),
    drop_all_caps=st.booleans(),
    max_authors=st.sampled_from([0, 1, 2]),
    strip_comments=st.booleans(),
    tidy_comments=st.booleans(),
    remove=st.sampled_from(["", "title"]),
    only=st.sampled_from(["", "title doi year"]),
    remove_empty=st.booleans(),
    remove_repeated=st.booleans(),
)
LAYOUT = st.builds(
    TidySettings,
    tab=st.booleans(),
    blank_lines=st.integers(-1, 2),
    field_case=CASES,
    delimiters=st.sampled_from(["braces", "quotes", "keep"]),
    numbers=st.sampled_from(["bare", "enclosed", "keep"]),
    join_lines=st.booleans(),
    wrap=st.sampled_from([0, 30]),
)


def said(text: str) -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """Type, key and fields of all entries, macros resolved and blanks made single, as BibTeX has them."""
    file = parse(Source("", text))
    macros = StringMacros(file.macros, len(text))
    found = []
    for entry in file.entries:
        macros.define(entry.defined)
        fields = tuple(
            (name, BLANKS.sub(" ", resolve(value, macros.renew())[0]).strip(" ")) for name, value in entry.read_pairs
        )
        found.append((entry.type.lower(), entry.key, fields))
    return found


def others(text: str) -> str:
    """All that is in no sound entry, without white space."""
    scanned = scan(Source("", text))
    rest = (b for b in scanned.blocks if not isinstance(b, EntryBlock) or not b.sound)
    return "".join("".join(scanned.text_of(block).split()) for block in rest)


@settings(max_examples=250, deadline=None)
@given(ANY | FILE, SETTINGS)
def test_what_is_tidy_stays_as_it_is(text: str, chosen: TidySettings) -> None:
    once = tidy(text, chosen)
    again = tidy(once.text, chosen)
    assert again.text == once.text
    assert not again.changed
    assert "not-tidied" not in {problem.kind for problem in once.problems}
    assert again.damaged == once.damaged


@settings(max_examples=150, deadline=None)
@given(ANY | FILE, LAYOUT)
def test_layout_changes_no_entry_and_no_other_text(text: str, chosen: TidySettings) -> None:
    made = tidy(text, chosen).text
    assert said(made) == said(text)
    assert others(made) == others(text)
    damaged = [b for b in scan(Source("", text)).blocks if not getattr(b, "sound", True)]
    kept = [b for b in scan(Source("", made)).blocks if not getattr(b, "sound", True)]
    assert [text[b.start : b.end] for b in damaged] == [made[b.start : b.end] for b in kept]


@settings(max_examples=150, deadline=None)
@given(FILE, st.sampled_from(["key", "-year,title", "type"]), st.sampled_from(["", "canonical", "alphabetical"]))
def test_order_changes_nothing_else(text: str, sort: str, field_order: str) -> None:
    made = tidy(text, TidySettings(sort=sort, field_order=field_order)).text
    assert Counter((kind, key, tuple(sorted(fields))) for kind, key, fields in said(made)) == Counter(
        (kind, key, tuple(sorted(fields))) for kind, key, fields in said(text)
    )
    assert sorted(others(made)) == sorted(others(text))


@settings(max_examples=150, deadline=None)
@given(FILE, st.sampled_from(["ascii", "unicode"]), st.booleans(), st.sampled_from(["", "title note"]))
def test_letters_say_the_same(text: str, letters: str, escape: bool, remove_braces: str) -> None:
    made = tidy(text, TidySettings(letters=letters, escape=escape, remove_braces=remove_braces)).text
    mine, theirs = said(made), said(text)
    assert [(kind, key) for kind, key, _ in mine] == [(kind, key) for kind, key, _ in theirs]
    for (_, _, fields), (_, _, before) in zip(mine, theirs, strict=True):
        plain = [[(name, decode(value).strip()) for name, value in either] for either in (fields, before)]
        assert plain[0] == plain[1]


@settings(max_examples=100, deadline=None)
@given(FILE, st.sampled_from(["first", "last", "fuller"]))
def test_merging_leaves_no_value_unsaid(text: str, merge: str) -> None:
    tidied = tidy(text, TidySettings(merge=merge, delimiters="keep"))
    messages = "\n".join(problem.message for problem in tidied.problems)
    kept = {(name, value) for _, _, fields in said(tidied.text) for name, value in fields}
    scanned = scan(Source("", text))
    for entry in scanned.entries:
        for field in entry.fields if entry.sound else ():
            name = field.name.lower()
            value = " ".join(field.value[1:-1].split())
            plain = field.value[0] == "{" and name not in ("crossref", "note")
            if plain and value and (name, value) not in kept:
                assert f"its {name} {field.value}" in messages or not field.value.strip("{} \n")


def test_text_blocks_are_not_entries() -> None:
    assert all(isinstance(block, TextBlock) for block in scan(Source("", tidy("a\n\nb").text)).blocks)
