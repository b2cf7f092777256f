"""Batches, crawls, comparisons and cancellations, with a running service."""

from __future__ import annotations

import pytest

from support.site import Site
from watchframe import ComparisonFailedError, JobFailedError, Watchframe
from watchframe.models import BatchRequest, CrawlRequest


@pytest.fixture
def url(site: Site) -> str:
    return site.write("/prices", "Prices", "A lamp costs €39 today.")


def test_follows_a_batch_and_reads_its_pages(wf: Watchframe, site: Site, url: str) -> None:
    other = site.write("/other", "Other", "Another page.")
    batch = wf.batches.create(BatchRequest(urls=[url, other], screenshot=True)).batch
    counts = wf.batches.wait(batch).counts
    assert (counts.completed, counts.failed) == (2, 0)
    assert {item.title for item in wf.batches.items(batch)} == {"Prices", "Other"}
    assert wf.batches.retry_failed(batch) == []
    assert batch in [each.id for each in wf.batches.list()]


def test_retries_the_failed_pages_of_a_batch(wf: Watchframe, site: Site) -> None:
    urls = [site.write("/without", "Without", "No lamp."), site.write("/with", "With", "<b id=lamp>A lamp</b>")]
    batch = wf.batches.create({"urls": urls, "scrollToElement": "#lamp"}).batch
    assert wf.batches.wait(batch).counts.failed == 1
    [retried] = wf.batches.retry_failed(batch)
    assert wf.jobs.get(retried.id).attempts == 2
    with pytest.raises(JobFailedError):
        wf.jobs.wait(retried.id)


def test_compares_pages_and_names_a_failure(wf: Watchframe, site: Site, url: str) -> None:
    other = site.write("/other", "Prices", "A lamp costs €89 today, and it is twice as bright.")
    diff = wf.comparisons.run({"before": {"url": url}, "after": {"url": other}})
    assert diff.result and diff.result.difference_ratio > 0
    assert diff.id in [each.id for each in wf.comparisons.list()]
    with pytest.raises(ComparisonFailedError) as raised:
        wf.comparisons.run({"before": {"url": url}, "after": {"imageUrl": f"{site.url}/no-picture"}})
    assert raised.value.diff.error and raised.value.diff.error.code == "picture_unavailable"


def test_crawls_a_site(wf: Watchframe, site: Site) -> None:
    start = site.write("/shop/", "Shop", '<a href="/shop/lamps">Lamps</a> <a href="/shop/missing">More</a>')
    site.write("/shop/lamps", "Lamps", "A lamp costs €39 today.")
    request = CrawlRequest(url=start, include_paths=["/shop/**"], respect_robots=False)
    crawl = wf.crawls.wait(wf.crawls.create(request).id)
    assert (crawl.status, crawl.stop_reason) == ("completed", "no_more_pages")
    pages = {page.url.removeprefix(site.url): page.status_code for page in wf.crawls.pages(crawl.id)}
    assert pages == {"/shop/": 200, "/shop/lamps": 200, "/shop/missing": 404}
    assert wf.crawls.retry_failed(crawl.id) == []
    assert crawl.id in [each.id for each in wf.crawls.list(status="completed")]


def test_cancels_work(wf: Watchframe, site: Site, url: str) -> None:
    held = f"{site.url}/held"
    job = wf.renders.create({"url": held}).id
    assert wf.jobs.cancel(job).status == "cancelled"
    diff = wf.comparisons.create({"before": {"url": url}, "after": {"url": held}}).id
    assert wf.comparisons.cancel(diff).status == "cancelled"
    with pytest.raises(ComparisonFailedError, match="cancel"):
        wf.comparisons.wait(diff)
    assert wf.comparisons.get(diff).status == "cancelled"
    batch = wf.batches.create({"urls": [held, f"{held}/2"]}).batch
    wf.batches.cancel(batch)
    assert wf.batches.wait(batch).counts.cancelled == 2
    assert wf.batches.get(batch).status == "cancelled"
    crawl = wf.crawls.create({"url": held, "respectRobots": False}).id
    wf.crawls.cancel(crawl)
    assert wf.crawls.wait(crawl).status == "cancelled"
    assert wf.crawls.get(crawl).stop_reason == "cancelled"


def test_retries_the_failed_jobs_of_the_account(wf: Watchframe, site: Site, url: str) -> None:
    # A page without an element is no reason to try again. A picture that is missing may appear.
    request = {"before": {"url": url}, "after": {"imageUrl": f"{site.url}/no-picture"}}
    with pytest.raises(ComparisonFailedError) as raised:
        wf.comparisons.run(request)
    id = raised.value.diff.id
    assert [job.id for job in wf.jobs.retry_failed(limit=1).jobs] == [id]
    with pytest.raises(ComparisonFailedError):
        wf.comparisons.wait(id)
    assert wf.jobs.get(id).attempts == 2


def test_returns_the_picture_of_a_page(wf: Watchframe, url: str) -> None:
    picture = wf.renders.screenshot({"url": url, "format": "png"})
    assert (picture.content_type, picture.content[1:4]) == ("image/png", b"PNG")
