"""The built site: its frame, putting it in place, and reading it as clients and servers do."""
