"""Any work in any style never raises, HTML is well formed and holds no markup of the input."""

from __future__ import annotations

from contextlib import suppress
from html.parser import HTMLParser
from xml.dom import minidom
from xml.sax.saxutils import quoteattr

from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.csl import styles
from citekit.csl.cite import Citation, Cite
from citekit.csl.listing import EXTRAS, ListingOptions
from citekit.csl.model import StyleError, read_style
from citekit.csl.output import html, names, writer
from citekit.csl.processor import Rendered, process
from citekit.model.date import Date
from citekit.model.kinds import ENTRY_TYPES, TEXT_VARIABLES
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.span import Source

ALLOWED = {"style", "i", "b", "sup", "sub", "span", "div", "a", "h2", "p"}
NASTY = st.sampled_from(
    [
        "<script>x</script>",
        "</i>",
        "<i>a</i>",
        "\"q\" 'r'",
        "“a” ‘b’",
        "...",
        " , ",
        "&amp;",
        '<span class="nocase">X',
        "1-3",
    ]
)
TEXT = st.one_of(st.text(max_size=20), st.lists(NASTY, max_size=4).map("".join))
VARIABLES = ("title", "container-title", "page", "volume", "edition", "note", "URL", "DOI", "language", "number")
MARKS = st.sampled_from([(), ("equal",), ("self",), ("equal", "self")])
NAMES = st.builds(Name, TEXT, TEXT, TEXT, TEXT, TEXT, st.one_of(st.just(""), TEXT), MARKS)
NUMBERS = st.lists(st.integers(-3000, 3000), max_size=3).map(tuple)
DATES = st.builds(Date, st.lists(NUMBERS, max_size=2).map(tuple), st.integers(0, 4), st.booleans(), TEXT)
WORKS = st.builds(
    lambda kind, texts, people, date: Work(kind, "", {**texts, "author": tuple(people), "issued": date}),
    st.sampled_from(sorted(ENTRY_TYPES)),
    st.dictionaries(st.sampled_from(VARIABLES), TEXT),
    st.lists(NAMES, max_size=4),
    DATES,
)
LOOKS = st.fixed_dictionaries(
    {},
    optional={
        "prefix": TEXT,
        "suffix": TEXT,
        "font-style": st.sampled_from(["italic", "normal", "oblique", "<i>"]),
        "font-variant": st.just("small-caps"),
        "vertical-align": st.sampled_from(["sup", "sub", "baseline"]),
        "text-case": st.sampled_from(["title", "sentence", "uppercase", "capitalize-first", "capitalize-all"]),
        "quotes": st.just("true"),
        "strip-periods": st.just("true"),
        "display": st.sampled_from(["block", "left-margin", "right-inline", "indent"]),
    },
)


def tag(name: str, attributes: dict[str, str], inner: str = "") -> str:
    clean = {key: "".join(c for c in value if c.isprintable()) for key, value in attributes.items()}
    return f"<{name} {' '.join(f'{key}={quoteattr(value)}' for key, value in clean.items())}>{inner}</{name}>"


def leaf(look: dict[str, str], kind: str, variable: str) -> str:
    if kind == "names":
        forms = '<name form="short" and="text" initialize-with=". "/><label prefix=" (" suffix=")"/>'
        rest = '<substitute><text variable="title"/></substitute>'
        return tag("names", {**look, "variable": "author editor"}, forms + rest)
    if kind == "date":
        return tag("date", {**look, "variable": "issued", "form": "text"})
    if kind == "label":
        return tag("label", {**look, "variable": "page"})
    return tag(kind, {**look, "variable": variable})


LEAVES = st.builds(
    leaf, LOOKS, st.sampled_from(["text", "number", "names", "date", "label"]), st.sampled_from(sorted(TEXT_VARIABLES))
)


def nested(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(children, max_size=3).map("".join)
    groups = st.builds(lambda look, inner: tag("group", {**look, "delimiter": ", "}, inner), LOOKS, several)
    choices = st.builds(
        lambda variable, a, b: f'<choose><if variable="{variable}">{a}</if><else>{b}</else></choose>',
        st.sampled_from(VARIABLES),
        several,
        several,
    )
    return st.one_of(groups, choices)


ELEMENTS = st.recursive(LEAVES, nested, max_leaves=6)
COLLAPSES = st.sampled_from(["", 'collapse="year"', 'collapse="year-suffix-ranged"', 'collapse="citation-number"'])


def style_of(layout: str, bibliography: str, collapse: str, kind: str) -> str:
    disambiguation = (
        'disambiguate-add-names="true" disambiguate-add-givenname="true" disambiguate-add-year-suffix="true"'
    )
    return (
        f'<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="{kind}"><citation {collapse} '
        f'{disambiguation} et-al-min="2" et-al-use-first="1"><layout delimiter="; ">{layout}</layout></citation>'
        f'<bibliography subsequent-author-substitute="---" second-field-align="flush"><sort><key variable="author"/>'
        f'<key variable="issued" sort="descending"/></sort><layout suffix=".">{bibliography}</layout></bibliography></style>'
    )


STYLES = st.builds(style_of, ELEMENTS, ELEMENTS, COLLAPSES, st.sampled_from(["note", "in-text"]))


class Tags(HTMLParser):
    """The tags of HTML, checked for pairing."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED
        assert {name for name, _ in attrs} <= {"class", "style", "href"}
        for name, value in attrs:  # an address on the web, or a path on the site
            address = value or ""
            assert (
                name != "href" or address.startswith(("http://", "https://")) or not (":" in address or "//" in address)
            )
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(rendered: Rendered) -> None:
    for text in (html.bibliography(rendered), *map(html.inline, rendered.citations)):
        parser = Tags()
        parser.feed(text)
        parser.close()
        assert parser.open == []
        minidom.parseString(f"<all>{text}</all>")
    for name in names():
        assert isinstance(writer(name).bibliography(rendered), str)


@settings(max_examples=60, deadline=None)
@given(STYLES, st.lists(WORKS, min_size=1, max_size=4), TEXT, TEXT)
def test_any_work_in_any_style(style: str, works: list[Work], prefix: str, locator: str) -> None:
    named = [work.with_id(f"w{place}") for place, work in enumerate(works)]
    cites = [Cite(work.id, locator, prefix=prefix) for work in named]
    citations = [Citation(tuple(cites), 1, "a"), Citation((cites[0],), 2, "b"), Citation((cites[0],), 3, "c")]
    check(process(read_style(Source("style", style)), named, citations))


@settings(max_examples=40, deadline=None)
@given(
    st.one_of(
        TEXT,
        st.lists(st.sampled_from(["<style>", "</style>", "<citation>", "<layout/>", "<text/>", "&x;"])).map("".join),
    )
)
def test_a_style_that_is_none_is_told(text: str) -> None:
    with suppress(StyleError):
        read_style(Source("style", text))


REAL = """
acm-sig-proceedings american-chemical-society american-medical-association apa cell chicago-author-date
chicago-notes-bibliography elsevier-harvard harvard-cite-them-right ieee modern-language-association nature
nlm-citation-sequence science springer-basic-author-date din-1505-2-alphanumeric mhra-notes bluebook-law-review
""".split()
ARXIV = st.dictionaries(st.sampled_from(["eprint", "archiveprefix"]), st.one_of(TEXT, st.just("arXiv")))
ORDERS = st.sampled_from(["", "year", "oldest", "title", "type", "keyword", "given"])
GROUPS = st.sampled_from(["", "year", "type", "keyword"])


def named(works: list[Work]) -> list[Work]:
    return [work.with_id(f"w{place}") for place, work in enumerate(works)]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(REAL), st.lists(WORKS, min_size=1, max_size=3), ARXIV, TEXT, ORDERS, GROUPS)
def test_any_work_in_a_real_style(
    style: str, works: list[Work], fields: dict[str, str], note: str, sort: str, group_by: str
) -> None:
    listed = [Work(work.type, work.id, {**work.variables, "keyword": note}, fields) for work in named(works)]
    citations = [Citation(tuple(Cite(work.id, "3", "page") for work in listed), 1, "a")]
    rendered = process(
        styles.load(style),
        listed,
        citations,
        "",
        ListingOptions("bold", note, note, sort, group_by, "reverse", tuple(EXTRAS)),
    )
    check(rendered)
