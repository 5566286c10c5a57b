"""One reader a file: ``NAMES``, ``SUFFIXES``, ``sniff(text, data) -> float`` and ``read(source, data) -> tuple[Block, ...]``."""
