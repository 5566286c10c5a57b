r"""Values that are LaTeX stay LaTeX when a program edits them: cut, joined, replaced, formatted.

Each title is edited in ways that Python programmers use, written as BibTeX, and must still have the commands it had.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from citekit import Work, dumps, loads
from citekit.model.work import InCSL
from citekit.text.tex_syntax import TeX, TypedText

TITLES = (
    r"On \texttt{grep} growth",
    r"The \textsf{moss} package and growth",
    r"Slow growth at \SI{10}{\kelvin}",
    r"A note\footnote{Read in May.} on growth",
    r"\ce{H2O} and growth",
    r"{\tt fern} growth, 2\% of it",
    r"Growth, \cite{fern}, and growth",
)
EDITS: dict[str, Callable[[str], str]] = {
    "replace": lambda title: title.replace("growth", "decay"),
    "re.sub": lambda title: re.sub(r"grow(th)", r"deca\1", title),
    "f-string": lambda title: f"{title}, revised",
    "plus": lambda title: title + ", revised",
    "plus before": lambda title: "Revised: " + title,
    "percent": lambda title: "%s, revised" % title,  # noqa: UP031 - what people write
    "words": lambda title: " ".join(title.split()[:30]),
    "strip": lambda title: title.strip(" ."),
    "slice": lambda title: title[:],
    "removesuffix": lambda title: title.removesuffix("growth").strip(),
    "upper": lambda title: title.replace("growth", "growth".upper()),
    "join": lambda title: ": ".join([title, "a survey"]),
}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_commands_of_a_title_survive_an_edit(title: str, edit: Callable[[str], str]) -> None:
    work = loads(f"@misc{{a, title = {{{title}}}}}", "bibtex").works[0]
    changed = work.with_variables(title=edit(work.title))
    made = dumps([changed], "bibtex")
    assert re.findall(r"\\[A-Za-z]+", made) == re.findall(r"\\[A-Za-z]+", title)
    assert "textbackslash" not in made
    assert "\\{" not in made


def test_plain_text_in_latex_is_escaped() -> None:
    title = TeX(r"On \texttt{grep}")
    assert title + r" in C:\moss {x}" == r"On \texttt{grep} in C:{\textbackslash}moss \{x\}"
    assert title.replace("On", "{On}") == r"\{On\} \texttt{grep}"
    assert title.replace(r"\texttt", TeX(r"\textsf")) == r"On \textsf{grep}"
    assert (title + r" and $\alpha$").endswith(r"$\alpha$")
    assert (title + r" and $\mbox$").endswith(r"${\textbackslash}mbox$")
    assert TeX(r"\emph{%s}") % "a_b\\" == r"\emph{a_b{\textbackslash}}"
    assert TeX(r"\LaTeX{} ").join(["a", r"\b"]) == r"a\LaTeX{} {\textbackslash}b"


@pytest.mark.parametrize("kind", [TeX, InCSL])
def test_all_operations_keep_the_kind(kind: type[TypedText]) -> None:
    text = kind("Slow \\LaTeX ants, slow bees")
    made: list[object] = [
        text + "x", "x" + text, text * 2, 2 * text, text[1:], text[0], text.strip(), text.lstrip("S"), text.rstrip("s"),
        text.replace("S", "s"), text.removeprefix("S"), text.removesuffix("s"), *text.split(), *text.rsplit(" ", 1),
        *text.splitlines(), *text.partition(","), *text.rpartition(","), text.lower(), text.upper(), text.title(),
        text.casefold(), text.swapcase(), text.capitalize(), kind(", ").join(["a", "b"]), text % (), text.format(),
        pickle.loads(pickle.dumps(text)), *text,
    ]  # fmt: skip
    assert [type(one) for one in made] == [kind] * len(made)


def test_letters_of_commands_have_no_case() -> None:
    assert TeX(r"Slow \LaTeX ants").upper() == r"SLOW \LaTeX ANTS"
    assert TeX(r"SLOW \LaTeX ANTS").capitalize() == r"Slow \LaTeX ants"


def test_a_plain_title_gets_no_commands() -> None:
    """Only what is made of a text that was LaTeX is LaTeX."""
    plain = Work("book", "a", {"title": "Ants"}).with_variables(title=r"On \texttt{ants}")
    assert "textbackslash" in dumps([plain], "bibtex")
    latex = Work("book", "a", {"title": TeX(r"On \texttt{ants}")})
    assert "textbackslash" in dumps([latex.with_variables(title=r"On \textsf{ants}")], "bibtex")
    assert "textbackslash" not in dumps([latex.with_variables(title=TeX(r"On \textsf{ants}"))], "bibtex")


def test_a_command_and_its_letters_are_two_facts() -> None:
    latex, plain = (Work("book", "a", {"title": kind(r"On \ants")}) for kind in (TeX, str))
    assert latex != plain
    assert Work("book", "a", {"title": TeX("Ants")}) == Work("book", "a", {"title": "Ants"})
    assert latex == Work("book", "a", {"title": TeX(r"On \ants")})
    assert Work("book", fields={"x": TeX("{a}")}) != Work("book", fields={"x": "{a}"})
