"""x"""
from __future__ import annotations
from citekit.csl.item import Item
from citekit.csl.program import Program
def disambiguate(program: Program, registry: list[Item]) -> None:
    return None
