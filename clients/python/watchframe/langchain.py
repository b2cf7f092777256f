"""Loads pages as documents of LangChain. Install `watchframe[langchain]`."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ModuleNotFoundError as cause:
    raise ModuleNotFoundError("LangChain is missing. Install it by `pip install 'watchframe[langchain]'`.") from cause

from .client import Watchframe
from .errors import JobFailedError, WatchframeError
from .generated.models import CrawlRequest, Job
from .shape import to_json

logger = logging.getLogger(__name__)

MAX_BATCH_PAGES = 100
"""Most pages of one batch."""


class WatchframeLoader(BaseLoader):
    """Loads pages as documents. `page_content` is the Markdown of a page's main content.

    `metadata` has `source` (the given address), `url` (the address after redirects), `title`, `status_code`, `job_id`
    and `rendered_at`.
    """

    def __init__(
        self,
        urls: str | Sequence[str] | None = None,
        *,
        crawl: str | CrawlRequest | Mapping[str, Any] | None = None,
        api_key: str | None = None,
        base_url: str | None = None,
        options: Mapping[str, Any] | None = None,
        continue_on_failure: bool = False,
    ) -> None:
        """`urls` are pages; `crawl` is a site, by the address of its start page or as a whole request.

        `api_key` and `base_url` default to those of `Watchframe`. `options` are options of the renders with the API's
        names, such as `{"blockCookieBanners": True}`. `continue_on_failure` logs and leaves out pages that fail.
        @throws WatchframeError unless there are either pages or a site.
        """
        if (urls is None) == (crawl is None):
            raise WatchframeError("Pass either urls or crawl.")
        self._urls = [urls] if isinstance(urls, str) else list(urls or [])
        self._crawl = {"url": crawl} if isinstance(crawl, str) else to_json(crawl)
        self._api_key = api_key
        self._base_url = base_url
        # A document has no picture, which would take time and credits.
        self._options = {"screenshot": False, **(options or {}), "extractMarkdown": True}
        self._continue_on_failure = continue_on_failure

    def lazy_load(self) -> Iterator[Document]:
        """The documents, one after another: pages in their order, a site's pages once the crawl has ended.

        Pages of a site that fail are left out. Unless `continue_on_failure`: @throws JobFailedError of the first of
        `urls` that fails; WatchframeError of one that the API refuses, and of a crawl that ends before it is complete.
        """
        with Watchframe(self._api_key, self._base_url) as wf:
            yield from self._load_pages(wf) if self._crawl is None else self._load_site(wf)

    def _load_pages(self, wf: Watchframe) -> Iterator[Document]:
        # A batch has each address once.
        urls = list(dict.fromkeys(self._urls))
        for start in range(0, len(urls), MAX_BATCH_PAGES):
            some = urls[start : start + MAX_BATCH_PAGES]
            batch = wf.batches.create({**self._options, "urls": some})
            for page in batch.results:
                if page.id:
                    yield from self._load_job(wf, page.id, page.url)
                else:
                    self._fail(page.url, WatchframeError(f"{page.url} was refused: {page.message or page.error}"))

    def _load_site(self, wf: Watchframe) -> Iterator[Document]:
        reference = wf.crawls.create({**self._options, **(self._crawl or {}), "extractMarkdown": True})
        crawl = wf.crawls.wait(reference.id)
        if crawl.status != "completed":
            message = f"The crawl of {crawl.url} ended as {crawl.status}: {crawl.stop_reason}."
            self._fail(crawl.url, WatchframeError(message))
        # A site with pages that fail is usual, and its crawl completes without them.
        for page in wf.crawls.pages(reference.id, status="completed"):
            yield from self._load_job(wf, page.id, page.url)

    def _load_job(self, wf: Watchframe, id: str, source: str) -> Iterator[Document]:
        try:
            job = wf.jobs.wait(id)
        except JobFailedError as error:
            self._fail(source, error)
        else:
            yield Document(page_content=wf.jobs.output(id, "markdown").text, metadata=metadata_of(job, source))

    def _fail(self, source: str, error: WatchframeError) -> None:
        """Logs a failure. @throws it unless failures are left out."""
        if not self._continue_on_failure:
            raise error
        logger.warning("%s can't be loaded: %s", source, error)


def metadata_of(job: Job, source: str) -> dict[str, Any]:
    """Facts about a page, as values that vector stores accept."""
    facts: dict[str, Any] = {"source": source, "job_id": job.id}
    if job.result:
        page = job.result.page
        facts |= {"url": page.final_url, "title": page.title, "status_code": page.status_code}
    if job.completed_at:
        facts["rendered_at"] = job.completed_at.isoformat()
    return facts
