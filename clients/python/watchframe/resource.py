"""Calls of one kind of thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import WatchframeError

if TYPE_CHECKING:
    from .generated.operations import Operations

Part = TypeVar("Part")


class Resource:
    """Calls of one kind of thing."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations


def part_of(part: Part | None) -> Part:
    """The part of a reply that belongs to the call."""
    if part is None:
        raise WatchframeError("The service replied with another part than the call asked for.")
    return part


def without_none(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a body that have a value."""
    return {name: value for name, value in fields.items() if value is not None}
