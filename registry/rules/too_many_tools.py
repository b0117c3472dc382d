"""A manual has more tools than a model can take.

A client loads a manual as a whole. Model APIs take 128 tools in one request, and a model chooses
well only among far fewer. Manuals by subject, such as `orders` and `invoices`, are found and
loaded separately.

Bad:

```yaml
tools:  # expect: too-many-tools
  [
    {name: a1, inputSchema: {type: object}}, {name: a2, inputSchema: {type: object}},
    {name: a3, inputSchema: {type: object}}, {name: a4, inputSchema: {type: object}},
    {name: a5, inputSchema: {type: object}}, {name: a6, inputSchema: {type: object}},
    {name: a7, inputSchema: {type: object}}, {name: a8, inputSchema: {type: object}},
    {name: a9, inputSchema: {type: object}}, {name: a10, inputSchema: {type: object}},
    {name: a11, inputSchema: {type: object}}, {name: a12, inputSchema: {type: object}},
    {name: a13, inputSchema: {type: object}}, {name: a14, inputSchema: {type: object}},
    {name: a15, inputSchema: {type: object}}, {name: a16, inputSchema: {type: object}},
    {name: a17, inputSchema: {type: object}}, {name: a18, inputSchema: {type: object}},
    {name: a19, inputSchema: {type: object}}, {name: a20, inputSchema: {type: object}},
    {name: a21, inputSchema: {type: object}}, {name: a22, inputSchema: {type: object}},
    {name: a23, inputSchema: {type: object}}, {name: a24, inputSchema: {type: object}},
    {name: a25, inputSchema: {type: object}}, {name: a26, inputSchema: {type: object}},
    {name: a27, inputSchema: {type: object}}, {name: a28, inputSchema: {type: object}},
    {name: a29, inputSchema: {type: object}}, {name: a30, inputSchema: {type: object}},
    {name: a31, inputSchema: {type: object}}, {name: a32, inputSchema: {type: object}},
    {name: a33, inputSchema: {type: object}}, {name: a34, inputSchema: {type: object}},
    {name: a35, inputSchema: {type: object}}, {name: a36, inputSchema: {type: object}},
    {name: a37, inputSchema: {type: object}}, {name: a38, inputSchema: {type: object}},
    {name: a39, inputSchema: {type: object}}, {name: a40, inputSchema: {type: object}},
    {name: a41, inputSchema: {type: object}}, {name: a42, inputSchema: {type: object}},
    {name: a43, inputSchema: {type: object}}, {name: a44, inputSchema: {type: object}},
    {name: a45, inputSchema: {type: object}}, {name: a46, inputSchema: {type: object}},
    {name: a47, inputSchema: {type: object}}, {name: a48, inputSchema: {type: object}},
    {name: a49, inputSchema: {type: object}}, {name: a50, inputSchema: {type: object}},
    {name: a51, inputSchema: {type: object}}, {name: a52, inputSchema: {type: object}},
    {name: a53, inputSchema: {type: object}}, {name: a54, inputSchema: {type: object}},
    {name: a55, inputSchema: {type: object}}, {name: a56, inputSchema: {type: object}},
    {name: a57, inputSchema: {type: object}}, {name: a58, inputSchema: {type: object}},
    {name: a59, inputSchema: {type: object}}, {name: a60, inputSchema: {type: object}},
    {name: a61, inputSchema: {type: object}}, {name: a62, inputSchema: {type: object}},
    {name: a63, inputSchema: {type: object}}, {name: a64, inputSchema: {type: object}},
    {name: a65, inputSchema: {type: object}}, {name: a66, inputSchema: {type: object}},
    {name: a67, inputSchema: {type: object}}, {name: a68, inputSchema: {type: object}},
    {name: a69, inputSchema: {type: object}}, {name: a70, inputSchema: {type: object}},
    {name: a71, inputSchema: {type: object}}, {name: a72, inputSchema: {type: object}},
    {name: a73, inputSchema: {type: object}}, {name: a74, inputSchema: {type: object}},
    {name: a75, inputSchema: {type: object}}, {name: a76, inputSchema: {type: object}},
    {name: a77, inputSchema: {type: object}}, {name: a78, inputSchema: {type: object}},
    {name: a79, inputSchema: {type: object}}, {name: a80, inputSchema: {type: object}},
    {name: a81, inputSchema: {type: object}}, {name: a82, inputSchema: {type: object}},
    {name: a83, inputSchema: {type: object}}, {name: a84, inputSchema: {type: object}},
    {name: a85, inputSchema: {type: object}}, {name: a86, inputSchema: {type: object}},
    {name: a87, inputSchema: {type: object}}, {name: a88, inputSchema: {type: object}},
    {name: a89, inputSchema: {type: object}}, {name: a90, inputSchema: {type: object}},
    {name: a91, inputSchema: {type: object}}, {name: a92, inputSchema: {type: object}},
    {name: a93, inputSchema: {type: object}}, {name: a94, inputSchema: {type: object}},
    {name: a95, inputSchema: {type: object}}, {name: a96, inputSchema: {type: object}},
    {name: a97, inputSchema: {type: object}}, {name: a98, inputSchema: {type: object}},
    {name: a99, inputSchema: {type: object}}, {name: a100, inputSchema: {type: object}},
    {name: a101, inputSchema: {type: object}}, {name: a102, inputSchema: {type: object}},
    {name: a103, inputSchema: {type: object}}, {name: a104, inputSchema: {type: object}},
    {name: a105, inputSchema: {type: object}}, {name: a106, inputSchema: {type: object}},
    {name: a107, inputSchema: {type: object}}, {name: a108, inputSchema: {type: object}},
    {name: a109, inputSchema: {type: object}}, {name: a110, inputSchema: {type: object}},
    {name: a111, inputSchema: {type: object}}, {name: a112, inputSchema: {type: object}},
    {name: a113, inputSchema: {type: object}}, {name: a114, inputSchema: {type: object}},
    {name: a115, inputSchema: {type: object}}, {name: a116, inputSchema: {type: object}},
    {name: a117, inputSchema: {type: object}}, {name: a118, inputSchema: {type: object}},
    {name: a119, inputSchema: {type: object}}, {name: a120, inputSchema: {type: object}},
    {name: a121, inputSchema: {type: object}}, {name: a122, inputSchema: {type: object}},
    {name: a123, inputSchema: {type: object}}, {name: a124, inputSchema: {type: object}},
    {name: a125, inputSchema: {type: object}}, {name: a126, inputSchema: {type: object}},
    {name: a127, inputSchema: {type: object}}, {name: a128, inputSchema: {type: object}},
    {name: a129, inputSchema: {type: object}},
  ]
x-registry:
  server: {transport: streamable-http, url: "https://api.example.com/mcp"}
```

Good:

```yaml
tools:
  - name: get_orders
    description: The orders of a customer, the newest first.
    inputSchema: {type: object}
  - name: get_order
    description: One order, with its positions and what became of them.
    inputSchema: {type: object}
x-registry:
  server: {transport: streamable-http, url: "https://api.example.com/mcp"}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "split it into manuals by subject, each with the tools that are used together"

MOST = 128
"""The most functions in one request to the most common model APIs."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find releases with more tools than fit into one request."""
    if len(release.tools) > MOST:
        # The list itself: to place one of its tools, each earlier release would be read again.
        listed = release.tools[MOST].origin
        yield Finding(
            listed.document.place(listed.pointer[:-1]),
            f"the manual {release.manual!r} has {len(release.tools):,} tools, but models take at "
            f"most {MOST}",
        )
