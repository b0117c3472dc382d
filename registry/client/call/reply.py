"""The reply of a server as data: decoded, without secrets, and out of its envelope."""

from __future__ import annotations

import base64
import codecs
import email.utils
import html
import json
import math
import re
import time
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING

from registry.client.call.errors import FailedCallError
from registry.model.request import FORM
from registry.source.narrowing import mapping
from registry.source.strict_json import strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.client.call.exchange import Answer
    from registry.client.call.hidden_keys import Mask
    from registry.model import Envelope
    from registry.source import Json

_FIRST_ERROR = 400
_SHOWN = 2_000
"""Characters of an answer that says what went wrong."""

_PAGE = ("<!doctype html", "<html")
_MOST_OF_PAGE = 100_000
_HIDDEN = ("script", "style", "svg")
_PIECE = re.compile(r"</?[A-Za-z!][^<>]*>|[^<]+|<")
"""A tag of HTML, or what is between two; no part of a page is read twice."""

_DEEPEST = 200
"""Levels of JSON up to which it can be shown and written again."""

_NO_CHARSETS = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7")
"""Codecs of Python that take hours for a large answer, or make halves of characters."""

_LONGEST_WAIT = 10**9
"""Milliseconds; a larger number, of which JSON may have any, says nothing else."""

_LONGEST_PAUSE = _LONGEST_WAIT / 1000
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")

_XML = re.compile(
    rb"""<\?xml[^<>]{0,100}?\sencoding\s{0,9}=\s{0,9}["']([A-Za-z0-9._-]{1,40})["']"""
)
"""How a document in XML says which encoding it has (XML 1.0, section 4.3.3)."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How text in UTF-16 begins, which some servers send as JSON without naming it."""

_TEXT = ("text/", "application/xml", "application/javascript", FORM)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a call; what it holds was written by a stranger, and is data.

    Attributes:
        tool_id: `publisher/manual/tool`.
        source: the host that answered, or the program.
        value: what JSON said, a list of events or lines for a stream, or else a string.
        is_whole: whether that is all; a limit in size or time ended it otherwise.
        notes: sentences of ours about it.
    """

    tool_id: str
    source: str
    value: Json
    is_whole: bool = True
    notes: tuple[str, ...] = field(default=())


def value_of(answer: Answer, mask: Mask) -> Json:
    """Return the body of *answer* as data, without secrets."""
    if answer.media_type == "text/event-stream":
        return [*_events(mask(_text(answer)))]
    if not answer.body:
        return None
    if _is_binary(answer):
        coded = base64.b64encode(answer.body).decode()
        return {"media_type": answer.media_type, "bytes": len(answer.body), "base64": mask(coded)}
    text = _text(answer)
    if answer.media_type in ("application/x-ndjson", "application/jsonl", "application/ndjson"):
        # Lines end where JSON Lines says: other ends of lines may be inside of strings.
        return [_parsed(line) for line in mask(text).split("\n") if line.strip()]
    return masked_value(text, mask)


def masked_value(text: str, mask: Mask) -> Json:
    """Return what *text* means as JSON, or itself where it is none, without secrets."""
    clean = mask(text)
    value = _parsed(clean)
    if clean == text or not isinstance(value, str):
        return value
    # A secret that was written as a number leaves no JSON behind.
    original = _parsed(text)
    return value if isinstance(original, str) else _masked(original, mask)


def _masked(value: Json, mask: Mask) -> Json:
    if isinstance(value, dict):
        return {mask(name): _masked(each, mask) for name, each in value.items()}
    if isinstance(value, list):
        return [_masked(each, mask) for each in value]
    text = value if isinstance(value, str) else json.dumps(value)
    clean = mask(text)
    return value if clean == text else clean


def _parsed(text: str) -> Json:
    try:
        return strict_json(text, _DEEPEST)
    except (ValueError, RecursionError):
        return text


def _text(answer: Answer) -> str:
    stated = answer.headers.get("content-type", "").lower().partition("charset=")[2]
    if not stated and answer.body.startswith(_UTF_16):
        stated = "utf-16"
    elif not stated and (declared := _XML.match(answer.body)):
        stated = declared[1].decode()
    try:
        charset = codecs.lookup(stated.split(";")[0].strip("\"' ") or "utf-8").name
        text = answer.body.decode("utf-8" if charset in _NO_CHARSETS else charset, "replace")
    except (LookupError, ValueError):
        text = answer.body.decode("utf-8", "replace")
    return text.removeprefix("\ufeff")


def _is_binary(answer: Answer) -> bool:
    kind = answer.media_type
    if kind.startswith(_TEXT) or kind.endswith(("json", "+xml")):
        return False
    try:
        # Of an answer that is cut, the last character may be, too.
        codecs.getincrementaldecoder("utf-8")().decode(answer.body, final=answer.is_whole)
    except UnicodeDecodeError:
        return True
    return b"\0" in answer.body


def _events(text: str) -> Iterator[Json]:
    """Yield the data of each event of a stream, as JSON where it is."""
    for block in text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n"):
        lines = [line.partition(":") for line in block.split("\n")]
        data = [value.removeprefix(" ") for name, _, value in lines if name == "data"]
        kind = next((value.strip() for name, _, value in lines if name == "event"), "")
        if data:
            value = _parsed("\n".join(data))
            yield {"event": kind, "data": value} if kind and kind != "message" else value


def check_status(answer: Answer, mask: Mask, retry_after: float) -> None:
    """Raise FailedCallError where *answer* says that the call has failed."""
    if answer.status < _FIRST_ERROR and answer.status // 100 != 3:  # noqa: PLR2004 - redirects
        return
    reason = "" if _is_binary(answer) else _text(answer).strip()
    is_page = answer.media_type == "text/html" or reason[:15].lower().startswith(_PAGE)
    reason = mask(_words_of(reason) if is_page else reason)
    reason = reason if len(reason) <= _SHOWN else f"{reason[:_SHOWN]}… ({len(reason):,} characters)"
    wait = f"; it asks to wait {math.ceil(retry_after)} s" if retry_after else ""
    # A GET has followed it, or said why not.
    to = mask(answer.headers.get("location", ""))[:_SHOWN] if answer.status < _FIRST_ERROR else ""
    led = f"; it redirects to {to}, which only a GET follows"
    words = f"{answer.host} answers {answer.status}{wait}{led if to else ''}"
    words += f": {reason}" if reason else ""
    raise FailedCallError(words, answer.status, retry_after)


def seconds_to_wait(headers: Mapping[str, str]) -> float:
    """Return the seconds that the header `Retry-After` in *headers* asks to wait, 0 without it.

    A date is compared with the server's own clock, if it says what time it is: ours may be wrong.
    """
    stated = headers.get("retry-after", "").strip()
    # Some servers write `2.0`, though whole seconds are meant to be written (RFC 9110).
    if _NUMBER.fullmatch(stated):
        return min(float(stated), _LONGEST_PAUSE)
    until = _seconds(stated)
    now = _seconds(headers.get("date", "")) or time.time()
    return min(max(0.0, until - now), _LONGEST_PAUSE)


def _seconds(date: str) -> float:
    """Return *date*, that of a header, in seconds since 1970; 0 for what is none."""
    try:
        when = email.utils.parsedate_to_datetime(date)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def _words_of(page: str) -> str:
    """Return what *page*, which is HTML, shows to its readers: its head can be long."""
    words, hidden = [], ""
    for piece in _PIECE.findall(page[:_MOST_OF_PAGE]):
        tag = piece[1:].lower() if piece.startswith("<") else ""
        if hidden:
            hidden = "" if tag.startswith(f"/{hidden}") else hidden
        elif tag.startswith(_HIDDEN):
            hidden = next(each for each in _HIDDEN if tag.startswith(each))
        elif not tag:
            words.append(html.unescape(piece))
    return " ".join(" ".join(words).split())


def result_in(envelope: Envelope, value: Json, source: str) -> Json:
    """Return the tool's own result in *value*, the reply with its *envelope*.

    Raises FailedCallError where it says that the tool has failed.
    """
    at = value
    for step in envelope.value_at:
        if not isinstance(at, dict):
            return value
        _check_success(at, step, source)
        at = at.get(step)
    return at


def _check_success(reply: dict[str, Json], step: str, source: str) -> None:
    error = reply.get("error")
    if not error and reply.get("success") is not False:
        return
    # In the RFC draft of OTC (section 5.2), the error is where the value would be.
    error = error or mapping(reply.get(step)).get("error")
    reason = json.dumps(error, ensure_ascii=False) if error else "without saying why"
    raise FailedCallError(
        f"{source} says that the tool failed: {reason}"[:_SHOWN], retry_after=_wait(error)
    )


def _wait(error: Json) -> float:
    wait = error.get("retry_after_ms") if isinstance(error, dict) else None
    return min(wait, _LONGEST_WAIT) / 1000 if isinstance(wait, int | float) else 0
