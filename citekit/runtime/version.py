"""The version of citekit, as its distribution says it."""

VERSION = "0.2.0"
