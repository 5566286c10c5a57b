"""The exact scanner of ``.bib`` files: it follows BibTeX's grammar and assigns every character to a block.

Well-formed entries are matched by one regular expression, their fields by another. Everything else is read part by part,
and what BibTeX would reject is reported with its position. After an error, scanning resumes at the next ``@`` at the
beginning of a line. The grammar is that of ``bibtex.web``; see :mod:`citekit.formats.bibtex.tokens`.
"""

from __future__ import annotations

from citekit.formats.bibtex.blocks import (
    BibFile,
    Block,
    Comment,
    EntryBlock,
    Field,
    Preamble,
    String,
    TextBlock,
    problem,
)
from citekit.formats.bibtex.tokens import (
    BARE,
    BRACE,
    BRACE_OR_PARENTHESIS,
    END_OF_UNCLOSED,
    LINE_START_AT,
    NEXT_AT_LINE_START,
    NEXT_FIELD,
    WORDS_AND_EQUALS,
    Reader,
    Tokens,
    ValueProblem,
    short,
)
from citekit.runtime.budget import spend
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source, Span

_CLOSER = {"{": "}", "(": ")"}
_COMMANDS = frozenset({"comment", "preamble", "string"})


def scan(source: Source, reader: Reader = "bibtex", defined: int = 0) -> BibFile:
    """Split a file into blocks that cover its text, and report its problems; takes linear time and never raises.

    ``defined`` is the number of macros that are known from files before this one.
    """
    return _Scanner(source, reader, defined).run()


def scan_entry(text: str, reader: Reader) -> EntryBlock | None:
    """Scan a text that should be one sound entry; return None if it is not."""
    blocks = scan(Source("", text), reader).blocks
    block = blocks[0] if len(blocks) == 1 else None
    return block if isinstance(block, EntryBlock) and block.sound else None


class _Scanner(Tokens):
    """One pass over one text. ``done`` is the end of the last block."""

    def __init__(self, source: Source, reader: Reader, defined: int) -> None:
        super().__init__(source.text, reader)
        self.source = source
        self.blocks: list[Block] = []
        self.problems: list[Problem] = []
        self.done = 0
        self.defined = defined
        self._no_parenthesis = False

    def run(self) -> BibFile:
        """Scan the whole text."""
        at = self.next_at(0)
        while at >= 0:
            at = self.next_at(self.block(at))
        if self.done < len(self.text):
            self.blocks.append(TextBlock(self.done, len(self.text)))
        return BibFile(self.source, tuple(self.blocks), tuple(self.problems))

    def next_at(self, at: int) -> int:
        """Return the offset of the next ``@`` outside comments, or -1."""
        if self.reader == "bibtex":
            return self.text.find("@", at)
        return next((m.start() for m in self.grammar.at.finditer(self.text, at) if m.group() == "@"), -1)

    def wrong(self, kind: str, message: str, start: int, end: int, hint: str = "") -> None:
        """Report a problem."""
        self.problems.append(problem(kind, message, self.source, Span(start, min(end, len(self.text))), hint))

    def add(self, block: Block) -> int:
        """Append a block, and before it the text since the last block; return where scanning resumes."""
        if block.start > self.done:
            self.blocks.append(TextBlock(self.done, block.start))
        self.blocks.append(block)
        self.defined += isinstance(block, String)
        self.done = block.end
        return block.end

    # Blocks

    def block(self, start: int) -> int:
        """Scan the block whose ``@`` is at ``start``; return where scanning resumes."""
        head = self.grammar.head.match(self.text, start)
        if head is None:
            return self._no_block(start)
        kind = head[1].lower()
        whole = None if kind in _COMMANDS else self.grammar.entry.match(self.text, start)
        if whole:
            spend("entries")
            (type_start, _), (key_start, _), (body, end) = whole.span(1), whole.span(2), (whole.start(3), whole.end())
            places = whole[2], None, type_start, key_start, "}", True, self.text, body, self.grammar.field["}"]
            return self.add(EntryBlock(start, end, whole[1], *places, self.defined))
        closer = _CLOSER[head[2]]
        if kind not in _COMMANDS:
            return self._entry(start, head[1], head.start(1), head.end(), closer)
        if kind == "comment":
            return self._comment(start, head.start(2), closer)
        if kind == "string":
            return self._string(start, head.end(), closer)
        return self._preamble(start, head.start(2), head.end(), closer)

    def _no_block(self, start: int) -> int:
        word = self.grammar.word.match(self.text, start)
        if word is None:
            self.wrong("missing-entry-type", f"an @ is followed by {self.found(start + 1)}", start, start + 1)
            return start + 1
        if word[1].lower() != "comment" or self.text[word.end() : word.end() + 1].strip():
            found = self.found(self.skip(word.end()))
            message = f"@{short(word[1])} is followed by {found} instead of {{ or ("
            self.wrong("missing-opening-brace", message, start, word.end())
        return word.end()

    def _comment(self, start: int, opening: int, closer: str) -> int:
        """Scan a group after ``@comment``. BibTeX skips the word only, so a group with an ``@`` inside is text."""
        text = self.text
        if self.reader == "biber":
            closing = self.closing(opening) if closer == "}" else self._closing_parenthesis(opening, len(text))
        else:
            end = text.find("@", opening)
            closing = self._closing_within(opening, len(text) if end < 0 else end, closer)
        return opening if closing < 0 else self.add(Comment(start, closing + 1, opening + 1, closing))

    def _closing_within(self, opening: int, end: int, closer: str) -> int:
        if closer == ")":
            return self._closing_parenthesis(opening, end)
        depth = 0
        for match in BRACE.finditer(self.text, opening, end):
            depth += 1 if match.group() == "{" else -1
            if depth == 0:
                return match.start()
        return -1

    def _closing_parenthesis(self, opening: int, end: int) -> int:
        if self._no_parenthesis:
            return -1
        depth = 0
        for match in BRACE_OR_PARENTHESIS.finditer(self.text, opening, end):
            if match.group() != ")":
                depth = max(0, depth + (1 if match.group() == "{" else -1))
            elif depth == 0:
                return match.start()
        self._no_parenthesis = end == len(self.text)
        return -1

    def _string(self, start: int, at: int, closer: str) -> int:
        name = self.grammar.name.match(self.text, at)
        if name is None:
            self.wrong("bad-string", f"a @string begins with {self.found(at)} instead of a name", at, at + 1)
            return self._remains(start, at)
        at = self.skip(name.end())
        if not self.text.startswith("=", at):
            message = f"the name '{short(name[0])}' of a @string is followed by {self.found(at)} instead of ="
            self.wrong("bad-string", message, at, at + 1)
            return self._remains(start, at)
        begin = self.skip(at + 1)
        end = self.value(begin)
        if isinstance(end, ValueProblem):
            self.wrong(end.kind, f"@string {short(name[0])}: {end.message}", end.span.start, end.span.end)
            return self._remains(start, begin)
        field = Field(name[0], self.text[begin:end], name.start(), begin)
        return self._closed(start, begin, end, closer, f"@string {short(name[0])}", field)

    def _preamble(self, start: int, opening: int, at: int, closer: str) -> int:
        end = self.value(at)
        if isinstance(end, ValueProblem):
            self.wrong(end.kind, f"@preamble: {end.message}", end.span.start, end.span.end)
            return self._remains(start, at)
        after = self.skip(end)
        if self.text.startswith(closer, after):
            return self.add(Preamble(start, after + 1, opening + 1, after))
        return self._closed(start, at, end, closer, "@preamble", None)

    def _closed(self, start: int, begin: int, end: int, closer: str, name: str, field: Field | None) -> int:
        """Scan the end of a command with one value: its delimiter, or a problem."""
        at = self.skip(end)
        if field and self.text.startswith(closer, at):
            return self.add(String(start, at + 1, field))
        if field and self.text.startswith(",", at):
            self.wrong("bad-string", f"{name} is followed by a comma instead of {closer}", at, at + 1)
        elif self.goes_on(at):
            self._stray(name, begin, end, at)
        else:
            self.wrong("unclosed-entry", f"{name} is not closed by {closer}", start, begin)
        goes_on = self._resume(begin)
        block = String(start, self._trimmed(goes_on, start), field, False) if field else None
        self.add(block or TextBlock(start, self._trimmed(goes_on, start), False))
        return goes_on

    def _remains(self, start: int, at: int) -> int:
        goes_on = self._resume(at)
        self.add(TextBlock(start, self._trimmed(goes_on, start), False))
        return goes_on

    def _resume(self, at: int) -> int:
        """Return where scanning resumes after an error at ``at``; from here on, braces are matched only once."""
        self.match_all()
        found = LINE_START_AT.search(self.text, at)
        return found.end() - 1 if found else len(self.text)

    def _trimmed(self, end: int, start: int) -> int:
        """Return the end of the text before ``end``, without trailing whitespace."""
        while end > start + 1 and self.text[end - 1] in " \t\r\n":
            end -= 1
        return end

    # Entries

    def _entry(self, start: int, kind: str, kind_start: int, at: int, closer: str) -> int:
        spend("entries")
        text, fields = self.text, list[str | int]()
        faults = len(self.problems)
        match, close = self.grammar.field[closer].match, self.grammar.end[closer].match
        key = self.grammar.key[closer].match(text, at)
        goes_on, name, key_start = (key.end(), key[1], at) if key else self._after_key(start, at, closer)
        while goes_on >= 0:
            field = match(text, goes_on)
            if field:
                goes_on = field.end()
                fields += (field[1], field[2], field.start(1), field.start(2))
                spend("fields")
                continue
            end = close(text, goes_on)
            if end:
                places = kind, name, tuple(fields), kind_start, key_start, closer, len(self.problems) == faults
                return self.add(EntryBlock(start, end.end(), *places, defined=self.defined))
            goes_on = self._slow_field(start, goes_on, closer, name, fields)
        end_at = self._trimmed(-goes_on - 1, start)
        places = kind, name, tuple(fields), kind_start, key_start, closer, False
        self.add(EntryBlock(start, end_at, *places, defined=self.defined))
        return -goes_on - 1

    def _after_key(self, start: int, at: int, closer: str) -> tuple[int, str, int]:
        """Scan a key without a comma; return where its fields begin (negative: see :meth:`_give_up`), the key, its offset."""
        bare = self.grammar.bare_key[closer].match(self.text, at)
        key, after = (bare[0], self.skip(bare.end())) if bare else ("", at)
        missing = self.grammar.assignment.match(self.text, at)
        if missing and key and missing.end() > after:
            self.wrong("missing-key", f"the entry begins with the field '{short(key)}' instead of a key", at, after)
            return at, "", at
        if self.grammar.assignment.match(self.text, after):
            self.wrong("missing-comma", f"the key '{short(key)}' is not followed by a comma", at, at + len(key))
            return after, key, at
        if self.goes_on(after):
            message = f"the key '{short(key)}' is followed by {self.found(after)} instead of a comma"
            self.wrong("missing-comma", message, after, after + 1)
        else:
            self._unclosed(start, at, closer, key)
        return self._give_up(at), key, at

    def _give_up(self, at: int) -> int:
        """End the entry; return the offset where scanning resumes, encoded as ``-1 - offset``."""
        return -1 - self._resume(at)

    def _slow_field(self, start: int, at: int, closer: str, key: str, fields: list[str | int]) -> int:
        """Scan one field part by part; return where the next one begins, or the result of :meth:`_give_up`."""
        at = self.skip(at)
        name = self.grammar.name.match(self.text, at)
        if name is None or not self.text.startswith("=", self.skip(name.end())):
            named = WORDS_AND_EQUALS.match(self.text, at)
            if named is None or named.end() == at + 1 or self.at_line_start(at):
                return self._no_name(start, at, closer, key, name[0] if name else "")
            name_end = self._trimmed(named.end() - 1, at)
            message = f"entry '{short(key)}': {short(self.text[at:name_end])!r} is not a name of a field"
            self.wrong("bad-field-name", message, at, name_end)
            word, equals = self.text[at:name_end], named.end() - 1
        else:
            word, equals = name[0], self.skip(name.end())
        begin = self.skip(equals + 1)
        while self.text.startswith("=", begin):
            message = f"entry '{short(key)}': {short(word)} is followed by a second ="
            self.wrong("missing-value", message, begin, begin + 1, "remove one of them")
            begin = self.skip(begin + 1)
        end = self.value(begin)
        if isinstance(end, ValueProblem):
            return self._no_value(end, Field(word, "", at, begin), closer, key, fields)
        after = self.skip(end)
        if self.text.startswith((",", closer), after):
            fields.extend(Field(word, self.text[begin:end], at, begin))
            return after + self.text.startswith(",", after)
        named = self.grammar.assignment.match(self.text, after)
        if self.text[begin] in '{"' and not named and NEXT_AT_LINE_START.search(self.text, begin, end):
            message = f"entry '{short(key)}': the value of {short(word)} is not closed before what follows it"
            self.wrong("unclosed-value", message, begin, begin + 1)
            return self._unclosed_value(Field(word, "", at, begin), fields)
        return self._after_value(start, Field(word, self.text[begin:end], at, begin), closer, key, fields)

    def _after_value(self, start: int, field: Field, closer: str, key: str, fields: list[str | int]) -> int:
        """Scan the text after a value that no comma or delimiter follows."""
        at = self.skip(field.end)
        name = f"entry '{short(key)}': the value of {short(field.name)}"
        if BARE.fullmatch(field.value) and not self._bare_ends(at):
            return self._unquoted(field, closer, name, fields)
        if self.grammar.assignment.match(self.text, at) and not self.at_line_start(at):
            self.wrong("missing-comma", f"{name} is not followed by a comma", field.end - 1, field.end)
            fields.extend(field)
            return at
        if self.text.startswith("%", at):
            fields.extend(field)
            return self._commented(at, key)
        fields.extend(field)
        if self.goes_on(at):
            self._stray(name, field.start, field.end, at)
            following = NEXT_FIELD.match(self.text, at)
            return following.end() if following else self._give_up(field.start)
        self._unclosed(start, field.start, closer, key)
        return self._give_up(field.start)

    def _stray(self, name: str, begin: int, end: int, at: int) -> None:
        message = f"{name} ends before {self.found(at)}"
        hint = "" if self.text.startswith('"', begin) else "a value ends with its closing brace; join two parts with #"
        self.wrong("text-after-value", message, at, at + 1, hint)

    def _bare_ends(self, at: int) -> bool:
        """Whether a bare value is complete: it is followed by a field, a comment, another entry, or the end of the file."""
        if not self.goes_on(at) or self.text.startswith("%", at):
            return True
        return "\n" in self.text[self._trimmed(at, 0) : at] and self.grammar.assignment.match(self.text, at) is not None

    def _unquoted(self, field: Field, closer: str, name: str, fields: list[str | int]) -> int:
        """Scan a value of several words: it extends to the comma, delimiter or line end."""
        end = field.end
        while end < len(self.text) and self.text[end] not in '{}"\r\n,' and self.text[end] != closer:
            end += 1
        end = self._trimmed(end, field.start)
        value = self.text[field.start : end]
        self.wrong("unquoted-value", f"{name} is not in braces: {short(value)}", field.start, end)
        at = self.skip(end)
        if not self.text.startswith((",", closer), at) and not self.grammar.assignment.match(self.text, at):
            return self._give_up(field.start)
        fields.extend(Field(field.name, value, field.name_start, field.start))
        return at + self.text.startswith(",", at)

    def _no_name(self, start: int, at: int, closer: str, key: str, word: str) -> int:
        if self.text.startswith("%", at):
            return self._commented(at, key)
        if self.text.startswith(",", at):
            end = at
            while self.text.startswith(",", end):
                end = self.skip(end + 1)
            message = f"entry '{short(key)}': there is no field between two commas"
            self.wrong("missing-field-name", message, at, self._trimmed(end, at))
            return end
        if not self.goes_on(at):
            self._unclosed(start, at, closer, key)
        elif word:
            after = self.skip(at + len(word))
            message = f"entry '{short(key)}': the field '{short(word)}' is followed by {self.found(after)} instead of ="
            self.wrong("missing-equals", message, at, at + len(word))
            return self._past_value(after, closer)
        else:
            message = f"entry '{short(key)}': there is {self.found(at)} where a field must begin"
            self.wrong("missing-field-name", message, at, at + 1)
            if self.text.startswith("=", at):
                return self._past_value(self.skip(at + 1), closer)
        return self._give_up(at)

    def _past_value(self, at: int, closer: str) -> int:
        """Skip the value of a field without a name or ``=``, if there is one; else end the entry."""
        end = at if self.text.startswith((",", closer), at) else self.value(at)
        if not isinstance(end, ValueProblem):
            after = self.skip(end)
            if self.text.startswith((",", closer), after):
                return after + self.text.startswith(",", after)
        return self._give_up(at)

    def _commented(self, at: int, key: str) -> int:
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        message = f"entry '{short(key)}': {short(self.text[at:end].strip())} was taken for a comment"
        self.wrong("comment-in-entry", message, at, end)
        return end

    def _unclosed_value(self, field: Field, fields: list[str | int]) -> int:
        """Scan a value without an end: it extends to the line where the next field begins or the entry ends, if there is one."""
        self.match_all()
        found = END_OF_UNCLOSED.search(self.text, field.start)
        if found is None or found.lastindex is None:
            return self._give_up(field.start)
        value = self.text[field.start : found.start()].rstrip(" \t\r\n,")
        fields.extend(Field(field.name, value, field.name_start, field.start))
        return found.end()

    def _no_value(self, fault: ValueProblem, field: Field, closer: str, key: str, fields: list[str | int]) -> int:
        message = f"entry '{short(key)}': {short(field.name)}: {fault.message}"
        self.wrong(fault.kind, message, fault.span.start, fault.span.end)
        at = fault.span.start
        if fault.kind == "missing-value" and self.text.startswith((",", closer), at):
            return at + self.text.startswith(",", at)
        return self._give_up(at) if fault.kind == "missing-value" else self._unclosed_value(field, fields)

    def _unclosed(self, start: int, at: int, closer: str, key: str) -> None:
        self.wrong("unclosed-entry", f"entry '{short(key)}' is not closed by {closer}", start, at)
