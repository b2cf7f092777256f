"""The client with a running service."""

from __future__ import annotations

import pytest

from support.site import Site
from watchframe import ApiError, JobFailedError, Watchframe, WebhookError, verify_webhook
from watchframe.models import RenderRequest


@pytest.fixture(scope="module")
def url(site: Site) -> str:
    return site.write("/prices", "Prices", "A lamp costs €39 today, and shipping is free.")


def test_renders_a_page_and_reads_its_outputs(wf: Watchframe, url: str) -> None:
    stages: list[str] = []
    request = RenderRequest(url=url, extract_markdown=True, screenshot=True, format="png")
    job = wf.renders.run(request, on_update=lambda now: stages.append(now.status))
    assert job.result and job.result.page and job.result.page.title == "Prices"
    assert stages[-1] == "completed"
    assert job.credits.charged > 0
    picture = wf.jobs.output(job.id, "screenshot")
    assert picture.content_type == "image/png"
    assert picture.content[1:4] == b"PNG"
    with wf.jobs.stream(job.id, "markdown") as stream:
        assert "A lamp costs €39 today" in b"".join(stream).decode()
    included = wf.operations.get_status(job.id, include=["markdown", "links"]).job.result
    assert included and included.markdown and "A lamp costs" in (included.markdown.value or "")
    assert job.id in [listed.id for listed in wf.jobs.list().take(10)]
    assert wf.usage().credits.used > 0


def test_raises_with_the_job_that_failed(wf: Watchframe, url: str) -> None:
    with pytest.raises(JobFailedError) as raised:
        wf.renders.run({"url": url, "scrollToElement": "#nothing"})
    error = raised.value.job.error
    assert error and error.code == "selector_not_found"
    assert str(raised.value) == error.message


def test_charges_a_repeated_call_with_one_key_once(wf: Watchframe, url: str) -> None:
    before = wf.usage().credits.used
    one, two = (wf.renders.create({"url": url}, idempotency_key="order-1") for _ in range(2))
    assert one.id == two.id
    assert wf.usage().credits.used == before + 1
    wf.jobs.wait(one.id)


def test_verifies_the_webhook_of_a_job(wf: Watchframe, site: Site, url: str) -> None:
    request = RenderRequest(url=url, webhook_url=f"{site.url}/hook", webhook_secret="a secret of plain words")
    job = wf.renders.run(request)
    received = site.received.get(timeout=30)
    event = verify_webhook(received.body, received.headers, ["another secret", "a secret of plain words"])
    assert (event.type, event.data["jobId"]) == ("job.completed", job.id)
    with pytest.raises(WebhookError):
        verify_webhook(received.body + b" ", received.headers, "a secret of plain words")
    [delivery] = wf.deliveries.list(resource_id=job.id)
    assert wf.deliveries.get(delivery.id).id == event.id
    wf.deliveries.replay(delivery.id)
    again = site.received.get(timeout=30)
    assert (again.body, again.headers["webhook-id"]) == (received.body, event.id)


def test_names_the_fields_of_a_refusal(wf: Watchframe) -> None:
    with pytest.raises(ApiError) as raised:
        wf.renders.create({"url": "https://example.com", "fullpage": True})
    assert raised.value.status == 400
    assert [problem.field for problem in raised.value.fields] == ["fullpage"]
    assert raised.value.request_id
