r"""LaTeX: the citing commands of natbib, biblatex, csquotes, apacite and harvard, and those that the document defines.

Commands of the document are followed to what they stand for, and conditions that it decides itself are decided. Comments,
verbatim text and what follows ``\end{document}`` are left out. ``\input`` and the like name further files;
``\bibliography`` and ``\addbibresource`` name bibliographies, and ``filecontents`` holds files. ConTeXt and packages of
macros for plain TeX cite nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import PurePath

from citekit.manuscripts.citation import (
    CONDITIONS_OF_LISTS,
    EVERYTHING,
    Cited,
    CitedKey,
    Found,
    MalformedCitation,
    Named,
    ReadingContext,
    locator_of,
    with_notes,
)
from citekit.manuscripts.tex_commands import (
    COMMANDS,
    ENVIRONMENTS,
    OF_PACKAGES,
    CommandShape,
    arguments_of_cite,
    two_notes,
    with_group,
)
from citekit.manuscripts.writing import LATEX
from citekit.markup.tex.conditions import CONDITIONS
from citekit.markup.tex.definitions import DEFINITIONS, defined_name, input_effects, names_in
from citekit.markup.tex.expansion import MANDATORY, ExpansionState, Handler, Macro, TexReader, call
from citekit.markup.tex.stream import Argument, Command
from citekit.markup.tex.visible import tex_of
from citekit.model.kinds import language_tag
from citekit.runtime import patterns as re
from citekit.runtime.registry import handles
from citekit.runtime.span import NOTHING, Source, Span

# the commands that \newcites{own} makes, \citeown and so on (manual of multibib)
_NEWCITES = "cite citet citep citealt citealp citeauthor citeyear citeyearpar citefullauthor nocite fullcite".split()


CITING: dict[str, Handler] = {}
"""What is done with the commands that define citing ones."""


@handles(CITING, "DeclareCiteCommand DeclareMultiCiteCommand")
def _cite_command(reader: TexReader, command: Command) -> bool:
    reader.stream.skip("*")
    name = defined_name(reader)
    several = command.name == "DeclareMultiCiteCommand"
    if name:
        reader.state.know(name, CommandShape(multi=several))
    # code for before, each work, between and after; or a command and a delimiter (manual of biblatex, "Citation Commands")
    _skip_arguments(reader, 2 if several else 4)
    return True


@handles(CITING, "DeclareAutoCiteCommand")
def _autocite(reader: TexReader, command: Command) -> bool:
    reader.stream.argument()
    _skip_arguments(reader, 2)
    return True


def _skip_arguments(reader: TexReader, number: int) -> None:
    reader.stream.argument("[")
    for _ in range(number):
        reader.stream.argument()


@handles(CITING, "newcites")
def _newcites(reader: TexReader, command: Command) -> bool:
    given = reader.stream.argument()
    for name in given.text.split(",") if given else ():
        own = name.strip()
        for base in _NEWCITES:
            reader.state.know(f"{base}{own}", CommandShape(section=own))
        reader.state.define(f"bibliography{own}", Macro((), rf"\bibliography[{own}]"))
        reader.state.mark(f"bibliography{own}")
    return True


def of_package(reader: TexReader, command: Command) -> bool:
    """Register the citing commands of a package that override those of the same name."""
    start = command.frame.at
    reader.stream.argument("[")
    given = reader.stream.argument()
    for name in given.text.split(",") if given else ():
        for cite, shape in OF_PACKAGES.get(name.strip(), {}).items():
            reader.state.know(cite, shape)
    command.frame.at = start  # the arguments are read again, for the package may be one of the document's own
    return False


_TO_THE_LOG = {
    **dict.fromkeys("typeout message errmessage wlog".split(), 1),
    **dict.fromkeys(
        "ClassInfo PackageInfo ClassWarning PackageWarning ClassWarningNoLine PackageWarningNoLine".split(), 2
    ),
    **dict.fromkeys("GenericInfo GenericWarning ClassNote PackageNote".split(), 2),
    **dict.fromkeys("ClassError PackageError".split(), 3),
    "GenericError": 4,
}
"""Commands that write to the log, and how many arguments they take (clsguide, section on messages); nothing of it is set."""


@handles(CITING, " ".join(_TO_THE_LOG))
def _message(reader: TexReader, command: Command) -> bool:
    for _ in range(_TO_THE_LOG[command.name]):
        reader.stream.argument()
    return True


NAME = "latex"
SUFFIXES = (".tex", ".ltx", ".rnw", ".sty", ".cls")
WRITING = LATEX

_BIBLIOGRAPHIES = {
    "bibliography": ".bib",
    "addbibresource": "",
    "addglobalbib": "",
    "addsectionbib": "",
    "nobibliography": ".bib",
    "putbib": ".bib",
    "defaultbibliography": ".bib",
}
_LISTS = ("bibliography", "putbib")
"""Commands that name bibliographies and print their list."""
_STYLES = {"usepackage": ".sty", "RequirePackage": ".sty", "documentclass": ".cls", "LoadClass": ".cls"}
_CONTEXT = re.compile(r"\\start(?:text|component|product|project|environment)(?![A-Za-z])")
"""ConTeXt has the suffix of LaTeX, other commands, and arguments in brackets."""
_OWN_CITE = re.compile(r"\\[egx]?def\s{0,9}\\(?:no)?cite(?![A-Za-z@])")
"""What defines ``\\cite`` itself is a package of macros for plain TeX."""
_NOTES_AT_KEY = re.compile(
    r"(?:^|(?<=,))\s{0,9}(?:\*(?=[\w\[]))?(?:\[(?>(?:[^\[\]{}]|\{[^{}]{0,400}+\}){0,400})\]){0,2}(?=\s{0,9}[\w])"
)
"""REVTeX takes a star and notes before each key: ``\\cite{[See ][, p. 3]a,*b}``."""
_PROGRAM = re.compile(r"\\[A-Za-z]{1,60}\s{0,9}\{")
"""What works a name out, as ``\\Sexpr{...}`` of knitr does."""
_SUBFIX = Macro((MANDATORY,), "#1")
"""The package subfiles puts the folder of the main file before a name so."""
_SETS = "mcite"
"""The condition under which the commands of that name make sets; other files of the document learn of it."""
_CITES_WITHIN = re.compile(r"\\[A-Za-z]*cite")
_KEY = re.compile(r"[^\s,\0][^,]*")
_NOTE = re.compile(
    r"\\(?:(?P<name>footnote|footnotetext|thanks)\s{0,9}(?:\[[^\]\n]{0,80}\]\s{0,9})?\{|(?P<mark>footnotemark)(?![A-Za-z]))"
)
_NATBIB = re.compile(
    r"\\usepackage\s{0,9}\[[^\]]{0,200}?\b(?P<kind>numbers|super)\b[^\]]{0,200}\]\s{0,9}\{[^{}]{0,200}?\bnatbib\b"
    r"|\\setcitestyle\s{0,9}\{[^{}]{0,200}?\bnumbers\b"
)
"""What makes numbers of natbib's years."""
_BIBLATEX_STYLE = re.compile(r"(?:^|,)\s*(?:cite)?style\s*=\s*+(?:\{\s*+)?(?P<style>[\w.-]+)")
_OPTION = re.compile(r"(?:^|,)\s*(?:main\s*=\s*)?(?P<name>[A-Za-z-]+)\s*(?=,|$)")
_MAIN = re.compile(r"\bmain\s*=\s*(?P<name>[A-Za-z-]+)")
_CONDITION = re.compile(
    r"(?<![a-z])(?P<name>[a-z]++)\s*+(?:=\s*+(?P<value>\{(?>(?:[^{}]|\{[^{}]*\})*)\}|[^,{}]*+))?(?:,|$)"
)
_OF_LAYOUT = frozenset("heading title prenote postnote env maxnames minnames sorting".split())
"""Options of a list that choose no works."""
_HYPERREF = re.compile(r"\\usepackage(?:\[[^\]\n]{0,500}\])?\{[^}\n]{0,200}?\bhyperref\b")


def read(source: Source, reading: ReadingContext) -> Cited:
    """Return what a LaTeX file cites; ``reading.macros`` are the commands that other files of the document define."""
    tex = tex_of(source)
    state = ExpansionState(dict(COMMANDS), elsewhere=reading.elsewhere)
    found = Found()
    main = reading.main or PurePath(source.name).stem
    found.written += [Named(name.replace(r"\jobname", main), Span(start, end)) for name, start, end in tex.files]
    reader = TexReader(tex.text, state, CONDITIONS, {**DEFINITIONS, **CITING, **_effects(found)}, reading.exists)
    state.take_in({"command jobname": Macro((), main), "command subfix": _SUBFIX, **reading.macros})
    if _MCITE.search(tex.text):
        state.conditions[_SETS] = True
        state.touched["condition", _SETS] = None
    reader.read()
    is_other_tex = _CONTEXT.search(tex.text) or _OWN_CITE.search(tex.text)  # ConTeXt, or plain TeX with its own \cite
    if not reading.main and "\\documentclass" not in tex.text and is_other_tex:
        return Cited(certainly_cites=False, macros=state.exported())
    found.links = _HYPERREF.search(tex.text) is not None
    # The text of a footnote follows its mark, or is elsewhere (`\footnotemark`, `\footnotetext`).
    closing = reader.main.brackets.closing
    marks: list[int] = []
    for note in _NOTE.finditer(tex.text):
        if note["mark"]:
            marks.append(note.start())
            continue
        at = note.start()
        if note["name"] == "footnotetext":
            at = marks.pop(0) if marks else at  # marks and the texts apart from them come in the same order
        found.note(note.end(), closing.get(note.end() - 1, note.end()), -1 if note["name"] == "thanks" else at)
    if found.csl and (option := _NATBIB.search(tex.text)):
        found.csl = replace(found.csl, name=f"{found.csl.name}+{option['kind'] or 'numbers'}")
    return found.cited(macros=state.exported())


_EFFECTS: dict[str, Callable[[Found, TexReader, Command], bool]] = {}
"""What is done with the commands that cite, and that name files and languages."""


def _effects(found: Found) -> dict[str, Handler]:
    """Return what is done with the commands of a file, of which the results are added to ``found``."""
    return {
        **{name: partial(effect, found) for name, effect in _EFFECTS.items()},
        **input_effects(lambda name, span, optional, _: found.inputs.append(Named(name, span, optional))),
    }


# --- citing


def _of_group(cite: CitedKey) -> CitedKey:
    """Return a key that ``*`` attaches to the one before it (mcite, REVTeX)."""
    if cite.key.startswith("*") and cite.key != EVERYTHING:
        return replace(cite, key=cite.key[1:], span=Span(cite.span.start + 1, cite.span.end))
    return cite


def _cite(found: Found, reader: TexReader, command: Command) -> bool:
    known = reader.state.known[command.name]
    _add(reader, command, known if isinstance(known, CommandShape) else COMMANDS["cite"], found)
    return True


_EFFECTS[""] = _cite  # commands that are known, without effects of their own


def _add(reader: TexReader, command: Command, shape: CommandShape, found: Found) -> None:
    """Parse the arguments of a command and add what it cites; its notes are read next."""
    # a command in the text of a command that the file itself calls: perhaps all that this one does is to cite
    lone = len(reader.stream.frames) == 2 and reader.stream.frames[0] is reader.main
    arguments = arguments_of_cite(reader.stream, shape)
    cites: list[CitedKey] = []
    for group in arguments.groups:
        if group.keys:
            cites += with_group(_keys_of(reader, group.keys, command, found), group)
    if arguments.outer and cites:
        before, behind = two_notes(arguments.outer)
        inner, last = cites[0].prefix, cites[-1]
        cites[-1:] = (
            [replace(last, suffix=f"{last.suffix}, {behind}")]
            if behind and (last.locator or last.suffix)
            else with_notes([last], "", locator_of(behind))
        )
        cites[0] = replace(cites[0], prefix=f"{before} {inner}" if before else inner)
    # a note on several keys belongs to the last of them, so that they cannot be sorted
    tied = any(group.keys and "," in group.keys.text and group.notes for group in arguments.groups)
    field = reader.stream.argument() if shape.field == "?" else None
    span, fixed = _replaced(reader, command, lone)
    if any("cite" in note.text for note in arguments.notes):
        fixed = "there is a citation in its text"
    named = field.text.strip() if field else shape.field
    if command.name.lower().startswith("m") and reader.state.conditions.get(_SETS):
        # The keys before ones with ``*`` are sets that they make up.
        names = [name.strip() for keys in arguments.keys for name in keys.text.split(",")]
        sets = {one for one, member in pairwise(names) if member.startswith("*") and not one.startswith("*")}
        found.defined += (cite for cite in cites if cite.key in sets)
    section = shape.section or found.section
    if section:
        cites = [replace(cite, section=section) for cite in cites]
    in_order = tied and any(cite.locator for cite in cites)
    found.add(span, map(_of_group, cites), shape.mode, shape.is_note, shape.fixed or fixed, named, in_order)
    for note in reversed(arguments.notes):  # notes may cite too; each is read before what was to be read next
        reader.stream.read_next(note, closed=True)


def _replaced(reader: TexReader, command: Command, lone: bool) -> tuple[Span, str]:
    """Return what of the file is the citation whose arguments have just been read, and why it cannot be replaced, if
    so.
    """
    frame = command.frame
    if frame.pieces is None:
        return Span(command.start, command.end_with_arguments()), ""
    span = reader.call_span(command)
    if lone and not frame.text[: command.start].strip() and not frame.text[frame.at :].strip():
        call = Command("", reader.main, span.start, span.end)
        return Span(span.start, call.end_with_arguments()), ""
    return span, "it is in a command that the document defines"


def _keys_of(reader: TexReader, keys: Argument, command: Command, found: Found) -> list[CitedKey]:
    nested = keys.frame.pieces is None and "#" not in keys.text and _CITES_WITHIN.search(keys.text)
    if nested:
        message = f"there is a citation in the keys of \\{command.name}"
        hint = "close the braces before the next citation"
        found.faults.append(MalformedCitation(message, hint, Span(command.start, keys.end + 1)))
        reader.stream.read_next(keys, closed=True)
        return []
    text = _NOTES_AT_KEY.sub(lambda note: " " * len(note[0]), keys.text)
    if "#" in text:  # a parameter, in the text of a definition
        return []
    span, exact = keys.frame.place(keys.start, max(keys.end, keys.start + 1))
    group = command.start if keys.frame.pieces is None else span.start
    if "\\" in text:  # keys that a command of the document stands for
        flat = _NOTES_AT_KEY.sub("", reader.flattened(keys) or "")
        names = [key.replace(NOTHING, "").strip() for key in flat.split(",")]
        return [CitedKey(key, span, group) for key in names if key]
    if exact:
        return found.keys(text, span.start, group)
    cites: list[CitedKey] = []
    for piece in _KEY.finditer(text):
        key = piece[0].strip().replace(NOTHING, "")
        start = keys.start + piece.start()
        cites.append(CitedKey(key, keys.frame.place(start, start + len(key))[0], group))
    return cites


@handles(_EFFECTS, "begin")
def _begin(found: Found, reader: TexReader, command: Command) -> bool:
    name = reader.stream.argument()
    if name is None:
        return True
    bare = name.text.strip()
    if bare in reader.state.environments:
        call(reader.stream, reader.state.environments[bare].begin, reader.call_span(command))
    elif bare in ENVIRONMENTS:
        _add(reader, command, ENVIRONMENTS[bare], found)
    elif bare == "refsection":
        resources = reader.stream.argument("[")
        found.sections += 1
        found.section = f"refsection {found.sections}"
        if resources and resources.text.strip():
            _name_all(reader, resources, found.bibliographies, "", section=found.section)
    elif bare == "bibunit":
        found.sections += 1
        found.section = f"bibunit {found.sections}"
    return True


@handles(_EFFECTS, "newrefsection endrefsection")
def _section(found: Found, reader: TexReader, command: Command) -> bool:
    """``\\newrefsection[more.bib]``, which ends the section before it as well (manual of biblatex, "Bibliography Sections")."""
    found.section = ""
    if command.name == "newrefsection":
        resources = reader.stream.argument("[")
        found.sections += 1
        found.section = f"refsection {found.sections}"
        if resources and resources.text.strip():
            _name_all(reader, resources, found.bibliographies, "", section=found.section)
    return True


@handles(_EFFECTS, "end")
def _end(found: Found, reader: TexReader, command: Command) -> bool:
    name = reader.stream.argument()
    if name and name.text.strip() in ("refsection", "bibunit"):
        found.section = ""
    environment = reader.state.environments.get(name.text.strip()) if name else None
    if environment:
        call(reader.stream, environment.end, reader.call_span(command))
    return True


_MCITE = re.compile(
    r"\\(?:usepackage|RequirePackage)\s{0,9}\[[^\[\]]{0,900}\bmcite(?!\s*=\s*false)[^\[\]]{0,900}\]\s{0,9}\{biblatex\}"
)
"""With this option, the first key of ``\\mcite{set,*a,*b}`` is a new set of the others (manual of biblatex, "mcite Commands")."""


@handles(_EFFECTS, "defbibentryset")
def _entry_set(found: Found, reader: TexReader, command: Command) -> bool:
    """A set that the document defines: its key, and the entries that are its members."""
    key, members = reader.stream.argument(), reader.stream.argument()
    if key and members and key.text.strip():
        span, _ = key.frame.place(key.start, key.end)
        found.defined.append(CitedKey(key.text.strip(), span, command.start))
        found.add(reader.call_span(command), _keys_of(reader, members, command, found), "nocite")
    return True


@handles(_EFFECTS, "bibitem")
def _bibitem(found: Found, reader: TexReader, command: Command) -> bool:
    label = reader.stream.argument("[")
    key = reader.stream.argument()
    if key and key.text.strip():
        span, _ = key.frame.place(key.start, key.end)
        found.defined.append(CitedKey(key.text.strip(), span, reader.call_span(command).start))
    if label:
        reader.stream.read_next(label, closed=True)
    return True


# --- files


@handles(_EFFECTS, " ".join(_BIBLIOGRAPHIES))
def _bibliography(found: Found, reader: TexReader, command: Command) -> bool:
    reader.stream.skip("*")
    options = reader.stream.argument("[")
    named = options if command.name == "putbib" else reader.stream.argument()  # \putbib[refs] of bibunits
    if named:
        own = options.text.strip() if options and command.name == "bibliography" else ""
        section = own or (found.section if command.name in ("putbib", "addsectionbib") else "")
        _name_all(reader, named, found.bibliographies, _BIBLIOGRAPHIES[command.name], section=section)
        if reader.flattened(named) is None:
            # the name contains unknown commands, so it is stored as it is written
            suffix = _BIBLIOGRAPHIES[command.name]
            span, _ = named.frame.place(named.start, max(named.end, named.start + 1))
            text = " ".join(named.text.split())
            if "#" not in text:  # which is a parameter, in the text of a definition
                names = [text] if _PROGRAM.search(text) else [f"{one.strip()}{suffix}" for one in text.split(",")]
                found.bibliographies.extend(Named(name, span) for name in names)
        if command.name in _LISTS and command.frame is reader.main:
            why = "it lists the works of a part of the text" if command.name == "putbib" else ""
            found.list_here(command.start, command.end_with_arguments(), fixed=why)
        elif command.name in _LISTS and command.frame.call is not None:
            place = command.frame.call  # \bibliographyown, which \newcites{own} defines
            end = place.end
            if reader.main.text[end : end + 1] == "{":  # its argument belongs to it
                end = reader.main.brackets.closing.get(end, end - 1) + 1
            found.list_here(place.start, end, fixed="it lists the works of \\newcites")
    return True


@handles(_EFFECTS, "printbibliography")
def _print(found: Found, reader: TexReader, command: Command) -> bool:
    """``\\printbibliography[type=book, title={Books}]``."""
    options = reader.stream.argument("[")
    heading, only, fixed = None, [], ""
    for option in _CONDITION.finditer(" ".join(options.text.split())) if options else ():
        name, value = option["name"], (option["value"] or "").strip()
        value = value[1:-1] if value.startswith("{") else value
        if name == "title":
            heading = value
        elif name == "heading" and value == "none":
            heading = ""
        elif name in CONDITIONS_OF_LISTS:
            only.append((*CONDITIONS_OF_LISTS[name], value))
        elif name not in _OF_LAYOUT:
            fixed = f"its works are chosen by {name}={value}"
    if command.frame is reader.main:
        found.list_here(command.start, command.end_with_arguments(), heading, tuple(only), fixed)
    return True


@handles(_EFFECTS, "bibliographystyle")
def _bst(found: Found, reader: TexReader, command: Command) -> bool:
    named = reader.stream.argument()
    if named and named.text.strip():
        name = reader.flattened(named) or named.text
        found.csl = Named(name.strip(), named.frame.place(named.start, named.end)[0])
    return True


@handles(_EFFECTS, "setdefaultlanguage setmainlanguage")
def _language(found: Found, reader: TexReader, command: Command) -> bool:
    """``\\setmainlanguage[variant=british]{english}`` of polyglossia."""
    options = reader.stream.argument("[")
    named = reader.stream.argument()
    if named:
        variant = re.search(r"\bvariant\s*=\s*([a-z]+)", options.text) if options else None
        found.language = _tag(variant[1] if variant else "") or _tag(named.text) or found.language
    return True


def _tag(name: str) -> str:
    """Return the tag of a language of babel; the empty string for another word."""
    bare = name.strip().lower()
    tag = language_tag({"american": "english", "usenglish": "english", "ukenglish": "british"}.get(bare, bare))
    return tag if tag != bare else ""


def _options(reader: TexReader, name: str, options: Argument, found: Found) -> None:
    """Return the style and the language from the options of a package or class; of several languages the last one counts."""
    text = options.text
    if name in ("biblatex", "biblatex-chicago"):
        style = _BIBLATEX_STYLE.search(text)
        if style:
            span, _ = options.frame.place(options.start + style.start("style"), options.start + style.end("style"))
            found.csl = Named(style["style"], span)
        elif name == "biblatex-chicago":
            span, _ = options.frame.place(options.start, options.end)
            found.csl = Named("chicago-authordate" if "authordate" in text else "chicago-notes", span)
    elif name == "babel" or not found.language:  # babel takes the options of the class where it has none of its own
        languages = [tag for option in _OPTION.finditer(text) if (tag := _tag(option["name"]))]
        main = _MAIN.search(text)
        tag = (_tag(main["name"]) if main else "") or (languages[-1] if languages else "")
        found.language = tag or found.language


@handles(_EFFECTS, " ".join(_STYLES))
def _style(found: Found, reader: TexReader, command: Command) -> bool:
    """Packages and classes of the document's own, which define further commands; those of others are not there."""
    of_package(reader, command)
    options = reader.stream.argument("[")
    named = reader.stream.argument()
    if named and options and command.name in ("usepackage", "documentclass"):
        for name in named.text.split(","):
            of_class = command.name == "documentclass"
            if of_class or name.strip() in ("babel", "biblatex", "biblatex-chicago"):
                _options(reader, "" if of_class else name.strip(), options, found)
    if named:
        _name_all(reader, named, found.styles, _STYLES[command.name], optional=True)
    return True


def _name_all(
    reader: TexReader, names: Argument, into: list[Named], suffix: str, optional: bool = False, section: str = ""
) -> None:
    into.extend(Named(name, span, optional, section) for name, span in names_in(reader, names, suffix))
