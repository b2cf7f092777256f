"""Renders of single pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..generated.models import Job, JobReference, RenderRequest
from ..generated.operations import Operations
from ..shape import to_json
from ..streams import Output
from ..transport import CallOptions
from ..wait import RunOptions, rest_of, start_options
from .jobs import Jobs


class Renders:
    """Renders of single pages. A request is a `RenderRequest` or a mapping with the API's names."""

    def __init__(self, operations: Operations, jobs: Jobs) -> None:
        self._operations = operations
        self._jobs = jobs

    def create(self, request: RenderRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> JobReference:
        """Starts a render and returns at once."""
        return self._operations.submit_render(request, options=options)

    def run(self, request: RenderRequest | Mapping[str, Any], **options: Unpack[RunOptions[Job]]) -> Job:
        """Renders a page and waits for its end. @throws JobFailedError, ApiTimeoutError"""
        rest = rest_of(options)
        reference = self.create(request, **start_options(options))
        return self._jobs.wait(reference.id, **rest())

    def screenshot(self, request: RenderRequest | Mapping[str, Any], **options: Unpack[RunOptions[Job]]) -> Output:
        """Renders a page and returns its picture. @throws JobFailedError, ApiTimeoutError"""
        job = self.run({**to_json(request), "screenshot": True}, **options)
        return self._jobs.output(job.id, "screenshot")
