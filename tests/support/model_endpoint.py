"""A stand-in for a model's endpoint: it calls one function, and answers with its result."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Endpoint:
    """Its address, the function that it calls with which arguments, and the bodies it got."""

    function: str
    arguments: dict[str, Any]
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)


def anthropic_reply(endpoint: Endpoint, body: dict[str, Any]) -> dict[str, Any]:
    last = body["messages"][-1]["content"]
    use = {"type": "tool_use", "id": "t1", "name": endpoint.function, "input": endpoint.arguments}
    is_done = isinstance(last, list)
    content = {"type": "text", "text": last[0]["content"]} if is_done else use
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [content],
        "stop_reason": "end_turn" if is_done else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def responses_reply(endpoint: Endpoint, body: dict[str, Any]) -> dict[str, Any]:
    last = body["input"][-1]
    call = {
        "type": "function_call",
        "id": "f1",
        "call_id": "c1",
        "name": endpoint.function,
        "arguments": json.dumps(endpoint.arguments),
        "status": "completed",
    }
    text = {"type": "output_text", "text": last.get("output", ""), "annotations": []}
    said = {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [text],
    }
    return {
        "id": "r1",
        "object": "response",
        "created_at": 1,
        "model": body["model"],
        "status": "completed",
        "output": [said if last.get("type") == "function_call_output" else call],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def chat_reply(endpoint: Endpoint, body: dict[str, Any]) -> dict[str, Any]:
    last = body["messages"][-1]
    function = {"name": endpoint.function, "arguments": json.dumps(endpoint.arguments)}
    call = {"id": "c1", "type": "function", "function": function}
    is_done = last["role"] == "tool"
    message = {
        "role": "assistant",
        "content": last["content"] if is_done else None,
        **({} if is_done else {"tool_calls": [call]}),
    }
    reason = "stop" if is_done else "tool_calls"
    return {
        "id": "x1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
    }


def gemini_reply(endpoint: Endpoint, body: dict[str, Any]) -> dict[str, Any]:
    last = body["contents"][-1]["parts"][0]
    call = {"functionCall": {"name": endpoint.function, "args": endpoint.arguments}}
    done = last.get("functionResponse")
    part = {"text": done["response"]["result"]} if done else call
    content = {"role": "model", "parts": [part]}
    return {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]}


_REPLIES = {
    "/v1/messages": anthropic_reply,
    "/v1/responses": responses_reply,
    "/v1/chat/completions": chat_reply,
}


@contextmanager
def model_endpoint(function: str, arguments: dict[str, Any]) -> Iterator[Endpoint]:
    """Run it; it asks for *function* with *arguments*, and then repeats the result."""
    endpoint = Endpoint(function, arguments)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.bodies.append(body)
            reply = _REPLIES.get(self.path.partition("?")[0], gemini_reply)(endpoint, body)
            data = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:  # noqa: ANN401 - as in the base class
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield endpoint
        server.shutdown()
