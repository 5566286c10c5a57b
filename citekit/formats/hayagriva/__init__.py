"""Hayagriva's YAML (``.yaml``): the bibliography format of Typst.

Works are values of a mapping with their keys; journals, proceedings, books and series are parents of their parts.
"""

from citekit.formats.hayagriva.read import loads
from citekit.formats.hayagriva.write import dumps, losses
from citekit.runtime import patterns as re

NAME = "hayagriva"
SUFFIXES = (".yaml", ".yml")
BEGINS = re.compile(
    r"(?>(?:[ \t]*+(?:#[^\n]*+)?\r?\n){0,40})[^\s:#][^\n:]{0,200}:[ \t]*\r?\n[ \t]+(?:type|title|author):[ \t]"
)

__all__ = ["BEGINS", "NAME", "SUFFIXES", "dumps", "loads", "losses"]
