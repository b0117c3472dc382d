"""Open Tool Registry: manuals of tools, checked and published as files that agents load.

Each part begins with a sentence that says more; a part imports only from those below it.

- **The command line**: `cli`, one module a command.
- **Contributing and reviewing**: `authoring` writes files for people (new manuals, imports, other
  registries' manuals, formatting) and shows them the result; `review` tells what a pull request
  changes and who may approve it, and looks at the hosts that manuals name.
- **The build**: `pipeline` has the stages in order, and `site` puts the built site in place.
- **Publishing**: `publish` makes every published file, `report` words the problems.
- **Judging**: `rules`, one module a rule; `changes` says what is different from an older version
  or a commit; `settings` are those of the registry's operator.
- **Reading**: `catalogue` reads `manuals/`, `protocols` turn documents into tools, `model` says
  what a tool is, `validate` checks data against JSON Schemas, `source` reads YAML and JSON.
- **Using a published registry**: `client` for programs and agents, `search` over its index,
  `utcp_export` for what UTCP clients load, `signing` for who vouches.
- **Beneath all**: `diagnostics` are problems as values, `web` is HTTP, URLs and hosts, `plugins`
  finds the modules of a package.

`providers` are small servers to try protocols with: programs of their own that nothing imports.
"""

__version__ = "0.1.0"
