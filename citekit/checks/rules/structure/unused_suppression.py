r"""A comment silences a rule that finds nothing there, or names a rule that does not exist.

Why: what was silenced is repaired, and the comment would hide the next fault of its kind.

Example:

    % citekit: ignore[bad-year]
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

SEVERITY = "warning"
# The run itself finds it: only there is it known what was silenced.
