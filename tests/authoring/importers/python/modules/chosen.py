"""A module that says what it offers, and prints when it is imported."""

import sys

sys.stdout.write("hello\n")

__all__ = ["Thing", "missing", "offered"]


class Thing:
    """No function."""


def offered(a):
    """Do something with whatever a is."""


def kept_back() -> None:
    """Not offered."""
