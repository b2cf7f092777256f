"""The stream of events."""

from __future__ import annotations

import time
from http.server import BaseHTTPRequestHandler
from itertools import islice

import pytest

from conftest import Connect
from support.faulty_server import Answer, FaultyServer, busy, reset, send_json
from support.site import Site
from watchframe import ApiError, Watchframe

change = '{"kind":"job","id":"01a","at":"2026-11-23T08:00:00.000Z"}'


def stream(text: str) -> Answer:
    """A stream that ends after its text."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(text.encode())
        handler.close_connection = True

    return answer


def test_go_on_after_the_last_event_when_the_stream_breaks(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(
        stream(f"retry: 10\n\nid: 41\nevent: hello\ndata: {{}}\n\n: beat\n\nid: 42\nevent: change\ndata: {change}\n\n"),
        busy(503),
        reset,
        stream("id: 43\nevent: later\ndata: {}\n\nid: 44\nevent: reset\ndata: {}\n\n"),
    )
    events = list(islice(connect().events(kinds=["job", "run"]), 3))
    assert [(event.type, event.last_event_id) for event in events] == [
        ("hello", "41"),
        ("change", "42"),
        ("reset", "44"),
    ]
    assert events[1].change and events[1].change.id == "01a"
    assert [seen.headers.get("Last-Event-ID") for seen in server.seen] == [None, "42", "42", "42"]
    assert server.seen[0].url == "/events?kinds=job%2Crun"


def test_end_with_a_refusal(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(
        stream("retry: 10\n\nid: 41\nevent: hello\ndata: {}\n\n"), send_json(401, {"error": "key_revoked"})
    )
    events = connect().events(last_event_id="40")
    assert next(events).type == "hello"
    with pytest.raises(ApiError) as raised:
        next(events)
    assert raised.value.code == "key_revoked"
    assert server.seen[0].headers["Last-Event-ID"] == "40"


def test_name_a_job_of_the_running_service(wf: Watchframe, site: Site) -> None:
    events = wf.events(kinds=["job"])
    assert next(events).type == "hello"
    id = wf.renders.create({"url": site.write("/event", "Event", "It happens.")}).id
    deadline = time.monotonic() + 30
    for event in events:
        assert time.monotonic() < deadline
        if event.change and event.change.id == id:
            break
    wf.jobs.wait(id)
