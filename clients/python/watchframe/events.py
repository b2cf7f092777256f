"""The changes of the account, as they happen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Literal

from .errors import ApiConnectionError, ApiError, ApiTimeoutError
from .generated.models import Change
from .streams import ByteStream
from .transport import CallOptions, spread

MAX_SILENCE_S = 45.0
"""Seconds without a word after which the connection is lost. The API sends a comment every 15 seconds."""
DEFAULT_RETRY_S = 3.0
"""Seconds before the stream is opened again, until the stream says how many."""


@dataclass(frozen=True)
class AccountEvent:
    """`hello`: the stream has begun or begun again. `reset`: changes were missed, so fetch everything again.

    `last_event_id` is the place in the stream, to go on from later. Only `change` has a change.
    """

    type: Literal["hello", "reset", "change"]
    last_event_id: str | None
    change: Change | None = None


@dataclass
class Place:
    """The place in the stream, which reading moves on."""

    last_event_id: str | None
    retry_s: float = DEFAULT_RETRY_S
    fields: dict[str, str] = field(default_factory=dict)


OpenStream = Callable[[CallOptions], ByteStream]


def follow_events(open_stream: OpenStream, last_event_id: str | None) -> Iterator[AccountEvent]:
    """The events of the account. The first connection is tried like any call; later breaks are mended without an end.

    @throws ApiError of a refusal; ApiConnectionError or ApiTimeoutError if the stream never opened.
    """
    place = Place(last_event_id)
    stream: ByteStream | None = open_stream(options_at(place))
    while True:
        if stream is not None:
            with closing(stream):
                yield from read_events(stream, place)
        time.sleep(spread(place.retry_s))
        stream = open_unless_away(open_stream, place)


def options_at(place: Place) -> CallOptions:
    options: CallOptions = {"timeout_s": MAX_SILENCE_S}
    if place.last_event_id is not None:
        options["headers"] = {"Last-Event-ID": place.last_event_id}
    return options


def read_events(stream: ByteStream, place: Place) -> Iterator[AccountEvent]:
    """The events until the stream ends, breaks or is silent for too long."""
    place.fields = {}
    try:
        for line in stream.lines():
            event = read_line(line, place)
            if event is not None:
                yield event
    except (ApiConnectionError, ApiTimeoutError):
        return


def read_line(line: str, place: Place) -> AccountEvent | None:
    """The event that a line ends. None for any other line."""
    if line:
        name, _, value = line.partition(":")
        place.fields[name] = value.removeprefix(" ")
        return None
    fields, place.fields = place.fields, {}
    place.last_event_id = fields.get("id", place.last_event_id)
    if fields.get("retry", "").isdecimal():
        place.retry_s = int(fields["retry"]) / 1_000
    return to_event(fields, place.last_event_id)


def to_event(fields: dict[str, str], last_event_id: str | None) -> AccountEvent | None:
    """The event of a message. None for a comment and for a type that a later API has."""
    match fields.get("event"):
        case "hello":
            return AccountEvent("hello", last_event_id)
        case "reset":
            return AccountEvent("reset", last_event_id)
        case "change":
            return AccountEvent("change", last_event_id, Change.from_dict(json.loads(fields["data"])))
    return None


def open_unless_away(open_stream: OpenStream, place: Place) -> ByteStream | None:
    """The stream, opened again. None if the API is away or has no place for it now."""
    try:
        return open_stream({**options_at(place), "max_retries": 0})
    except (ApiConnectionError, ApiTimeoutError):
        return None
    except ApiError as error:
        if error.status < 500 and error.status != 429:
            raise
        time.sleep(spread(error.retry_after_s or 0))
        return None
