"""Confirmed changes of watched pages."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import Unpack

from ..generated.models import ListChangesState, PageChange
from ..generated.operations import Operations
from ..lists import List, Page
from ..transport import CallOptions


class Changes:
    """Confirmed changes of watched pages, for people to review. A change has the id of its run."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def list(
        self,
        *,
        state: ListChangesState | None = None,
        monitor_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[PageChange]:
        """The changes of the account, newest first."""

        def read(cursor: str | None) -> Page[PageChange]:
            reply = self._operations.list_changes(
                state=state, monitor_id=monitor_id, tag=tag, limit=limit, cursor=cursor, options=options
            )
            return Page(reply.changes, reply.next_cursor)

        return List(read)

    def get(self, id: str, **options: Unpack[CallOptions]) -> PageChange:
        return self._operations.get_change(id, options=options).change

    def seen(self, id: str, **options: Unpack[CallOptions]) -> PageChange:
        """Marks a change as seen. The baseline stays as it is."""
        return self._operations.mark_change_seen(id, options=options).change

    def unseen(self, id: str, **options: Unpack[CallOptions]) -> PageChange:
        """Takes a decision about a change back."""
        return self._operations.mark_change_unseen(id, options=options).change

    def keep(self, id: str, reason: str | None = None, **options: Unpack[CallOptions]) -> PageChange:
        """Keeps the old baseline. The monitor needs a fixed one. The reason becomes the change's note."""
        body = {} if reason is None else {"reason": reason}
        return self._operations.keep_old_baseline(id, body, options=options).change

    def note(self, id: str, note: str | None, **options: Unpack[CallOptions]) -> PageChange:
        """Writes a note on a change. None removes it."""
        return self._operations.update_change(id, {"note": note}, options=options).change

    def many_seen(self, ids: Sequence[str], **options: Unpack[CallOptions]) -> Sequence[PageChange]:
        """Marks up to 200 changes as seen."""
        return self._operations.mark_changes_seen({"ids": list_of(ids)}, options=options).changes

    def many_unseen(self, ids: Sequence[str], **options: Unpack[CallOptions]) -> Sequence[PageChange]:
        """Takes the decisions about up to 200 changes back."""
        return self._operations.mark_changes_unseen({"ids": list_of(ids)}, options=options).changes


def list_of(ids: Sequence[str]) -> list[str]:
    """A list for JSON. Inside the class, `list` names its method."""
    return [*ids]
