"""Parse docstrings in Google, NumPy or reStructuredText style."""

from __future__ import annotations

import inspect
import re

_SECTION = re.compile(
    r"(args|arguments|parameters|params|other parameters|attributes|keyword args|returns?|yields?"
    r"|raises|examples?|notes?|see also|references|warnings?|todo)\s*:?",
    re.IGNORECASE,
)
_PARAMETERS = ("arg", "param", "other param", "attribute", "keyword")
_FIELD = re.compile(r":(\w+)\s*([^:]*):\s*(.*)")
_GOOGLE = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")
_NUMPY = re.compile(r"\*{0,2}(\w+(?:\s*,\s*\*{0,2}\w+)*)\s*(?::.*)?")

_LIST = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s", re.MULTILINE)


class Docstring:
    """A parsed docstring in Google, NumPy or reStructuredText style.

    Attributes:
        text: the text before its sections.
        parameters: the description of each parameter, by name.
        returns: the description of the result.
    """

    def __init__(self, text: str | None) -> None:
        self.parameters: dict[str, str] = {}
        self.returns = ""
        lines = inspect.cleandoc(text or "").split("\n")
        body = self._sections(self._fields(lines))
        self.text = paragraphs(body)

    def _fields(self, lines: list[str]) -> list[str]:
        """Return *lines* without fields such as `:param name: …`, which are stored."""
        others: list[str] = []
        at = 0
        while at < len(lines):
            field = _FIELD.fullmatch(lines[at].strip())
            if not field or lines[at].startswith(" "):
                others.append(lines[at])
                at += 1
                continue
            words, at = [field[3]], at + 1
            while at < len(lines) and lines[at].startswith(" "):
                words.append(lines[at])
                at += 1
            if field[1] in ("param", "parameter", "arg", "argument", "key", "keyword"):
                self.parameters[field[2].split()[-1] if field[2] else ""] = on_one_line(words)
            elif field[1] in ("return", "returns"):
                self.returns = on_one_line(words)
        return others

    def _sections(self, lines: list[str]) -> list[str]:
        """Return *lines* without sections, which are stored."""
        body: list[str] = []
        title, underlined = "", False
        inside: list[str] = []
        for number, line in enumerate(lines):
            following = lines[number + 1] if number + 1 < len(lines) else ""
            is_title = bool(_SECTION.fullmatch(line)) and (
                line.endswith(":") or re.fullmatch(r"-{3,}\s*", following) is not None
            )
            if is_title:
                self._close(title, inside, underlined=underlined)
                title, inside = line.strip(" :").casefold(), []
                underlined = not line.endswith(":")
            elif not title:
                body.append(line)
            elif not re.fullmatch(r"-{3,}\s*", line):
                if line and not line.startswith(" ") and not underlined:
                    # A line without indentation ends a section in Google style.
                    self._close(title, inside, underlined=underlined)
                    title, inside = "", []
                    body.append(line)
                else:
                    inside.append(line)
        self._close(title, inside, underlined=underlined)
        return body

    def _close(self, title: str, inside: list[str], *, underlined: bool) -> None:
        lines = inspect.cleandoc("\n".join(["", *inside])).split("\n")
        if title.startswith(_PARAMETERS):
            self._entries(lines, _NUMPY if underlined else _GOOGLE)
        elif title.startswith("return"):
            is_typed = underlined and len(lines) > 1 and lines[1].startswith(" ")
            self.returns = on_one_line(lines[1:] if is_typed else lines)
            if not underlined:
                self.returns = re.sub(r"^[\w\[\], .|]+:\s+", "", self.returns)

    def _entries(self, lines: list[str], start: re.Pattern[str]) -> None:
        names: list[str] = []
        for line in lines:
            entry = start.fullmatch(line) if line and not line.startswith(" ") else None
            if entry:
                names = [each.strip(" *") for each in entry[1].split(",")]
                first = entry[2] if start is _GOOGLE else ""
                self.parameters |= dict.fromkeys(names, first.strip())
            else:
                for name in names:
                    self.parameters[name] = on_one_line([self.parameters[name], line])


def on_one_line(lines: list[str]) -> str:
    """Return *lines* joined, with single spaces."""
    return " ".join(" ".join(lines).split())


def paragraphs(lines: list[str]) -> str:
    """Return *lines* with each paragraph on one line, lists kept, and doctests removed."""
    text = "\n".join(line.rstrip() for line in lines).strip()
    blocks = [each for each in re.split(r"\n\s*\n", text) if not each.lstrip().startswith(">>>")]
    return "\n\n".join(
        block if _LIST.search(block) else on_one_line([block]) for block in blocks if block
    )
