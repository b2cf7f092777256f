"""The client of one Watchframe."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

from typing_extensions import Unpack

from .errors import WatchframeError
from .events import AccountEvent, follow_events
from .generated.client import Resources
from .generated.models import ChangeKind
from .generated.operations import Operations
from .transport import Call, CallOptions, Transport

DEFAULT_URL = "http://127.0.0.1:3000"


class Watchframe(Resources):
    """A client of one Watchframe with one key. The key goes to `base_url` alone. Threads may share a client."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        max_retries: int = 2,
        timeout_s: float = 100,
    ) -> None:
        """`api_key` and `base_url` default to WATCHFRAME_API_KEY and WATCHFRAME_URL, else http://127.0.0.1:3000.

        `max_retries` counts the retries of a call after its first try. `timeout_s` are the seconds for each try; calls
        may wait for their work. @throws WatchframeError without a key, or if the address is no URL.
        """
        key = api_key or os.environ.get("WATCHFRAME_API_KEY")
        if not key:
            raise WatchframeError("There is no API key. Pass api_key, or set WATCHFRAME_API_KEY.")
        self._transport = Transport(
            base_url=base_url or os.environ.get("WATCHFRAME_URL") or DEFAULT_URL,
            api_key=key,
            max_retries=max_retries,
            timeout_s=timeout_s,
        )
        self.operations = Operations(self._transport)
        """Every operation of the API by its name, also those without a method of their own here."""
        super().__init__(self.operations)

    def events(
        self, *, kinds: Sequence[ChangeKind] | None = None, last_event_id: str | None = None
    ) -> Iterator[AccountEvent]:
        """The changes of the account, as they happen. `break` ends the loop.

        A broken stream is opened again and goes on after its last event. `kinds` are the changes to get. Default: all.
        `last_event_id` is the event to go on from. Default: the next change.
        @throws ApiError of a refusal, such as a revoked key; ApiConnectionError or ApiTimeoutError if it never opened.
        """
        wanted: list[ChangeKind] | None = None if kinds is None else [*kinds]
        return follow_events(lambda call: self.operations.stream_events(kinds=wanted, options=call), last_event_id)

    def call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """A call by its method and path. Returns its JSON. An `idempotency_key` makes a POST safe to repeat."""
        if not path.startswith("/"):
            raise WatchframeError(f"{path!r} is no path of the API. It begins with a slash.")
        call = Call(method, path, body=body, query=query or {}, idempotent="idempotency_key" in options)
        return self._transport.json(call, options)

    def close(self) -> None:
        """Closes the connections. The client can't be used afterwards."""
        self._transport.close()

    def __enter__(self) -> Watchframe:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self.close()
