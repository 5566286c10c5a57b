"""What a check knows from beyond its files: records of papers, retractions, and how an entry leads to them."""
