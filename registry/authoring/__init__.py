"""Write files for contributors and operators, and show people what files and tools say.

A module with the name of a command does its work: `new`, `fmt`, `bump`, `init`, `include`,
`preview`, `call` and `show`; `importers` are those of `registry import`, and `source_comparison` is
that of `registry source`. `call` and `show` are here, because the tool may also be one in the
folder of manuals, which `registry/client/` never reads.
"""
