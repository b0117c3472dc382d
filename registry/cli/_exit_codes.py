"""The exit codes of commands beside 0; their help says what each means."""

EXIT_PROBLEMS = 1
"""What was looked for was not found, or something is wrong with what was."""

EXIT_REFUSED = 2
"""Nothing was done; click has the same code for usage errors."""
