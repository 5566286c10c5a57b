"""People, bodies and types of the files that programs exchange: RIS, CSV, EndNote, Zotero, and Biber's database."""

from __future__ import annotations

import json

import pytest

from citekit.formats import files
from citekit.model.work import Work


def first(data: str, name: str) -> Work:
    return files.loads(data, files.format_of_content(data) or name, "x").works[0]


def people(work: Work) -> list[str]:
    return [name.literal or f"{name.family}, {name.given}" for name in work.author]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Vale, Lea; Brandt, Theo; Okafor, Mia", ["Vale, Lea", "Brandt, Theo", "Okafor, Mia"]),
        ("Vale, Lea and Brandt, Theo", ["Vale, Lea", "Brandt, Theo"]),
        ("L. Vale, T. Brandt, M. Okafor", ["Vale, L.", "Brandt, T.", "Okafor, M."]),
        ("Vale, Lea", ["Vale, Lea"]),
        ("van der Berg, Anna", ["Berg, Anna"]),
        ("King, Martin L., Jr.", ["King, Martin L."]),
        ("Ministry of Works, Lindon", ["Ministry of Works, Lindon"]),
        ("University of Lindon, Department of Roads", ["University of Lindon, Department of Roads"]),
        ("World Chart Organization", ["World Chart Organization"]),
        ("Smith and Sons", ["Smith and Sons"]),
    ],
)
def test_several_people_in_one_line_are_several_and_bodies_are_not_turned_round(line: str, names: list[str]) -> None:
    assert people(first(f"TY  - JOUR\nAU  - {line}\nTI  - Queues in moss\nER  - \n", "ris")) == names
    assert people(first(f"%0 Journal Article\n%A {line}\n%T Queues in moss\n", "refer")) == names


def test_a_column_type_beside_the_type_of_the_item_is_its_genre() -> None:
    table = 'Key,Item Type,Author,Title,Publisher,Type\nA1,thesis,"Vale, Lea",Bounded archives,Lantern University,PhD\n'
    work = first(table, "csv")
    assert (work.type, work.text("genre")) == ("thesis", "PhD")


def test_people_as_scopus_lists_them() -> None:
    work = first('Authors,Title,Year,Page start,Page end\n"Vale L., Brandt T.",Queues in moss,2019,33,51\n', "csv")
    assert people(work) == ["Vale, L.", "Brandt, T."]
    assert work.text("page") == "33-51"


def test_zotero_patents_and_bodies() -> None:
    bodies = [{"creatorType": "author", "lastName": "World Chart Organization", "firstName": ""}]
    patent = {
        "itemType": "patent",
        "title": "Ladder",
        "patentNumber": "9,999,126",
        "issueDate": "May 2019",
        "creators": bodies,
    }
    work = first(json.dumps([patent]), "zotero")
    assert (work.type, people(work)) == ("patent", ["World Chart Organization"])
    assert work.issued is not None
    assert work.issued.parts == ((2019, 5),)


BIBER = r"""% $ biblatex auxiliary file $
% $ biblatex bbl format version 3.2 $
\refsection{0}
  \datalist[entry]{nty/global//global/global}
    \entry{vale:09}{article}{}
      \name{author}{2}{}{%
        {{hash=1}{%
           family={Vale},
           familyi={V\bibinitperiod},
           given={Lea\bibnamedelima Mia},
           giveni={L\bibinitperiod}}}%
        {{hash=2}{%
           family={Berg},
           given={Theo},
           prefix={van\bibnamedelima der}}}%
      }
      \list{language}{1}{%
        {english}%
      }
      \strng{namehash}{1}
      \field{sortinit}{V}
      \field{journaltitle}{Journal of Small Botany}
      \field{title}{On \emph{moss} and its margins}
      \field{volume}{12}
      \field{month}{3}
      \field{year}{2009}
      \field{pages}{33\bibrangedash 51}
      \range{pages}{19}
      \verb{doi}
      \verb 10.9016/j.jsb_2009.03
      \endverb
    \endentry
    \entry{crew}{online}{}
      \name{author}{1}{}{%
        {{hash=3}{%
           family={{Quill Crew}}}}%
      }
      \field{title}{The Quill compiler}
      \field{year}{2019}
    \endentry
  \enddatalist
\endrefsection
\endinput
"""


def test_the_database_of_biber_comes_out_with_its_keys() -> None:
    found = files.loads(BIBER, files.format_of_content(BIBER), "x.bbl").works
    assert [work.id for work in found] == ["vale:09", "crew"]
    work = found[0]
    assert [(n.family, n.given, n.non_dropping_particle) for n in work.author] == [
        ("Vale", "Lea Mia", ""),
        ("Berg", "Theo", "van der"),
    ]
    assert work.issued is not None
    assert (work.text("page"), work.text("DOI"), work.issued.parts) == ("33-51", "10.9016/j.jsb_2009.03", ((2009, 3),))
    assert people(found[1]) == ["Quill Crew"]
    assert not {"sortinit", "namehash", "month"} & work.fields.keys()
