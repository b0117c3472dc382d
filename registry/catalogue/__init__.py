"""Build the catalogue of all manuals from the files of `manuals/`: find, read, join, check."""
