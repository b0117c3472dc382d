"""The door to Whoosh: the only package that imports it, builds with it and reads what it wrote."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    # Whoosh 2.7.4 is from 2016. Where an installer has not compiled it, as uv does not, Python
    # would print a dozen warnings about its escapes to the first person who builds a site.
    warnings.simplefilter("ignore", SyntaxWarning)
    from registry.search._whoosh.reader import Reader
    from registry.search._whoosh.writer import write

__all__ = ["Reader", "write"]
