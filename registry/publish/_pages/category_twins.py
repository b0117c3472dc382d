"""The Markdown twins of categories: an agent reads one of them, chooses a tool and gets its page.

They are cut between manuals, so that each is small enough to be read for a single task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.publish._pages import words
from registry.publish._pages.caller_needs import place_of_calls
from registry.publish._pages.markdown import code_line, line
from registry.publish._pages.templates import render_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.model import Manual, Release, Tool
    from registry.model.categories import Category, WorkedTask
    from registry.settings import Settings

MOST_BYTES = 4_200
"""Of what is said of tools on one page; a tool's own page fits into 10 kB beside it."""

HINT = 48
"""Characters on what a manual is for, where only that is said of it."""

STEPS = "tasks of several steps"


class Group(NamedTuple):
    """The text on one manual: its *title*, a *head*, and a line for each of its tools.

    *hint* is the title with the beginning of what it is for, and whether one has to run it.
    """

    manual: str
    title: str
    hint: str
    head: str
    lines: tuple[str, ...]

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return len(self.text.encode())

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join((self.head, *self.lines)) + "\n"


class Twin(NamedTuple):
    """One page: its path, what it says, and hints of what it is about.

    Of a manual that an earlier page began, the title is hint enough.
    """

    path: str
    data: bytes
    hints: tuple[str, ...]


def group_of(settings: Settings, manual: Manual, release: Release, when: str) -> Group:
    """Return what a category says of *manual*, which is the one to take *when*."""
    auths = {words.auth_words(tool) for tool in release.tools}
    shared = auths.pop() if len(auths) == 1 else ""
    values = {
        "base": settings.base_url,
        "manual": manual,
        "sentences": _sentences(manual, release, when or manual.summary, shared),
    }
    head = render_markdown("category_group.md.j2", values).rstrip()
    lines = tuple(_tool(tool, shared) for tool in release.tools)
    note = "; you run it" if place_of_calls(release) else ""
    hint = f"{manual.title} ({_cut_to_hint(when or manual.summary)}{note})"
    return Group(manual.id, manual.title, hint, head + "\n", lines)


def _cut_to_hint(text: str) -> str:
    text = text.rstrip(".")
    return text if len(text) <= HINT else text[:HINT].rpartition(" ")[0].rstrip(",;:") + " …"


def _sentences(manual: Manual, release: Release, when: str, auth: str) -> list[str]:
    """Return when to take *manual*, and under which conditions."""
    limits = "; ".join(str(each).rstrip(".") for each in manual.limits)
    candidates = (
        when,
        words.unusual_state(manual.status.state).capitalize(),
        place_of_calls(release),
        {"": "", "no key": "No key"}.get(auth, f"All with {auth}"),
        f"Covers {manual.coverage}" if manual.coverage else "",
        f"Limits: {limits}" if limits else "",
        "Non-commercial use only" if manual.non_commercial else "",
    )
    return [f"{each.rstrip('.')}." for each in candidates if each]


def _tool(tool: Tool, auth: str) -> str:
    """Return what is said of *tool*; that it only reads, or has the same *auth*, goes without."""
    notes = (
        "" if tool.effect.value == "read" else words.effect_words(tool),
        "" if auth else words.auth_words(tool),
    )
    in_brackets = f" ({', '.join(filter(None, notes))})" if any(notes) else ""
    task = f" E.g. {line(tool.examples[0].task)}" if tool.examples else ""
    return f"- {line(tool.name)}{in_brackets}: {line(tool.summary)}{task}"


def task_group(task: WorkedTask) -> Group:
    """Return *task* with its calls."""
    steps = (
        f"- {line(step.tool)} {code_line(dict(step.arguments))}: {line(step.gives)}"
        for step in task.steps
    )
    return Group("", STEPS, STEPS, f"## {line(task.task)}\n", tuple(steps))


def twins(
    base: str, folder: str, category: Category, groups: Sequence[Group], counts: tuple[int, int]
) -> Iterator[Twin]:
    """Yield the pages of *category* below *folder*; *counts* are of its tools and manuals."""
    pages = list(_pages(groups))
    titles = [tuple(dict.fromkeys(group.title for group in page)) for page in pages]
    begun: set[str] = set()
    for number, page in enumerate(pages, start=1):
        values = {
            "category": category,
            "counts": counts,
            "number": number,
            "groups": [group.text for group in page],
            "folder": base + folder,
            "others": [each for each in enumerate(titles, start=1) if each[0] != number],
        }
        text = render_markdown("category.md.j2", values)
        hints = tuple(dict.fromkeys(g.title if g.manual in begun else g.hint for g in page))
        begun.update(group.manual for group in page)
        yield Twin(_path(folder, number), text.encode(), hints)


def _path(folder: str, number: int) -> str:
    return f"{folder}index.md" if number == 1 else f"{folder}{number}/index.md"


def _pages(groups: Iterable[Group]) -> Iterator[list[Group]]:
    """Yield *groups* in pages; one that is longer than a page begins one and is cut."""
    page: list[Group] = []
    for group in (piece for whole in groups for piece in _pieces(whole)):
        if page and sum(each.size for each in page) + group.size > MOST_BYTES:
            yield page
            page = []
        page.append(group)
    if page:
        yield page


def _pieces(group: Group) -> Iterator[Group]:
    """Yield *group*, cut where it is longer than a page."""
    if group.size <= MOST_BYTES:
        yield group
        return
    lines: list[str] = []
    for next_line in group.lines:
        if lines and group._replace(lines=(*lines, next_line)).size > MOST_BYTES:
            yield group._replace(lines=tuple(lines))
            lines = []
        lines.append(next_line)
    yield group._replace(lines=tuple(lines))
