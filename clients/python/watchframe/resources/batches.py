"""Many pages at once."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import Unpack

from ..generated import resources
from ..generated.models import Batch, JobReference
from ..transport import CallOptions
from ..wait import GROUP_POLL_S, WaitOptions, wait_for_end
from .retry_failed_jobs import retry_failed_jobs


class Batches(resources.Batches):
    """Many pages at once."""

    def wait(self, id: str, **options: Unpack[WaitOptions[Batch]]) -> Batch:
        """The batch once all of its pages have ended. Failed pages are counted in it. @throws ApiTimeoutError"""

        def read(call: CallOptions) -> Batch:
            return self.get(id, **call)

        return wait_for_end(read, lambda batch: bool(batch.completed_at), options, poll_s=GROUP_POLL_S)

    def retry_failed(self, id: str, **options: Unpack[CallOptions]) -> Sequence[JobReference]:
        """Renders the failed pages again, each under its id. Returns them. @throws ApiError of the first refusal."""
        return retry_failed_jobs(self._operations, options, batch_id=id)
