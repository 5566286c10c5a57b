"""The baseline: a file of findings that are known and left for later. It holds no line numbers, so it survives sorting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from citekit.lint.finding import Finding
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import read_file, shown_path

_VERSION = 1  # format of the file: another number when its layout changes


@dataclass(frozen=True, slots=True)
class Baseline:
    """The fingerprints of the findings that are known."""

    fingerprints: frozenset[str]

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Return the baseline in a file; raise :class:`~citekit.runtime.errors.UsageError` if it does not exist."""
        import json  # here, for few runs have a baseline

        hint = "citekit check --write-baseline writes one"
        try:
            content = json.loads(read_file(path))
            return cls(frozenset(str(row["fingerprint"]) for row in content["findings"]))
        except UnreadableInputError as error:
            raise UsageError(error.problem.message, hint) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError(f"{path} is not a baseline of citekit", hint) from None

    def new(self, found: Iterable[Finding]) -> list[Finding]:
        """The findings that the baseline does not know."""
        return [diagnostic for diagnostic in found if diagnostic.fingerprint not in self.fingerprints]

    def gone(self, found: Iterable[Finding]) -> int:
        """How many findings of the baseline are no more."""
        return len(self.fingerprints - {diagnostic.fingerprint for diagnostic in found})


def baseline_text(found: Iterable[Finding]) -> str:
    """A baseline of these findings as JSON, in an order that does not depend on the order of entries."""
    import json

    rows = [
        {"rule": d.rule, "file": shown_path(d.source.name), "entry": d.key, "fingerprint": d.fingerprint} for d in found
    ]
    rows.sort(key=lambda row: tuple(row.values()))
    counts = Counter(row["rule"] for row in rows)
    whole = {"version": _VERSION, "counts": dict(sorted(counts.items())), "findings": rows}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
