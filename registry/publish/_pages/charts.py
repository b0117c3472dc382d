"""Draw charts as pictures in the page itself: no script, the colours of the theme, a table beside.

A chart is a view of a table with the same numbers, for readers who cannot see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import accumulate

from registry.publish._pages.markup import Markup

BAR = 22
LABEL = 160
WIDTH = 328
"""What fits on a phone, where the text of a chart is as large as that around it."""
HEIGHT = 160
MARGIN = 40
NUMBER = 58
"""The room for a number behind its bar."""
LONGEST = 20
"""The characters of a label that fit beside its bar."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A title, what its columns are called, and rows of a label and a number.

    *keys* are the names of the rows in the JSON, if they are not those of the page; *hint* is a
    sentence to read with the chart.
    """

    id: str
    title: str
    columns: tuple[str, str]
    rows: tuple[tuple[str, int], ...]
    unit: str = ""
    keys: tuple[str, ...] = ()
    hint: str = ""

    @property
    def total(self) -> int:
        """The sum of all numbers."""
        return sum(number for _, number in self.rows)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers by the names that they have in the JSON."""
        keys = self.keys or tuple(label for label, _ in self.rows)
        return {key: number for key, (_, number) in zip(keys, self.rows, strict=True)}

    def shown(self, number: int) -> str:
        """Return *number* as it is written in the table and beside its bar."""
        return f"{number:,}{self.unit}"


def bars(chart: Chart) -> Markup:
    """Return *chart* as horizontal bars, one a row."""
    most = max((number for _, number in chart.rows), default=0) or 1
    height = BAR * len(chart.rows)
    space = WIDTH - LABEL - NUMBER
    parts = [_open(chart, height)]
    for index, (label, number) in enumerate(chart.rows):
        top = index * BAR
        width = max(1, round(number / most * space))
        middle = round(top + BAR * 0.68)
        parts += (
            _text("label", LABEL - 8, middle, _short(label)),
            f'<rect class="chart__bar" x="{LABEL}" y="{top + 4}" width="{width}" height="14"/>',
            _text("number", LABEL + width + 6, middle, chart.shown(number)),
        )
    return Markup("".join((*parts, "</svg>")))


def steps(chart: Chart) -> Markup:
    """Return *chart*, whose rows are days with what was added, as a line that grows in steps."""
    days = [date.fromisoformat(day).toordinal() for day, _ in chart.rows]
    totals = list(accumulate(number for _, number in chart.rows))
    bottom, right = HEIGHT - 24, WIDTH - MARGIN
    across = (right - MARGIN) / max(1, days[-1] - days[0])
    up = (bottom - 20) / max(1, *totals)
    points = [f"M{MARGIN} {bottom}"]
    for day, total in zip(days, totals, strict=True):
        points.append(f"H{MARGIN + (day - days[0]) * across:.1f}V{bottom - total * up:.1f}")
    line = f"{''.join(points)}H{right}"
    drawn = (
        _open(chart, HEIGHT),
        f'<path class="chart__area" d="{line}V{bottom}Z"/><path class="chart__line" d="{line}"/>',
        _text("number", MARGIN, HEIGHT - 6, chart.rows[0][0]),
        _text("label", right, HEIGHT - 6, chart.rows[-1][0]),
        _text("label", right, 14, chart.shown(totals[-1])),
        "</svg>",
    )
    return Markup("".join(drawn))


def _text(kind: str, x: int, y: int, text: str) -> str:
    return f'<text class="chart__{kind}" x="{x}" y="{y}">{escape(text)}</text>'


def _open(chart: Chart, height: int) -> str:
    """Return the start of a picture that tells its title to those who do not see it."""
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-labelledby="{chart.id}-title"><title id="{chart.id}-title">'
        f"{escape(chart.title)}; the same numbers are in the table</title>"
    )


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
