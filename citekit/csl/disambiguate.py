"""Telling cites of different works apart: more names, given names, another form, year suffixes.

Source: the CSL 1.0.2 specification, "Disambiguation". Cites are put in buckets by their text once; only buckets of
several works are looked at again, so the work is linear in the cites and not in their pairs. A step that parts no
bucket is undone. By each cite, given names come before further names, as citeproc-js and Pandoc have it; what
distinguishes works holds in the bibliography as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citekit.csl.cite import SUBSEQUENT, Nameset, NamesWriter, RenderState
from citekit.csl.evaluate.names import INITIALS
from citekit.csl.item import CslItem, FormattedName
from citekit.csl.program import Program
from citekit.csl.richtext import plain

_Group = list[CslItem]
# A limit for et al. that no list of names reaches, so that a cite shows all of its names.
_NEVER_SO_MANY = 1_000_000


def disambiguate(program: Program, registry: list[CslItem]) -> None:
    """Set on the items what tells their cites apart; suffixes follow the order of ``registry``."""
    # most numeric styles: nothing to compute, and no cite has to be rendered for it
    if not (program.add_names or program.add_given or program.add_suffix or program.tests_disambiguate):
        return
    keys: dict[int, str] = {}
    if program.add_given and program.given_rule != "by-cite":
        keys = _expand_everywhere(program, registry)
    buckets: dict[str, _Group] = {}
    for item in registry:
        key = None if item.expanded else keys.get(id(item))
        buckets.setdefault(_key(program, item) if key is None else key, []).append(item)
    for group in buckets.values():
        if len(group) > 1:
            for rest in _settled(program, group):
                _last_resorts(program, rest)


def _key(program: Program, item: CslItem, all_names: bool = False) -> str:
    """Return the text of a work's cite, as later cites have it, without a suffix."""
    return _cited(program, item, all_names)[0]


def _cited(program: Program, item: CslItem, all_names: bool = False) -> tuple[str, list[Nameset]]:
    """Return the text of a work's subsequent cite without year suffix, and the lists of names in it."""
    state = RenderState(item)
    # "Disambiguation" compares later cites: the first cite of a work may print more (et-al-subsequent-min)
    state.position = SUBSEQUENT
    state.with_suffix = False
    state.looking = True
    state.trace = []
    if all_names:
        state.names_override = (_NEVER_SO_MANY, 0, False)
    return plain(program.cite(state)), state.trace


def _parted(program: Program, items: Iterable[CslItem], all_names: bool = False) -> list[_Group]:
    """Return the items by the text of their cites; ``all_names`` counts those too that are abbreviated."""
    buckets: dict[str, _Group] = {}
    for item in items:
        buckets.setdefault(_key(program, item, all_names), []).append(item)
    return list(buckets.values())


def _settled(program: Program, group: _Group) -> Iterator[_Group]:
    """Yield the groups that names cannot part any more."""
    waiting = [group]
    while waiting:
        here = waiting.pop()
        if len(here) == 1:
            continue
        # by-cite adds given names and further names in one step; the other rules have added given names to all cites
        # before
        if program.add_given and program.given_rule == "by-cite":
            parts = _with_given(program, here)
        else:
            parts = _with_names(program, here) if program.add_names else None
        if parts is None:
            yield here
        else:
            waiting.extend(parts)


def _namesets(program: Program, group: _Group) -> list[list[Nameset]]:
    """Return the lists of names that each cite of a group prints."""
    return [_cited(program, item)[1] for item in group]


def _with_names(program: Program, group: _Group) -> list[_Group] | None:
    """More names, one by one, until the group parts."""
    saved = [dict(item.shown_names) for item in group]
    sets = _namesets(program, group)
    for nameset in range(max(map(len, sets))):
        hidden = max((row[nameset].hidden for row in sets if nameset < len(row)), default=0)
        for _ in range(hidden):
            _one_more(group, sets, nameset)
            parts = _parted(program, group)
            if len(parts) > 1:
                return parts
    # "Disambiguation": names that do not help are removed again, so that cites stay as short as the style wants them
    for item, before in zip(group, saved, strict=True):
        item.shown_names = before
    return None


def _one_more(group: _Group, sets: list[list[Nameset]], nameset: int) -> None:
    """One name more in every cite of a group than it shows."""
    for item, row in zip(group, sets, strict=True):
        if nameset < len(row):
            item.shown_names[nameset] = item.shown_names.get(nameset, row[nameset].shown) + 1


def _with_given(program: Program, group: _Group) -> list[_Group] | None:
    """Given names of one person after another, with further names between, until the group parts."""
    saved = [(dict(item.shown_names), dict(item.expanded)) for item in group]
    sets = _namesets(program, group)
    for nameset in range(max(map(len, sets))):
        rows = [row[nameset] if nameset < len(row) else None for row in sets]
        here = [row for row in rows if row is not None]
        writer = here[0].writer
        shown = max(row.shown for row in here)
        for place in range(max(len(row.people) for row in here)):
            if place >= shown:
                if not program.add_names:
                    break
                _one_more(group, sets, nameset)
                parts = _parted(program, group)
                if len(parts) > 1:
                    return parts
            if expanded := _expanded(program, group, writer, nameset, place):
                return expanded
    for item, (names, given) in zip(group, saved, strict=True):
        item.shown_names, item.expanded = names, given
    return None


def _expanded(program: Program, group: _Group, writer: NamesWriter, nameset: int, place: int) -> list[_Group] | None:
    """Return the group parted by the given name of one person, or None with all as it was."""
    key = (nameset, place)
    before = [item.expanded.get(key) for item in group]
    for level in writer.levels():
        if before[0] is not None and level <= before[0]:
            continue
        for item in group:
            item.expanded[key] = level
        parts = _parted(program, group)
        if len(parts) > 1:
            return parts
    for item, level_before in zip(group, before, strict=True):
        if level_before is None:
            item.expanded.pop(key, None)
        else:
            item.expanded[key] = level_before
    return None


def _expand_everywhere(program: Program, registry: list[CslItem]) -> dict[int, str]:
    """Given names for all names (or all first names) that others share, in every cite.

    ``…-with-initials`` goes as far as initials; otherwise each name gets what distinguishes it from all others. The value holds
    the texts of the cites before that, by the identity of their items.
    """
    rule = program.given_rule
    primary = rule.startswith("primary-name")
    initials_only = rule.endswith("with-initials")
    uses: dict[tuple[tuple[int, ...], str], dict[FormattedName, list[tuple[CslItem, int, int]]]] = {}
    writers: dict[tuple[int, ...], NamesWriter] = {}  # editors in the author's place are written as authors are
    keys: dict[int, str] = {}
    for item in registry:
        keys[id(item)], sets = _cited(program, item)
        for number, nameset in enumerate(sets):
            levels = nameset.writer.levels()
            writers.setdefault(levels, nameset.writer)
            people = nameset.people[:1] if primary else nameset.people
            for place, person in enumerate(people):
                base = _bare(nameset.writer.text(person, None))
                group = uses.setdefault((levels, base), {})
                group.setdefault(person, []).append((item, number, place))
    for (levels, _), group in uses.items():
        if len(group) > 1:
            _expand_group(writers[levels], group, initials_only)
    return keys


def _expand_group(
    writer: NamesWriter, group: dict[FormattedName, list[tuple[CslItem, int, int]]], initials_only: bool
) -> None:
    """Every person of a group at the lowest level at which no other person reads the same."""
    levels = [level for level in writer.levels() if not (initials_only and level > INITIALS)]
    waiting = dict(group)
    for level in levels:
        full: dict[str, set[str]] = {}
        for person in group:
            full.setdefault(_bare(writer.text(person, level)), set()).add(_bare(writer.text(person, levels[-1])))
        if len(full) == 1:
            continue
        for person in [person for person in waiting if len(full[_bare(writer.text(person, level))]) == 1]:
            for item, nameset, place in waiting.pop(person):
                item.expanded[nameset, place] = level


def _bare(text: str) -> str:
    """Return a name without what only typing makes different: ``J. J.`` and ``J.J.`` are the same."""
    return text.replace(".", "").replace(" ", "")


def _chosen(program: Program, group: _Group) -> list[_Group]:
    """Return the group parted by conditions ``disambiguate="true"``, as few of them as it takes.

    Where a cite prints names under such a condition only, they tell the works apart even if abbreviation hides them.
    """
    done: list[_Group] = []
    all_names = not _namesets(program, group[:1])[0]
    waiting = [(group, 1)]
    while waiting:
        here, level = waiting.pop(0)
        before = here[0].choose
        for item in here:
            item.choose = level
        parts = _parted(program, here, all_names)
        if len(parts) > 1:
            done += [part for part in parts if len(part) == 1 or level == program.tests_disambiguate]
            if level < program.tests_disambiguate:
                waiting += [(part, level + 1) for part in parts if len(part) > 1]
        else:
            for item in here:
                item.choose = before
            if level < program.tests_disambiguate:
                waiting.append((here, level + 1))
            else:
                done.append(here)
    return done


def _last_resorts(program: Program, group: _Group) -> None:
    """The condition ``disambiguate="true"``, then suffixes."""
    groups = [group]
    if program.tests_disambiguate:
        groups = _chosen(program, group)
    if program.add_suffix:
        for rest in groups:
            if len(rest) > 1:
                for number, item in enumerate(rest, 1):
                    item.suffix = number
