"""Accepted work."""

from __future__ import annotations

from typing_extensions import Unpack

from ..errors import JobFailedError
from ..generated.models import GetOutputName, Job, JobKind, JobReference, JobStatus, RetriedJobs
from ..generated.operations import Operations
from ..lists import List, Page
from ..streams import ByteStream, Output
from ..transport import CallOptions
from ..wait import LONG_POLL_S, WaitOptions, wait_for_end


class Jobs:
    """Accepted work: renders, pages of batches and crawls, comparisons."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def get(self, id: str, **options: Unpack[CallOptions]) -> Job:
        return self._operations.get_status(id, options=options).job

    def list(
        self,
        *,
        status: JobStatus | None = None,
        kind: JobKind | None = None,
        batch_id: str | None = None,
        schedule_id: str | None = None,
        crawl_id: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[Job]:
        """The jobs of the account, newest first. `limit` is the size of one page."""

        def read(cursor: str | None) -> Page[Job]:
            reply = self._operations.list_jobs(
                status=status,
                kind=kind,
                batch_id=batch_id,
                schedule_id=schedule_id,
                crawl_id=crawl_id,
                limit=limit,
                cursor=cursor,
                options=options,
            )
            return Page(reply.jobs, reply.next_cursor)

        return List(read)

    def wait(self, id: str, **options: Unpack[WaitOptions[Job]]) -> Job:
        """The job once it has completed. It survives an API that is away. @throws JobFailedError, ApiTimeoutError"""

        def read(call: CallOptions) -> Job:
            return self._operations.get_status(id, wait=LONG_POLL_S, options=call).job

        job = wait_for_end(read, lambda job: bool(job.completed_at), options)
        if job.status != "completed":
            raise JobFailedError(job)
        return job

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Job:
        return self._operations.cancel_job(id, options=options).job

    def retry(self, id: str, **options: Unpack[CallOptions]) -> JobReference:
        """Runs a failed job again under its id."""
        return self._operations.retry_job(id, options=options)

    def retry_failed(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> RetriedJobs:
        """Runs the newest failed jobs of the account again. Default of `limit`: as many as the API allows at once."""
        body = {} if limit is None else {"limit": limit}
        return self._operations.retry_failed(body, options=options)

    def stream(self, id: str, name: GetOutputName, **options: Unpack[CallOptions]) -> ByteStream:
        """An output, to read piece by piece. `name` is `screenshot`, `markdown` or another output of the job."""
        return self._operations.get_output(id, name, options=options)

    def output(self, id: str, name: GetOutputName, **options: Unpack[CallOptions]) -> Output:
        """The bytes of an output with their media type."""
        return self.stream(id, name, **options).read()
