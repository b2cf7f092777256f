"""Retries of the failed jobs of a batch or crawl."""

from __future__ import annotations

from ..errors import ApiError
from ..generated.models import JobReference
from ..generated.operations import Operations
from ..generated.resources import Jobs
from ..transport import CallOptions

PAGE_SIZE = 100
MAX_RETRIES = 5
"""Retries of each call. A group can have more jobs than a key may send calls in a second."""


def retry_failed_jobs(
    operations: Operations, options: CallOptions, *, batch_id: str | None = None, crawl_id: str | None = None
) -> list[JobReference]:
    """Retries the failed jobs of a batch or crawl, one after another, and returns those that run again.

    @throws ApiError of the first job that the API refuses, such as `insufficient_credits`; earlier jobs run again.
    """
    call: CallOptions = {"max_retries": MAX_RETRIES, **options}
    # One idempotency key fits one job.
    call.pop("idempotency_key", None)
    jobs = Jobs(operations).list(batch_id=batch_id, crawl_id=crawl_id, status="failed", limit=PAGE_SIZE, **call)
    retried: list[JobReference] = []
    # All ids first, because a retried job leaves the list that the cursor is for.
    for id in [job.id for job in jobs]:
        try:
            retried.append(operations.retry_job(id, options=call))
        except ApiError as error:
            # Another call retried the job first.
            if error.code != "not_failed":
                raise
    return retried
