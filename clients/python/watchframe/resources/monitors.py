"""Pages that are watched for change."""

from __future__ import annotations

import datetime

from typing_extensions import Unpack

from ..generated import resources
from ..generated.models import GetRunOutputName, Monitor, MonitorRun
from ..streams import Output
from ..transport import CallOptions
from ..wait import RUN_POLL_S, WaitOptions, wait_for_end


class Monitors(resources.Monitors):
    """Pages that are watched for change."""

    def mute(self, id: str, until: datetime.datetime | str, **options: Unpack[CallOptions]) -> Monitor:
        """Sends no message until a time, at most 366 days ahead. The monitor's runs and incidents continue."""
        return self.update(id, {"mutedUntil": until}, **options)

    def wait_for_run(self, id: str, run_id: str, **options: Unpack[WaitOptions[MonitorRun]]) -> MonitorRun:
        """A run once it has ended. @throws ApiTimeoutError"""

        def read(call: CallOptions) -> MonitorRun:
            return self.get_run(id, run_id, **call)

        return wait_for_end(read, lambda run: bool(run.completed_at), options, poll_s=RUN_POLL_S)

    def picture(
        self, id: str, run_id: str, name: GetRunOutputName = "screenshot", **options: Unpack[CallOptions]
    ) -> Output:
        """A picture of a run, or another output of it."""
        return self._operations.get_run_output(id, run_id, name, options=options).read()
