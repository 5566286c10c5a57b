"""The services, one file per service: how it is queried, and what its responses mean."""
