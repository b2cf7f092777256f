"""Retries of the failed jobs of a batch or crawl."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ApiError
from ..generated.models import Job, JobReference
from ..generated.operations import Operations
from ..transport import CallOptions

PAGE_SIZE = 100
MAX_RETRIES = 5
"""Retries of each call. A group can have more jobs than a key may send calls in a second."""


def retry_options(options: CallOptions) -> CallOptions:
    """The options of each call. One idempotency key fits one job, so it is left out."""
    call: CallOptions = {"max_retries": MAX_RETRIES, **options}
    call.pop("idempotency_key", None)
    return call


def retry_jobs(operations: Operations, jobs: Iterable[Job], call: CallOptions) -> list[JobReference]:
    """Retries jobs, one after another, and returns those that run again.

    @throws ApiError of the first job that the API refuses, such as `insufficient_credits`; earlier jobs run again.
    """
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
