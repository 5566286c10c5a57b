"""Citations in documents against bibliographies."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.lint.finding import Edit, Finding, Findings, Fix, Related, at_key, related
from citekit.lint.loading.bibliography import CheckedBibliography
from citekit.lint.loading.numbered_references import numbered_references
from citekit.lint.loading.project import Manuscript, Project
from citekit.lint.rule import Context, rule
from citekit.lint.words import listed
from citekit.manuscripts.citation import CitedKey, Named
from citekit.manuscripts.document import ManuscriptFile
from citekit.markup.tex.visible import tex_of
from citekit.runtime import patterns as re
from citekit.runtime.records import known_while_alive
from citekit.runtime.safe_files import shown_path
from citekit.runtime.span import Source, Span

_MARKDOWN_PAGES = (".md", ".markdown", ".mdown", ".pandoc", ".qmd", ".rmd")
_OTHER_SYNTAX = re.compile(r"\{%-?\s{0,9}(?:cite|bibliography)|\{(?:foot)?cite(?::\w{1,20})?\}`")
_KEY = r"(?P<key>[^\W](?:\w|[:.#$%&+?<>~/-](?=\w))*)"
_BEHIND_WORD = re.compile(rf"(?<=[^\W_])@{_KEY}")
_IN_ADDRESS = re.compile(rf"\bhttps?://[^\s@<>()\[\]]{{1,300}}(?<=/)@{_KEY}")
_HANDLE = re.compile(
    rf"\[@{_KEY}\]\(https?://(?:www\.)?(?:github|gitlab|twitter|x|instagram|linkedin|youtube|medium|threads|bsky|mastodon|fosstodon)\b"
    rf"|(?<![\w@\\])@(?P<named>[^\W]\w*)[ ]on[ ](?:GitHub|Twitter|X|Mastodon|Instagram|LinkedIn|Bluesky|GitLab)\b"
)


@rule("manuscript", "note")
def ambiguous_at(manuscript: Manuscript, context: Context) -> Findings:
    """An ``@`` before a known key is read as something else than it looks like."""
    from citekit.manuscripts.markdown import read_markdown  # here, for few texts are Markdown

    parts = [part for part in manuscript.parts if part.source.name.lower().endswith(_MARKDOWN_PAGES)]
    keys = frozenset().union(*(b.keys for b in context.project.of(manuscript))) if parts else frozenset()
    for part in parts:
        text = part.source.text
        if "@" not in text or _OTHER_SYNTAX.search(text):
            continue
        visible = read_markdown(text).text
        for match in _BEHIND_WORD.finditer(visible):
            if match["key"] in keys:
                message = f"'@{match['key']}' after a word is not a citation"
                yield _found(part, match, "key", message, "put a space before it, or escape it: \\@")
        for match in _IN_ADDRESS.finditer(visible):
            if match["key"] in keys:
                message = f"'@{match['key']}' in this address is read as a citation"
                yield _found(part, match, "key", message, "put the address between < and >")
        for match in _HANDLE.finditer(text):
            name = "key" if match["key"] else "named"
            shown = visible[match.start(name) - 1 : match.end(name)]
            if match[name] in keys and shown == f"@{match[name]}":
                yield _found(part, match, name, f"the handle '@{match[name]}' is read as a citation", "escape it: \\@")


def _found(part: ManuscriptFile, match: re.Match[str], name: str, message: str, hint: str) -> Finding:
    return Finding(message, part.source, Span(match.start(name) - 1, match.end(name)), hint, match[name])


_WORD = re.compile(r"(?<![\w@{/#.-])[A-Za-z][\w:.-]{4,80}\w")
_MARKDOWN_WITH_KEYS = (".md", ".markdown", ".qmd", ".rmd", ".myst")


@rule("manuscript", "note", profile="", of="hand-written-citation")
def bare_key(manuscript: Manuscript, context: Context) -> Findings:
    """A known key is in a text of Markdown without its ``@``."""
    from citekit.manuscripts.markdown import read_markdown  # here, for few texts are Markdown

    keys = {
        k
        for b in context.project.of(manuscript)
        for k in b.keys
        if any(c.isdigit() for c in k) and any(c.isalpha() for c in k)
    }
    for part in manuscript.parts:
        if not part.source.name.lower().endswith(_MARKDOWN_WITH_KEYS):
            continue
        cited = {citation.span.start for citation in part.cited.cites}
        for match in _WORD.finditer(read_markdown(part.source.text).text):
            if match[0] in keys and match.start() not in cited:
                message = f"'{match[0]}' is a key and is here without @"
                yield Finding(message, part.source, Span(*match.span()), f"write @{match[0]}", match[0])


@rule("manuscript", "warning")
def citation_key_case(manuscript: Manuscript, context: Context) -> Findings:
    """A citation writes a key with other capitals than the entry has."""
    bibliographies = context.project.of(manuscript)
    known = frozenset().union(*(b.keys for b in bibliographies)) if bibliographies else frozenset()
    for part, citation in manuscript.citations():
        if citation.key in known:
            continue
        entry = next((b.by_key[citation.key.lower()] for b in bibliographies if citation.key.lower() in b.by_key), None)
        if entry is None:
            continue
        as_written = part.source.text[citation.span.start : citation.span.end] == citation.key
        edit = Edit(part.source, citation.span, entry.key)
        fix = Fix(f"write {entry.key}", (edit,)) if as_written else None
        message, others = (
            f"'{citation.key}' is written '{entry.key}' in {entry.source.name}",
            (related(entry, "the entry"),),
        )
        yield Finding(message, part.source, citation.span, f"write {entry.key}", citation.key, others, fix)


@rule("manuscript", "warning")
def malformed_citation(manuscript: Manuscript, context: Context) -> Findings:
    """A citation is written wrongly."""
    for part in manuscript.parts:
        for fault in part.cited.faults:
            edits = (Edit(part.source, fault.span, fault.edit),) if fault.edit is not None else ()
            fix = Fix("correct the citation", edits) if edits else None
            yield Finding(fault.message, part.source, fault.span, fault.hint, fix=fix)


@rule("manuscript", "error")
def missing_bib_file(manuscript: Manuscript, context: Context) -> Findings:
    """A document names a bibliography that is not there, or cites and has none."""
    for part, named in manuscript.missing:
        message, hint = f"there is no bibliography {named.name}", "correct its name, or add the file"
        yield Finding(message, part.source, named.span, hint, named.name)
    count = sum(1 for _ in manuscript.citations())
    own = any(part.cited.defined for part in manuscript.parts)
    nothing = not (manuscript.missing or manuscript.unread or manuscript.uncertain or manuscript.is_part or own)
    if count and nothing and not context.project.of(manuscript):
        first = next(manuscript.citations())
        message = f"the document cites {count} {'key' if count == 1 else 'keys'}, and no bibliography is known"
        hint = "name the bibliography in the document, or on the command line"
        yield Finding(message, first[0].source, first[1].span or Span(0, 0), hint)


@rule("manuscript", "note")
def part_not_looked_up(manuscript: Manuscript, context: Context) -> Finding | None:
    """A part of a document is checked without the document, and no bibliography is known."""
    first = next(manuscript.citations(), None)
    if first is None or not manuscript.is_part or manuscript.missing or manuscript.unread:
        return None
    if context.project.knows(manuscript):
        return None
    count = sum(1 for _ in manuscript.citations())
    message = f"no document takes this file in, so {count} citation{' was' if count == 1 else 's were'} not looked up"
    hint = "name its document (% !TeX root = main.tex), or check both together"
    return Finding(message, first[0].source, first[1].span, hint)


@rule("manuscript", "note")
def bib_file_elsewhere(manuscript: Manuscript, context: Context) -> Findings:
    """A bibliography lies somewhere else than the document states."""
    for part, named, place in manuscript.elsewhere:
        message = f"{named.name} was found as {shown_path(place)}, not where the document expects it"
        hint = "name it with its folder, or put that folder on the search path (BIBINPUTS)"
        yield Finding(message, part.source, named.span, hint, named.name)


_SHOWN_KEYS = 3  # keys in one message, so that it stays on a line


@rule("manuscript", "warning")
def bib_file_not_read(manuscript: Manuscript, context: Context) -> Findings:
    """A bibliography that a document names was not read, so some of its citations were not looked up."""
    lost = [cite for _, cite, found in _looked_up(manuscript, context.project) if not found]
    for part, named in manuscript.unread if lost else ():
        keys = list(dict.fromkeys(cite.key for cite in lost))
        shown = ", ".join(f"'{key}'" for key in keys[:_SHOWN_KEYS]) + (" …" if len(keys) > _SHOWN_KEYS else "")
        number = "1 key" if len(keys) == 1 else f"{len(keys)} keys"
        message = f"the bibliography {named.name} was not read, so {number} could not be looked up: {shown}"
        hint = "name a .bib file that has them on the command line as well"
        if named.name in manuscript.outside:
            message = (
                f"the bibliography {named.name} leads out of the project, and was not read; not looked up: {shown}"
            )
            hint = "name it on the command line as well, put its folder into BIBINPUTS, or put it into the project"
        yield Finding(message, part.source, named.span, hint, named.name)


_USUAL = re.compile(
    r"\\documentclass\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{(?:article|report|book|amsart|amsbook|memoir|scrartcl|scrreprt|scrbook|IEEEtran|llncs|elsarticle)\}"
)
_NAMED = re.compile(r"\\bibliography\s{0,9}\{[^{}]{1,300}\}")
_SET = re.compile(
    r"\\bibliographystyle|\\bibstyle|\\printbibliography|\\addbibresource|\\begin\{thebibliography\}|biblatex|multibib|bibunits"
)
_PACKAGES = re.compile(
    r"\\(?:usepackage|RequirePackage)\s{0,9}(?:\[[^\[\]]{0,500}\])?\s{0,9}\{(?P<names>[^{}]{1,500})\}"
)
_WITHOUT_STYLES = frozenset(listed("packages without styles"))


@rule("manuscript", "warning")
def missing_bibliography_style(manuscript: Manuscript, context: Context) -> Findings:
    """A document names its bibliography, and no style for it."""
    main = manuscript.parts[0].source
    if not main.name.endswith((".tex", ".ltx")) or manuscript.missing_inputs:
        return
    text = tex_of(main).text
    named = _NAMED.search(text)
    if named is not None and _USUAL.search(text) and not any(_may_set_one(part.source) for part in manuscript.parts):
        hint = r"put \bibliographystyle{plain} before it, or the one that is asked for"
        yield Finding("the document names no style for its bibliography", main, Span(*named.span()), hint)


@known_while_alive
def _may_set_one(source: Source) -> bool:
    """Whether a file sets a style, or loads a package that may."""
    text = tex_of(source).text
    packages = (name.strip() for match in _PACKAGES.finditer(text) for name in match["names"].split(","))
    return _SET.search(text) is not None or any(name not in _WITHOUT_STYLES for name in packages)


_MANY = 3  # this many missing files are one finding: the document was copied without its directory
_OF_LATEX = re.compile(
    r"glyphtounicode.*|pgf.*|tikz.*|xy\w*|epsf|pdfmsym.*|size1\d\.clo|null|binhex|t1\w*\.fd|ot1\w*\.fd|random|multido|cwebmac"
    r"|webmac|manmac|eplain|amstex|pst-[\w-]+(?:\.tex)?|random\.tex|tcilatex(?:\.tex)?"
    r"|.*\.(?:pgf|tikz|bbl|sty|cls|def|cfg|ltx|clo|fd|toc|pdf_tex|ps_tex|eps_tex|svg|csv|tsv|txt|dat|data|inp|lst|out|ind|gls|glstex)",
    re.IGNORECASE,
)


@rule("manuscript", "note")
def missing_part(manuscript: Manuscript, context: Context) -> Findings:
    """A document includes a file that is not there."""
    missing = [
        (part, named)
        for part, named in manuscript.missing_inputs
        if not (_OF_LATEX.fullmatch(named.name) or _is_of_preamble(part, named) or _may_lack(part, named))
    ]
    if len(missing) >= max(_MANY, len(manuscript.parts)):
        part, named = missing[0]
        message = f"{len(missing)} of the files that it includes are missing, {named.name} the first"
        yield Finding(message, part.source, named.span, "add them, or leave the document out", named.name)
        return
    for part, named in missing:
        message, hint = f"there is no file {named.name}", "correct its name, or add the file"
        if named.name in manuscript.outside:
            message, hint = f"{named.name} leads out of the project, and was not read", "put it into the project"
        yield Finding(message, part.source, named.span, hint, named.name)


def _is_of_preamble(part: ManuscriptFile, named: Named) -> bool:
    """Whether a bare name is where TeX finds packages in its own folders: before the text, or anywhere in plain TeX."""
    text = part.source.text
    if "/" in named.name or not part.source.name.lower().endswith((".tex", ".ltx", ".rnw")):
        return False
    if text.find("\\begin{document}", named.span.end) >= 0:
        return True
    is_bare = text[named.span.start - 1 : named.span.start] != "{"
    return is_bare and "\\documentclass" not in text and "\\begin{document}" not in text


def _may_lack(part: ManuscriptFile, named: Named) -> bool:
    """Whether the document takes the file in only if it is there."""
    text = part.source.text
    return (
        text[max(0, named.span.start - 40) : named.span.start].rstrip("{ ").endswith("\\InputIfFileExists")
        or f"\\IfFileExists{{{named.name}" in text
    )


_COMMA = re.compile(r",\s*\Z")


@rule("manuscript", "warning")
def repeated_citation(manuscript: Manuscript, context: Context) -> Findings:
    """One citation names a key twice."""
    if manuscript.name.endswith((".aux", ".bcf")):
        return
    for part in manuscript.parts:
        yield from _repeated(part)


@known_while_alive
def _repeated(part: ManuscriptFile) -> tuple[Finding, ...]:
    found: list[Finding] = []
    source = part.source
    for one in part.cited.citations:
        seen: dict[tuple[int, str], CitedKey] = {}
        for cite in one.cites if len(one.cites) > 1 else ():
            first = seen.setdefault((cite.group, cite.key), cite)
            if first.span != cite.span and cite.group != cite.span.start:
                related = (Related("the first time", source, first.span),)
                message = f"'{cite.key}' is cited twice here"
                comma = _COMMA.search(source.text[max(0, cite.span.start - 200) : cite.span.start])
                whole = Span(cite.span.start - len(comma[0]), cite.span.end) if comma else cite.span
                fix = Fix("name it once", (Edit(source, whole, ""),)) if comma else None
                found.append(Finding(message, source, cite.span, "name it once", cite.key, related, fix))
    return tuple(found)


@rule("project", "note", profile="strict")
def uncited_entry(project: Project, context: Context) -> Findings:
    """An entry is cited by no document of the project."""
    cited: set[str] = set()
    used: set[str] = set()
    for manuscript in project.manuscripts:
        names = {bibliography.name for bibliography in project.of(manuscript)}
        if manuscript.everything:
            cited |= {key.lower() for name in names for key in project.by_name[name].keys}
        used |= names
        cited |= {citation.key.lower() for _, citation in manuscript.citations()}
    for bibliography in project.checked_bibliographies:
        if bibliography.name not in used:
            continue
        read = _with_what_they_name(cited, bibliography)
        for entry in bibliography.entries:
            if entry.key and entry.key.lower() not in read:
                yield at_key(entry, f"'{entry.key}' is never cited", "remove it, or cite it")


# Fields whose entries are read, and mostly printed, together with the one that names them.
_NAMING = ("crossref", "xdata", "xref", "entryset", "related")
# An entry of which BibLaTeX takes a single value: `xdata=names-author-1`.
_SINGLE_VALUE = re.compile(r"\bxdata\s*=\s*([^\s,{}=]+?)-[A-Za-z]+(?:-\d+)?(?=[\s,}]|$)")


def _with_what_they_name(cited: set[str], bibliography: CheckedBibliography) -> set[str]:
    """Return the keys in lower case with those of the entries that theirs name, and so on."""
    alias = {
        key.strip().lower(): entry.key.lower()
        for entry in bibliography.entries
        if "ids" in entry
        for key in entry.text("ids").split(",")
    }
    read = cited | {alias[key] for key in cited if key in alias}
    waiting = [key for key in read if key in bibliography.by_key]
    while waiting:
        entry = bibliography.by_key[waiting.pop()]
        names = {name.strip().lower() for field in _NAMING if field in entry for name in entry.text(field).split(",")}
        names |= {
            key.lower() for part in entry.fields if "xdata" in part.text for key in _SINGLE_VALUE.findall(part.text)
        }
        new = {alias.get(name, name) for name in names if alias.get(name, name) in bibliography.by_key} - read
        read |= new
        waiting += new
    return read


_TEX = (".tex", ".ltx", ".rnw")
_MARKDOWN_LIST = (".md", ".markdown", ".qmd", ".rmd")
_MACRO_AS_KEY = re.compile(r"\\[A-Za-z]*cite[a-z]{0,12}\*?[ \t]*(?:\[[^\[\]]{0,200}+\]){0,2}\{[^{}#]{0,400}\\")
_HINT = "remove it, or refer to it"


@rule("project", "note", of="uncited-entry")
def uncited_then_listed(project: Project, context: Context) -> Findings:
    """An item of a reference list that is written by hand is never referred to."""
    for manuscript in project.manuscripts:
        of_tex = [part for part in manuscript.parts if part.source.name.lower().endswith(_TEX)]
        items = [(part, item) for part in of_tex for item in part.cited.defined]
        if not items or manuscript.everything or any(_MACRO_AS_KEY.search(p.source.text) for p in manuscript.parts):
            continue
        cited = {citation.key for _, citation in manuscript.citations()}
        if 2 * sum(item.key in cited for _, item in items) < len(items):
            continue  # a list that stands for itself, such as that of a CV
        for part, item in items:
            if item.key not in cited:
                yield Finding(f"\\bibitem '{item.key}' is never cited", part.source, item.span, _HINT, item.key)
    for source in project.sources():
        if source.name.lower().endswith(_MARKDOWN_LIST):
            found = numbered_references(source.text)
            for number, span in (found.uncited if found else {}).items():
                yield Finding(f"the text never refers to [{number}]", source, span, _HINT, str(number))


_MOST = 4000  # keys; get_close_matches compares that many in less than 0.1 s
_FEW = 4  # with fewer citations, missing keys are likelier typos than the use of another bibliography


@rule("manuscript", "error")
def undefined_citation(manuscript: Manuscript, context: Context) -> Findings:
    """A document cites a key that its bibliographies do not have."""
    from difflib import get_close_matches  # here, for few texts ever need it

    bibliographies = context.project.of(manuscript)
    own = any(part.cited.defined for part in manuscript.parts)
    if not (bibliographies or own) or manuscript.missing or manuscript.unread or manuscript.uncertain:
        return  # no one can know what the missing file defines; it is named by another rule
    known = _known(manuscript, bibliographies)
    cited = {citation.key.lower() for _, citation in manuscript.citations()}
    shared = cited & {key.lower() for key in known} if not manuscript.bibliographies else cited
    if len(cited) >= _FEW and len(shared) * 2 < len(cited):
        return  # a part of a document that is not there, which cites from another bibliography than those given
    for part, citation, found in _looked_up(manuscript, context.project):
        if not found:
            # 0.8: one letter of a key of five or more is wrong
            similar = get_close_matches(citation.key, known - {citation.key}, 1, 0.8) if len(known) <= _MOST else []
            hint = (
                "it is in a bibliography of another list of this document; add an entry to that of this list"
                if citation.key in known
                else f"did you mean {similar[0]}?"
                if similar
                else f"add an entry to {shown_path(bibliographies[0].name if bibliographies else manuscript.name)}"
            )
            yield Finding(f"'{citation.key}' is cited and not defined", part.source, citation.span, hint, citation.key)


def _known(manuscript: Manuscript, bibliographies: tuple[CheckedBibliography, ...]) -> frozenset[str]:
    own = {own.key for part in manuscript.parts for own in part.cited.defined}
    return frozenset().union(own, *(b.keys for b in bibliographies))


# What knitr's `write_bib` puts before the keys of packages.
_OF_PACKAGES = "R-"


def _looked_up(manuscript: Manuscript, project: Project) -> Iterator[tuple[ManuscriptFile, CitedKey, bool]]:
    """Yield every citation, and whether the document has an entry for it."""
    all_known = _known(manuscript, project.of(manuscript))
    sections = {section: _known(manuscript, each) for section, each in project.sections_of(manuscript).items()}
    folds = {"": {key.lower() for key in all_known}}
    for part, citation in manuscript.citations():
        own = next((one for one in (citation.section, part.source.name) if one and one in sections), "")
        known = sections[own] if own else sections.get("", all_known)
        folded = folds.setdefault(own or ("the rest" if sections else ""), {key.lower() for key in known})
        made = manuscript.has_made and citation.key.startswith(_OF_PACKAGES)
        made = made or not manuscript.references.isdisjoint((citation.key, citation.key.partition("-")[0]))
        yield part, citation, made or citation.key in known or citation.key.lower() in folded
