"""A manual of the imaginary publisher Acme, as tests of workflows merge and propose it."""

from __future__ import annotations

OWNER, STRANGER = 583231, 7
PUBLISHER = "name: Acme\nhomepage: https://www.acme.com/\nhosts: [api.acme.com]\n"
OWNED = f"{PUBLISHER}owners: [{{login: wile, id: {OWNER}}}]\n"
RELEASE = """\
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_time
    description: Tell the current time in Oslo.
    tags: [time]
    inputs: {type: object}
    outputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.acme.com/time

x-registry:
  released: "2026-11-20"
  effects: read
  sources: [{kind: text, url: "https://www.acme.com/docs", date: "2026-11-20"}]
"""
MANUAL = "manuals/acme/clock"
UPDATE = RELEASE.replace('"1.0.0"', '"1.0.1"').replace("Tell", "Say")
FORM = f"""\
### Publisher

acme

### Manual

watch

### Version

1.0.0

### Name of the publisher

_No response_

### Homepage

_No response_

### Hosts

_No response_

### Category

calendar

### Who writes

I describe someone else's public API

### Promises

- [X] All of them.

### Document

```yaml
{RELEASE}
```
"""
