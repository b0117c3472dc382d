"""Draw what other sites show of a page, and the icons that cannot be drawings: PNG and ICO files.

They are kept in the theme; this is run again when the mark changes.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from chromium import chromium, executable  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

THEME = ROOT / "registry" / "site" / "theme"
FACE = "M8 3h16a5 5 0 0 1 5 5v16a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5z"
CUT = "M9 8.5h14V15H9zM10.5 19.5h11a5.5 4.5 0 0 1-11 0z"
MARK = f'<path fill="#0b6b5d" d="{FACE}"/><path fill="#fff" d="{CUT}"/>'
KINDS = {
    "site": ("APIs that AI agents", "can call"),
    "tool": ("A tool that agents", "can call"),
    "api": ("An API, described", "for AI agents"),
    "docs": ("How to use it, and", "how to take part"),
}


def main() -> None:
    """Write the pictures and the icons into the theme."""
    with chromium(executable()) as browser:
        for kind, lines in KINDS.items():
            target = THEME / "assets" / "og" / f"{kind}.png"
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(picture(browser, card(lines), 1200, 630))
        touch = f'<rect width="32" height="32" fill="#fff"/>{MARK}'
        (THEME / "apple-touch-icon.png").write_bytes(picture(browser, square(touch), 180, 180))
        (THEME / "favicon.ico").write_bytes(icon(picture(browser, square(MARK), 32, 32)))


def card(lines: tuple[str, str]) -> str:
    """Return the picture with the mark and two *lines*."""
    texts = "".join(
        f'<text x="96" y="{430 + 92 * number}">{line}</text>' for number, line in enumerate(lines)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">'
        '<rect width="1200" height="630" fill="#fff"/>'
        '<rect y="618" width="1200" height="12" fill="#0b6b5d"/>'
        f'<g transform="translate(84 84) scale(6)">{MARK}</g>'
        f'<g font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="76" '
        f'fill="#1b2321">{texts}</g></svg>'
    )


def square(drawing: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{drawing}</svg>'


def picture(browser: Browser, svg: str, width: int, height: int) -> bytes:
    """Return *svg* as a PNG of this size."""
    page = browser.new_page(viewport={"width": width, "height": height})
    style = "<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>"
    page.set_content(style + svg)
    data = page.screenshot(omit_background=True)
    page.close()
    return data


def icon(png: bytes) -> bytes:
    """Return an ICO file that holds *png*, of 32 by 32."""
    entry = struct.pack("<BBBBHHII", 32, 32, 0, 0, 1, 32, len(png), 6 + 16)
    return struct.pack("<HHH", 0, 1, 1) + entry + png


if __name__ == "__main__":
    main()
