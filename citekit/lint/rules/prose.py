"""Statements about sources in the text of a document."""

from __future__ import annotations

from citekit.lint.finding import Finding, Findings, related, short
from citekit.lint.loading.project import Manuscript
from citekit.lint.loading.prose import by_first_author, entries_by_key, mentions, prose, says_author
from citekit.lint.rule import Context, rule
from citekit.manuscripts.citation import ManuscriptCitation
from citekit.manuscripts.document import ManuscriptFile
from citekit.model.identity.titles import fold
from citekit.runtime import patterns as re
from citekit.runtime.records import known_while_alive

_STOP = re.compile(r"[^\W\d_A-Z]{4}\.[ ~]\Z")
_NEXT = re.compile(r"\s{1,3}[A-ZÀ-Þ]|\s*\n\s*\n|\s*\Z")
_RAISED = re.compile(r"super|autocite|footcite|achemso|\\documentclass[^\n]{0,80}\{nature", re.IGNORECASE)
_ABBREVIATIONS = ("resp. ", "vols. ", "figs. ", "secs. ")


@rule("manuscript", "warning", profile="submission")
def citation_after_stop(manuscript: Manuscript, context: Context) -> Findings:
    """A citation follows the full stop of its sentence."""
    if any(_raises(part) for part in manuscript.parts):
        return
    message = "the citation is after the full stop of its sentence"
    for part in manuscript.parts:
        for citation in _behind_stops(part):
            yield Finding(message, part.source, citation.span, "put it before the full stop", citation.cites[0].key)


@known_while_alive
def _raises(part: ManuscriptFile) -> bool:
    """Whether citations may be raised numbers, which follow the full stop."""
    in_latex = part.source.name.lower().endswith((".tex", ".ltx", ".rnw"))  # a style of BibTeX raises nothing by itself
    return (bool(part.cited.csl) and not in_latex) or _RAISED.search(part.source.text) is not None


@known_while_alive
def _behind_stops(part: ManuscriptFile) -> tuple[ManuscriptCitation, ...]:
    text, found = prose(part), []
    for citation in part.cited.citations:
        span = citation.span
        plain = citation.mode == "parenthetical" and not citation.is_note and citation.footnote < 0
        if not plain or any(cite.locator for cite in citation.cites) or span.end > len(text):
            continue
        before = text[max(0, span.start - 6) : span.start]
        if _STOP.search(before) and _NEXT.match(text, span.end) and not before.endswith(_ABBREVIATIONS):
            found.append(citation)
    return tuple(found)


@rule("manuscript", "warning")
def hand_written_citation(manuscript: Manuscript, context: Context) -> Findings:
    """A work is named by author and year in words, and not cited."""
    known = by_first_author(manuscript, context.project)
    for part in manuscript.parts if known else ():
        for mention in mentions(part):
            if not mention.year or mention.beside is not None:
                continue
            entries = [entry for entry in known.get(fold(mention.family), ()) if entry.year == mention.year]
            written = short(part.source.text[mention.span.start : mention.span.end])
            if entries:
                hint = f"cite {entries[0].key}"
            elif mention.more and not manuscript.uncertain:
                hint = "no entry is of them; add one and cite it"
            else:
                continue
            yield Finding(
                f"'{written}' is written by hand",
                part.source,
                mention.span,
                hint,
                entries[0].key if entries else written,
            )


@rule("manuscript", "warning")
def name_beside_citation(manuscript: Manuscript, context: Context) -> Findings:
    """The author or the year that is in words before a citation is not that of the work that is cited."""
    entries = entries_by_key(manuscript, context.project)
    for part in manuscript.parts:
        for mention in mentions(part):
            cites = mention.beside.cites if mention.beside else ()
            cited = [entries[cite.key] for cite in cites if cite.key in entries]
            if not cited or len(cited) < len(cites):
                continue
            years = [entry.year for entry in cited if entry.year]
            if not any(says_author(entry, mention.family) for entry in cited):
                message = f"{mention.family} is not an author of {cited[0].shown}, which is cited here"
            elif mention.year and years and mention.year not in years:
                message = f"{cited[0].shown}, which is cited here, is of {years[0]}, not of {mention.year}"
            else:
                continue
            others = (related(cited[0], "what is cited"),)
            yield Finding(message, part.source, mention.span, "correct one of them", cited[0].key, others)


@rule("manuscript", "note")
def named_not_cited(manuscript: Manuscript, context: Context) -> Findings:
    """People are named with "et al.", and nothing by them is cited though the bibliography has it."""
    if manuscript.everything:
        return
    known = by_first_author(manuscript, context.project)
    cited = {cite.key for _, cite in manuscript.citations()}
    reported: set[str] = set()
    for part in manuscript.parts if known else ():
        for mention in mentions(part):
            family = fold(mention.family)
            theirs = known.get(family, ())
            if mention.year or mention.beside or family in reported or not theirs:
                continue
            if any(entry.key in cited for entry in theirs) or not any(len(entry.authors) > 2 for entry in theirs):
                continue
            reported.add(family)
            message = f"{mention.family} and others are named, and nothing by them is cited"
            yield Finding(message, part.source, mention.span, f"cite {theirs[0].key}", theirs[0].key)
