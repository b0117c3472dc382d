"""Open Tool Registry: manuals of tools, checked and published as files that agents load."""

__version__ = "0.1.0"
