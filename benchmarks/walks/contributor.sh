# A contributor: eight operations out of a large document that nobody has opened.
registry --version
registry import openapi "$DOCUMENT" --list
registry import openapi "$DOCUMENT" --only "$FIRST" --only "$SECOND" --max 8
registry check
