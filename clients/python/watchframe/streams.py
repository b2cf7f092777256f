"""Bytes of outputs, at once or as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType

import httpx

from .errors import ApiConnectionError, ApiTimeoutError, WatchframeError


@dataclass(frozen=True)
class Output:
    """Bytes of an output with their media type."""

    content: bytes
    content_type: str

    @property
    def text(self) -> str:
        """The bytes as UTF-8."""
        return self.content.decode()


class ByteStream:
    """The reply with an output. Read it once, in a `with` block or to its end."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.content_type: str = response.headers.get("Content-Type", "application/octet-stream")

    def __iter__(self) -> Iterator[bytes]:
        """The bytes piece by piece. @throws ApiConnectionError or ApiTimeoutError if the reply breaks off."""
        try:
            yield from self._response.iter_bytes()
        except httpx.HTTPError as cause:
            raise error_of_break(cause) from cause
        finally:
            self.close()

    def lines(self) -> Iterator[str]:
        """The lines of a text as they come. @throws ApiConnectionError or ApiTimeoutError if the reply breaks off."""
        try:
            yield from self._response.iter_lines()
        except httpx.HTTPError as cause:
            raise error_of_break(cause) from cause
        finally:
            self.close()

    def read(self) -> Output:
        """All bytes. @throws ApiConnectionError or ApiTimeoutError if the reply breaks off."""
        return Output(b"".join(self), self.content_type)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> ByteStream:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self.close()


def error_of_break(cause: httpx.HTTPError) -> WatchframeError:
    """The error of a reply that broke off."""
    if isinstance(cause, httpx.TimeoutException):
        return ApiTimeoutError("The reply stopped for too long.")
    return ApiConnectionError("The reply broke off.")
