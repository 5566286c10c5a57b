"""What becomes of findings: suppressions, the baseline, changed lines, repairs, and the report."""
