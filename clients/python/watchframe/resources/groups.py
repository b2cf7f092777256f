"""Batches and crawls: many pages by one request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from ..generated.models import (
    Batch,
    BatchAccepted,
    BatchItem,
    BatchRequest,
    Crawl,
    CrawlPage,
    CrawlPageStatus,
    CrawlReference,
    CrawlRequest,
    CrawlStatus,
    JobReference,
    JobStatus,
)
from ..generated.operations import Operations
from ..lists import List, Page
from ..transport import CallOptions
from ..wait import WaitOptions, wait_for_end
from .jobs import Jobs
from .retry_failed_jobs import PAGE_SIZE, retry_jobs, retry_options

POLL_S = 2.0
"""Seconds between two polls of work without a long poll."""


class Batches:
    """Many pages at once."""

    def __init__(self, operations: Operations, jobs: Jobs) -> None:
        self._operations = operations
        self._jobs = jobs

    def create(self, request: BatchRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> BatchAccepted:
        return self._operations.submit_batch(request, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Batch:
        return self._operations.get_batch(id, limit=1, options=options).batch

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[Batch]:
        """The batches of the account, newest first."""

        def read(cursor: str | None) -> Page[Batch]:
            reply = self._operations.list_batches(limit=limit, cursor=cursor, options=options)
            return Page(reply.batches, reply.next_cursor)

        return List(read)

    def items(self, id: str, *, status: JobStatus | None = None, **options: Unpack[CallOptions]) -> List[BatchItem]:
        """The pages of a batch."""

        def read(cursor: str | None) -> Page[BatchItem]:
            reply = self._operations.get_batch(id, status=status, cursor=cursor, options=options)
            return Page(reply.items, reply.next_cursor)

        return List(read)

    def wait(self, id: str, **options: Unpack[WaitOptions[Batch]]) -> Batch:
        """The batch once all of its pages have ended. Failed pages are counted in it. @throws ApiTimeoutError"""

        def read(call: CallOptions) -> Batch:
            return self.get(id, **call)

        return wait_for_end(read, lambda batch: bool(batch.completed_at), options, poll_s=POLL_S)

    def retry_failed(self, id: str, **options: Unpack[CallOptions]) -> Sequence[JobReference]:
        """Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal."""
        call = retry_options(options)
        failed = self._jobs.list(batch_id=id, status="failed", limit=PAGE_SIZE, **call)
        return retry_jobs(self._operations, failed, call)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Batch:
        return self._operations.cancel_batch(id, options=options).batch


class Crawls:
    """Whole sites, page by page."""

    def __init__(self, operations: Operations, jobs: Jobs) -> None:
        self._operations = operations
        self._jobs = jobs

    def create(self, request: CrawlRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> CrawlReference:
        return self._operations.submit_crawl(request, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Crawl:
        return self._operations.get_crawl(id, options=options).crawl

    def list(
        self, *, status: CrawlStatus | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> List[Crawl]:
        """The crawls of the account, newest first."""

        def read(cursor: str | None) -> Page[Crawl]:
            reply = self._operations.list_crawls(status=status, limit=limit, cursor=cursor, options=options)
            return Page(reply.crawls, reply.next_cursor)

        return List(read)

    def pages(
        self, id: str, *, status: CrawlPageStatus | None = None, **options: Unpack[CallOptions]
    ) -> List[CrawlPage]:
        """The pages of a crawl, also those that it skipped."""

        def read(cursor: str | None) -> Page[CrawlPage]:
            reply = self._operations.list_crawl_pages(id, status=status, cursor=cursor, options=options)
            return Page(reply.pages, reply.next_cursor)

        return List(read)

    def wait(self, id: str, **options: Unpack[WaitOptions[Crawl]]) -> Crawl:
        """The crawl once it has ended. `stop_reason` says why. @throws ApiTimeoutError"""

        def read(call: CallOptions) -> Crawl:
            return self.get(id, **call)

        return wait_for_end(read, lambda crawl: bool(crawl.completed_at), options, poll_s=POLL_S)

    def retry_failed(self, id: str, **options: Unpack[CallOptions]) -> Sequence[JobReference]:
        """Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal."""
        call = retry_options(options)
        failed = self._jobs.list(crawl_id=id, status="failed", limit=PAGE_SIZE, **call)
        return retry_jobs(self._operations, failed, call)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Crawl:
        return self._operations.cancel_crawl(id, options=options).crawl
