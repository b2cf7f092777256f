"""A server that gives each request the next answer, and the last one from then on."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Seen:
    """A request that came. `at` is its time in seconds of the process."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def key(self) -> str | None:
        return self.headers.get("Idempotency-Key")

    def json(self) -> Any:
        return json.loads(self.body)


def send_json(status: int, body: object, headers: Mapping[str, str] | None = None) -> Answer:
    """Replies with JSON."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        content = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def accept(handler: BaseHTTPRequestHandler) -> None:
    """Accepts a job."""
    send_json(202, {"success": True, "id": "01a", "status": "queued", "statusUrl": "/status/01a"})(handler)


def busy(status: int, retry_after: str = "0") -> Answer:
    body = {"error": "busy", "code": "unavailable", "retryable": True}
    return send_json(status, body, {"Retry-After": retry_after})


def reset(handler: BaseHTTPRequestHandler) -> None:
    """Resets the connection without a reply."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.connection.close()


def cut(handler: BaseHTTPRequestHandler) -> None:
    """Breaks off in the middle of the reply."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"success":')
    handler.wfile.flush()
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


class FaultyServer:
    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        self._answers: list[Answer] = [accept]
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._server.server_port}"

    def reply_with(self, *answers: Answer) -> None:
        with self._lock:
            self.seen.clear()
            self._answers = [*answers]

    def silent(self, handler: BaseHTTPRequestHandler) -> None:
        """Says nothing until the server closes."""
        self.closing.wait()
        handler.close_connection = True

    def _take(self, seen: Seen) -> Answer:
        with self._lock:
            self.seen.append(seen)
            return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def reply(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                seen = Seen(self.command, self.path, dict(self.headers), body, time.monotonic())
                server._take(seen)(self)

            do_GET = do_POST = do_PATCH = do_DELETE = reply

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:
                    # The answer or the client closed the connection.
                    self.close_connection = True

            def finish(self) -> None:
                try:
                    super().finish()
                except (OSError, ValueError):
                    self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                """Stays silent."""

        return Handler

    def __enter__(self) -> FaultyServer:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
