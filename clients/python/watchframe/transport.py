"""Sends calls with retries to one origin with one key."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
from typing_extensions import TypedDict

from .errors import ApiConnectionError, ApiError, ApiTimeoutError, WatchframeError, read_error
from .shape import from_json, to_json
from .streams import ByteStream, error_of_break

Result = TypeVar("Result")


@dataclass(frozen=True)
class Call:
    """One call of the API. A query without a value is None."""

    method: str
    path: str
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    idempotent: bool = False
    """Whether an Idempotency-Key makes a repeat safe."""


class CallOptions(TypedDict, total=False):
    """Options of every call."""

    timeout_s: float
    """Seconds for each try. Default: that of the client."""
    max_retries: int
    """Retries after the first try. Default: that of the client."""
    idempotency_key: str
    """Makes a POST that creates or charges happen once. Default: a random key, kept over the retries of this call."""
    headers: Mapping[str, str]
    """More headers of the request. Those that the client sets itself stay."""


RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
FIRST_PAUSE_S = 0.5
MAX_PAUSE_S = 8.0
"""Largest pause between two tries, without a Retry-After."""
MAX_RETRY_AFTER_S = 60.0
"""Largest Retry-After that is waited for; a longer one is the caller's to decide."""


class Transport:
    """Sends calls. All methods raise ApiError, ApiConnectionError or ApiTimeoutError."""

    def __init__(self, *, base_url: str, api_key: str, max_retries: int, timeout_s: float) -> None:
        self._base_url = base_url_of(base_url)
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout_s = timeout_s
        # The API redirects nowhere, so the key can't follow a redirect to another origin.
        self._client = httpx.Client(follow_redirects=False)

    def read(self, call: Call, wanted: type[Result], options: CallOptions | None = None) -> Result:
        """Sends a call and returns its JSON as a shape."""
        return from_json(wanted, self.json(call, options))

    def json(self, call: Call, options: CallOptions | None = None) -> Any:
        """Sends a call and returns its JSON; None for a reply without a body."""
        return self._send(call, options or {}, read_json)

    def send_only(self, call: Call, options: CallOptions | None = None) -> None:
        """Sends a call whose reply has no body."""
        self._send(call, options or {}, read_json)

    def stream(self, call: Call, options: CallOptions | None = None) -> ByteStream:
        """Sends a call and returns its reply, to read. The timeout then holds for each pause of the bytes."""
        return self._send(call, options or {}, ByteStream)

    def close(self) -> None:
        self._client.close()

    def _send(self, call: Call, options: CallOptions, finish: Callable[[httpx.Response], Result]) -> Result:
        headers = self._headers(call, options)
        max_retries = options.get("max_retries", self._max_retries)
        timeout_s = options.get("timeout_s", self._timeout_s)
        tries = 0
        while True:
            try:
                return self._try(call, headers, timeout_s, finish)
            except WatchframeError as error:
                tries += 1
                pause_s = pause_before(error, call, tries)
                if tries > max_retries or pause_s is None:
                    raise
            time.sleep(pause_s)

    def _headers(self, call: Call, options: CallOptions) -> dict[str, str]:
        own = {"Accept": "application/json, */*;q=0.5", "Authorization": f"Bearer {self._api_key}"}
        if call.idempotent:
            own["Idempotency-Key"] = options.get("idempotency_key") or str(uuid.uuid4())
        return {**options.get("headers", {}), **own}

    def _try(
        self, call: Call, headers: dict[str, str], timeout_s: float, finish: Callable[[httpx.Response], Result]
    ) -> Result:
        request = self._client.build_request(
            call.method,
            f"{self._base_url}{call.path}",
            params=query_of(call.query),
            json=None if call.body is None else to_json(call.body),
            headers=headers,
            timeout=timeout_s,
        )
        try:
            response = self._client.send(request, stream=True)
        except httpx.TimeoutException as cause:
            raise ApiTimeoutError(f"The API did not reply within {timeout_s:g} s.") from cause
        except httpx.HTTPError as cause:
            raise ApiConnectionError(f"The API at {self._base_url} can't be reached: {cause}") from cause
        try:
            if response.is_success:
                return finish(response)
            response.read()
        except httpx.HTTPError as cause:
            response.close()
            raise error_of_break(cause) from cause
        if response.is_redirect:
            raise ApiConnectionError(f"The API at {self._base_url} redirects, which this client does not follow.")
        raise read_error(response)


def read_json(response: httpx.Response) -> Any:
    try:
        content = response.read()
    finally:
        response.close()
    if not content:
        return None
    try:
        return response.json()
    except ValueError as cause:
        raise ApiConnectionError("The reply is no JSON. Check that base_url is the address of a Watchframe.") from cause


def base_url_of(address: str) -> str:
    """The address of an API, without a slash at its end. @throws WatchframeError if it is none."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        raise WatchframeError(f"base_url {address!r} is no address of http or https.")
    return address.rstrip("/")


def path_of(template: str, **values: str) -> str:
    """A path with its values. @throws WatchframeError if a value would name another path."""
    for name, value in values.items():
        if value in ("", ".", ".."):
            raise WatchframeError(f"{name} {value!r} names nothing.")
    return template.format(**{name: quote(value, safe="") for name, value in values.items()})


def query_of(query: Mapping[str, Any]) -> dict[str, str]:
    """The parameters that have a value. Lists are separated by commas."""
    return {name: parameter_of(to_json(value)) for name, value in query.items() if value is not None}


def parameter_of(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(parameter_of, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def pause_before(error: WatchframeError, call: Call, tries: int) -> float | None:
    """Seconds to wait before the next try; None if there must be none."""
    jittered = random.random() * min(MAX_PAUSE_S, FIRST_PAUSE_S * 2**tries)
    # A call that may have been done already is repeated only if a repeat changes nothing.
    is_repeatable = call.method != "POST" or call.idempotent
    if not isinstance(error, ApiError):
        return jittered if is_repeatable else None
    pause_s = jittered if error.retry_after_s is None else spread(error.retry_after_s)
    if error.code == "idempotency_in_progress":
        return pause_s
    if error.status not in RETRIED_STATUSES or not (is_repeatable or error.status == 429):
        return None
    return pause_s if (error.retry_after_s or 0) <= MAX_RETRY_AFTER_S else None


def spread(at_least_s: float) -> float:
    """A pause of at least the seconds that the API asks for. Clients with the same pause come back one by one."""
    return at_least_s + random.random() * min(at_least_s, MAX_PAUSE_S)
