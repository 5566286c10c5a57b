"""What a document says in words about its sources."""
