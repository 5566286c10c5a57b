"""The services, a file each: how one is asked, and what its answers mean."""
