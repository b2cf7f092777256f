"""Waits for the end of work. It survives an API that is away or restarts."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from typing_extensions import TypedDict

from .errors import ApiConnectionError, ApiError, ApiTimeoutError
from .transport import CallOptions, spread

Work = TypeVar("Work")


class WaitOptions(TypedDict, Generic[Work], total=False):
    """Options of every wait."""

    timeout_s: float
    """Seconds until the wait ends with ApiTimeoutError. Default: no limit."""
    on_update: Callable[[Work], object]
    """Gets each state that the API reports."""


class RunOptions(WaitOptions[Work], total=False):
    """Options of calls that start work and wait for it."""

    idempotency_key: str


LONG_POLL_S = 30
"""Seconds of one long poll."""
GROUP_POLL_S = 2.0
"""Seconds between two polls of a batch or crawl. They have no long poll."""
RUN_POLL_S = 1.0
"""Seconds between two polls of a run of a monitor, or of a sync. They have no long poll."""
BLIP_S = 1.0
"""Pause after a failed poll, unless the API names one. The work goes on meanwhile."""
MAX_POLL_S = LONG_POLL_S + 15.0
"""Seconds for one poll: the long poll, and some for the way."""


def wait_for_end(
    read: Callable[[CallOptions], Work],
    is_ended: Callable[[Work], bool],
    options: WaitOptions[Work],
    *,
    poll_s: float = 0,
) -> Work:
    """The work once it has ended.

    `read` may wait for the end itself, up to `LONG_POLL_S`. `poll_s` is the pause between two polls of other work.
    @throws ApiTimeoutError; ApiError if the work is gone or the key is refused.
    """
    on_update = options.get("on_update")
    timeout_s = options.get("timeout_s")
    deadline = float("inf") if timeout_s is None else time.monotonic() + timeout_s
    while True:
        left_s = deadline - time.monotonic()
        if left_s <= 0:
            raise ApiTimeoutError(f"The work did not end within {timeout_s:g} s. It goes on.")
        # A retry would wait for the time that is left once more.
        call: CallOptions = {"timeout_s": min(left_s, MAX_POLL_S), "max_retries": 0}
        pause_s = poll_s
        try:
            work = read(call)
        except (ApiConnectionError, ApiTimeoutError):
            pause_s = BLIP_S
        except ApiError as error:
            if error.status < 500 and error.status != 429:
                raise
            pause_s = spread(max(BLIP_S, error.retry_after_s or 0))
        else:
            if on_update is not None:
                on_update(work)
            if is_ended(work):
                return work
        time.sleep(max(0.0, min(pause_s, deadline - time.monotonic())))


def start_options(options: RunOptions[Work]) -> CallOptions:
    """Options of the call that starts work to wait for."""
    return {"idempotency_key": options["idempotency_key"]} if "idempotency_key" in options else {}


def rest_of(options: WaitOptions[Work]) -> Callable[[], WaitOptions[Work]]:
    """Starts the timeout of a wait now. Returns a function that gives the options with the time left."""
    began = time.monotonic()

    def rest() -> WaitOptions[Work]:
        left: WaitOptions[Work] = {}
        if "on_update" in options:
            left["on_update"] = options["on_update"]
        if "timeout_s" in options:
            left["timeout_s"] = max(0.0, options["timeout_s"] - (time.monotonic() - began))
        return left

    return rest
