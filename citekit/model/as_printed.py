"""A work without LaTeX: what is printed of each of its values, for formats and references that are not LaTeX."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from citekit.model.date import Date
from citekit.model.kinds import NAME_FIELDS, RAW_FIELDS
from citekit.model.name import Name
from citekit.model.work import Value, Work
from citekit.text.tex_printed import Commands, printed
from citekit.text.tex_syntax import TeX


def as_printed(work: Work, commands: Commands = MappingProxyType({})) -> Work:
    r"""Return the work with what LaTeX prints in place of commands and of formulas that letters can show.

    ``commands`` are those that the file of the work defines (number of arguments and body, by name).

    >>> from citekit.text.tex_syntax import TeX
    >>> as_printed(Work("book", "a", {"title": TeX(r"Flies of the \texttt{north}")})).title
    'Flies of the north'
    """
    variables = {name: value_printed(value, commands=commands) for name, value in work.variables.items()}
    fields = {
        name: printed(text, True, commands) if isinstance(text, TeX) and name not in NAME_FIELDS | RAW_FIELDS else text
        for name, text in work.fields.items()  # lists of names are in BibTeX's spelling, of which braces are a part
    }
    same = all(variables[name] is value for name, value in work.variables.items())
    same = same and all(fields[name] is text for name, text in work.fields.items())
    return work if same else replace(work, variables=variables, fields=fields)


def value_printed(value: Value, formulas: bool = True, commands: Commands = MappingProxyType({})) -> Value:
    """Return one value without LaTeX; the value itself where it has none. Formulas stay where ``formulas`` is false."""
    if isinstance(value, str):
        return printed(value, formulas, commands)
    if isinstance(value, Date):
        return replace(value, literal=printed(value.literal)) if isinstance(value.literal, TeX) else value
    return tuple(map(_name, value)) if any(map(_has_tex, value)) else value


_PARTS = ("family", "given", "dropping_particle", "non_dropping_particle", "suffix", "literal")


def _has_tex(name: Name) -> bool:
    return any(isinstance(getattr(name, part), TeX) for part in _PARTS)


def _name(name: Name) -> Name:
    family, given, dropping, non_dropping, suffix, literal = (printed(getattr(name, part)) for part in _PARTS)
    return Name(family, given, dropping, non_dropping, suffix, literal, name.marks)
