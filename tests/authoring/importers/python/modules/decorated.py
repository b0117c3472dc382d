"""Functions with the decorator of the released UTCP client."""

from utcp.data.auth_implementations import OAuth2Auth
from utcp.data.tool import JsonSchema
from utcp.python_specific_tooling.tool_decorator import utcp_tool
from utcp_http.http_call_template import HttpCallTemplate


@utcp_tool(
    HttpCallTemplate(name="clock", url="https://api.acme.com/clock", http_method="POST"),
    name="tell_time",
    tags=["time"],
)
def clock(zone: str) -> str:
    """Tell the time of day in a zone by its name.

    Args:
        zone: Name of the zone.
    """
    raise NotImplementedError


@utcp_tool(
    HttpCallTemplate(
        name="clock",
        url="https://api.acme.com/alarms",
        auth=OAuth2Auth(
            token_url="https://acme.com/token", client_id="${ID}", client_secret="${SECRET}"
        ),
    ),
    name="list_alarms",
    description="List the alarms of today.",
    inputs=JsonSchema(
        type="object",
        properties={"zone": JsonSchema(type="string", minLength=2, description="Zone.")},
        required=["zone"],
        additionalProperties=False,
    ),
    outputs=JsonSchema(type="array", items=JsonSchema(type="string")),
)
def alarms(**wanted: str) -> object:
    """List alarms in words that only developers read."""
    raise NotImplementedError
