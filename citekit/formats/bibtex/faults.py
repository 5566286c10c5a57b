"""Everything that can be wrong with a ``.bib`` file: the kinds of problems that reading one reports."""

from __future__ import annotations

from citekit.errors import Problem
from citekit.records import dataclass
from citekit.span import Source, Span


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of problem: its stable name, its severity, what it means, and what to do about it."""

    kind: str
    severity: str
    meaning: str
    hint: str
    example: str


_ALL = (
    Fault(
        "missing-entry-type",
        "error",
        "An `@` is not followed by the name of an entry type.",
        "outside entries, write (at) for an @, or remove it",
        "@{doe2020, title = {A}}",
    ),
    Fault(
        "missing-opening-brace",
        "error",
        "A word after `@` is not followed by `{` or `(`.",
        "put a { after the type; outside entries, write (at) for an @",
        "write to doe@example.org",
    ),
    Fault(
        "missing-key",
        "error",
        "An entry begins with a field instead of a citation key.",
        "put a key and a comma after the opening brace",
        "@misc{title = {A}, year = 2020}",
    ),
    Fault(
        "missing-comma",
        "error",
        "A field follows the one before it, or the key, without a comma.",
        "put a comma here",
        "@misc{doe2020, title = {A} year = 2020}",
    ),
    Fault(
        "missing-field-name",
        "error",
        "There is no field name where one must stand, as between two commas.",
        "remove the comma, or name the field",
        "@misc{doe2020, title = {A},, year = 2020}",
    ),
    Fault(
        "bad-field-name",
        "error",
        "A field name has characters that BibTeX does not allow, or begins with a digit.",
        "field names do not begin with a digit and have none of \" # % ' ( ) , = { } and no blanks",
        "@misc{doe2020, my title = {A}}",
    ),
    Fault(
        "comment-in-entry",
        "error",
        "A line inside an entry is commented out with `%`, which BibTeX does not know. Biber does.",
        "move the line out of the entry, or rename the field",
        "@misc{doe2020,\n  % year = 2020,\n  title = {A}}",
    ),
    Fault(
        "missing-equals",
        "error",
        "A field name is not followed by `=`.",
        "put an = after the name",
        "@misc{doe2020, title {A}}",
    ),
    Fault(
        "missing-value",
        "error",
        "There is no value after `=` or `#`.",
        "put the value in braces, or remove the field",
        "@misc{doe2020, title = , year = 2020}",
    ),
    Fault(
        "unquoted-value",
        "error",
        "A value of several words, or of digits and letters, stands without braces.",
        "put the value in braces",
        "@misc{doe2020, title = Lazy Queues}",
    ),
    Fault(
        "text-after-value",
        "error",
        "Something stands between a value and the comma or delimiter after it.",
        'a value ends with its closing brace or quotation mark; write {"} for a quotation mark inside quotation marks',
        '@misc{doe2020, title = "A "B" C"}',
    ),
    Fault(
        "unbalanced-quotes",
        "error",
        "A closing brace stands in a value in quotation marks before the quotation mark that ends it.",
        'close the value with ", or match the braces in it',
        '@misc{doe2020, title = "A}',
    ),
    Fault(
        "unclosed-value",
        "error",
        "A value is not closed before the next entry or the end of the file.",
        "match the braces of the value: each { needs its }, also after a backslash",
        "@misc{doe2020,\n  title = {A {B},\n  year = 2020}",
    ),
    Fault(
        "unclosed-entry",
        "error",
        "An entry, string or preamble is not closed before the next one or the end of the file.",
        "put the closing delimiter at its end",
        "@misc{doe2020, title = {A}",
    ),
    Fault(
        "bad-string",
        "error",
        "A `@string` has no name or no `=`, or defines more than one macro.",
        'write @string{name = "text"}, one macro each',
        '@string{a = "A", b = "B"}',
    ),
    Fault(
        "undefined-macro",
        "warning",
        "A value names a macro that is not defined before it. The name is kept in its place.",
        "put the value in braces, or define the macro with @string before its use",
        "@misc{doe2020, title = nowhere}",
    ),
    Fault(
        "unknown-entry-type",
        "info",
        "An entry has a type that neither BibTeX nor BibLaTeX knows. It is read as `misc`, and the type is kept.",
        "use one of the known types",
        "@opera{doe2020, title = {A}}",
    ),
    Fault(
        "missing-crossref",
        "warning",
        "An entry inherits (`crossref`, `xdata`) from an entry that is not in the file.",
        "add that entry, or remove the reference",
        "",
    ),
    Fault(
        "crossref-cycle",
        "warning",
        "Entries inherit from one another in a circle, which is broken at one of them.",
        "remove one of the references",
        "",
    ),
    Fault(
        "missing-reference",
        "warning",
        "A field that links entries (`xref`, `entryset`, `related`) names one that is not in the file.",
        "add that entry, or remove the reference",
        "",
    ),
    Fault(
        "too-much-inherited",
        "warning",
        "Entries inherit many times what the file holds. From here on, they are left with what they have.",
        "write the fields where they belong",
        "",
    ),
    Fault(
        "bad-date",
        "warning",
        "A date field holds no date, or a day that does not exist. It is kept as words.",
        "write YYYY-MM-DD",
        "",
    ),
    Fault(
        "date-conflict",
        "warning",
        "An entry has a `date` and a `year` that disagree. The date counts.",
        "remove one of them",
        "",
    ),
    Fault(
        "empty-name",
        "warning",
        "A list of names has two `and`s with nothing between them, or one at its end.",
        "remove one of the `and`s",
        "@misc{doe2020, author = {Doe, J. and and Roe, R.}}",
    ),
    Fault(
        "unbalanced-name",
        "warning",
        "The braces of one name do not match. The name is kept as one piece.",
        "correct the braces",
        "",
    ),
    Fault(
        "comma-at-end",
        "warning",
        "A name ends with a comma.",
        "remove it",
        "@misc{doe2020, author = {Doe, Jane,}}",
    ),
    Fault(
        "too-many-commas",
        "warning",
        "A name has more than two commas, as a list of names without `and` has. It is kept as one piece.",
        "put `and` between names, and a name that is no person's in braces",
        "@misc{doe2020, author = {Doe, J., Roe, R., Poe, P.}}",
    ),
    Fault(
        "hyphen-divides-name",
        "info",
        "BibTeX divides a name at a hyphen before a small letter. citekit keeps it whole.",
        "write the family name first, with a comma",
        "",
    ),
    Fault(
        "accent-outside-braces",
        "info",
        "BibTeX takes a word for a particle because its accent does not stand in braces of its own.",
        "put braces around the accent as well",
        "",
    ),
    Fault(
        "unknown-name-part",
        "warning",
        "A name in BibLaTeX's extended form has a part that there is not. The part is left out.",
        "the parts are family, given, prefix, suffix, useprefix",
        "",
    ),
    Fault(
        "encoding",
        "warning",
        "The file is not UTF-8 and names no encoding, or is UTF-16 without a byte order mark. It was read nevertheless.",
        "save it as UTF-8",
        "",
    ),
    Fault(
        "failed-block",
        "error",
        "A Library of bibtexparser has a block that bibtexparser could not read.",
        "repair the block in the file",
        "",
    ),
    Fault(
        "endless-macros",
        "warning",
        "Macros that name macros stand for far more text than the file has. Beyond that, their names are kept.",
        "write the text itself where it is used",
        "",
    ),
    Fault(
        "refused-command",
        "warning",
        "A value has a LaTeX command that does more than print, or that nobody knows. It is read as text.",
        "write what it prints, or take it out",
        r"@misc{doe2020, title = {Queues \input{notes}}}",
    ),
    Fault(
        "duplicate-key",
        "warning",
        "Two entries have the same key; letter case does not count. Both are kept.",
        "rename or remove one of the entries",
        "@misc{doe2020, title = {A}}\n@misc{Doe2020, title = {B}}",
    ),
    Fault(
        "duplicate-field",
        "warning",
        "An entry has a field twice. BibTeX takes the first, and so does citekit.",
        "remove one of them",
        "@misc{doe2020, title = {A}, Title = {B}}",
    ),
    Fault(
        "duplicate-macro",
        "warning",
        "A macro is defined more than once. The last definition before its use counts.",
        "rename or remove one of the definitions",
        "@string{a = {A}}\n@string{A = {B}}",
    ),
)
FAULTS = {fault.kind: fault for fault in _ALL}
"""Kind -> what it is, for all that reading a file can report."""


def problem(kind: str, message: str, source: Source, span: Span, hint: str = "") -> Problem:
    """A problem of a known kind; the kind's own hint where none is given."""
    fault = FAULTS[kind]
    return Problem(message, hint or fault.hint, source, span, fault.severity, kind)
