"""Comparisons of two pages, jobs or files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..errors import ComparisonFailedError
from ..generated.models import Diff, DiffRequest, Job, JobReference, JobStatus, ListedDiff
from ..generated.operations import Operations
from ..lists import List, Page
from ..transport import CallOptions
from ..wait import LONG_POLL_S, RunOptions, WaitOptions, rest_of, start_options, wait_for_end


class Comparisons:
    """Comparisons of two pages, jobs or files."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(self, request: DiffRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> JobReference:
        """Starts a comparison and returns at once."""
        return self._operations.submit_diff(request, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Diff:
        return self._operations.get_diff(id, options=options).diff

    def list(
        self, *, status: JobStatus | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> List[ListedDiff]:
        """The comparisons of the account, newest first."""

        def read(cursor: str | None) -> Page[ListedDiff]:
            reply = self._operations.list_diffs(status=status, limit=limit, cursor=cursor, options=options)
            return Page(reply.diffs, reply.next_cursor)

        return List(read)

    def run(self, request: DiffRequest | Mapping[str, Any], **options: Unpack[RunOptions[Diff]]) -> Diff:
        """Compares and waits for the result. @throws ComparisonFailedError, ApiTimeoutError"""
        rest = rest_of(options)
        reference = self.create(request, **start_options(options))
        return self.wait(reference.id, **rest())

    def wait(self, id: str, **options: Unpack[WaitOptions[Diff]]) -> Diff:
        """The comparison once it has completed. @throws ComparisonFailedError, ApiTimeoutError"""

        def read(call: CallOptions) -> Diff:
            return self._operations.get_diff(id, wait=LONG_POLL_S, options=call).diff

        diff = wait_for_end(read, lambda diff: bool(diff.completed_at), options)
        if diff.status != "completed":
            raise ComparisonFailedError(diff)
        return diff

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Job:
        """A comparison is a job, so the reply is its job."""
        return self._operations.cancel_job(id, options=options).job
