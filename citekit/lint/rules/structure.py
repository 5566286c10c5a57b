"""The files themselves: syntax, encoding, macros, text between entries."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.formats.bibtex.blocks import String
from citekit.lint.finding import Edit, Finding, Findings, Fix, Related, about, at_field, at_type, without_field
from citekit.lint.loading.bibliography import Bibliography, CheckedEntry, CheckedField
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, rule
from citekit.lint.words import KNOWN_FIELDS, REQUIRED, listed
from citekit.model.kinds import OBEYED_FIELDS, RAW_FIELDS, VERBATIM
from citekit.runtime import patterns as re
from citekit.runtime.span import Source, Span
from citekit.text.tex_allowed import DisallowedCommand, refused

_ACTS_OF_PREAMBLES = ("defines a command", "tests or counts")
_OF_PREAMBLES = frozenset({r"\makeatletter", r"\makeatother"})
_OF_PROGRAMS = RAW_FIELDS - OBEYED_FIELDS
# Publishers write an accent for mathematics and for text so; it does nothing else.
_MATH_OR_TEXT = (r"\ifmmode", r"\else", r"\fi")
# Texts in which a backslash is followed only by accents.
_ACCENTS = re.compile(r"(?>(?:[^\\^]++|\\[^A-Za-z]|\\[Hcvukrbdijlo](?![A-Za-z@]))*)")
_PLAIN = {"\\": r"{\textbackslash}", "^": r"{\textasciicircum}"}
_CODED = {"\\": "%5C", "^": "%5E"}


@rule("entry", "error")
def dangerous_command(entry: CheckedEntry, context: Context) -> Findings:
    """Commands in the fields of an entry."""
    return [
        found
        for part in entry.fields
        if _may_act(part.text) and part.name not in _OF_PROGRAMS
        for found in _in_field(part)
    ]


@dangerous_command.also("bibliography")
def dangerous_command_in_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """Commands in what is stated for all entries: ``@string`` and ``@preamble``."""
    text = bibliography.source.text
    for macro in bibliography.macros:
        if _may_act(macro.value):
            start = text.index(macro.value, macro.name_span.end)
            yield from _dangerous(bibliography.source, start, macro.value, f"the macro '{macro.name}'", _PLAIN)
    for span in bibliography.preambles:
        inside = text[span.start : span.end]
        yield from _dangerous(bibliography.source, span.start, inside, "@preamble", None)


def _may_act(text: str) -> bool:
    return ("\\" in text or "^^" in text) and not _ACCENTS.fullmatch(text)


def _acting(tex: str) -> list[DisallowedCommand]:
    asks_for_math = tex.count(r"\if") == tex.count(r"\ifmmode")
    return [found for found in refused(tex) if found.act and not (asks_for_math and found.command in _MATH_OR_TEXT)]


def _in_field(part: CheckedField) -> Iterator[Finding]:
    codes = _CODED if part.name in VERBATIM else _PLAIN
    reported = list(_dangerous(part.source, part.start, part.raw, part.name, codes))
    yield from reported
    hidden = _acting(part.text) if part.inside < 0 and not reported else []
    if hidden and len(_acting(part.raw)) < len(hidden):
        yield at_field(part, f"{part.name} is put together to '{hidden[0].command}', which {hidden[0].act}", _HINT)


_HINT = "take it out, unless you know who wrote it and why"


def _dangerous(source: Source, start: int, tex: str, where: str, codes: dict[str, str] | None) -> Iterator[Finding]:
    """Yield the findings in a piece of the file; without ``codes`` it is a preamble, which may define and is not
    repaired.
    """
    for found in _acting(tex):
        if codes is None and (found.act in _ACTS_OF_PREAMBLES or found.command in _OF_PREAMBLES):
            continue
        span = Span(start + found.start, start + found.end)
        fix = Fix("make text of it", tuple(_edits(source, span, found, codes))) if codes else None
        message = f"'{found.command}' in {where} {found.act}"
        yield Finding(message, source, span, _HINT, fix=fix)


def _edits(source: Source, span: Span, found: DisallowedCommand, codes: dict[str, str]) -> Iterator[Edit]:
    signs = "\\^" if "^^" in found.command else "\\"
    for at, sign in enumerate(found.command, span.start):
        if sign in signs:
            yield Edit(source, Span(at, at + 1), codes[sign])


@rule("entry", "warning")
def duplicate_field(entry: CheckedEntry, context: Context) -> Findings:
    """An entry has a field more than once."""
    if len(entry.by_name) == len(entry.fields):
        return
    more: dict[str, list[CheckedField]] = {}
    for part in entry.fields:
        if part is not entry.by_name[part.name]:
            more.setdefault(part.name, []).append(part)
    for name, parts in more.items():
        first = " ".join(entry.by_name[name].text.split())
        same = [part for part in parts if " ".join(part.text.split()) == first]
        differs = len(same) < len(parts)
        times = "twice" if len(parts) == 1 else f"{len(parts) + 1} times"
        message = f"{name} is there {times}{', with another value' if differs else ''}"
        fixes = [fix for part in same if (fix := without_field(entry, part, ""))]
        words = f"remove the second {name}" if len(parts) == 1 else f"remove what repeats the first {name}"
        fix = Fix(words, tuple(edit for one in fixes for edit in one.edits), safe=True) if fixes else None
        hint = "keep the right one" if differs else "remove one of them"
        yield at_field(parts[0], message, hint, parts[0].name_span, fix)


@rule("entry", "note", profile="strict")
def empty_field(entry: CheckedEntry, context: Context) -> Findings:
    """A field has no value."""
    needed = {name for need in REQUIRED[context.dialect_of(entry)].get(entry.type, ()) for name in need}
    for part in entry.fields:
        # a value of several pieces is empty only if all are, for macros may be undefined
        is_empty = not part.text.strip("{} \t\r\n~\xa0\\") and (part.inside >= 0 or not part.raw.strip('{}" \t\r\n~#'))
        # Emacs puts OPT or ALT before the names of fields in new entries, to be filled in or not
        of_emacs = part.name[:3] in ("opt", "alt") and part.name[3:] in KNOWN_FIELDS
        if is_empty and not of_emacs and part.name not in needed:
            fix = without_field(entry, part, f"remove the empty {part.name}", safe=True)
            yield at_field(part, f"{part.name} is empty", "fill it in, or remove it", fix=fix)


@rule("entry", "error", languages="bibtex csl")
def missing_key(entry: CheckedEntry, context: Context) -> Finding | None:
    """An entry has no citation key."""
    if entry.key or (entry.language == "csl" and not entry.fields):  # RIS and others have works without keys
        return None
    hint = "put a key before the first comma" if entry.language == "bibtex" else "give it an id"
    return at_type(entry, f"the {entry.type} has no citation key", hint)


@rule("bibliography", "error", languages="bibtex csl")
def not_utf8(bibliography: Bibliography, context: Context) -> Findings:
    """A file is not in UTF-8 and does not state which encoding it has."""
    for problem in bibliography.problems:
        if problem.kind == "encoding":
            yield Finding(problem.message, bibliography.source, problem.span or Span(0, 0), problem.hint)


_COMMENT = re.compile(r"%[^\n]*|^#[^\n]*", re.MULTILINE)


@rule("bibliography", "error", languages="bibtex csl")
def nothing_checked(bibliography: Bibliography, context: Context) -> Finding | None:
    """A bibliography has text and no entries."""
    if bibliography.entries or bibliography.macros or not bibliography.readable:
        return None
    text = _COMMENT.sub("", bibliography.source.text) if bibliography.is_bibtex else bibliography.source.text
    if not text.strip().strip("[]").strip() or bibliography.comments:
        return None
    hint = "entries begin with @, a type and {"
    return Finding("the file has text and no entries", bibliography.source, Span(0, 0), hint)


# This number of macros that are all redefined with other values are a list of long and one of short names.
_LIST = 3


@rule("bibliography", "warning")
def repeated_string(bibliography: Bibliography, context: Context) -> Findings:
    """A macro is defined more than once."""
    first = {macro.name.lower(): macro for macro in reversed(bibliography.macros)}
    again = [macro for macro in bibliography.macros if first[macro.name.lower()] is not macro]
    if len(again) >= _LIST and all(first[macro.name.lower()].value != macro.value for macro in again):
        return  # a second list with other values, as templates have it for short names: the last one counts
    for macro in bibliography.macros:
        known = first[macro.name.lower()]
        if known is not macro:
            others = (Related("it is defined here first", bibliography.source, known.name_span),)
            message, hint = f"the macro '{macro.name}' is defined more than once", "keep one of the definitions"
            yield Finding(message, bibliography.source, macro.name_span, hint, macro.name, others)


@rule("bibliography", "note", profile="strict", of="repeated-string")
def same_strings(bibliography: Bibliography, context: Context) -> Findings:
    """Two macros have the same value."""
    seen: dict[str, String] = {}
    for macro in bibliography.macros:
        known = seen.setdefault(macro.value.strip('{}" '), macro)
        if known is not macro and known.name.lower() != macro.name.lower():
            others = (Related("the same value", bibliography.source, known.name_span),)
            message = f"'{macro.name}' and '{known.name}' stand for the same"
            yield Finding(message, bibliography.source, macro.name_span, "keep one of them", macro.name, others)


_OTHER_RULES = frozenset({"encoding", "missing-key", "unknown-entry-type"})
_BEGINS_COMMENT = "comment-in-entry"


@rule("bibliography", "error", languages="bibtex csl")
def syntax_error(bibliography: Bibliography, context: Context) -> Findings:
    """A part of a bibliography cannot be read."""
    commented = None
    for problem in bibliography.problems:
        if problem.severity != "error" or problem.kind in _OTHER_RULES:
            continue
        span = problem.span or Span(0, 0)
        entry = bibliography.entry_at(span.start)
        if problem.kind == _BEGINS_COMMENT:
            if entry is not None and entry is commented:
                continue  # what is reported of its first line
            commented = entry
        found = Finding(problem.message, bibliography.source, span, problem.hint)
        yield about(entry, found) if entry else found


_TYPES = (
    r"article|book|booklet|inbook|incollection|inproceedings|conference|manual|mastersthesis|misc|phdthesis|proceedings|techreport"
    r"|unpublished|online|report|thesis|collection|electronic|software|dataset"
)
_ENTRY = re.compile(
    rf"(?:^|(?<=[}}\s]))(?:[#&\\\"'*＠a2]|\(at\))?(?P<type>{_TYPES})[ \t]*[{{(][ \t]*[^\s{{}},()]{{1,200}}[ \t]*,"
    r"|^[ \t]*(?P<string>string)[ \t]*[{(][ \t]*\w{1,60}[ \t]*=",
    re.MULTILINE | re.IGNORECASE,
)


@rule("bibliography", "warning")
def text_between_entries(bibliography: Bibliography, context: Context) -> Findings:
    """Text between entries looks like an entry without its ``@``, or like fields of the entry before it."""
    for entry in bibliography.entries:
        lost = bibliography.cut_short.get(entry.key_span.start)
        if lost is not None:
            names = list(
                dict.fromkeys(name.lower() for name in _FIELD.findall(bibliography.source.text, lost.start, lost.end))
            )
            message = f"the entry '{entry.key}' ends here, and what follows ({', '.join(names[:_SHOWN])}) is not read"
            place = Span(max(entry.span.end - 1, 0), entry.span.end)
            hint = "take out the brace that is too many"
            yield about(entry, Finding(message, bibliography.source, place, hint, entry.key))
    for outside in bibliography.outside_text:
        for match in _ENTRY.finditer(bibliography.source.text, outside.start, outside.end):
            message, place = "this looks like an entry without its @", Span(*match.span(match.lastgroup or 0))
            yield Finding(message, bibliography.source, place, "put an @ before it")


_FIELD = re.compile(r"([A-Za-z][\w-]{1,30})\s{0,9}=\s{0,9}[{\"\d]")
_SHOWN = 4  # names of fields in a message, so that it stays on a line


_DOLLAR = re.compile(r"\\.|\$", re.DOTALL)


@rule(
    "field",
    "error",
    fields="title booktitle journal series publisher author editor note subtitle",
    ordinary=False,
    of="broken-latex",
)
def unbalanced_dollar(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A value has an odd number of dollar signs, so a formula in it does not end."""
    if "$" not in part.text:
        return None
    if sum(match[0] == "$" for match in _DOLLAR.finditer(part.text)) % 2 == 0:
        return None
    at = part.text.index("$")
    return at_field(
        part, f"{part.name} has a $ without a partner", "close the formula, or write \\$", part.part(at, at + 1)
    )


_OF_STYLES = frozenset(listed("macros of the standard styles"))
# How the macros of `IEEEabrv.bib` begin, which comes with TeX and is not read.
_IEEE = "ieee_"


@rule("project", "warning")
def undefined_string(project: Project, context: Context) -> Findings:
    """A value names a macro that is not defined."""
    elsewhere = {macro.name.lower() for bibliography in project.bibliographies for macro in bibliography.macros}
    elsewhere = elsewhere.union(*(manuscript.macros for manuscript in project.manuscripts))
    of_ieee = any(_IEEE in manuscript.macros for manuscript in project.manuscripts)
    for bibliography in project.checked_bibliographies:
        own = {macro.name.lower() for macro in bibliography.macros}
        uses: dict[str, list[tuple[str, CheckedEntry, CheckedField]]] = {}
        for use in bibliography.undefined_macros:
            name = use[0].lower()
            known = name in elsewhere - own  # a second file of the same run defines it
            known = known or (name in _OF_STYLES and bibliography.dialect == "bibtex")
            if not (
                known or name[0].isdigit() or (of_ieee and name.startswith(_IEEE))
            ):  # 12-34 is reported as a syntax error
                uses.setdefault(name, []).append(use)
        for (macro, entry, part), *others in uses.values():
            is_late = macro.lower() in own
            what = "used before it is defined" if is_late else "not defined"
            more = f"; {len(others)} more use{'' if len(others) == 1 else 's'} of it" if others else ""
            define = "move its @string up" if is_late else "define it with @string, or check the file that does too"
            hint = f"write {{{macro}}}, or {define}"
            yield about(entry, at_field(part, f"the macro '{macro}' is {what}{more}", hint))


@rule("project", "note", profile="strict")
def unused_string(project: Project, context: Context) -> Findings:
    """A ``@string`` is never used."""
    used = frozenset().union(*(bibliography.used_macros for bibliography in project.bibliographies))
    for bibliography in project.checked_bibliographies:
        text = bibliography.source.text
        for macro in bibliography.macros if bibliography.entries else ():
            if macro.name.lower() not in used:
                end = macro.span.end + text.startswith("\n", macro.span.end)
                fix = Fix("remove it", (Edit(bibliography.source, Span(macro.span.start, end), ""),), safe=True)
                message, place = f"the macro '{macro.name}' is never used", macro.name_span
                yield Finding(message, bibliography.source, place, "remove it", macro.name, fix=fix)


@rule("project", "warning")
def unused_suppression(project: Project, context: Context) -> Finding | None:
    """Found by the run itself: only there is it known what was silenced."""
    return None
