"""Write files for contributors and operators, and show them the result.

Each module has the name of its command: `new`, `importers`, `fmt`, `bump`, `init`, `include`,
`preview`, `call`; `source_comparison` is that of `registry source`.
"""
