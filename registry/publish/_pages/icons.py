"""The drawing of each category, in lines on a square of 24 by 24."""

# ruff: noqa: E501 - a drawing is one word

from __future__ import annotations

from registry.publish._pages.markup import Markup

_LINES = {
    "ai": "M12 4v3M7 7h10v9H7zM10 11h.1M14 11h.1M10 13.5h4M4 10v4M20 10v4M9 16v4M15 16v4",
    "biology": "M8 3c0 6 8 6 8 12M16 3c0 6-8 6-8 12M8 15c0 3 8 3 8 6M16 15c0 3-8 3-8 6M9 5h6M9 13h6M9 18h6",
    "books": "M5 4h5a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM19 4h-5a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h5z",
    "calendar": "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
    "communication": "M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12h5",
    "demo": "M9 4h6M10 4v6l-5 9h14l-5-9V4M8 15h8",
    "developer": "M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 5l-3 14",
    "education": "M3 9l9-4 9 4-9 4zM7 11v5c3 2.5 7 2.5 10 0v-5",
    "entertainment": "M4 6h16v12H4zM10 9.5v5l4.5-2.5z",
    "environment": "M5 19C4 10 10 5 20 5c0 9-5 14-12 12M5 19c2-5 5-8 9-9",
    "finance": "M4 19h16M6 16v-5M11 16V6M16 16v-8M20 5l-4 3-5-2-5 5",
    "food": "M7 4v6a2 2 0 0 0 4 0V4M9 12v8M16 4c-2 2-2 6 0 8v8",
    "games": "M4 9a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v5a3 3 0 0 1-5.5 1.5h-5A3 3 0 0 1 4 14zM8 9v4M6 11h4M15.5 11h.1M18 9.5h.1",
    "government": "M4 9l8-5 8 5zM6 9v8M10 9v8M14 9v8M18 9v8M4 20h16",
    "health": "M12 20S4 15 4 9.5A4 4 0 0 1 12 8a4 4 0 0 1 8 1.5C20 15 12 20 12 20z",
    "knowledge": "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0v1h-7z",
    "language": "M3 6h10M8 4v2M11 6c-1 4-4 7-8 8M5 9c1 2 4 4 7 5M12 20l4.5-10L21 20M13.5 17h6",
    "maps": "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5",
    "media": "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.1",
    "music": "M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-2.5-2.5A2.5 2.5 0 0 1 9 18M19 16a2.5 2.5 0 1 1-2.5-2.5A2.5 2.5 0 0 1 19 16",
    "news": "M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-3 1.5M7 9h7M7 12h7M7 15h4",
    "productivity": "M4 12l4 4L19 6M4 20h16",
    "science": "M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M12 8c5 0 9 1.8 9 4s-4 4-9 4-9-1.8-9-4 4-4 9-4M10 9c2.5-4.5 6-7 8-6s1 5.5-1.5 10-6 7-8 6-1-5.5 1.5-10",
    "security": "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
    "shopping": "M5 8h14l-1 12H6zM9 8a3 3 0 0 1 6 0",
    "space": "M12 7.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M16 9c3-1 5-1 5.5.5S18 14 12.5 16 2.5 16.5 2.5 15 4.5 12 8 10.5",
    "sports": "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 4v16M4 12h16M6 6.5c3 3 3 8 0 11M18 6.5c-3 3-3 8 0 11",
    "statistics": "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
    "time": "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 8v4l3 2",
    "transport": "M6 4h12v12H6zM6 11h12M9 20l1-4M15 20l-1-4M9 13.5h.1M15 13.5h.1",
    "travel": "M3 14l18-8-5 14-4-5zM12 15l9-9",
    "utilities": "M14.5 4a5 5 0 0 0-4 7L4 17.5 6.5 20 13 13.5a5 5 0 0 0 7-4l-3 1-2.5-2.5 1-3z",
    "validation": "M5 4h14v16H5zM8.5 12l2.5 2.5 4.5-5",
    "weather": "M7 18h10a4 4 0 0 0 .5-8A6 6 0 0 0 6 11.5 3.3 3.3 0 0 0 7 18z",
    "web-search": "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L21 21M4 10.5h13M10.5 4c-3 4-3 9 0 13M10.5 4c3 4 3 9 0 13",
}
_ANY = "M4 5h16v14H4zM8 9h8M9.5 14a2.5 2.5 0 0 0 5 0z"
"""A drawer with its label: what is drawn for categories that have no drawing of their own."""


def category_icon(category: str) -> Markup:
    """Return the drawing of *category*, of which a page says the name in words beside it."""
    lines = _LINES.get(category, _ANY)
    return Markup(
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{lines}"/></svg>'
    )
