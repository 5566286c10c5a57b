"""When an entry contradicts the record of its work: names, titles, venues and numbers, each with what is no contradiction."""

from __future__ import annotations

import pytest

from citekit.formats.files import read_text
from citekit.model.identity.people import ADDED, CUT_SHORT, LEFT_OUT, REORDERED, REPLACED, compare_authors, name_of
from citekit.model.identity.titles import same_wording, title_of
from citekit.model.identity.venue import is_other_venue, is_status
from citekit.model.ids import doi_of_value
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.services.comparing import Compared
from citekit.services.record import ServiceRecord, identifiers_of, unmarked, years_in


def names(text: str) -> tuple[Name, ...]:
    return tuple(Name(literal="others") if one == "others" else name_of(one) for one in text.split("; "))


THREE = "Mirabel Okonjo; Tove B. Lindqvist; Wei Zhao"


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        (THREE, THREE, ""),
        ("M. Okonjo; T. Lindqvist; W. Zhao", THREE, ""),
        ("Okonjo, M.; Lindqvist, T.B.; Zhao, W.", THREE, ""),
        (THREE, "M. Okonjo; T. Lindqvist; W. Zhao", ""),
        ("Mirabel Okonjo; others", THREE, ""),
        ("Mirabel Okonjo; Wei Zhao; others", THREE, ""),
        # short names that are pieces of the others
        (f"{THREE}; Bo An", THREE, ADDED),
        (f"{THREE}; Wei Li", THREE, ADDED),
        (f"{THREE}; Min Ma", THREE, ADDED),
        (f"{THREE}; Ann Lind", THREE, ADDED),
        ("Mirabel Okonjo; Bo Lind; Wei Zhao", THREE, REPLACED),
        ("Mirabel Okonjo; Wei Zhao", THREE, LEFT_OUT),
        ("Tove Lindqvist; Wei Zhao", THREE, LEFT_OUT),
        ("Mirabel Okonjo", "Mirabel Okonjo; Wei Zhao", LEFT_OUT),
        ("Mirabel Okonjo", THREE, CUT_SHORT),
        ("A. Ek; B. Ek; C. Ek; D. Ek; E. Ek; F. Ek", "A. Ek; B. Ek; C. Ek; D. Ek; E. Ek; F. Ek; G. Ek; H. Ek; I. Ek", CUT_SHORT),
        ("A. Ek; B. Ek; C. Ek; D. Ek; E. Ek; F. Ek", "A. Ek; B. Ek; C. Ek; D. Ek; E. Ek; F. Ek; G. Ek", LEFT_OUT),
        ("Tove Lindqvist; Mirabel Okonjo; Wei Zhao", THREE, REORDERED),
        ("Ann Noe; Bo Noe", "Bo Noe; Ann Noe", REORDERED),
        # given names that the record has otherwise
        ("Miriam Okonjo; Tove Lindqvist; Wei Zhao", THREE, REPLACED),
        ("Mirabel Okonjo; Tora Lindqvist; Wei Zhao", THREE, REPLACED),
        ("Mirabel Okonjo; Tove C. Lindqvist; Wei Zhao", THREE, REPLACED),
        ("Mirabel Okonjo; Tove Birgit Lindqvist; Wei Zhao", "M. Okonjo; Tove Berta Lindqvist; W. Zhao", REPLACED),
        ("N. Okonjo; Tove Lindqvist; Wei Zhao", THREE, REPLACED),
        ("Martina Noe", "Martin Noe", REPLACED),
        ("Christina Noe", "Christian Noe", REPLACED),
        # forms of one name
        ("Robert Noe", "J. Robert Noe", ""),
        ("Bob Noe", "Robert Noe", ""),
        ("Jean-Pierre Noe", "J.-P. Noe", ""),
        ("Xiaoming Zhao", "Xiao-Ming Zhao", ""),
        ("Sergei Noevski", "Sergey Noevskij", ""),
        ("Karl Müller", "Carl Mueller", ""),
        ("José García", "Jose Garcia Puente", ""),
        ("Zhao Wei", "Wei Zhao", ""),
        ("Jan van Noe", "Jan Noe", ""),
    ],
)  # fmt: skip
def test_two_lists_of_authors(ours: str, theirs: str, said: str) -> None:
    assert compare_authors(names(ours), names(theirs)) == said


def test_a_collaboration_stands_for_the_rest_and_unread_tex_for_any_letters() -> None:
    assert compare_authors((*names("Mirabel Okonjo"), Name(literal="The Pond Collaboration")), names(THREE)) == ""
    assert compare_authors((Name(r"O\unknown{k}onjo", "M."), *names("Tove Lindqvist; Wei Zhao")), names(THREE)) == ""
    assert compare_authors((Name("Ok?njo", "M."), *names("Tove Lindqvist; Wei Zhao")), names(THREE)) == ""


TITLE = "Sparse quilting of tidal networks with seasonal load"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (TITLE, TITLE.title()),
        (TITLE, f"{TITLE}: a survey"),
        (f"Quilt: {TITLE}", TITLE),
        (TITLE, f"The {TITLE}"),
        (TITLE, f"{TITLE} (extended abstract)"),
        ("Sparse quilting of networks", "Sparse quilting of networks1"),
        (TITLE, "Sparse quilting of tidal networks with …"),
        ("Sparse quiltng of tidal networks with seasonal load", TITLE),
        ("Modelling the behaviour of catalogues", "Modeling the behavior of catalogs"),
        ("Cats & dogs in data bases", "Cats and dogs in databases"),
        ("Non-linear queues, part II", "Nonlinear queues, Part 2"),
        ("Heaps vs. queues", "Heaps versus queues"),
        ("Queues in five parts", "Queues in 5 parts"),
    ],
)
def test_the_same_wording(ours: str, theirs: str) -> None:
    assert same_wording(title_of(ours), title_of(theirs))


@pytest.mark.parametrize(
    "other",
    [
        f"{TITLE} and its applications",
        f"{TITLE} in 3D",
        f"No {TITLE}",
        f"Towards {TITLE}",
        "Sparse quilting of tidal networks without seasonal load",
        "Tidal quilting of sparse networks with seasonal load",
        "Sparse networks of tidal quilting with seasonal load",
        "Sparse quilting of river networks with seasonal load",
        "Sparse quilting of tidal networks with unseasonal load",
        "Sparse quilting of tidal networks",
        "Quilting of tidal networks with seasonal load",
    ],
)
def test_another_wording(other: str) -> None:
    assert not same_wording(title_of(other), title_of(TITLE))


def test_numbers_are_words_of_their_own() -> None:
    assert not same_wording(title_of("Quilting in 2D"), title_of("Quilting in 3D"))
    assert not same_wording(title_of("Quilting with GPT-3"), title_of("Quilting with GPT-4"))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (r"Charm in {Pb--Pb} at $\sqrt{s_{\rm NN}}=5.02$ TeV", "Charm in Pb–Pb at sNN=5.02 TeV"),
        (r"The decay $B^0_s \to \bar{D}^0 K^0_S$", "The decay Bs0→D0KS0"),
        (r"Queues in $\tilde{A}_n$", "Queues in A n"),
        (r"Queues in $\ell_1$", "Queues in ℓ1"),
    ],
)
def test_what_formulas_draw_is_no_letter(ours: str, theirs: str) -> None:
    assert same_wording(title_of(ours), title_of(theirs), has_formula=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Annals of Rural Hth", "Annals of Rural Health"),
        ("Phys. Rev. B", "Physical Review B"),
        ("J Clin Path", "Journal of Clinical Pathology"),
        ("American J. of Ponds", "American Journal of Ponds"),
        ("Z. Teich. Kunde", "Zeitschrift für Teich und Kunde"),
        ("Proc. of the 3rd Int. Conf. on Ponds and Weirs", "Proceedings of the Third International Conference on Ponds and Weirs"),
        ("NeurIPS", "Advances in Neural Information Processing Systems 33"),
        ("Computer Vision -- ECCV 2022", "Lecture Notes in Computer Science"),
        ("Handbook of Slow Water", "Silt Global eBooks"),
        ("POPL", "Proceedings of the ACM on Programming Languages"),
        ("Science", "Science (New York, N.Y.)"),
        ("BMJ", "BMJ : British Medical Journal"),
        ("JPA", "Journal of Patient Algorithms"),
    ],
)  # fmt: skip
def test_one_venue(one: str, other: str) -> None:
    assert not is_other_venue(one, other)
    assert not is_other_venue(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Physical Review B", "Physical Review Letters"),
        ("CVPR", "International Conference on Computer Vision (ICCV)"),
        ("ICCV", "Computer Vision – ECCV 2022"),
        ("Transactions of the Association for Computational Linguistics", "ACL"),
        ("ICRA", "IEEE Robotics and Automation Letters"),
        ("EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2021"),
        ("Nature", "Nature Communications"),
        ("Journal of Ponds", "Journal of Pond Weirs"),
        ("Journal of Pond Science", "Transactions on Pond Science"),
        ("Annals of Patience", "Journal of Patient Algorithms"),
        ("Symposium on Ponds", "Conference on Steam Engines"),
    ],
)
def test_two_venues_that_look_alike(one: str, other: str) -> None:
    assert is_other_venue(one, other)
    assert is_other_venue(other, one)


# --- numbers -----------------------------------------------------------------------------------------------------------

ARTICLE = (
    "@article{{a, author={{Okonjo, Mirabel}}, title={{Sparse quilting}}, journal={{Journal of Quilts}}, "
    "year={year}, volume={{{volume}}}, number={{{number}}}, pages={{{pages}}}}}"
)
RIGHT = {"year": "2021", "volume": "12", "number": "3", "pages": "201--219"}


def record(**changed: str) -> ServiceRecord:
    facts = {"volume": "12", "issue": "3", "page": "201-219", **changed}
    work = read_text(ARTICLE.format(**RIGHT).encode(), "a.bib")[2].works[0]
    return ServiceRecord("Crossref", work.with_variables(**facts), years_in([2020, 2022]))


@pytest.mark.parametrize(
    ("field", "ours", "theirs", "differs"),
    [
        ("number", "9", {}, True),
        ("number", "3--4", {}, True),
        ("number", "e17", {"number": "e17"}, False),
        ("number", "1--2", {"issue": "1/2"}, False),
        ("volume", "13", {}, True),
        ("volume", "2021", {}, True),
        ("volume", "B12", {"volume": "A12"}, True),
        ("volume", "12", {"volume": "2021", "issue": "12"}, False),
        ("volume", "XII", {}, False),
        ("pages", "201--245", {}, True),
        ("pages", "201--19", {}, False),
        ("pages", "201", {}, False),
        ("pages", "301--319", {}, True),
        ("pages", "1--19", {}, False),
        ("pages", "1--15", {}, True),
        ("pages", "1--15", {"page": "e77"}, False),
        ("year", "2019", {}, True),
        ("year", "2020", {}, False),
        ("year", "2021", {}, False),
        ("year", "2023", {}, True),
    ],
)
def test_a_number_differs(field: str, ours: str, theirs: dict[str, str], differs: bool) -> None:
    entry = read_text(ARTICLE.format(**{**RIGHT, field: ours}).encode(), "a.bib")[2].works[0]
    known = record(**theirs)
    if field == "year":
        known = ServiceRecord("Crossref", known.work, frozenset({2020, 2022}))
    found = {difference.field for difference in Compared(entry).differences(known)}
    assert (field in found) is differs


def book(**fields: str) -> Work:
    text = "".join(f", {name}={{{value}}}" for name, value in fields.items())
    return read_text(f"@book{{b, author={{Okonjo, Mirabel}}, title={{Slow Water}}{text}}}".encode(), "b.bib")[2].works[
        0
    ]


@pytest.mark.parametrize(
    ("fields", "field", "differs"),
    [
        ({"isbn": "978-1-4000-0000-7"}, "isbn", True),
        ({"isbn": "3-16-148410-0"}, "isbn", False),
        ({"editor": "Zed Nobody"}, "editor", True),
        ({"editor": "A. Editor"}, "editor", False),
    ],
)
def test_books_differ_in_isbn_and_editor(fields: dict[str, str], field: str, differs: bool) -> None:
    known = ServiceRecord("Crossref", book(isbn="9783161484100", editor="Ann Editor"))
    found = {difference.field for difference in Compared(book(**fields)).differences(known)}
    assert (field in found) is differs


def test_a_thesis_is_no_article() -> None:
    entry = read_text(b"@phdthesis{t, author={Okonjo, Mirabel}, title={Sparse quilting}, school={Here}}", "t.bib")[
        2
    ].works[0]
    assert [d.field for d in Compared(entry).differences(record())] == ["type"]


# --- retractions and identifiers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "plain", "fate"),
    [
        ("RETRACTED ARTICLE: Kelp in mice", "Kelp in mice", "retracted"),
        ("[RETRACTED] Kelp in mice", "Kelp in mice", "retracted"),
        ("Retracted: Kelp in mice", "Kelp in mice", "retracted"),
        ("Kelp in mice (Retracted)", "Kelp in mice", "retracted"),
        ("Retraction: Kelp in mice", "Kelp in mice", "retracted"),
        ("Notice of retraction: Kelp in mice", "Kelp in mice", "retracted"),
        ("WITHDRAWN: Kelp in mice", "Kelp in mice", "withdrawn"),
        ("Retraction notice to: Kelp in mice", "Kelp in mice", "retracted"),
        ("Statement of Retraction: Kelp in mice", "Kelp in mice", "retracted"),
        ("Kelp in mice (Retraction of vol 3, pg 1, 2001)", "Kelp in mice", "retracted"),
        ("Kelp in mice (Retracted article. See vol. 4)", "Kelp in mice", "retracted"),
        ("Withdrawn paper - Kelp in mice", "Kelp in mice", "withdrawn"),
        ("Retraction in muscles of mice", "Retraction in muscles of mice", ""),
        ("Removed soils: a survey", "Removed soils: a survey", ""),
        ("Retracted papers in medicine", "Retracted papers in medicine", ""),
    ],
)
def test_marks_of_retraction_in_titles(title: str, plain: str, fate: str) -> None:
    assert unmarked(title) == (plain, fate)


SICI = "10.1000/(SICI)1234-5678(199821)14:1<3::AID-XYZ140>3.0.CO;2-K"


@pytest.mark.parametrize(
    ("value", "doi"),
    [
        (SICI, SICI),
        (SICI.replace("<", r"\textless").replace(">", r"\textgreater"), SICI),
        (SICI.replace("<", "$<$").replace(">", "$>$"), SICI),
        (SICI.replace("<", "&lt;").replace(">", "&gt;"), SICI),
        (f"https://press.example/doi/epdf/{SICI.replace('<', '%3C').replace('>', '%3E')}?src=getftr", SICI),
        (r"10.1000/978-3\_7", "10.1000/978-3_7"),
        (r"10.1000/978-3{\_}7", "10.1000/978-3_7"),
        ("10.1000/ab\u200bc\u00add", "10.1000/abcd"),
        ("10.1000/abc?utm_source=mail&utm_medium=x", "10.1000/abc"),
        ("https://press.example/article/10.1000/abc#Sec3", "10.1000/abc"),
        ("https://press.example/10.1000/abc/fulltext.html", "10.1000/abc"),
        ("10.1000/abc/full", "10.1000/abc"),
        ("10.1000/abc-", "10.1000/abc"),
        ("doi:10.1000/abc.", "10.1000/abc"),
        ("10.1101/2020.01.02.123456v2", "10.1101/2020.01.02.123456"),
        ("10.1000/a,b", "10.1000/a,b"),
        (r"\href{https://doi.org/10.1000/abc}{10.1000/abc}", "10.1000/abc"),
        (r"\url{https://doi.org/10.1000/abc}", "10.1000/abc"),
        (r"10.1000/ab\textunderscore c", "10.1000/ab_c"),
        (r"10.1000/ab$\_$c", "10.1000/ab_c"),
        (r"10.1000/ab\-c", "10.1000/abc"),
        ("10.1000/ abc", "10.1000/abc"),
        ("10.xxxx/xxxxx", ""),
    ],
)
def test_what_is_written_around_a_doi_is_no_part_of_it(value: str, doi: str) -> None:
    assert doi_of_value(value) == doi


@pytest.mark.parametrize(
    ("value", "doi"),
    [
        ("https://doi.org/10.1000/abc.", "10.1000/abc"),
        ("DOI: 10.1000/abc", "10.1000/abc"),
        (r"10.1007/978-3{\_}7", "10.1007/978-3_7"),
        ("10.1000/abc%5F7", "10.1000/abc_7"),
        (SICI.replace("<", r"\textless{}").replace(">", r"\textgreater{}"), SICI),
        ("10.1000/abc, 10.1000/def", ""),
        ("see 10.1000/abc", ""),
        ("10.1000/a bc", ""),
        ("https://press.example/10.1000/abc/full", ""),
    ],
)
def test_a_doi_is_put_in_place_of_a_value_that_is_nothing_else(value: str, doi: str) -> None:
    assert doi_of_value(value, is_whole=True) == doi


@pytest.mark.parametrize(
    ("url", "identifiers"),
    [
        ("https://doi.org/10.1000/def", "doi:10.1000/abc doi:10.1000/def"),
        ("https://doi.org/10.1000/ABC", "doi:10.1000/abc"),
        ("https://arxiv.org/abs/1803.00001v2", "arxiv:1803.00001 doi:10.1000/abc"),
        ("https://pubmed.ncbi.nlm.nih.gov/30000009/", "doi:10.1000/abc pmid:30000009"),
        ("https://press.example/doi/10.1000/def", "doi:10.1000/abc"),
        ("https://people.example/owls", "doi:10.1000/abc"),
    ],
)
def test_a_resolver_in_the_url_names_a_work_as_the_doi_does(url: str, identifiers: str) -> None:
    assert " ".join(sorted(identifiers_of(Work("book", "a", {"DOI": "10.1000/abc", "URL": url})))) == identifiers


@pytest.mark.parametrize(
    "venue",
    ["Under review", "To appear", "Forthcoming", "Accepted at QUEUE 2021", "Manuscript submitted for publication",
     "Open Review", "eingereicht", "Preprint", "in press", "Revise and resubmit at Queues"],
)  # fmt: skip
def test_a_status_is_no_venue(venue: str) -> None:
    assert is_status(venue)


@pytest.mark.parametrize(
    "venue", ["Journal of Submitted Works", "Preprints in Queues", "Working Papers in Heaps", "Press"]
)
def test_a_venue_is_no_status(venue: str) -> None:
    assert not is_status(venue)
