"""Renders at a later time."""

from __future__ import annotations

from typing_extensions import Unpack

from ..generated import resources
from ..generated.models import Schedule, ScheduleStatus, ScheduleType
from ..lists import List, Page
from ..transport import CallOptions


class Schedules(resources.Schedules):
    """Renders at a later time, once or by cron."""

    def list(
        self,
        *,
        status: ScheduleStatus | None = None,
        type: ScheduleType | None = None,
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
