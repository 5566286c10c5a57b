"""What styles print otherwise than it was meant."""
