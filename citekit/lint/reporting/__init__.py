"""Processing of findings: suppressions, the baseline, changed lines, fixes, and the report."""
