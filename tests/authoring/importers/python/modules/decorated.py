"""Functions with the decorator of the released UTCP client."""

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
