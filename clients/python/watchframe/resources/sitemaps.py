"""Watched sitemaps."""

from __future__ import annotations

from typing_extensions import Unpack

from ..generated import resources
from ..generated.models import MonitorSitemap
from ..transport import CallOptions
from ..wait import RUN_POLL_S, WaitOptions, wait_for_end


class Sitemaps(resources.Sitemaps):
    """Watched sitemaps. Each of their pages has a monitor."""

    def wait_for_sync(self, id: str, **options: Unpack[WaitOptions[MonitorSitemap]]) -> MonitorSitemap:
        """The sitemap once no sync is due or runs."""

        def read(call: CallOptions) -> MonitorSitemap:
            return self.get(id, **call)

        return wait_for_end(read, lambda sitemap: not sitemap.syncing, options, poll_s=RUN_POLL_S)
