"""Import manuals from existing descriptions: a document in another format, or a server."""
