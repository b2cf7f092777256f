"""Makes calls of routes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from typing_extensions import TypedDict, Unpack

from .streams import ByteStream
from .transport import Call, CallOptions, Transport, path_of

Result = TypeVar("Result")


class Parts(TypedDict, total=False):
    """The parts of a call besides its route."""

    path: Mapping[str, str]
    """The values of the path, by their names in the route."""
    body: Any
    query: Mapping[str, Any]
    idempotent: bool
    """Whether an Idempotency-Key makes a repeat safe."""


class Calls:
    """Makes calls of routes, such as `GET /jobs/{id}`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _read(self, route: str, wanted: type[Result], options: CallOptions | None, **parts: Unpack[Parts]) -> Result:
        """A call whose reply is JSON."""
        return self._transport.read(call_of(route, **parts), wanted, options)

    def _send(self, route: str, options: CallOptions | None, **parts: Unpack[Parts]) -> None:
        """A call whose reply has no body."""
        self._transport.send_only(call_of(route, **parts), options)

    def _stream(self, route: str, options: CallOptions | None, **parts: Unpack[Parts]) -> ByteStream:
        """A call whose reply is bytes."""
        return self._transport.stream(call_of(route, **parts), options)


def call_of(route: str, **parts: Unpack[Parts]) -> Call:
    method, template = route.split(" ")
    return Call(
        method,
        path_of(template, **parts.get("path", {})),
        body=parts.get("body"),
        query=parts.get("query", {}),
        idempotent=parts.get("idempotent", False),
    )
