"""One request as documentation shows it, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.authoring.importers.draft import Remark
    from registry.source import Json

    Schemes: TypeAlias = tuple[Mapping[str, Json], ...]
    """Security schemes of OpenAPI, which are all needed at once."""
else:
    Schemes = tuple


@dataclass(frozen=True, slots=True)
class Field:
    """A header, a parameter, or a field of a form; *is_file* says that a file is sent in it."""

    name: str
    value: str
    description: str = ""
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request.

    Attributes:
        media_type: its type without parameters, or "" if nothing states it.
        text: the body itself, unless it is a form.
        fields: the fields of a form.
        is_known: whether the source has the body, and not only the name of a file with it.
    """

    media_type: str = ""
    text: str = ""
    fields: tuple[Field, ...] = ()
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """A documented reply: the status code, and the text of its body."""

    code: int
    text: str


@dataclass(frozen=True, slots=True)
class ExampleRequest:
    """One request, with the placeholders that its author wrote.

    Attributes:
        method: in upper case.
        url: with or without scheme and query.
        name, description: what the source calls it, and what it says of it; or "".
        folders: the names of the folders around it, the outermost first.
        headers: without those that say which type the body has.
        query: the parameters that are not in *url*.
        body: None for none.
        schemes: the credentials that are stated apart from headers and parameters.
        replies: the documented replies.
        path: what is said of the placeholders in the path.
    """

    method: str
    url: str
    name: str = ""
    description: str = ""
    folders: tuple[str, ...] = ()
    headers: tuple[Field, ...] = ()
    query: tuple[Field, ...] = ()
    body: Body | None = None
    schemes: Schemes = ()
    replies: tuple[Reply, ...] = ()
    path: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Examples:
    """The requests that a source shows, with its *title* and *description*, or "".

    *left_out* and *changed* are what the reader did not read, or not as it is written.
    """

    requests: tuple[ExampleRequest, ...]
    title: str = ""
    description: str = ""
    left_out: tuple[Remark, ...] = ()
    changed: tuple[Remark, ...] = ()
