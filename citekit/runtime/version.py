"""The version of citekit, as its distribution states it."""

VERSION = "0.2.0"
