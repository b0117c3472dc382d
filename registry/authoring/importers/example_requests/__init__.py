"""Requests that documentation shows, as curl commands or in a collection, become a manual.

A reader of one format returns `Examples`. An OpenAPI document is made of them, and of this the
manual: what is known of servers, names, credentials, bodies and reports is written once, in the
import of OpenAPI.
"""

from __future__ import annotations

from registry.authoring.importers.example_requests._requests import (
    Body,
    ExampleRequest,
    Examples,
    Field,
    Reply,
    Schemes,
)
from registry.authoring.importers.example_requests.drafts import examples_draft, examples_groups

__all__ = [
    "Body",
    "ExampleRequest",
    "Examples",
    "Field",
    "Reply",
    "Schemes",
    "examples_draft",
    "examples_groups",
]
