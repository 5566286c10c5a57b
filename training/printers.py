"""Print a tree of sections in the formats that people keep their lists in, with all the habits of those formats."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from training.lists import Entry, Group, Part

BEGIN, END, HEAD = "\ue000", "\ue001", "\ue002"
FORMATS = (("markdown", 26), ("html", 30), ("latex", 16), ("text", 20), ("lines", 18), ("org", 4), ("rst", 4))
PASTED = (("markdown", 24), ("html", 14), ("latex", 6), ("text", 45), ("lines", 16), ("org", 2), ("rst", 2))
"""The formats that lists of references are pasted into."""


def document(
    random: Random, parts: list[Part], pasted: bool, owner: str, formats: Sequence[tuple[str, int]] = FORMATS
) -> tuple[str, str]:
    """``(format, text)`` of a document; ``lines`` is what a PDF gives. ``pasted`` asks for text without blank lines."""
    if pasted:
        printer = Text(random)
        printer.join, printer.pasted = "hard", True
        return "text", printer.document(parts, owner)
    name = random.choices([n for n, _ in formats], [w for _, w in formats])[0]
    printer = {
        "markdown": Markdown,
        "html": Html,
        "latex": Latex,
        "text": Text,
        "lines": Lines,
        "org": Org,
        "rst": Rst,
    }[name](random)
    return name, printer.document(parts, owner)


class Printer:
    """What all formats share: a joint habit for lines of an item, headings, containers; the formats say how each is written."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.join = random.choice(("hard", "hard", "soft", "paragraph", "space"))
        self.pseudo = random.random() < 0.15
        self.upper = random.random() < 0.15
        self.top = random.choice((1, 2, 2, 3))
        self.tail_list = random.random() < 0.3
        self.abstract_box = random.random() < 0.5

    def document(self, parts: list[Part], owner: str) -> str:
        out = [self.title(owner)] if owner and self.random.random() < 0.8 else []
        for part in parts:
            if part.heading:
                out.append(self.head(self.top, part.heading, self.pseudo))
            if part.note:
                out.append(self.paragraph(self.escape(part.note)))
            for group in part.groups:
                if group.heading:
                    out.append(self.head(self.top + 1, group.heading, self.pseudo or self.random.random() < 0.1))
                out.append(self.group(group, part.container))
        if self.random.random() < 0.2:
            out.append(self.paragraph(self.escape("Last updated: May 2024. © 2024 " + owner)))
        return self.whole([o for o in out if o], owner)

    # what the formats say
    def title(self, owner: str) -> str:
        return self.head(max(1, self.top - 1), owner, False)

    def head(self, level: int, text: str, pseudo: bool) -> str:
        raise NotImplementedError

    def paragraph(self, text: str) -> str:
        return text

    def escape(self, text: str) -> str:
        return text

    def styled(self, text: str, style: str) -> str:
        return text

    def whole(self, out: list[str], owner: str) -> str:
        return "\n\n".join(out) + "\n"

    def group(self, group: Group, container: str) -> str:
        raise NotImplementedError

    def rows(self, entry: Entry) -> list[str]:
        """The lines of an entry, marked."""
        rows = ["".join(self.piece(t, s) for t, s in row).strip() for row in entry.lines]
        rows = [r for r in rows if r]
        if entry.work and rows:
            rows[0] = BEGIN + rows[0]
            rows[-1] = rows[-1] + END
        return rows

    def piece(self, text: str, style: str) -> str:
        core = text.strip()
        if not core:
            return text
        left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        return left + self.styled(self.escape(core), style) + right

    def after(self, entry: Entry) -> list[str]:
        return [self.escape(t) for row in entry.after for t, _ in row]


class Markdown(Printer):
    def escape(self, text: str) -> str:
        return re.sub(r"([*_\[\]<>`|#])", r"\\\1", text)

    def styled(self, text: str, style: str) -> str:
        if "l" in style:
            text = f"[{text}](https://example.org/{abs(hash(len(text))) % 997}.pdf)"
        if "u" in style:
            text = f"<u>{text}</u>"
        if "i" in style:
            text = f"*{text}*"
        return f"**{text}**" if "b" in style else text

    def head(self, level: int, text: str, pseudo: bool) -> str:
        text = HEAD + self.escape(text.upper() if self.upper else text)
        return f"**{text}**" if pseudo and level > 1 else f"{'#' * level} {text}"

    def group(self, group: Group, container: str) -> str:
        r = self.random
        if container in ("cards", "labels") and r.random() < 0.6:
            return Html(r).group(group, container)
        soft = {"hard": r.choice(("  \n", "\\\n", "<br>\n", "<br/>")), "soft": "\n", "paragraph": "\n\n", "space": " "}[
            self.join
        ]
        if container == "table":
            return self.table(group)
        if container == "br":
            return "<br>\n".join(" ".join(self.rows(e)) for e in group.entries)
        out = []
        width = r.choice((0, 0, 0, 78))
        for e in group.entries:
            rows = self.rows(e)
            if container == "heads" and e.work and len(rows) > 1:
                sign = "- " if self.tail_list else ""
                out.append(
                    "\n\n".join(
                        [f"{'#' * (self.top + 2)} {rows[0]}", soft.join(rows[1:]), *(sign + a for a in self.after(e))]
                    )
                )
                continue
            bullet = {
                "ul": "- ",
                "ol": "1. ",
                "macro": "* ",
                "labels": "* ",
                "rows": "",
                "numbers": f"{self.escape(e.label)} ",
            }.get(container, "")
            pad = " " * len(bullet) if bullet and not bullet.strip().strip("-*1.") else ""
            body = soft.join(rows)
            if width and soft != "\n":
                body = "\n".join(textwrap.fill(p, width) if soft != "  \n" else p for p in body.split("\n"))
            sign = "- " if self.tail_list and not bullet else ""
            tail = (
                "".join(f"\n\n{sign}{a}" for a in self.after(e))
                if not self.abstract_box or sign
                else "".join(f"\n<details><summary>Abstract</summary>{a}</details>" for a in self.after(e))
            )
            out.append(bullet + (body + tail).replace("\n", "\n" + pad))
        tight = container in ("ul", "ol", "macro") and self.join != "paragraph" and r.random() < 0.6
        return ("\n" if tight else "\n\n").join(out)

    def table(self, group: Group) -> str:
        rows = []
        mode = self.random.choice(("cells", "year", "number", "one"))
        for e in group.entries:
            cells = self.rows(e)
            if mode == "cells" or not e.work:
                pass
            elif mode == "one":
                cells = ["<br>".join(cells)]
            else:
                cells = [e.work.year if mode == "year" else e.label, "<br>".join(cells)]
                cells = [BEGIN + cells[0], cells[1].replace(BEGIN, "")]
            rows.append(cells)
        width = max((len(c) for c in rows), default=1)
        names = self.random.choice(
            ([], ["Year", "Publication"], ["Title", "Authors", "Venue"], ["Year", "Title", "Authors", "Venue", "Links"])
        )[:width]
        lines = ["| " + " | ".join([*names, *[""] * (width - len(names))]) + " |", "|" + "---|" * width]
        return "\n".join(lines + ["| " + " | ".join(c + [""] * (width - len(c))) + " |" for c in rows])


class Html(Printer):
    def escape(self, text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    def styled(self, text: str, style: str) -> str:
        if "l" in style:
            text = f'<a href="https://example.org/{len(text)}.pdf">{text}</a>'
        for letter, tag in (("i", "em"), ("u", "u"), ("b", "strong")):
            if letter in style:
                text = f"<{tag}>{text}</{tag}>"
        return text

    def head(self, level: int, text: str, pseudo: bool) -> str:
        text = HEAD + self.escape(text.upper() if self.upper else text)
        return f"<p><b>{text}</b></p>" if pseudo and level > 1 else f"<h{level}>{text}</h{level}>"

    def paragraph(self, text: str) -> str:
        return f"<p>{text}</p>"

    def whole(self, out: list[str], owner: str) -> str:
        nav = (
            "<nav><ul><li><a href='/'>Home</a></li><li><a href='/p'>Publications</a></li><li><a href='/t'>Talks</a></li></ul></nav>"
            if self.random.random() < 0.4
            else ""
        )
        title = self.random.choice((owner, f"{owner} - Publications", f"Publications | {owner}", "Home"))
        return (
            f"<html><head><title>{title}</title></head><body>{nav}<div class='content'>\n"
            + "\n".join(out)
            + f"\n</div>{self.footer(owner)}</body></html>"
        )

    def footer(self, owner: str) -> str:
        text = self.random.choice(
            (
                "© 2024 {}",
                "Last updated in May 2023",
                "Page made by {} with care, 2025",
                "Design: {}. Contact: name@example.org",
                "Copyright 2019-2024 {}. All rights reserved.",
            )
        )
        return f"<footer><p>{text.format(owner)}</p></footer>" if self.random.random() < 0.3 else ""

    def group(self, group: Group, container: str) -> str:
        r = self.random
        join = {"hard": "<br>\n", "soft": "\n", "space": " ", "paragraph": "</p>\n<p>"}[self.join]
        wrap = (lambda rows: "<p>" + join.join(rows) + "</p>") if self.join == "paragraph" else join.join
        box = r.choice(
            (
                "<div class='abstract'>{}</div>",
                "<p>{}</p>",
                "<details><summary>Abstract</summary><p>{}</p></details>",
                "<div class='collapse'>{}</div>",
            )
        )
        tails = [[box.format(a) for a in self.after(e)] for e in group.entries]
        bodies = [self.rows(e) for e in group.entries]
        if container in ("ul", "ol", "macro"):
            tag = "ol" if container == "ol" else "ul"
            return (
                f"<{tag}>"
                + "\n".join(f"<li>{wrap(b)}{''.join(t)}</li>" for b, t in zip(bodies, tails, strict=True))
                + f"</{tag}>"
            )
        if container == "table":
            return self.table(group, bodies, tails)
        if container == "cards":
            return self.cards(bodies, tails, group)
        if container == "labels":
            return (
                "<dl>"
                + "\n".join(
                    self.term(e, wrap(b)) + "".join(t) for e, b, t in zip(group.entries, bodies, tails, strict=True)
                )
                + "</dl>"
            )
        if container == "heads":
            level = self.top + 2
            return "\n".join(
                f"<h{level}>{b[0]}</h{level}>" + ("<p>" + join.join(b[1:]) + "</p>" if b[1:] else "") + "".join(t)
                if e.work and len(b) > 1 else f"<p>{wrap(b)}</p>" for e, b, t in zip(group.entries, bodies, tails, strict=True)
            )  # fmt: skip
        if container == "br":
            gap = r.choice(("<br>\n", "<br><br>\n"))
            return (
                "<p>"
                + gap.join((" " if gap == "<br>\n" else join if self.join == "hard" else " ").join(b) for b in bodies)
                + "</p>"
            )
        tag = r.choice(("p", "p", "div", "blockquote"))
        prefix = [f"{self.escape(e.label)} " if container == "numbers" else "" for e in group.entries]
        return "\n".join(
            f"<{tag}>{p}{join.join(b)}</{tag}>{''.join(t)}" for p, b, t in zip(prefix, bodies, tails, strict=True)
        )

    def term(self, entry: Entry, body: str) -> str:
        if entry.work and self.random.random() < 0.9:
            label = self.random.choice((entry.work.year, entry.label))
            return f"<dt>{BEGIN}{label}</dt><dd>{body.replace(BEGIN, '')}</dd>"
        return f"<dd>{body}</dd>"

    def table(self, group: Group, bodies: list[list[str]], tails: list[list[str]]) -> str:
        mode = self.random.choice(("cells", "year", "number", "one", "image", "two"))
        rows = []
        for e, b, t in zip(group.entries, bodies, tails, strict=True):
            body = "<br>".join(b) if self.random.random() < 0.9 else "</p><p>".join(b)
            body += "".join(t)
            if mode == "cells":
                rows.append("<tr>" + "".join(f"<td>{c}</td>" for c in b) + "</tr>")
            elif mode == "image":
                rows.append(f"<tr><td><img src='a.png'></td><td>{body}</td></tr>")
            elif mode in ("year", "number") and e.work:
                label = e.work.year if mode == "year" else e.label
                rows.append(f"<tr><td>{BEGIN}{label}</td><td>{body.replace(BEGIN, '')}</td></tr>")
            elif mode == "two":
                rows.append(f"<td>{body}</td>")
            else:
                rows.append(f"<tr><td>{body}</td></tr>")
        if self.random.random() < 0.2 and mode != "two":
            rows.insert(
                0,
                "<tr><th>"
                + "</th><th>".join(("Year", "Title", "Authors", "Venue")[: rows[0].count("<td>") if rows else 1])
                + "</th></tr>",
            )
        if mode == "two":
            rows = ["<tr>" + "".join(rows[i : i + 2]) + "</tr>" for i in range(0, len(rows), 2)]
        return "<table>" + "\n".join(rows) + "</table>"

    def cards(self, bodies: list[list[str]], tails: list[list[str]], group: Group) -> str:
        r = self.random
        kind = r.choice(("divs", "ps", "article", "heading", "badge", "spans"))
        out = []
        for e, b, t in zip(group.entries, bodies, tails, strict=True):
            if kind == "ps":
                inner = "".join(f"<p>{row}</p>" for row in b)
            elif kind == "spans":
                inner = "<br>".join(f"<span class='x'>{row}</span>" for row in b)
            elif kind == "heading" and e.work:
                inner = f"<h{self.top + 2}>{b[0]}</h{self.top + 2}>" + "".join(f"<div>{row}</div>" for row in b[1:])
            elif kind == "badge" and e.work:
                inner = (
                    f"<div class='badge'>{BEGIN}{(e.work.venue or 'arXiv').split()[0]} {e.work.year}</div><div class='text'>"
                    + "".join(f"<div>{row}</div>" for row in b).replace(BEGIN, "")
                    + "</div>"
                )
            else:
                names = ("title", "author", "periodical", "links", "note", "x", "y", "z")
                inner = "".join(f"<div class='{n}'>{row}</div>" for n, row in zip(names, b, strict=False))
            tag = "article" if kind == "article" else "div"
            out.append(f"<{tag} class='pub'>{inner}{''.join(t)}</{tag}>")
        return "\n".join(out)


class Latex(Printer):
    def escape(self, text: str) -> str:
        return re.sub(r"([&%$#_{}])", r"\\\1", text.replace("\\", "")).replace("~", " ").replace("^", "")

    def styled(self, text: str, style: str) -> str:
        if "l" in style:
            text = rf"\href{{https://example.org/{len(text)}.pdf}}{{{text}}}"
        for letter, name in (("i", "emph"), ("u", "underline"), ("b", "textbf")):
            if letter in style:
                text = rf"\{name}{{{text}}}"
        return text

    def head(self, level: int, text: str, pseudo: bool) -> str:
        text = HEAD + self.escape(text)
        if pseudo:
            return rf"\textbf{{{text}}}\par" if self.random.random() < 0.5 else rf"\noindent{{\large\bf {text}}}\\"
        return rf"\{'sub' * max(0, min(2, level - self.top))}section{self.random.choice(('', '*'))}{{{text}}}"

    def title(self, owner: str) -> str:
        return rf"\begin{{center}}{{\Large \textbf{{{owner}}}}}\end{{center}}"

    def whole(self, out: list[str], owner: str) -> str:
        macros = "\\newcommand{\\pub}[3]{\\item \\textbf{#1}\\\\ #2\\\\ \\emph{#3}}\n\\newcommand{\\entry}[2]{\\noindent\\textbf{#1} #2\\par\\medskip}\n"
        return "\\documentclass{article}\n" + macros + "\\begin{document}\n" + "\n\n".join(out) + "\n\\end{document}\n"

    def group(self, group: Group, container: str) -> str:
        r = self.random
        join = {
            "hard": r.choice((" \\\\\n", "\\newline\n", " \\\\ ")),
            "soft": "\n",
            "space": " ",
            "paragraph": "\n\n",
        }[self.join]
        bodies = [self.rows(e) for e in group.entries]
        tails = ["".join(f"\n\n{a}" for a in self.after(e)) for e in group.entries]
        pairs = list(zip(group.entries, bodies, tails, strict=True))
        if container in ("ul", "ol", "cards", "heads"):
            name = {"ol": r.choice(("enumerate", "etaremune"))}.get(container, "itemize")
            return (
                f"\\begin{{{name}}}\n"
                + "\n".join(f"\\item {join.join(b)}{t}" for _, b, t in pairs)
                + f"\n\\end{{{name}}}"
            )
        if container == "macro":
            kind = r.choice(("cvitem", "cventry", "pub", "entry", "years", "bibitem"))
            return (
                "\n".join(self.macro(kind, e, b, join) for e, b, _ in pairs)
                if kind != "pub"
                else "\\begin{itemize}\n"
                + "\n".join(self.macro(kind, e, b, join) for e, b, _ in pairs)
                + "\n\\end{itemize}"
            )
        if container == "labels":
            return (
                "\\begin{description}\n"
                + "\n".join(
                    rf"\item[{BEGIN if e.work else ''}{e.label or 'x'}] {join.join(b).replace(BEGIN, '')}"
                    for e, b, _ in pairs
                )
                + "\n\\end{description}"
            )
        if container == "table" and r.random() < 0.3:  # what does not fit stands in a second row behind an empty cell
            rows = [
                rf"{BEGIN}{r.choice(('', 'May ', 'Oct. '))}{e.work.year} & {b[0].replace(BEGIN, '')} \\\\"
                + "".join(rf"{chr(10)} & {row} \\\\" for row in b[1:])
                if e.work
                else " & ".join(b) + r" \\"
                for e, b, _ in pairs
            ]
            return "\\begin{tabular}{ll}\n" + "\n".join(rows) + "\n\\end{tabular}"
        if container == "table":
            return (
                "\\begin{tabular}{ll}\n"
                + "\n".join(
                    (rf"{BEGIN}{e.work.year} & " + " ".join(b).replace(BEGIN, "") if e.work else " & ".join(b)) + r" \\"
                    for e, b, _ in pairs
                )
                + "\n\\end{tabular}"
            )
        prefix = [f"{e.label} " if container == "numbers" else "" for e in group.entries]
        gap = r.choice(("\n\n", "\\\\[1ex]\n", "\n\\medskip\n\n", "\\vspace{2mm}\n\n"))
        if gap.startswith("\\\\") and "\\\\" in join:
            gap = "\n\n"
        return gap.join(p + join.join(b) + t for p, (_, b, t) in zip(prefix, pairs, strict=True))

    def macro(self, kind: str, entry: Entry, rows: list[str], join: str) -> str:
        year = entry.work.year if entry.work else "2020"
        body = [r.replace(BEGIN, "") for r in rows]
        mark = BEGIN if entry.work else ""
        if kind == "cvitem":
            return (
                rf"\cvitem{{{mark}{year}}}{{{join.join(body)}}}"
                if join.strip()
                else rf"\cvitem{{{mark}{year}}}{{{' '.join(body)}}}"
            )
        if kind == "cventry":
            cells = [*body[:4], *[""] * (4 - len(body[:4])), " ".join(body[4:])]
            return rf"\cventry{{{mark}{year}}}" + "".join(f"{{{c}}}" for c in cells)
        if kind == "pub":
            cells = [*rows[:2], " ".join(rows[2:])]
            return r"\pub" + "".join(f"{{{c}}}" for c in [*cells, *[""] * (3 - len(cells))])
        if kind == "bibitem":
            return rf"\bibitem{{k{len(body[0])}}} " + " ".join(rows)
        if kind == "years":
            return rf"\years{{{mark}{year}}} " + " ".join(body) + "\\\\"
        return rf"\entry{{{mark}{year}}}{{{' '.join(body)}}}"


class Text(Printer):
    pasted = False

    def whole(self, out: list[str], owner: str) -> str:
        return ("\n" if self.pasted or self.random.random() < 0.4 else "\n\n").join(out) + "\n"

    def head(self, level: int, text: str, pseudo: bool) -> str:
        text = text.upper() if self.upper or self.random.random() < 0.2 else text
        rule = "\n" + "=" * len(text) if self.top == 1 else ""
        return HEAD + text + (":" if self.top == 3 else "") + rule

    def group(self, group: Group, container: str) -> str:
        r = self.random
        width = 0 if self.pasted else r.choice((0, 72, 79))
        hang = r.choice(("", "  ", "    ", "      "))
        stacked = self.join in ("hard", "soft", "paragraph")
        out = []
        for e in group.entries:
            prefix = {
                "ul": r.choice("-*•") + " ",
                "ol": f"{e.label or '1.'} ",
                "numbers": f"{e.label} ",
                "labels": f"{e.label} ",
            }.get(container, "")
            rows = self.rows(e)
            if stacked and not width:
                body = ("\n" + (" " * len(prefix) if prefix else "")).join(rows)
            else:
                body = " ".join(rows)
            body = prefix + body
            if width:
                body = textwrap.fill(body, width, subsequent_indent=hang if prefix or hang else "")
            out.append(body + "".join(f"\n\n{a}" for a in self.after(e)))
        multi = any("\n" in o for o in out)
        return (
            "\n"
            if self.pasted or (container in ("rows", "br", "ul", "cards", "heads") and (not multi or r.random() < 0.6))
            else "\n\n"
        ).join(out)


class Org(Printer):
    def head(self, level: int, text: str, pseudo: bool) -> str:
        return f"{'*' * level} {HEAD}{text}"

    def styled(self, text: str, style: str) -> str:
        if "l" in style:
            return f"[[https://example.org/{len(text)}.pdf][{text}]]"
        for letter, sign in (("i", "/"), ("u", "_"), ("b", "*")):
            if letter in style:
                text = f"{sign}{text}{sign}"
        return text

    def escape(self, text: str) -> str:
        return re.sub(r"[\[\]*/_|]", " ", text)

    def group(self, group: Group, container: str) -> str:
        join = {"hard": "\\\\\n  ", "soft": "\n  ", "paragraph": "\n\n  ", "space": " "}[self.join]
        if container == "heads":
            return "\n".join(
                f"{'*' * (self.top + 2)} {(r := self.rows(e))[0]}\n" + "\n".join(r[1:]) for e in group.entries
            )
        bullet = {"ul": "- ", "ol": "1. ", "macro": "+ ", "cards": "- "}.get(container, "")
        pad = "" if bullet else "  "
        return ("\n" if bullet else "\n\n").join(
            bullet + join.replace(pad, "" if pad else "  ").join(self.rows(e)) for e in group.entries
        )


class Rst(Printer):
    def head(self, level: int, text: str, pseudo: bool) -> str:
        return f"{HEAD}{text}\n" + '=-~"^'[min(4, level)] * (len(text) + 4)

    def styled(self, text: str, style: str) -> str:
        if "l" in style:
            return f"`{text} <https://example.org/{len(text)}.pdf>`__"
        return f"**{text}**" if "b" in style else f"*{text}*" if "i" in style else text

    def escape(self, text: str) -> str:
        return re.sub(r"[*`_|<>]", " ", text)

    def group(self, group: Group, container: str) -> str:
        join = "\n  " if self.join != "paragraph" else "\n\n  "
        bullet = {"ul": "* ", "ol": "#. ", "cards": "- ", "macro": "- "}.get(container, "")
        if not bullet:
            join = join.replace("  ", "") if self.join != "hard" else "\n| "
            lead = "| " if self.join == "hard" else ""
            return "\n\n".join(lead + join.join(self.rows(e)) for e in group.entries)
        return "\n\n".join(bullet + join.replace("  ", " " * len(bullet)).join(self.rows(e)) for e in group.entries)


class Lines(Printer):
    """What the reader of PDFs gives: a paragraph a block, ``#`` for headings, ``**`` for bold, ``%3.%`` for markers."""

    def head(self, level: int, text: str, pseudo: bool) -> str:
        text = text.upper() if self.upper else text
        return HEAD + text if pseudo and self.random.random() < 0.5 else f"{'#' * level}{HEAD}{text}"

    def styled(self, text: str, style: str) -> str:
        return f"**{text}**" if "b" in style else text

    def escape(self, text: str) -> str:
        return text.replace("**", "")

    def group(self, group: Group, container: str) -> str:
        r = self.random
        join = {"hard": "\n", "soft": "\n", "paragraph": "\n\n", "space": " "}[self.join]
        year_cell = container in ("table", "labels", "macro") or r.random() < 0.05
        out = []
        shown = ""
        for e in group.entries:
            rows = self.rows(e)
            body = join.join(rows)
            if container in ("ul", "ol"):
                body = f"%{'•' if container == 'ul' else e.label or '1.'}% {body}"
            elif container == "numbers":
                body = f"{e.label} {body}"
            elif year_cell and e.work:
                body = body.replace(BEGIN, "")
                body = f"{BEGIN}{e.work.year}\t{body}" if e.work.year != shown else BEGIN + body
                shown = e.work.year
            out.append(body)
            out += self.after(e)
        return "\n\n".join(out)
