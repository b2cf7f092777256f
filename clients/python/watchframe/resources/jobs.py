"""Accepted work."""

from __future__ import annotations

from typing_extensions import Unpack

from ..errors import JobFailedError
from ..generated import resources
from ..generated.models import GetOutputName, Job
from ..streams import Output
from ..transport import CallOptions
from ..wait import LONG_POLL_S, WaitOptions, wait_for_end


class Jobs(resources.Jobs):
    """Accepted work: renders, pages of batches and crawls, comparisons."""

    def wait(self, id: str, **options: Unpack[WaitOptions[Job]]) -> Job:
        """The job once it has completed. It survives an API that is away. @throws JobFailedError, ApiTimeoutError"""

        def read(call: CallOptions) -> Job:
            return self._operations.get_status(id, wait=LONG_POLL_S, options=call).job

        job = wait_for_end(read, lambda job: bool(job.completed_at), options)
        if job.status != "completed":
            raise JobFailedError(job)
        return job

    def output(self, id: str, name: GetOutputName, **options: Unpack[CallOptions]) -> Output:
        """The bytes of an output with their media type."""
        return self.stream(id, name, **options).read()
