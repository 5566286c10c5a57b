"""What copying and converting does to text."""
