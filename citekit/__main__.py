"""``python -m citekit``: the command line."""

from citekit.cli.main import main

if __name__ == "__main__":
    main()
