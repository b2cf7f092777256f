"""Comparisons of two pages, jobs or files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..errors import ComparisonFailedError
from ..generated import resources
from ..generated.models import Diff, DiffRequest
from ..transport import CallOptions
from ..wait import LONG_POLL_S, RunOptions, WaitOptions, rest_of, start_options, wait_for_end


class Comparisons(resources.Comparisons):
    """Comparisons of two pages, jobs or files."""

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
