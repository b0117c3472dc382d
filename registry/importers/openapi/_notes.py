"""What the importer says of an operation that it left out or changed, by a fixed list of kinds."""

from __future__ import annotations

from dataclasses import dataclass

LEFT_OUT = {
    "not-selected": "left out because of `--only` or `--max`",
    "malformed-operation": "not the mapping that an operation is",
    "malformed-path": "a path that is no part of a URL",
    "unsupported-method": "HEAD, OPTIONS and TRACE are unknown to call templates",
    "no-server": "no full address of a server is known; give one with `--server`",
    "plain-http-server": "only http:// servers, which clients refuse to call",
    "open-server": "a server whose address the caller would have to fill in",
    "loopback-server": "a server on the caller's own machine, with which clients refuse a manual",
    "broken-body": "a body described in another document, or nowhere",
    "multipart-body": "multipart/form-data, which clients cannot build",
    "binary-body": "a body of bytes, which no JSON argument can hold",
    "nested-form": "a form with a required field that is no plain value",
    "unsendable-parameter": "a required parameter that clients cannot send",
    "unportable-credentials": "credentials that not every client can send",
}
"""Why an operation became no tool."""

CHANGED = {
    "renamed": "the name was made, folded or shortened",
    "undescribed": "the document says nothing of it",
    "shortened-text": "only the first sentences of the description were kept",
    "abridged-inputs": "the deeper parts of the body are not described",
    "abridged-outputs": "the deeper parts of the reply are not described",
    "broken-reference": "a reference that leads nowhere; anything is allowed there",
    "external-reference": "a reference to another document; anything is allowed there",
    "repeated-list": "a list sent as `a=1&a=2`, by the TypeScript client as `a[]=1&a[]=2`",
    "joined-list": "a list became one text with separators, as it is sent",
    "boolean-as-text": "a boolean became the text `true` or `false`, as it is sent",
    "value-as-text": "a parameter of several shapes became a text",
    "narrowed-value": "a parameter of several shapes kept those that are plain values",
    "json-as-text": "a body or parameter in a JSON dialect became a text that holds it",
    "text-body": "a body that is no JSON became a text",
    "spread-object": "an object became one input for each of its properties, as it is sent",
    "constant": "a parameter with one possible value became part of the call",
    "renamed-parameter": "an input has another name than the place in the URL it fills",
    "undeclared-parameter": "a place in the URL that no parameter describes became an input",
    "dropped-parameter": "an optional parameter that clients cannot send is left out",
    "dropped-field": "an optional field of a form that clients cannot send is left out",
    "escaped-url": "characters of the path were percent-encoded",
    "dropped-fragment": "what follows # in the path never reaches a server",
    "private-server": "a server that only its own network can reach; name yours with `--server`",
    "relative-server": "the server's address was completed by that of the document",
    "server-variable": "a variable in the server's address has its default",
    "other-credentials": "the document accepts other credentials, too",
    "anonymous": "the document accepts calls without credentials, too",
    "extra-credential": "a second credential is sent as a header or in the URL",
    "user-token": "the caller must get the access token; no client runs this OAuth flow",
    "signature": "the caller must sign every request and pass the signature",
    "credential-parameter": "a parameter that carries a credential became one",
    "deprecated": "the document calls it deprecated",
}
"""What a tool says differently from its operation, or must be known about it."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to say of an operation: its *kind*, and a clause about this very operation."""

    kind: str
    text: str


class LeftOutError(Exception):
    """An operation cannot become a tool; carries the note that says why."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.note = Note(kind, text)


class Notes:
    """Collects what is to be said of one operation, each thing once."""

    def __init__(self) -> None:
        self._notes: dict[Note, None] = {}

    def add(self, kind: str, text: str) -> None:
        """Note *text*, of a kind in CHANGED."""
        self._notes[Note(kind, text)] = None

    @property
    def all(self) -> tuple[Note, ...]:
        """Everything noted so far, in order."""
        return tuple(self._notes)
