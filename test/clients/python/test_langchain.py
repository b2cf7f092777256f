"""The loader of documents for LangChain."""

from __future__ import annotations

import asyncio
import logging
import os

import pytest

from support.site import Site
from watchframe import JobFailedError, Watchframe, WatchframeError
from watchframe.langchain import WatchframeLoader

lamps = "A lamp costs €39 today, and the shipping of all orders is free."
chairs = "A chair costs €89 today, and the shipping of all orders is free."


def test_loads_pages_in_their_order(wf: Watchframe, site: Site) -> None:
    urls = [site.write("/lamps", "Lamps", lamps), site.write("/chairs", "Chairs", chairs)]
    before = wf.usage().credits.used
    loader = WatchframeLoader([*urls, urls[0]], base_url=os.environ["WATCHFRAME_URL"])
    documents = loader.load()
    assert [document.metadata["source"] for document in documents] == urls
    assert "€39" in documents[0].page_content
    assert "€89" in documents[1].page_content
    assert "<" not in documents[0].page_content
    facts = documents[0].metadata
    assert (facts["title"], facts["status_code"], facts["url"]) == ("Lamps", 200, urls[0])
    job = wf.jobs.get(facts["job_id"])
    assert job.options.screenshot is False
    assert facts["rendered_at"] == job.completed_at.isoformat() if job.completed_at else False
    assert wf.usage().credits.used == before + 2


def test_loads_a_site(site: Site) -> None:
    start = site.write("/shop/", "Shop", f'{lamps} <a href="/shop/chairs">Chairs</a>')
    site.write("/shop/chairs", "Chairs", chairs)
    crawl = {"url": start, "maxPages": 5, "includePaths": ["/shop/**"], "respectRobots": False}
    documents = asyncio.run(WatchframeLoader(crawl=crawl).aload())
    assert sorted(document.metadata["title"] for document in documents) == ["Chairs", "Shop"]
    assert WatchframeLoader(crawl=f"{site.url}/shop/chairs").load()[0].metadata["title"] == "Chairs"


def test_raises_or_leaves_out_pages_that_fail(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    without, with_lamp = (
        site.write("/without", "Without", chairs),
        site.write("/with", "With", f"<i id=lamp></i>{lamps}"),
    )
    urls = [without, "ftp://example.com/", with_lamp]
    options = {"scrollToElement": "#lamp"}
    with pytest.raises(JobFailedError):
        next(WatchframeLoader(urls[0], options=options).lazy_load())
    with pytest.raises(WatchframeError, match="ftp://example.com/"):
        WatchframeLoader([urls[1], urls[2]]).load()
    with caplog.at_level(logging.WARNING):
        documents = WatchframeLoader(urls, options=options, continue_on_failure=True).load()
    assert [document.metadata["source"] for document in documents] == urls[2:]
    assert [record.args[0] for record in caplog.records if isinstance(record.args, tuple)] == urls[:2]


def test_raises_for_a_site_that_fails(site: Site) -> None:
    start = site.write("/broken/", "Broken", chairs)
    crawl = {"url": start, "scrollToElement": "#lamp", "respectRobots": False}
    with pytest.raises(WatchframeError, match="start_page_failed"):
        WatchframeLoader(crawl=crawl).load()
    assert WatchframeLoader(crawl=crawl, continue_on_failure=True).load() == []


def test_needs_pages_or_a_site() -> None:
    for arguments in ({}, {"urls": "https://example.com", "crawl": "https://example.com"}):
        with pytest.raises(WatchframeError, match="urls or crawl"):
            WatchframeLoader(**arguments)  # type: ignore[arg-type]
