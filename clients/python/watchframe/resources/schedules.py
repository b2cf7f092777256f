"""Renders at a later time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..generated.models import (
    DelayedRequest,
    ListSchedulesType,
    RecurringRequest,
    Schedule,
    ScheduleChange,
    ScheduleReply,
    ScheduleStatus,
)
from ..generated.operations import Operations
from ..lists import List, Page
from ..transport import CallOptions


class Schedules:
    """Renders at a later time, once or by cron."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create_once(self, request: DelayedRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> ScheduleReply:
        return self._operations.schedule_render(request, options=options)

    def create_recurring(
        self, request: RecurringRequest | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> ScheduleReply:
        return self._operations.schedule_recurring(request, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        return self._operations.get_schedule(id, options=options)

    def list(
        self,
        *,
        status: ScheduleStatus | None = None,
        type: ListSchedulesType | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[Schedule]:
        """The schedules, the soonest first. The list has offsets in the API, which the cursors here stand for."""

        def read(cursor: str | None) -> Page[Schedule]:
            offset = int(cursor or 0)
            reply = self._operations.list_schedules(
                status=status, type=type, limit=limit, offset=offset, options=options
            )
            end = offset + len(reply.schedules)
            return Page(reply.schedules, str(end) if reply.schedules and end < reply.total else None)

        return List(read)

    def pause(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        return self._operations.change_schedule(id, ScheduleChange(status="paused"), options=options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        return self._operations.change_schedule(id, ScheduleChange(status="active"), options=options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        return self._operations.cancel_schedule(id, options=options)
