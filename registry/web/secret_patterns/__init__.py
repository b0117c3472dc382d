"""Passwords, keys and tokens: how they are recognised and left out of what people see."""
