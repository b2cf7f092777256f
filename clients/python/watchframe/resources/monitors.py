"""Pages that are watched for change."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from ..generated.models import (
    Baseline,
    BulkReply,
    DeliveryReplyDelivery,
    GetRunOutputName,
    ListMonitorsIncident,
    ListMonitorsStatus,
    Monitor,
    MonitorPatch,
    MonitorRequest,
    MonitorRun,
    NewMonitorReply,
    PastIncident,
    SetBaselineBody,
)
from ..generated.operations import Operations
from ..lists import List, Page
from ..streams import Output
from ..transport import CallOptions
from ..wait import WaitOptions, wait_for_end

RUN_POLL_S = 1.0
"""Seconds between two polls of a run. Runs have no long poll."""


class Monitors:
    """Pages that are watched for change."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(self, request: MonitorRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> Monitor:
        return self._operations.create_monitor(request, options=options).monitor

    def plan(self, request: MonitorRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> NewMonitorReply:
        """The monitor that `create` would make, and its price. Makes nothing."""
        return self._operations.create_monitor(request, dry_run=True, options=options)

    def bulk(self, operations: Sequence[Mapping[str, Any]], **options: Unpack[CallOptions]) -> BulkReply:
        """Does up to 100 operations, one after the other, such as `{"action": "pause", "id": "…"}`.

        One that fails does not stop the others; its result says why.
        """
        return self._operations.change_monitors({"operations": list(operations)}, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        return self._operations.get_monitor(id, options=options).monitor

    def list(
        self,
        *,
        status: ListMonitorsStatus | None = None,
        tag: str | None = None,
        q: str | None = None,
        incident: ListMonitorsIncident | None = None,
        sitemap: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[Monitor]:
        """The monitors of the account. `q` is a part of the name or of a tag, `sitemap` the id of a sitemap."""

        def read(cursor: str | None) -> Page[Monitor]:
            reply = self._operations.list_monitors(
                status=status,
                tag=tag,
                q=q,
                incident=incident,
                sitemap=sitemap,
                limit=limit,
                cursor=cursor,
                options=options,
            )
            return Page(reply.monitors, reply.next_cursor)

        return List(read)

    def update(self, id: str, patch: MonitorPatch | Mapping[str, Any], **options: Unpack[CallOptions]) -> Monitor:
        return self._operations.update_monitor(id, patch, options=options).monitor

    def pause(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        return self.update(id, MonitorPatch(status="paused"), **options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        return self.update(id, MonitorPatch(status="active"), **options)

    def mute(self, id: str, until: datetime.datetime | str, **options: Unpack[CallOptions]) -> Monitor:
        """Sends no message until a time, at most 366 days ahead. The monitor's runs and incidents continue."""
        return self.update(id, {"mutedUntil": until}, **options)

    def unmute(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        return self.update(id, MonitorPatch(muted_until=None), **options)

    def set_tags(self, id: str, tags: Sequence[str], **options: Unpack[CallOptions]) -> Monitor:
        """Replaces the tags of a monitor."""
        return self.update(id, MonitorPatch(tags=[*tags]), **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        return self._operations.delete_monitor(id, options=options).monitor

    def run(self, id: str, **options: Unpack[CallOptions]) -> MonitorRun:
        """Queues a run now."""
        return self._operations.run_monitor(id, options=options).run

    def wait_for_run(self, id: str, run_id: str, **options: Unpack[WaitOptions[MonitorRun]]) -> MonitorRun:
        """A run once it has ended. @throws ApiTimeoutError"""

        def read(call: CallOptions) -> MonitorRun:
            return self.get_run(id, run_id, **call)

        return wait_for_end(read, lambda run: bool(run.completed_at), options, poll_s=RUN_POLL_S)

    def get_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> MonitorRun:
        return self._operations.get_monitor_run(id, run_id, options=options).run

    def runs(self, id: str, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[MonitorRun]:
        """The runs of a monitor, newest first."""

        def read(cursor: str | None) -> Page[MonitorRun]:
            reply = self._operations.list_monitor_runs(id, limit=limit, cursor=cursor, options=options)
            return Page(reply.runs, reply.next_cursor)

        return List(read)

    def picture(
        self, id: str, run_id: str, name: GetRunOutputName = "screenshot", **options: Unpack[CallOptions]
    ) -> Output:
        """A picture of a run, or another output of it."""
        return self._operations.get_run_output(id, run_id, name, options=options).read()

    def accept(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Makes a run the baseline. An open change then ends."""
        return self._operations.set_baseline(id, SetBaselineBody(run_id=run_id), options=options).monitor

    def acknowledge(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Marks the open incident as known."""
        return self._operations.acknowledge_incident(id, options=options).monitor

    def unacknowledge(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Withdraws the acknowledgement of the open incident."""
        return self._operations.unacknowledge_incident(id, options=options).monitor

    def test_channel(self, id: str, channel_id: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """Sends a sample to a channel. The delivery's tries say what the service answered."""
        return self._operations.test_channel(id, channel_id, options=options).delivery

    def incidents(self, id: str, **options: Unpack[CallOptions]) -> Sequence[PastIncident]:
        return self._operations.list_monitor_incidents(id, options=options).incidents

    def baselines(self, id: str, **options: Unpack[CallOptions]) -> Sequence[Baseline]:
        return self._operations.list_monitor_baselines(id, options=options).baselines
