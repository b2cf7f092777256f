"""A site whose pages a test writes."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


@dataclass(frozen=True)
class Received:
    """The body and headers of a POST."""

    body: bytes
    headers: dict[str, str]


class Site:
    """`pages` has the HTML of each path. Other paths get 404. A POST to any path is received.

    Paths that begin with `/held` get no reply until the site closes.
    """

    def __init__(self, port: int) -> None:
        self.pages: dict[str, str] = {}
        self._closing = threading.Event()
        self.received: queue.Queue[Received] = queue.Queue()
        self.url = f"http://127.0.0.1:{port}"
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.startswith("/held"):
                    site._closing.wait()
                    return
                page = site.pages.get(self.path)
                self.send_response(404 if page is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write((page or "").encode())

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                site.received.put(Received(body, dict(self.headers)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Stays silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True

    def write(self, path: str, title: str, text: str) -> str:
        """Writes a page and returns its address."""
        self.pages[path] = (
            f"<!doctype html><html lang=en><title>{title}</title><main><h1>{title}</h1><p>{text}</p></main>"
        )
        return self.url + path

    def __enter__(self) -> Site:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
