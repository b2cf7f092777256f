"""Whole sites, page by page."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import Unpack

from ..generated import resources
from ..generated.models import Crawl, JobReference
from ..transport import CallOptions
from ..wait import GROUP_POLL_S, WaitOptions, wait_for_end
from .retry_failed_jobs import retry_failed_jobs


class Crawls(resources.Crawls):
    """Whole sites, page by page."""

    def wait(self, id: str, **options: Unpack[WaitOptions[Crawl]]) -> Crawl:
        """The crawl once it has ended. `stop_reason` says why. @throws ApiTimeoutError"""

        def read(call: CallOptions) -> Crawl:
            return self.get(id, **call)

        return wait_for_end(read, lambda crawl: bool(crawl.completed_at), options, poll_s=GROUP_POLL_S)

    def retry_failed(self, id: str, **options: Unpack[CallOptions]) -> Sequence[JobReference]:
        """Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal."""
        return retry_failed_jobs(self._operations, options, crawl_id=id)
