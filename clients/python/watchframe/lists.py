"""Lists of the API, read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list. `next_cursor` is None on the last."""

    items: Sequence[Item]
    next_cursor: str | None


class List(Generic[Item]):
    """A list of the API. A `for` loop reads page after page, as far as it goes."""

    def __init__(self, read: Callable[[str | None], Page[Item]]) -> None:
        self._read = read

    def page(self, cursor: str | None = None) -> Page[Item]:
        """One page: the first, or that of a cursor."""
        return self._read(cursor)

    def take(self, limit: int) -> list[Item]:
        """The first items, at most `limit`."""
        return list(islice(self, limit))

    def __iter__(self) -> Iterator[Item]:
        cursor: str | None = None
        while True:
            page = self._read(cursor)
            yield from page.items
            cursor = page.next_cursor
            if cursor is None:
                return
