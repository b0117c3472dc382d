"""Notes about operations that were left out or changed, from a fixed list of kinds."""

from __future__ import annotations

from dataclasses import dataclass

LEFT_OUT = {
    "not-selected": "left out because of `--only`, `--exclude` or `--max`",
    "malformed-operation": "the operation is not a mapping, or described in another document",
    "malformed-path": "the path cannot be part of a URL",
    "unsupported-method": "call templates only support GET, POST, PUT, PATCH and DELETE",
    "no-server": "no full URL of a server is known; give one with `--server`",
    "plain-http-server": "only http:// servers, which clients refuse to call",
    "open-server": "a server URL with a variable that has no default",
    "loopback-server": "a server on the caller's own machine; clients refuse such a manual",
    "another-protocol": "a connection that becomes a WebSocket, which no client opens",
    "body-of-get": "a GET that requires a body, which clients cannot send",
    "broken-body": "the body is described in another document, or nowhere",
    "broken-parameter": "a parameter is described in another document, or nowhere",
    "multipart-body": "multipart/form-data, which clients cannot build",
    "binary-body": "a binary body, which a JSON argument cannot hold",
    "nested-form": "a form with a required field that is not a scalar value",
    "unsendable-parameter": "a required parameter that clients cannot send",
    "unportable-credentials": "credentials that not every client can send",
}
"""Why an operation did not become a tool."""

CHANGED = {
    "renamed": "the name was generated, normalised or shortened",
    "undescribed": "the document does not describe it",
    "shortened-text": "only the first sentences of the description were kept",
    "abridged-inputs": "the deeper parts of the body are not described",
    "abridged-outputs": "the deeper parts of the reply are not described",
    "broken-reference": "a reference that does not resolve; anything is allowed there",
    "external-reference": "a reference to another document; anything is allowed there",
    "repeated-list": "a list sent as `a=1&a=2`, by the TypeScript client as `a[]=1&a[]=2`",
    "joined-list": "a list became one string with separators, as it is sent",
    "boolean-as-text": "a boolean became the string `true` or `false`, as it is sent",
    "value-as-text": "a parameter of several types became a string",
    "narrowed-value": "a parameter of several types kept only the scalar ones",
    "json-as-text": "a body or parameter in a JSON dialect became a string that contains it",
    "text-body": "a body that is not JSON became a string",
    "spread-object": "an object became one input for each of its properties, as it is sent",
    "constant": "a parameter with only one possible value became part of the call",
    "renamed-parameter": "an input has another name than its placeholder in the URL",
    "undeclared-parameter": "a placeholder in the URL without a parameter became an input",
    "dropped-parameter": "an optional parameter that clients cannot send is left out",
    "dropped-body": "an optional body of GET, HEAD or DELETE, which means nothing there",
    "dropped-field": "an optional field of a form that clients cannot send is left out",
    "escaped-url": "characters of the path were percent-encoded",
    "dropped-fragment": "the part of the path after # is never sent to a server",
    "private-server": "a server in a private network; name a public one with `--server`",
    "relative-server": "the relative server URL was resolved against that of the document",
    "server-variable": "a variable in the server URL was replaced by its default",
    "other-credentials": "the document also accepts other credentials",
    "anonymous": "the document also accepts calls without credentials",
    "extra-credential": "a second credential is sent as a header or in the URL",
    "user-token": "the caller must get the access token; no client runs this OAuth flow",
    "signature": "the caller must sign every request and pass the signature",
    "credential-parameter": "a parameter that carries a credential became a credential",
    "deprecated": "the document marks it as deprecated",
}
"""How a tool differs from its operation, or what users of it should know."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note about an operation: its *kind*, and a clause that is specific to the operation."""

    kind: str
    text: str


class LeftOutError(Exception):
    """An operation cannot become a tool; `note` says why."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.note = Note(kind, text)


class Notes:
    """Collects the notes about one operation, each once."""

    def __init__(self) -> None:
        self._notes: dict[Note, None] = {}

    def add(self, kind: str, text: str) -> None:
        """Add a note *text* of a *kind* in CHANGED."""
        self._notes[Note(kind, text)] = None

    @property
    def all(self) -> tuple[Note, ...]:
        """The notes so far, in order."""
        return tuple(self._notes)
