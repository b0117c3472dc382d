"""Open Tool Registry: manuals of tools, checked and published as files that agents load.

The parts, by what they are for; each begins with a sentence that says more.

- **Reading**: `load` finds the files, `included` those of other registries, `source` reads their
  text, `validate` and `forms` hold them against schemas, `protocols` turn them into tools,
  `assemble` makes the catalogue of all (`model`) and `consistency` compares what they say with each
  other.
- **Judging**: `rules`, as strict as `policy` says; what they find are `diagnostics`, which `report`
  puts into words.
- **Publishing**: `publish` makes every file (with `utcp_tools` and `tokens`), `chrome` the frame
  around pages, `share` has several processes do it, `write` puts all in place or nothing, `gate`
  looks at the result with the eyes of real clients, `signing` signs it, `smoke` reads it as it is
  served, and `serve` serves it here. `settings` are what whoever runs the registry decides.
- **Finding**: `search` and its index; `client` and `utcp_plugin` for who uses a published registry.
- **Contributing**: `importers` and `founding` write files, `including` those of other registries,
  `layout` puts them in form (`order`), `bump` and `diff` make and compare versions (`lookup`,
  `changes`), `preview` and `calling` show what an agent gets, `providers` are servers to try things
  with.
- **Reviewing**: `history` asks git, `proposal` is what somebody wants merged, `review` tells who
  may approve it, `proof` and `visits` look at the hosts that manuals name.
- **Beneath all**: `canonical`, `references`, `versions`, `hosts`, `csp`, `fetch`, `cache`, `memo`,
  `discover` and `processes`.

`pipeline` has the stages in order, and `commands` is the command line.
"""

__version__ = "0.1.0"
