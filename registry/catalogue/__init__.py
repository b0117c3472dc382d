"""From the files of `manuals/` to the catalogue of all manuals: find, read, join, cross-check."""
