"""Tools made from OpenAPI documents: Swagger 2.0, OpenAPI 3.0 and 3.1, in JSON or YAML.

The result is what every released UTCP client loads, and sends as the document says. Whatever cannot
be sent so is left out, and whatever is said differently is noted: nothing is lost silently.
"""

from __future__ import annotations

from registry.importers.openapi._notes import CHANGED, LEFT_OUT, Note
from registry.importers.openapi._operations import Operation
from registry.importers.openapi._tools import Outcome
from registry.importers.openapi.manual import Imported, Wanted, convert

__all__ = ["CHANGED", "LEFT_OUT", "Imported", "Note", "Operation", "Outcome", "Wanted", "convert"]
