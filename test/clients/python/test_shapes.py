"""How shapes become JSON and are read from JSON."""

from __future__ import annotations

import copy
import datetime
import pickle

import httpx

from watchframe import UNSET, ApiError, ApiTimeoutError, JobFailedError, Watchframe
from watchframe.models import (
    BatchRequest,
    ChannelInputDiscord,
    ChannelInputNtfy,
    CrawlRequest,
    DelayedRequest,
    IgnoredRegion,
    Job,
    JobStatus,
    Metadata,
    MonitorPatch,
    RecurringRequest,
    RenderRequest,
    ScreenshotRequest,
    ShownOptions,
)
from watchframe.shape import from_json, to_json


def test_write_the_names_of_the_api_and_leave_out_what_is_unset() -> None:
    request = RenderRequest(url="https://example.com", full_page=True, storage_provider="s3", headers={"X-A": "b"})
    expected = {"url": "https://example.com", "fullPage": True, "storage_provider": "s3", "headers": {"X-A": "b"}}
    assert request.to_dict() == expected
    assert RenderRequest.from_dict(expected) == request
    assert MonitorPatch(muted_until=None, name=UNSET).to_dict() == {"mutedUntil": None}


def test_share_the_fields_of_a_capture() -> None:
    shapes = (BatchRequest, CrawlRequest, DelayedRequest, RecurringRequest, RenderRequest, ShownOptions)
    [owner] = {
        base for shape in shapes for base in shape.__mro__ if "full_page" in vars(base).get("__annotations__", ())
    }
    assert owner not in shapes
    secret = RenderRequest(url="https://example.com", script="secret()", full_page=True)
    assert repr(secret) == "RenderRequest(full_page=True, url='https://example.com')"
    assert ScreenshotRequest.from_dict({"fullPage": True, "quality": 80}).to_dict() == {"fullPage": True, "quality": 80}


def test_keep_what_is_unset_in_copies() -> None:
    request = RenderRequest(url="https://example.com")
    for copied in (copy.deepcopy(request), pickle.loads(pickle.dumps(request))):
        assert copied == request
        assert copied.to_dict() == {"url": "https://example.com"}


def test_pass_errors_from_one_process_to_another() -> None:
    job = Job.from_dict({"id": "a", "status": "failed", "error": {"code": "tls_error", "message": "No."}})
    body = {"error": "validation_failed", "fields": [{"field": "url", "message": "is required"}]}
    for error in (
        JobFailedError(job),
        ApiError("Invalid.", status=400, body=body, headers=httpx.Headers()),
        ApiTimeoutError("Late."),
    ):
        revived = pickle.loads(pickle.dumps(error))
        assert type(revived) is type(error)
        assert (str(revived), vars(revived)) == (str(error), vars(error))


def test_show_no_secrets() -> None:
    request = RenderRequest(url="https://example.com", headers={"X-A": "hidden"}, webhook_secret="hidden")
    assert repr(request) == "RenderRequest(url='https://example.com')"
    patch = MonitorPatch.from_dict(
        {"capture": {"headers": {"X-A": "hidden"}, "cookies": [{"name": "a", "value": "hidden"}]}}
    )
    alerts = MonitorPatch.from_dict({"alerts": {"webhook": {"url": "https://hidden.example", "secret": "hidden"}}})
    assert "hidden" not in f"{request}{patch}{alerts}"
    assert request.to_dict()["headers"] == {"X-A": "hidden"}


def test_write_instants_in_utc() -> None:
    east = datetime.timezone(datetime.timedelta(hours=2))
    at = datetime.datetime(2026, 11, 23, 10, 0, 0, 120_000, east)
    assert to_json({"at": at}) == {"at": "2026-11-23T08:00:00.120Z"}
    assert MonitorPatch(muted_until=at).to_dict() == {"mutedUntil": "2026-11-23T08:00:00.120Z"}


def test_read_what_a_later_api_adds() -> None:
    job = Job.from_dict({"id": "a", "status": "postponed", "mood": "good", "createdAt": "2026-11-23T08:00:00.120Z"})
    assert job.id == "a"
    assert job.to_dict() == {"id": "a", "status": "postponed", "createdAt": "2026-11-23T08:00:00.120Z"}
    assert job.created_at == datetime.datetime(2026, 11, 23, 8, 0, 0, 120_000, datetime.timezone.utc)
    assert not job.result
    assert from_json(list[JobStatus], ["queued", "other"]) == ["queued", "other"]


def test_read_open_objects_and_alternatives() -> None:
    metadata = Metadata.from_dict({"openGraph": {"og:title": "a", "og:image": ["b", "c"]}, "keywords": ["d"]})
    assert metadata.open_graph == {"og:title": "a", "og:image": ["b", "c"]}
    assert not metadata.title
    channels = [{"type": "discord", "url": "https://a.example"}, {"type": "ntfy", "token": "b"}]
    alerts = MonitorPatch.from_dict({"alerts": {"channels": channels}}).alerts
    read = alerts.channels if alerts and alerts.channels else []
    assert [type(channel) for channel in read] == [ChannelInputDiscord, ChannelInputNtfy]
    region = {"selector": ".clock"}
    assert IgnoredRegion.from_dict(region).to_dict() == region


def test_read_and_write_each_example_of_the_document(wf: Watchframe) -> None:
    import watchframe.models

    document = wf.call("GET", "/openapi.json")
    count = 0
    for operation in (operation for item in document["paths"].values() for operation in item.values()):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (content for body in bodies for content in body.get("content", {}).values()):
            name = content["schema"].get("$ref", "").removeprefix("#/components/schemas/")
            given = [content["example"]] if "example" in content else []
            given += [each["value"] for each in content.get("examples", {}).values()]
            shape = getattr(watchframe.models, name, None)
            if shape is None:
                continue
            for example in given:
                assert shape.from_dict(example).to_dict() == example, name
                count += 1
    assert count > 500
