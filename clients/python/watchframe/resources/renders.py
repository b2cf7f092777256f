"""Renders of single pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..generated import resources
from ..generated.models import Job, RenderRequest
from ..shape import to_json
from ..streams import Output
from ..wait import RunOptions, rest_of, start_options
from .jobs import Jobs


class Renders(resources.Renders):
    """Renders of single pages. A request is a `RenderRequest` or a mapping with the API's names."""

    def run(self, request: RenderRequest | Mapping[str, Any], **options: Unpack[RunOptions[Job]]) -> Job:
        """Renders a page and waits for its end. @throws JobFailedError, ApiTimeoutError"""
        rest = rest_of(options)
        reference = self.create(request, **start_options(options))
        return Jobs(self._operations).wait(reference.id, **rest())

    def screenshot(self, request: RenderRequest | Mapping[str, Any], **options: Unpack[RunOptions[Job]]) -> Output:
        """Renders a page and returns its picture. @throws JobFailedError, ApiTimeoutError"""
        job = self.run({**to_json(request), "screenshot": True}, **options)
        return Jobs(self._operations).output(job.id, "screenshot")
