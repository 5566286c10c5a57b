"""Bibliography formats: one module or package per format, and what they share."""
