"""Import OpenAPI documents: Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2, in JSON or YAML.

Every released UTCP client loads the resulting tools and sends the requests that the document
describes. An operation that clients cannot send is left out, and every difference is noted.
"""

from __future__ import annotations

from registry.authoring.importers.openapi._api import Api, BrokenReferenceError
from registry.authoring.importers.openapi._keywords import types_of
from registry.authoring.importers.openapi._notes import CHANGED, LEFT_OUT, Note
from registry.authoring.importers.openapi._operations import Operation, Watch, operations
from registry.authoring.importers.openapi._security_schemes import security_schemes
from registry.authoring.importers.openapi._tools import OperationResult
from registry.authoring.importers.openapi.groups import Choose, Group
from registry.authoring.importers.openapi.manual import Imported, convert_document
from registry.authoring.importers.openapi.selection import Wanted

__all__ = [
    "CHANGED",
    "LEFT_OUT",
    "Api",
    "BrokenReferenceError",
    "Choose",
    "Group",
    "Imported",
    "Note",
    "Operation",
    "OperationResult",
    "Wanted",
    "Watch",
    "convert_document",
    "operations",
    "security_schemes",
    "types_of",
]
