"""Waits for a condition."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def until(check: Callable[[], Found | None], max_s: float = 30) -> Found:
    """What a check returns, once it returns something. @throws AssertionError if that takes too long."""
    deadline = time.monotonic() + max_s
    while time.monotonic() < deadline:
        found = check()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"The condition was not met within {max_s:g} s.")
