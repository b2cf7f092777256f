"""How waits survive an API that is away."""

from __future__ import annotations

import time

import pytest

from conftest import Connect
from support.faulty_server import Answer, FaultyServer, accept, busy, reset, send_json
from watchframe import ApiError, ApiTimeoutError, ComparisonFailedError, JobFailedError

page = {"url": "https://example.com"}


def status(state: str) -> Answer:
    completed_at = None if state == "queued" else "2026-11-23T08:00:00.000Z"
    return send_json(200, {"success": True, "job": {"id": "01a", "status": state, "completedAt": completed_at}})


def test_waits_for_a_job_through_an_api_that_is_away(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(accept, status("queued"), busy(503), reset, status("completed"))
    states: list[str] = []
    done = connect(max_retries=0).renders.run(page, on_update=lambda job: states.append(job.status))
    assert done.status == "completed"
    assert states == ["queued", "completed"]
    assert [seen.url for seen in server.seen] == ["/render", *["/status/01a?wait=30"] * 4]


def test_charges_once_when_the_api_breaks_during_the_start_and_the_wait(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(reset, accept, reset, status("completed"))
    connect().renders.run(page)
    posts = [seen for seen in server.seen if seen.method == "POST"]
    assert len(posts) == 2
    assert len({seen.key for seen in posts}) == 1


def test_waits_no_longer_than_the_timeout_of_the_whole_wait(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(accept, server.silent)
    began = time.monotonic()
    with pytest.raises(ApiTimeoutError):
        connect().renders.run(page, timeout_s=0.7)
    assert 0.65 <= time.monotonic() - began < 3


def test_ends_with_the_refusal_of_the_api(server: FaultyServer, connect: Connect) -> None:
    server.reply_with(send_json(404, {"error": "not_found", "message": "There is no such job."}))
    with pytest.raises(ApiError) as raised:
        connect().jobs.wait("01a")
    assert raised.value.code == "not_found"
    assert len(server.seen) == 1


def test_raises_with_what_failed(server: FaultyServer, connect: Connect) -> None:
    error = {"code": "dimensions_differ", "message": "The pictures differ in size.", "retryable": False}
    failed = {"id": "01a", "status": "failed", "completedAt": "2026-11-23T08:00:00.000Z", "error": error}
    server.reply_with(send_json(200, {"success": True, "diff": failed}))
    with pytest.raises(ComparisonFailedError, match="The pictures differ in size") as comparison:
        connect().comparisons.wait("01a")
    assert comparison.value.diff.to_dict() == failed
    server.reply_with(send_json(200, {"success": True, "job": failed}))
    with pytest.raises(JobFailedError, match="The pictures differ in size") as job:
        connect().jobs.wait("01a")
    assert job.value.job.error and job.value.job.error.code == "dimensions_differ"


def test_polls_batches_and_crawls_until_they_end(
    server: FaultyServer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("batches", "crawls"):
        monkeypatch.setattr(f"watchframe.resources.{module}.GROUP_POLL_S", 0.01)
    ended = "2026-11-23T08:00:00.000Z"

    def batch(at: str | None) -> Answer:
        return send_json(200, {"success": True, "batch": {"completedAt": at}, "items": [], "nextCursor": None})

    server.reply_with(batch(None), reset, batch(ended))
    assert connect().batches.wait("b").completed_at is not None
    assert [seen.url for seen in server.seen] == ["/render/batches/b?limit=1"] * 3
    crawl = send_json(200, {"success": True, "crawl": {"completedAt": ended, "stopReason": None}})
    server.reply_with(crawl)
    assert connect().crawls.wait("c").stop_reason is None
