"""Sitemaps whose pages are monitors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from typing_extensions import Unpack

from ..errors import WatchframeError
from ..generated.models import (
    MonitorSitemap,
    MonitorSitemapPatch,
    MonitorSitemapRequest,
    SyncPlan,
)
from ..generated.operations import Operations
from ..lists import List, Page
from ..shape import to_json
from ..transport import CallOptions
from ..wait import WaitOptions, wait_for_end

Part = TypeVar("Part")

SYNC_POLL_S = 1.0
"""Seconds between two polls of a sync. Syncs have no long poll."""


class Sitemaps:
    """Sitemaps whose pages are monitors."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(
        self, request: MonitorSitemapRequest | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> MonitorSitemap:
        """Makes a monitor for each page of a sitemap, and keeps them in step with it."""
        reply = self._operations.create_monitor_sitemap(_with_dry_run(request, False), options=options)
        return _given(reply.sitemap)

    def plan(self, request: MonitorSitemapRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> SyncPlan:
        """What `create` would do. Makes nothing."""
        reply = self._operations.create_monitor_sitemap(_with_dry_run(request, True), options=options)
        return _given(reply.plan)

    def get(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        return self._operations.get_monitor_sitemap(id, options=options).sitemap

    def list(self, **options: Unpack[CallOptions]) -> List[MonitorSitemap]:
        """All sitemaps, newest first."""

        def read(cursor: str | None) -> Page[MonitorSitemap]:
            reply = self._operations.list_monitor_sitemaps(cursor=cursor, options=options)
            return Page(reply.sitemaps, reply.next_cursor)

        return List(read)

    def update(
        self, id: str, patch: MonitorSitemapPatch | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> MonitorSitemap:
        return self._operations.update_monitor_sitemap(id, patch, options=options).sitemap

    def pause(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Stops the syncs. The monitors go on."""
        return self.update(id, {"status": "paused"}, **options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        return self.update(id, {"status": "active"}, **options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Stops the syncs for good. The monitors stay as they are."""
        return self._operations.delete_monitor_sitemap(id, options=options).sitemap

    def sync(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Starts a sync now."""
        return _given(self._operations.sync_monitor_sitemap(id, {"dryRun": False}, options=options).sitemap)

    def plan_sync(self, id: str, **options: Unpack[CallOptions]) -> SyncPlan:
        """What a sync would do now. Changes nothing."""
        return _given(self._operations.sync_monitor_sitemap(id, {"dryRun": True}, options=options).plan)

    def wait_for_sync(self, id: str, **options: Unpack[WaitOptions[MonitorSitemap]]) -> MonitorSitemap:
        """The sitemap once no sync is due or runs."""

        def read(call: CallOptions) -> MonitorSitemap:
            return self.get(id, **call)

        return wait_for_end(read, lambda sitemap: not sitemap.syncing, options, poll_s=SYNC_POLL_S)


def _with_dry_run(request: MonitorSitemapRequest | Mapping[str, Any], dry_run: bool) -> Mapping[str, Any]:
    return {**to_json(request), "dryRun": dry_run}


def _given(part: Part | None) -> Part:
    """The part of a reply that belongs to the call."""
    if part is None:
        raise WatchframeError("The service replied with another part than the call asked for.")
    return part
