"""The errors of this client. Each is a `WatchframeError`."""

from __future__ import annotations

import email.utils
import json
import time
from typing import Any

import httpx

from .generated.models import Diff, FieldProblem, Job
from .shape import from_json


class WatchframeError(Exception):
    """Any error of this client."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles without a call of the constructor, so that errors pass from one process to another."""
        return revive, (type(self), self.args, self.__dict__)


def revive(kind: type[WatchframeError], args: tuple[object, ...], facts: dict[str, object]) -> WatchframeError:
    """The error of a pickle."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class ApiError(WatchframeError):
    """The API refused a call or failed. `code` names the exact problem."""

    def __init__(self, message: str, *, status: int, body: dict[str, Any], headers: httpx.Headers) -> None:
        super().__init__(message)
        self.status = status
        self.code: str = text_of(body, "code") or text_of(body, "error") or "unknown"
        self.type: str = text_of(body, "type") or "unknown"
        given = body.get("retryable")
        self.retryable: bool = given if isinstance(given, bool) else status >= 500
        self.retry_after_s: float | None = read_retry_after(headers.get("Retry-After"))
        """Seconds to wait before a retry; None if the reply does not say."""
        self.request_id: str | None = headers.get("X-Request-Id")
        fields = body.get("fields")
        self.fields: list[FieldProblem] = from_json(list[FieldProblem], fields) if isinstance(fields, list) else []
        """All problems of the request, by field."""

    def __str__(self) -> str:
        problems = "".join(f"\n  {problem.field}: {problem.message}" for problem in self.fields)
        request = "" if self.request_id is None else f", request {self.request_id}"
        return f"{super().__str__()} ({self.status} {self.code}{request}){problems}"


class ApiConnectionError(WatchframeError, ConnectionError):
    """The API could not be reached, or the connection broke. `__cause__` has the reason."""


class ApiTimeoutError(WatchframeError, TimeoutError):
    """The API did not reply in time, or work did not end in time. The work itself goes on."""


class JobFailedError(WatchframeError):
    """A job ended without a result. `job.error` says why."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.error.message if job.error else f"The job ended as {job.status}.")
        self.job = job


class ComparisonFailedError(WatchframeError):
    """A comparison ended without a result. `diff.error` says why."""

    def __init__(self, diff: Diff) -> None:
        super().__init__(diff.error.message if diff.error else f"The comparison ended as {diff.status}.")
        self.diff = diff


class WebhookError(WatchframeError):
    """The body is not from your Watchframe, is too old, or was changed."""


def read_error(response: httpx.Response) -> ApiError:
    """The error of a reply with a status of 400 or more. Its body has been read."""
    body = read_body(response)
    # One of the API's error bodies has the code as `error`, the other the message.
    message = text_of(body, "message") or text_of(body, "error")
    return ApiError(
        message or f"The API replied with status {response.status_code}.",
        status=response.status_code,
        body=body,
        headers=response.headers,
    )


def read_body(response: httpx.Response) -> dict[str, Any]:
    """The JSON of an error reply. A proxy in between may reply with something else."""
    try:
        body = response.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        return {}
    return body if isinstance(body, dict) else {}


def text_of(body: dict[str, Any], name: str) -> str | None:
    value = body.get(name)
    return value if isinstance(value, str) else None


def read_retry_after(value: str | None) -> float | None:
    """Seconds of a Retry-After, which is a number of seconds or a date. None without one."""
    if value is None:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
