"""The registry's data model of tools, independent of their protocols."""

from __future__ import annotations

from registry.model.calls import (
    COMMAND_PLACEHOLDER,
    PLACEHOLDER,
    VARIABLE,
    Argument,
    Auth,
    Call,
    Envelope,
    EnvelopeField,
    Where,
    with_values,
)
from registry.model.manuals import Catalogue, Manual, Release, SelfHosted, State, Status
from registry.model.naming import NAME, TOOL_NAME, fold_name
from registry.model.publishers import Author, Owner, Publisher, Upstream
from registry.model.tools import Effect, Example, ExampleOutput, Tool, Variable, first_sentence

__all__ = [
    "COMMAND_PLACEHOLDER",
    "NAME",
    "PLACEHOLDER",
    "TOOL_NAME",
    "VARIABLE",
    "Argument",
    "Auth",
    "Author",
    "Call",
    "Catalogue",
    "Effect",
    "Envelope",
    "EnvelopeField",
    "Example",
    "ExampleOutput",
    "Manual",
    "Owner",
    "Publisher",
    "Release",
    "SelfHosted",
    "State",
    "Status",
    "Tool",
    "Upstream",
    "Variable",
    "Where",
    "first_sentence",
    "fold_name",
    "with_values",
]
