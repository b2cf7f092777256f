"""The client's resources. Generated from the API's routes by `npm run client:generate`. Do not edit."""

# Descriptions of the API are lines of any length. Many shapes are needed.
# ruff: noqa: E501, F403, F405

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import Unpack

from ..resource import Resource
from ..resources.batches import Batches
from ..resources.comparisons import Comparisons
from ..resources.crawls import Crawls
from ..resources.jobs import Jobs
from ..resources.monitors import Monitors
from ..resources.renders import Renders
from ..resources.schedules import Schedules
from ..resources.sitemaps import Sitemaps
from ..transport import CallOptions
from .models import *
from .operations import Operations
from .resources import (
    AlertTargets,
    Changes,
    Deliveries,
    Feeds,
    Keys,
    MonitorDefaults,
    Presets,
    Proxies,
    Recipients,
    Secrets,
    Sessions,
    SigningKeys,
    SignIns,
)


class Resources(Resource):
    """The resources of a client."""

    def __init__(self, operations: Operations) -> None:
        super().__init__(operations)
        self.renders = Renders(operations)
        self.jobs = Jobs(operations)
        self.comparisons = Comparisons(operations)
        self.batches = Batches(operations)
        self.crawls = Crawls(operations)
        self.schedules = Schedules(operations)
        self.presets = Presets(operations)
        self.secrets = Secrets(operations)
        self.sign_ins = SignIns(operations)
        self.alert_targets = AlertTargets(operations)
        self.monitor_defaults = MonitorDefaults(operations)
        self.proxies = Proxies(operations)
        self.monitors = Monitors(operations)
        self.changes = Changes(operations)
        self.sitemaps = Sitemaps(operations)
        self.deliveries = Deliveries(operations)
        self.recipients = Recipients(operations)
        self.feeds = Feeds(operations)
        self.keys = Keys(operations)
        self.sessions = Sessions(operations)
        self.signing_keys = SigningKeys(operations)

    def usage(self, **options: Unpack[CallOptions]) -> UsageReply:
        """Credits used and left, and the limits of the plan."""
        return self._operations.get_usage(options=options)

    def usage_history(
        self, *, period: str | None = None, **options: Unpack[CallOptions]
    ) -> Sequence[UsageHistoryDaysItem]:
        """Credits by day and key. `period` is a month, such as `2026-11`. Default: this month."""
        return self._operations.get_usage_history(period=period, options=options).days
