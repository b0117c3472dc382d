"""Functions of a Python module as tools: described by a process of its own, and made a manual."""
