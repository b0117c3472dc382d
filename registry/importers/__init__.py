"""Manuals made from what people have already: a description in another format, or a server."""
