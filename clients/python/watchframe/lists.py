"""Lists of the API, read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, Protocol, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list. `next_cursor` is None on the last."""

    items: Sequence[Item]
    next_cursor: str | None


class Listing(Protocol):
    """A reply with one page of a list."""

    @property
    def next_cursor(self) -> str | None: ...


class List(Generic[Item]):
    """A list of the API. A `for` loop reads page after page, as far as it goes."""

    def __init__(self, read: Callable[[str | None], Page[Item]]) -> None:
        self._read = read

    @classmethod
    def of(cls, name: str, read: Callable[[str | None], Listing]) -> List[Item]:
        """The list whose pages an operation reads by its cursor. `name` is the reply's field with the items."""

        def read_page(cursor: str | None) -> Page[Item]:
            reply = read(cursor)
            return Page(getattr(reply, name), reply.next_cursor)

        return cls(read_page)

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
