"""A drafted effect is that of the method, unless the name or the description says otherwise."""

from __future__ import annotations

import pytest

from registry.authoring.importers.effects import drafted_effects

FORECAST = {"name": "get_forecast", "description": "Returns the forecast of a place."}


@pytest.mark.parametrize(
    ("name", "description", "method", "effect"),
    [
        ("get_order", "Returns an order.", "GET", "read"),
        ("create_order", "Creates an order.", "POST", "write"),
        ("update_order", "Changes an order.", "PUT", "write"),
        ("order", "Removes an order.", "DELETE", "destructive"),
        ("search_orders", "Returns the orders that contain a word.", "POST", "read"),
        ("listOrders", "Returns all orders.", "POST", "read"),
        ("searching", "Starts a search that goes on.", "POST", "write"),
        ("find_or_create_order", "Returns an order.", "POST", "write"),
        ("findAndLockOrder", "Returns an order.", "POST", "write"),
        ("search_orders", "Stores the search for later.", "PUT", "write"),
        ("delete_order", "Removes an order.", "GET", "destructive"),
        ("order_delete", "Removes an order.", "POST", "destructive"),
        ("post_order_off", "Cancels an order.", "POST", "destructive"),
        ("send_order", "Sends an order to the shop.", "GET", "write"),
        ("order", "Create an order.", "GET", "write"),
        ("order", "Create an order.", "POST", "write"),
    ],
)
def test_effect_of_a_tool(name: str, description: str, method: str, effect: str) -> None:
    tool = {"name": name, "description": description}

    assert drafted_effects([(tool, method)]) == {"effects": effect}


def test_different_effects_are_listed_by_tool() -> None:
    tools = [(FORECAST, "GET"), ({**FORECAST, "name": "report"}, "POST")]

    assert drafted_effects(tools) == {"effects": {"get_forecast": "read", "report": "write"}}


def test_what_is_not_called_over_http_has_no_effect() -> None:
    assert drafted_effects([(FORECAST, "")]) == {}
    assert drafted_effects([(FORECAST, ""), ({**FORECAST, "name": "other"}, "GET")]) == {
        "effects": {"other": "read"}
    }
