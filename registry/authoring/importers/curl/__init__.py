"""Read curl commands, as documentation shows them. Nothing is run."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

from registry.authoring.importers.curl._options import CurlOptions
from registry.authoring.importers.curl._shell import commands_in
from registry.authoring.importers.draft import Remark
from registry.authoring.importers.example_requests import Examples
from registry.authoring.importers.sources import UnusableSourceError, content_of
from registry.authoring.importers.wrong_import import wrong_kind
from registry.report import counted
from registry.source.foreign_documents import read_foreign
from registry.source.limits import MAX_BYTES, MAX_SCALAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.example_requests import ExampleRequest

_MOST_COMMANDS = 2_000


def read_curl(source: str) -> Examples:
    """Return the commands in the file *source*, `-` for standard input.

    Raises UnusableSourceError.
    """
    if source.startswith("curl "):
        raise UnusableSourceError(
            "a command is no file: run `registry import curl -`, and paste the command into it"
        )
    content = content_of(source)
    if len(content) > MAX_BYTES:
        raise UnusableSourceError(f"{source} has more than {MAX_BYTES // 1024:,} KiB; split it")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\0", "")
    except UnicodeDecodeError as error:
        raise UnusableSourceError(f"{source} is not UTF-8; save it as that") from error
    examples = examples_in(text)
    if not examples.requests and not examples.left_out:
        data, _ = read_foreign(source, content)
        why = "has no curl command; a line begins with `curl`, as after *Copy as cURL* in a browser"
        raise wrong_kind(source, data or {}, why)
    return examples


def examples_in(text: str) -> Examples:
    """Return the requests of the commands in *text*."""
    requests: list[ExampleRequest] = []
    left_out: list[Remark] = []
    changed: Counter[str] = Counter()
    for number, command in enumerate(commands_in(text), 1):
        subject = f"command {number}"
        if number > _MOST_COMMANDS:
            left_out.append(Remark(f"all after {_MOST_COMMANDS:,} commands", "split the file"))
            break
        if len(command.words) > MAX_SCALAR:
            left_out.append(Remark(subject, f"it has more than {MAX_SCALAR:,} characters"))
            continue
        try:
            words = shlex.split(command.words)
        except ValueError:
            left_out.append(Remark(subject, "a quotation mark in it is not closed"))
            continue
        for part in _split(words):
            options = CurlOptions(command.stdin)
            options.read(part)
            changed.update(options.remarks)
            if options.url:
                requests.append(options.request(command.name, command.description))
            else:
                left_out.append(Remark(subject, "it names no URL"))
    remarks = (Remark(f"in {counted(count, 'command')}", why) for why, count in changed.items())
    return Examples(tuple(requests), left_out=tuple(left_out), changed=tuple(remarks))


def _split(words: list[str]) -> Iterator[list[str]]:
    """Yield the words of each request: curl itself separates several by `--next`."""
    part: list[str] = []
    for word in words:
        if word in ("--next", "-:"):
            yield part
            part = []
        else:
            part.append(word)
    yield part
