r"""Texts keep their markup when a program edits them: cut, joined, replaced, formatted; equal ones mean the same.

Each title is edited in ways that Python programmers use, written as BibTeX, and must still have the commands it had.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from citekit import Library, Text, Work, bibliography, dumps, loads
from citekit.model.work import InCSL
from citekit.text.tex_syntax import TeX, TypedText
from citekit.text.value import carried

TITLES = (
    r"On \texttt{grep} growth",
    r"The \textsf{moss} package and growth",
    r"Slow growth at \SI{10}{\kelvin}",
    r"A note\footnote{Read in May.} on growth",
    r"\ce{H2O} and growth",
    r"{\tt fern} growth, 2\% of it",
    r"Growth, \cite{fern}, and growth",
    r"\textcolor{red}{Fern} growth",
    r"\href{https://example.org/a_b}{Fern growth} in Arvik",
    r"\ourmacro{fern {moss}} growth",
    r"{\noopsort{a}}Fern growth",
    r"\ourmark the slow growth",
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


# Each title, what is printed of it, and the value of BibTeX after "growth" became "decay".
CHANGED = (
    (r"On \texttt{grep} growth", "On grep growth", r"On \texttt{grep} decay"),
    (r"Growth in $\alpha_2$ growth", "Growth in α₂ growth", r"Growth in $\alpha_2$ decay"),
    (r"\emph{Filix alba} growth", "Filix alba growth", r"\textit{Filix alba} decay"),
    (r"\emph{Slow growth} of \textbf{ferns}", "Slow growth of ferns", r"\textit{Slow decay} of \textbf{ferns}"),
    (r"{\'E}tude of growth", "Étude of growth", "Étude of decay"),
    (r"{Arvik} growth at 5\% \& more", "Arvik growth at 5% & more", r"{Arvik} decay at 5\% \& more"),
    (r"CO$_2$ and growth", "CO2 and growth", r"CO\textsubscript{2} and decay"),
    (r"\texttt{a \textbf{growth} b}", "a growth b", r"\texttt{a \textbf{decay} b}"),
    (r"{\tt fern} growth", "fern growth", r"{\tt fern} decay"),
    (r"\ourmacro{growth}{x} and growth", "growthx and growth", r"\ourmacro{decay}{x} and decay"),
    (r"Slow growth at \SI{10}{\kelvin}", "Slow growth at 10\u00a0K", r"Slow decay at \SI{10}{\kelvin}"),
    (r"A note\footnote{On growth.} on growth", "A note on growth", r"A note\footnote{On growth.} on decay"),
    (r"C:\textbackslash{}growth \{x\} for \$5 or \$6", "C:\\growth {x} for $5 or $6", r"C:{\textbackslash}decay \{x\} for \$5 or \$6"),
)  # fmt: skip


@pytest.mark.parametrize(("latex", "letters", "changed"), CHANGED)
def test_a_changed_title_prints_right(latex: str, letters: str, changed: str) -> None:
    work = loads(f"@misc{{a, title = {{{latex}}}}}", "bibtex").works[0]
    assert str(work.title) == f"{work.title}" == letters
    after = work.with_variables(title=work.title.replace("growth", "decay"))
    assert after.title.to_latex() == changed
    assert Text.from_latex(latex) == work.title
    (again,) = loads(dumps([after], "bibtex"), "bibtex").works
    assert again == after
    printed, plain = (str(bibliography([one])).replace("growth", "decay") for one in (work, after))
    assert plain == printed


def test_texts_keep_their_runs() -> None:
    text = Text.from_latex(r"On \emph{Filix \texttt{alba}} and {Arvik} in $n^2$ steps")
    assert [(run.text, run.kind, *run.style) for run in text.runs] == [
        ("On ", "plain"), ("Filix ", "plain", "italic"), ("alba", "tex", "italic"), (" and ", "plain"),
        ("Arvik", "protected"), (" in ", "plain"), ("n²", "math"), (" steps", "plain"),
    ]  # fmt: skip
    assert text[6:11].to_latex() == r"\textit{ix \texttt{al}}"
    assert text[-8:-6].to_latex() == "$n^2$"
    assert text[-8:-7] == "n"
    for at in range(len(text) - 7):
        assert text[:at] + text[at:] == text
    assert Text(" ").join(text.split()) == text
    assert text[::-1][::-1] != text
    assert str(text[::-1][::-1]) == str(text.format())


def test_what_prints_nothing_is_not_lost() -> None:
    note = Text.from_latex(r"Ferns\footnote{Of May.} grow \index{fern}")
    assert note.replace("Ferns grow", "Mosses grow").to_latex() == r"Mosses grow\footnote{Of May.} \index{fern}"
    assert note.strip().to_latex() == r"Ferns\footnote{Of May.} grow\index{fern}"
    assert [one.to_latex() for one in note.split()] == [r"Ferns\footnote{Of May.}", r"grow\index{fern}"]
    assert Text.from_latex(r"\ourmark ferns").replace("ferns", "(x)").to_latex() == r"\ourmark (x)"
    assert Text.from_latex(r"\textbackslash$x^2$").notation == r"{\textbackslash}$x^2$"
    assert Text(TeX(r"\ours{a $b} c$ d}")).notation == r"\ours{a $b} c$ d}"
    assert (Text.from_latex(r"\ourmark") + "a").to_latex() == r"\ourmark{}a"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Text.plain("a"), Text.from_latex("a"), True),
        (Text.plain("a"), "a", True),
        (Text.from_latex(r"\&"), "&", True),
        (Text.from_html("<i>a</i><i>b</i>"), "<i>ab</i>", True),
        (Text.from_latex(r"\emph{a}"), Text.from_html("<i>a</i>"), True),
        (Text.from_latex(r"\emph{a}"), "a", False),
        (Text.from_latex(r"\ants"), r"\ants", False),
        (Text.from_latex(r"\ants{a}\ants{b}"), Text.from_latex(r"\ants{ab}"), False),
        (Text.plain("<i>a</i>"), "<i>a</i>", False),
        (Text.plain("$x$"), "$x$", False),
        (Text.from_html("$x$"), "$x$", True),
        (Text.from_latex("{A}b"), "Ab", False),
    ],
)
def test_texts_that_mean_the_same_are_equal(one: Text, other: str, same: bool) -> None:
    assert (one == other, other == one, one != other) == (same, same, not same)
    assert not same or hash(one) == hash(other) == hash(pickle.loads(pickle.dumps(one)))
    assert pickle.loads(pickle.dumps(one)) == one == Text(one.notation)


@pytest.mark.parametrize("letters", ["a <b> c", "$5 and $6", "\\$x", r"\(x\)", "{a} \\b", "a $x$ <i>y</i>"])
def test_letters_are_no_markup(letters: str) -> None:
    text = Text.plain(letters)
    assert str(text) == letters
    assert str(Text(text.notation)) == letters
    (again,) = loads(dumps([Work("book", "a", {"title": text})], "bibtex"), "bibtex").works
    assert str(again.title) == letters
    assert "\\textit" not in text.to_latex()


def test_a_part_of_a_command_is_replaced_in_it() -> None:
    text = Text.from_latex(r"In $n^2$ of \SI{10}{\kelvin}")
    assert text.replace("n²", "m").to_latex() == r"In m of \SI{10}{\kelvin}"
    assert text.replace("10", "20").to_latex() == r"In $n^2$ of \SI{20}{\kelvin}"
    assert text.replace("10", "{").to_latex() == r"In $n^2$ of \SI{{\textbraceleft}}{\kelvin}"
    assert text.replace("of 10", "at 20").to_latex() == "In $n^2$ at 20{~}K"
    assert text.replace("²", "³").to_latex() == r"In n³ of \SI{10}{\kelvin}"


def test_letter_case_changes_letters_only() -> None:
    text = Text.from_latex(r"On \texttt{grep} and $n$ straße \ourmacro{x}{y}")
    assert text.upper().to_latex() == r"ON \texttt{GREP} AND $n$ STRASSE \ourmacro{x}{y}"
    assert text.title().to_latex() == r"On \texttt{Grep} And $n$ Straße \ourmacro{x}{y}"
    assert text.capitalize() == text
    assert Text.plain("Ferns").translate({ord("F"): "f"}) == "ferns"


def test_works_with_equal_facts_are_equal() -> None:
    work = Work("book", "a", {"title": "<i>Ferns</i>"})
    assert work == Work("book", "b", {"title": Text.from_latex(r"\emph{Ferns}")})
    assert work != work.with_variables(title=Text.plain("Ferns"))
    assert Library([work]) != Library([work.with_id("b")])
    assert Library([work]) == Library([Work("book", "a", {"title": "<i>Fer</i><i>ns</i>"})])
    assert work["title"] == work.title == "<i>Ferns</i>"
    assert ("title" in work, "note" in work, [*work]) == (True, False, ["title"])
    with pytest.raises(KeyError):
        work["note"]


def test_a_string_made_of_a_text_gets_its_markup() -> None:
    work = Work("book", "a", {"title": Text.from_latex(r"\emph{Filix alba} in $p < 0.05$")})
    assert work.with_variables(title=f"On {work.title}").title.to_latex() == r"On \textit{Filix alba} in $p < 0.05$"
    assert work.with_variables(title="Mosses of Filix").title.to_latex() == "Mosses of Filix"
    assert work.with_variables(title="Filix alba").title.to_latex() == r"\textit{Filix alba}"
    short = Work("book", "a", {"title": Text.from_latex(r"Lazy {Q}ueues")})
    assert short.with_variables(title="5 % of Queues").title.to_latex() == r"5 \% of Queues"
    assert [short.with_variables(title=new).title.to_latex() for new in ("", "???")] == ["", "???"]
    assert short.with_variables(title="Idle Queues").title.to_latex() == r"Idle {Q}ueues"
    assert work.with_variables(title="<b>Filix</b> alba in steps").title.to_latex() == r"\textbf{Filix} alba in steps"


def test_a_field_of_an_entry_takes_a_text() -> None:
    library = loads("@misc{a, title = {Ferns}}")
    library["a"]["note"] = Text.from_html("<i>Filix</i> & $x$")
    assert library["a"]["note"] == r"\textit{Filix} \& $x$"


@pytest.mark.parametrize(
    "value",
    [TeX("{" * 20_000 + "a" + "}" * 20_000), TeX(r"\ours{" * 20_000), "<i>" * 20_000 + "a", TeX(r"\_" * 20_000), "<i>a</i>" * 9_000],
)  # fmt: skip
def test_hostile_texts_are_read_in_time(value: str) -> None:
    text = Text(value)
    assert Text(text.notation) == text
    assert str(Text(carried(value, "a b " * 2_000))) == "a b " * 2_000
