"""Import the functions of a Python module, which a separate process describes."""
