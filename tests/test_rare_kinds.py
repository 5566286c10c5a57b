"""The rare kinds of works: what plain words, numbers, houses and addresses say of a reference, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from citekit import convert
from citekit.extraction.signs import law
from citekit.extraction.work_type import PATENT_NUMBER, press

KINDS = {
    "patent": """
        E. Moss and R. Lind, “Folding lantern,” RU 2502641 C1, Dec. 27, 2013.
        Moss E, Lind R. Folding lantern. Published online September 27, 2011:EU-29702195U.
        Moss, E. (2013). Folding lantern (Patent No. DE 2429990 C1).
        Moss, Edda. Folding Lantern. EP 1934220 B1, 12 Mar. 2009.
        Moss, E. (2013) “Folding lantern.” Available at: https://patents.google.com/patent/US1 (Accessed: 4 May 2020).
        """,
    "standard": """
        Fenn Board for Norms (2005) BS 7419:2005 Ladders for use in silos. London: Fenn Board.
        Fenn Board. DIN 19874: Kennzeichnung von Leitern. Berlin: Beuth, 1998.
        IEEE Standard for Ink and Paper, IEEE Std 754-2019, 2019.
        IEEE Std 754-2019, IEEE Standard for Ink and Paper, 2019.
        International Organization for Standardization, Ladders for silos, ISO 41133:1991, Geneva., 1991.
        """,
    "interview": """
        Moss, Ada. Interview by Ben Lind. Harbour Radio, 12 May 2003.
        Moss, A. (2003) Interview with Ben Lind, 12 May.
        """,
    "broadcast": """
        Slow Tides II (2016) BBC One, 6 November.
        """,
    "dataset": """
        E. Moss and R. Lind, “Tide gauges of the Fenn.” PANGAEA, Mar. 3, 2021. doi: 10.1234/fenn.9.
        Moss, Edda. 2018. “Household Diaries of Fenn.” Data set. Harvard Dataverse. https://doi.org/10.1234/dvn.9.
        Moss, Edda. “Household Diaries of Fenn.” UK Data Service, 4 Aug. 2021, https://doi.org/10.1234/uk.9.
        """,
    "software": """
        Moss, Edda. TideFit. Version 3.0.2, GitHub, 14 Feb. 2020, github.com/moss/tidefit.
        Moss E. tidefit: Fitting Tides. Published online 2023. https://CRAN.R-project.org/package=tidefit
        Moss, E. (2020) “tidefit: Fit tides.” Available at: https://github.com/moss/tidefit.
        """,
    "motion_picture": """
        Moss, Edda, dir. The Salt Road. Los Angeles: Halfmoon Pictures, 2011. DVD, 104 min.
        Moss, E. (Director). (2011, May 2). The salt road [Video recording]. Halfmoon House.
        The Salt Road. Warner Bros., 1982.
        E. Moss, The Salt Road, (2015). [Online Video]. Available: https://www.youtube.com/watch?v=abc
        """,
    "speech": """
        Moss, Edda. “Mapping Peat with Kites.” Fenn Congress of Bog Science, 14 Sept. 2016, Tampere. Lecture.
        Moss, E. (2016) ‘Mapping peat with kites’. Talk at the Fenn Congress of Bog Science, Tampere, 14 September.
        Moss, E. (2016). Mapping peat with kites [Keynote address]. Annual Meeting of the Fenn Society, Perth.
        Moss, Edda. “Mapping Peat with Kites.” Paper presented at the Fenn Congress of Bog Science, Tampere, September 2016.
        Moss, Edda: Moore aus der Luft. Vortrag auf der Fenner Tagung, Bremen 2014.
        """,
    "article-magazine": """
        Moss, E. (2018, May). The last lamplighters of Fenn. National Geographic, 233(5), 40–57.
        Moss, Edda. “Living in a Silo.” Der Spiegel, May 14, 2007, 88–90.
        Moss, Edda. “Why Lanterns Drift.” The Economist, 19 Aug. 2017, https://www.economist.com/lanterns.
        """,
    "article-newspaper": """
        Moss, E. (2019) ‘Les pêcheurs de Fenn en colère’, Le Monde, 21 June, p. 7.
        Moss, Edda. “Ferry Workers Vote.” The Irish Times, 9 Mar. 2015, p. A14.
        """,
    "entry-encyclopedia": """
        Moss, Rolf. “Lind, Johann.” In Neue Deutsche Biographie, vol. 16, 640–41. Berlin: Duncker & Humblot, 1990.
        Moss, G. (n.d.). Saltire. In Encyclopædia Britannica. Retrieved March 3, 2020, from https://www.britannica.com/saltire
        List of lanterns. In: Wikipedia. 2020. https://en.wikipedia.org/wiki/List_of_lanterns
        """,
    "legal_case": """
        Benson Tanneries v. City of Fenn, 212 F.3d 1044 (8th Cir. 2000).
        The Fenn County Hospital Authority v. Division of Care (2025).
        Moss Paper, Inc v. The Lantern Desk, 3 N.W.3d 18 (Court of Appeals of Fenn August 5, 2024).
        """,
    "legislation": """
        Coastal Footpaths Act, 16 U.S.C. § 2410 (1978).
        Allotments Act 1925, c. 61. Available at: https://www.legislation.gov.uk/61 (Accessed: 2 May 2019).
        """,
    "report": """
        Moss, E., & Lind, R. (2009). Noise near airfields. Fenn Atlantic Council. https://fenn.example/noise.html
        E. Moss and R. Lind, “Noise near airfields,” Inst. Noise Stud., Leeds, U.K., Tech. Rep. 2009-17, 2009.
        Fenn Board (2013) Bericht zur Lage der Moore. Bremen: Fenn Board.
        Moss, E. Profile of ferry owners. https://www.fenn.example/files/owners.pdf (2013).
        """,
    "thesis": """
        Moss, E. 2010. Lanterns shaped by promises. Fenn University.
        Moss, E., Lind, F., 2020. Settlement of moors (bachelors). Malmö University.
        Moss E. Lanterns of the moor. EngD. University of Bath; 2018.
        """,
    "article-journal": """
        Moss, R. M. (1977). A review of lantern motivation and recruitment. Transfusion, 17, 123–135.
        Moss, E. (2004). Reports of lanterns: An integrative review. Journal of Moors, 4(2), 3–9.
        Moss, E. (2012). The department of lanterns. Nature and Moors, 4(2), 3–9.
        """,
    "book": """
        Moss, E. (2004). The people v. the moor: A history. Oslo: Fenn Press.
        Moss, E. (2004). The talk of the town. Oslo: Fenn Press.
        Moss, E. (2011). Annual reports of the moor. Oxford University Press.
        Moss, E. (2011). Lanterns. Boston, MA: Fenn University Press.
        """,
    "webpage": """
        Moss, E. (2020). How to fit tides. https://github.com/moss/tidefit/wiki
        """,
}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    lines = [line.strip() for text in KINDS.values() for line in text.splitlines() if line.strip()]
    path: Path = tmp_path_factory.mktemp("kinds") / "lines.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return dict(zip(lines, (found.work.type for found in convert(path, each_line=True)), strict=True))


@pytest.mark.parametrize(
    ("line", "kind"),
    [(line.strip(), kind) for kind, text in KINDS.items() for line in text.splitlines() if line.strip()],
)
def test_kinds_of_references(kinds: dict[str, str], line: str, kind: str) -> None:
    assert kinds[line] == kind


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("RU 2502641 C1", True),
        ("WO/2010/111344", True),
        ("US 2010/0123456 A1", True),
        ("US 9,999,123", True),
        ("FR 123456 A1", True),
        ("FR 1234567", False),  # a small office's number without its stage may be anything
        ("CH 8001 Fenn", False),
        ("US 12345", False),
        ("10.1234/US1234567", False),
    ],
)
def test_numbers_of_patents(text: str, number: bool) -> None:
    assert bool(PATENT_NUMBER.search(f"Lantern. {text}.")) is number


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("The Irish Times", "article-newspaper"),
        ("Tagesspiegel", ""),
        ("Harper’s Magazine", "article-magazine"),
        ("The Buffalo News (Buffalo, NY)", "article-newspaper"),
        ("Journal of Tides", ""),
    ],
)
def test_newspapers_and_magazines_by_name(name: str, kind: str) -> None:
    assert press(name) == kind


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        (
            "Moss v. Lind, 482 U.S. 311 (1987).",
            {"title": "Moss v. Lind", "volume": "482", "report": "U.S.", "page": "311"},
        ),
        ("Moss v Lind, 212 F. Supp. 2d 10, 12 (8th Cir. 2000).", {"report": "F. Supp. 2d", "court": "8th Cir."}),
        ("In re Lantern Fund, 12 N.W.3d 18 (2001).", {"title": "In re Lantern Fund", "year": "2001"}),
        ("Moss v. Lind (2025).", {"title": "Moss v. Lind", "alone": "2025"}),
        ("Coastal Paths Act of 1978, 16 U.S.C. § 2410 et seq.", {"title": "Coastal Paths Act of 1978", "page": "2410"}),
        ("Allotments Act 1925, c. 61.", {"whole": "Allotments Act 1925", "of": "1925"}),
    ],
)
def test_cases_and_laws(text: str, groups: dict[str, str]) -> None:
    found = law(text)
    assert found is not None
    assert {name: found[name] for name in groups} == groups


@pytest.mark.parametrize(
    "text", ["Moss E. Paper v. ink. Oslo, 2001.", "An act of mercy, 12 paths.", "Acts of Moss 3 (2001)."]
)
def test_no_law(text: str) -> None:
    assert law(text) is None


def read(tmp_path: Path, line: str) -> dict[str, str]:
    path = tmp_path / "line.txt"
    path.write_text(line + "\n", encoding="utf-8")
    (found,) = convert(path, each_line=True)
    issued = found.work.issued
    named = ("title", "container-title", "publisher", "note", "genre", "volume", "page", "number")
    return {name: str(found.work.text(name)) for name in named} | {"year": str(issued.year) if issued else ""}


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (
            "Moss, Edda. “A Flood.” Review of Paper Walls, by Otto Lind. Journal of Moors 18, no. 2 (2012): 201–3.",
            {"title": "A Flood", "container-title": "Journal of Moors", "note": "Review of Paper Walls, by Otto Lind"},
        ),
        (
            "Moss, E. (2012). [Review of the book Paper walls, by O. Lind]. Journal of Moors, 18(2), 201–203.",
            {"title": "Review of the book Paper walls, by O. Lind", "container-title": "Journal of Moors"},
        ),
        (
            "Moss, E. (2012). A flood [Review of the book Paper walls, by O. Lind]. Journal of Moors, 18(2), 201–203.",
            {"title": "A flood", "note": "Review of the book Paper walls, by O. Lind"},
        ),
        (
            "Moss K, Lind D, inventors; Northgate Inc., assignee. Lamp with a tip. United States patent US 7,115,908. 2006 Oct 3.",
            {"title": "Lamp with a tip", "publisher": "Northgate Inc.", "container-title": "", "year": "2006"},
        ),
        (
            "The Salt Road (2011) Directed by Sofia Moss [Film]. Los Angeles: Halfmoon Pictures.",
            {
                "title": "The Salt Road",
                "note": "Directed by Sofia Moss",
                "publisher": "Halfmoon Pictures",
                "year": "2011",
            },
        ),
        (
            "Moss E. Paper walls. Published online April 13, 2006:WO2006039356.",
            {"title": "Paper walls", "year": "2006"},
        ),
        (
            "Moss, Mark, et al. Lanterns of Moors. International Patent WO 2015/126678 A1, 27 Aug. 2015.",
            {"title": "Lanterns of Moors", "year": "2015"},
        ),
        (
            "Benson Tanneries v. City of Fenn, 212 F.3d 1044 (8th Cir. 2000).",
            {"title": "Benson Tanneries v. City of Fenn", "container-title": "F.3d", "volume": "212", "page": "1044"},
        ),
        ("Allotments Act 1925, c. 61.", {"title": "Allotments Act 1925", "year": "1925"}),
        (
            "Moss E, Lind P. Tides of Fenn [dataset]. Zenodo; 2020. Available from: https://doi.org/10.5281/zenodo.8",
            {"publisher": "Zenodo", "container-title": "", "note": ""},
        ),
        (
            "Moss, Edda. 2018. “Diaries of Fenn.” Data set. Harvard Dataverse. https://doi.org/10.1234/dvn.9.",
            {"title": "Diaries of Fenn", "publisher": "Harvard Dataverse"},
        ),
        (
            "Moss, J., Persson, N., Designing for moors: A moor as a game, bachelor, Uppsala Universitet, 2022.",
            {"title": "Designing for moors: A moor as a game", "publisher": "Uppsala Universitet", "genre": "bachelor"},
        ),
    ],
)
def test_fields_of_rare_kinds(tmp_path: Path, line: str, fields: dict[str, str]) -> None:
    found = read(tmp_path, line)
    assert {name: found[name] for name in fields} == fields
