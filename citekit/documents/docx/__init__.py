"""Word documents: a zip archive of XML parts to blocks (ECMA-376, Office Open XML, part 1)."""
