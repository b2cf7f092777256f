"""How calls are sent and repeated."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler

import pytest

from conftest import Connect
from support.faulty_server import FaultyServer, accept, busy, cut, reset, send_json
from watchframe import ApiConnectionError, ApiError, ApiTimeoutError, Watchframe, WatchframeError
from watchframe.models import KeyRequest, RenderRequest

page = RenderRequest(url="https://example.com", full_page=True)


def test_repeats_a_post_with_the_same_key(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(reset, busy(429), busy(503), cut, accept)
    assert connect(max_retries=4).renders.create(page).id == "01a"
    assert len(server.seen) == 5
    assert len({seen.key for seen in server.seen}) == 1
    first = server.seen[0]
    assert re.fullmatch(r"[\w-]{36}", first.key or "")
    assert (first.method, first.url, first.headers["Authorization"]) == ("POST", "/render", "Bearer wf_live_a")
    assert first.json() == {"url": "https://example.com", "fullPage": True}


def test_takes_the_key_of_the_caller(server: FaultyServer, connect: Connect) -> None:
    connect().renders.create(page, idempotency_key="order-1", headers={"X-Trace": "t", "Authorization": "mine"})
    assert server.seen[0].key == "order-1"
    assert server.seen[0].headers["X-Trace"] == "t"
    assert server.seen[0].headers["Authorization"] == "Bearer wf_live_a"


def test_waits_as_long_as_retry_after_says_and_not_all_equally_long() -> None:
    def pause() -> float:
        with FaultyServer() as server, Watchframe("wf_live_a", server.base_url) as wf:
            server.reply_with(busy(429, "1"), accept)
            wf.renders.create(page)
            return server.seen[1].at - server.seen[0].at

    with ThreadPoolExecutor(6) as pool:
        pauses = [future.result() for future in [pool.submit(pause) for _ in range(6)]]
    assert min(pauses) >= 0.995
    assert max(pauses) < 3
    assert max(pauses) - min(pauses) > 0.02


def test_leaves_a_long_retry_after_to_the_caller(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(busy(503, "61"))
    with pytest.raises(ApiError) as raised:
        connect().renders.create(page)
    assert raised.value.retry_after_s == 61
    assert len(server.seen) == 1


def test_gives_up_with_the_error_of_the_last_try(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(busy(503))
    with pytest.raises(ApiError) as raised:
        connect(max_retries=1).renders.create(page)
    assert (raised.value.status, raised.value.code, raised.value.retryable) == (503, "unavailable", True)
    assert len(server.seen) == 2
    server.reply_with(reset)
    with pytest.raises(ConnectionError) as broken:
        connect(max_retries=0).usage()
    assert isinstance(broken.value, ApiConnectionError)


def test_repeats_no_post_without_a_key_that_may_have_been_done(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(reset, accept)
    with pytest.raises(ApiConnectionError):
        connect().keys.create(KeyRequest(name="n", scopes=["read"]))
    assert len(server.seen) == 1
    made = {"success": True, "key": "wf_live_b", "id": "k", "name": "n", "scopes": ["read"]}
    server.reply_with(busy(429), send_json(201, made))
    connect().keys.create(KeyRequest(name="n", scopes=["read"]))
    assert [seen.key for seen in server.seen] == [None, None]


def test_repeats_no_refusal_and_shows_all_of_its_problems(server: FaultyServer, connect: Connect) -> None:
    fields = [{"field": "url", "message": "is required"}]
    body = {"error": "validation_failed", "type": "validation_error", "message": "Invalid.", "fields": fields}
    server.reply_with(send_json(400, body, {"X-Request-Id": "r1"}))
    with pytest.raises(ApiError) as raised:
        connect().renders.create({})
    error = raised.value
    assert (error.code, error.status, error.type, error.request_id) == (
        "validation_failed",
        400,
        "validation_error",
        "r1",
    )
    assert [problem.to_dict() for problem in error.fields] == fields
    assert "url: is required" in str(error)
    assert len(server.seen) == 1


def test_waits_no_longer_than_the_timeout(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(server.silent)
    began = time.monotonic()
    with pytest.raises(TimeoutError) as raised:
        connect(timeout_s=0.05, max_retries=0).usage()
    assert isinstance(raised.value, ApiTimeoutError)
    with pytest.raises(ApiTimeoutError):
        connect().usage(timeout_s=0.05, max_retries=0)
    assert time.monotonic() - began < 2


def test_follows_no_redirect_so_that_the_key_reaches_no_other_origin(server: FaultyServer, connect: Connect) -> None:
    with FaultyServer() as other:
        server.reply_with(send_json(307, {}, {"Location": f"{other.base_url}/render"}))
        with pytest.raises(ApiConnectionError):
            connect(max_retries=0).renders.create(page)
        assert other.seen == []


def test_sends_no_value_of_a_path_to_another_place(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(send_json(404, {"error": "not_found"}))
    with pytest.raises(ApiError):
        connect().jobs.get("../usage?x=1#y")
    assert server.seen[0].url == "/status/..%2Fusage%3Fx%3D1%23y"
    for id in ("", "..", "."):
        with pytest.raises(WatchframeError):
            connect().jobs.get(id)
    assert len(server.seen) == 1


def test_reports_a_reply_that_breaks_off_as_a_broken_connection(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(cut)
    with pytest.raises(ApiConnectionError):
        connect(max_retries=0).usage()
    with pytest.raises(ApiConnectionError):
        connect().jobs.output("01a", "markdown")


def test_names_an_address_that_is_no_api(server: FaultyServer, connect: Connect) -> None:
    def page_of_a_proxy(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "6")
        handler.end_headers()
        handler.wfile.write(b"<html>")

    server.reply_with(page_of_a_proxy)
    with pytest.raises(ApiConnectionError, match="base_url"):
        connect(max_retries=0).usage()
    with pytest.raises(WatchframeError, match="base_url"):
        Watchframe("wf_live_a", "127.0.0.1:3000")


def test_reads_a_list_page_by_page_only_as_far_as_the_loop_goes(server: FaultyServer, connect: Connect) -> None:
    first = send_json(200, {"success": True, "jobs": [{"id": "a"}, {"id": "b"}], "nextCursor": "c1"})
    last = send_json(200, {"success": True, "jobs": [{"id": "c"}], "nextCursor": None})
    server.reply_with(first, last)
    assert [job.id for job in connect().jobs.list(status="failed")] == ["a", "b", "c"]
    assert [seen.url for seen in server.seen] == ["/jobs?status=failed", "/jobs?status=failed&cursor=c1"]
    server.reply_with(first)
    assert [job.id for job in connect().jobs.list().take(1)] == ["a"]
    assert connect().jobs.list().page("c0").next_cursor == "c1"
    assert [seen.url for seen in server.seen] == ["/jobs", "/jobs?cursor=c0"]


def test_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WATCHFRAME_API_KEY", raising=False)
    with pytest.raises(WatchframeError, match="WATCHFRAME_API_KEY"):
        Watchframe()


def test_makes_any_call(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(busy(503), send_json(200, {"a": 1}))
    query = {"wait": 3, "include": ["links", "html"], "flag": True, "missing": None}
    assert connect().call("GET", "/status/01a", query=query) == {"a": 1}
    assert server.seen[1].url == "/status/01a?wait=3&include=links%2Chtml&flag=true"
    with pytest.raises(WatchframeError):
        connect().call("GET", "https://example.com/")
