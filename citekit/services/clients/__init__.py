"""The services, a file each: how one is queried, and what its responses mean."""
