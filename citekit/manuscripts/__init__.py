"""What manuscripts cite, in which language they are written, and how a citation is written back into them."""
