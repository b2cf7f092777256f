"""The operations of the API. Generated from the API's routes by `npm run client:generate`. Do not edit."""

# Many shapes are needed.
# ruff: noqa: F403, F405

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from ..calls import Calls
from ..streams import ByteStream
from ..transport import CallOptions
from .models import *


class Operations(Calls):
    """Every operation of the API as one call. The resources of `Watchframe` build on them."""

    def acknowledge_incident(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Acknowledge the open incident. `POST /render/monitors/{id}/acknowledge`"""
        return self._read("POST /render/monitors/{id}/acknowledge", MonitorReply, options, path={"id": id})

    def add_recipient(
        self, body: RecipientRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> RecipientReply:
        """Create a recipient or send its verification again. `POST /render/monitor-recipients`"""
        return self._read("POST /render/monitor-recipients", RecipientReply, options, body=body, idempotent=True)

    def cancel_batch(self, id: str, *, options: CallOptions | None = None) -> BatchReply:
        """Cancel a batch. `DELETE /render/batches/{id}`"""
        return self._read("DELETE /render/batches/{id}", BatchReply, options, path={"id": id})

    def cancel_crawl(self, id: str, *, options: CallOptions | None = None) -> CrawlReply:
        """Cancel a crawl. `DELETE /crawl/{id}`"""
        return self._read("DELETE /crawl/{id}", CrawlReply, options, path={"id": id})

    def cancel_job(self, id: str, *, options: CallOptions | None = None) -> JobReply:
        """Cancel a job. `DELETE /jobs/{id}`"""
        return self._read("DELETE /jobs/{id}", JobReply, options, path={"id": id})

    def cancel_schedule(self, id: str, *, options: CallOptions | None = None) -> ScheduleReply:
        """Cancel a scheduled render. `DELETE /render/scheduled/{id}`"""
        return self._read("DELETE /render/scheduled/{id}", ScheduleReply, options, path={"id": id})

    def change_monitors(
        self, body: BulkRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> BulkReply:
        """Create, change, pause, resume or delete many monitors. `POST /render/monitors/bulk`"""
        return self._read("POST /render/monitors/bulk", BulkReply, options, body=body, idempotent=True)

    def change_schedule(
        self, id: str, body: ScheduleChange | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ScheduleReply:
        """Pause or resume a scheduled render. `PATCH /render/scheduled/{id}`"""
        return self._read("PATCH /render/scheduled/{id}", ScheduleReply, options, path={"id": id}, body=body)

    def create_alert_target(
        self, body: AlertTargetRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> AlertTargetReply:
        """Create an alert target. `POST /alert-targets`"""
        return self._read("POST /alert-targets", AlertTargetReply, options, body=body, idempotent=True)

    def create_api_key(
        self, body: KeyRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> NewKeyReply:
        """Create an API key. `POST /account/keys`"""
        return self._read("POST /account/keys", NewKeyReply, options, body=body)

    def create_feed(
        self, body: FeedRequest | Mapping[str, Any] | None = None, *, options: CallOptions | None = None
    ) -> FeedReply:
        """Create an Atom feed of changes. `POST /feeds`"""
        return self._read("POST /feeds", FeedReply, options, body=body, idempotent=True)

    def create_monitor(
        self,
        body: MonitorRequest | Mapping[str, Any],
        *,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> NewMonitorReply:
        """Create a monitor. `POST /render/monitors`"""
        return self._read(
            "POST /render/monitors", NewMonitorReply, options, body=body, query={"dryRun": dry_run}, idempotent=True
        )

    def create_monitor_sitemap(
        self, body: MonitorSitemapRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorSitemapOrPlanReply:
        """Create monitors from a sitemap. `POST /render/monitors/from-sitemap`"""
        return self._read(
            "POST /render/monitors/from-sitemap", MonitorSitemapOrPlanReply, options, body=body, idempotent=True
        )

    def create_preset(
        self, body: PresetRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PresetReply:
        """Create a preset. `POST /presets`"""
        return self._read("POST /presets", PresetReply, options, body=body, idempotent=True)

    def create_proxy(self, body: ProxyRequest | Mapping[str, Any], *, options: CallOptions | None = None) -> ProxyReply:
        """Create a proxy. `POST /proxies`"""
        return self._read("POST /proxies", ProxyReply, options, body=body, idempotent=True)

    def create_session(
        self, body: CreateSessionBody | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> CreateSessionReply:
        """Log a browser in. `POST /sessions`"""
        return self._read("POST /sessions", CreateSessionReply, options, body=body)

    def create_sign_in(
        self, body: SignInRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> SignInReply:
        """Create a sign-in. `POST /sign-ins`"""
        return self._read("POST /sign-ins", SignInReply, options, body=body, idempotent=True)

    def create_signing_key(
        self, body: SigningKeyRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> NewSigningKeyReply:
        """Create a key that signs image links. `POST /account/signing-keys`"""
        return self._read("POST /account/signing-keys", NewSigningKeyReply, options, body=body, idempotent=True)

    def delete_alert_target(self, id: str, *, options: CallOptions | None = None) -> AlertTargetReply:
        """Delete an alert target. `DELETE /alert-targets/{id}`"""
        return self._read("DELETE /alert-targets/{id}", AlertTargetReply, options, path={"id": id})

    def delete_feed(self, id: str, *, options: CallOptions | None = None) -> FeedReply:
        """Delete an Atom feed. `DELETE /feeds/{id}`"""
        return self._read("DELETE /feeds/{id}", FeedReply, options, path={"id": id})

    def delete_monitor(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Delete a monitor. `DELETE /render/monitors/{id}`"""
        return self._read("DELETE /render/monitors/{id}", MonitorReply, options, path={"id": id})

    def delete_monitor_defaults(self, *, options: CallOptions | None = None) -> MonitorDefaultsReply:
        """Remove the defaults of all monitors. `DELETE /monitor-defaults`"""
        return self._read("DELETE /monitor-defaults", MonitorDefaultsReply, options)

    def delete_monitor_sitemap(self, id: str, *, options: CallOptions | None = None) -> MonitorSitemapReply:
        """Delete a sitemap. `DELETE /render/monitor-sitemaps/{id}`"""
        return self._read("DELETE /render/monitor-sitemaps/{id}", MonitorSitemapReply, options, path={"id": id})

    def delete_preset(self, name: str, *, options: CallOptions | None = None) -> PresetReply:
        """Delete a preset. `DELETE /presets/{name}`"""
        return self._read("DELETE /presets/{name}", PresetReply, options, path={"name": name})

    def delete_proxy(self, id: str, *, options: CallOptions | None = None) -> ProxyReply:
        """Delete a proxy. `DELETE /proxies/{id}`"""
        return self._read("DELETE /proxies/{id}", ProxyReply, options, path={"id": id})

    def delete_recipient(self, id: str, *, options: CallOptions | None = None) -> RecipientReply:
        """Delete a recipient. `DELETE /render/monitor-recipients/{id}`"""
        return self._read("DELETE /render/monitor-recipients/{id}", RecipientReply, options, path={"id": id})

    def delete_secret(self, name: str, *, options: CallOptions | None = None) -> SecretReply:
        """Delete a secret. `DELETE /secrets/{name}`"""
        return self._read("DELETE /secrets/{name}", SecretReply, options, path={"name": name})

    def delete_sign_in(self, id: str, *, options: CallOptions | None = None) -> SignInReply:
        """Delete a sign-in. `DELETE /sign-ins/{id}`"""
        return self._read("DELETE /sign-ins/{id}", SignInReply, options, path={"id": id})

    def delete_signing_key(self, id: str, *, options: CallOptions | None = None) -> SigningKeyReply:
        """Delete a key that signs image links. `DELETE /account/signing-keys/{id}`"""
        return self._read("DELETE /account/signing-keys/{id}", SigningKeyReply, options, path={"id": id})

    def delete_tag_defaults(self, tag: str, *, options: CallOptions | None = None) -> MonitorDefaultsReply:
        """Remove the defaults of the monitors with a tag. `DELETE /monitor-defaults/{tag}`"""
        return self._read("DELETE /monitor-defaults/{tag}", MonitorDefaultsReply, options, path={"tag": tag})

    def end_current_session(self, *, options: CallOptions | None = None) -> None:
        """Log the browser out. `DELETE /sessions/current`"""
        return self._send("DELETE /sessions/current", options)

    def end_session(self, id: str, *, options: CallOptions | None = None) -> None:
        """End a session. `DELETE /sessions/{id}`"""
        return self._send("DELETE /sessions/{id}", options, path={"id": id})

    def get_account(self, *, options: CallOptions | None = None) -> AccountReply:
        """Get the account. `GET /account`"""
        return self._read("GET /account", AccountReply, options)

    def get_alert_target(self, id: str, *, options: CallOptions | None = None) -> AlertTargetReply:
        """Get an alert target. `GET /alert-targets/{id}`"""
        return self._read("GET /alert-targets/{id}", AlertTargetReply, options, path={"id": id})

    def get_batch(
        self,
        id: str,
        *,
        status: JobStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> BatchWithItems:
        """Get a batch, its figures and its pages. `GET /render/batches/{id}`"""
        return self._read(
            "GET /render/batches/{id}",
            BatchWithItems,
            options,
            path={"id": id},
            query={"status": status, "limit": limit, "cursor": cursor},
        )

    def get_batch_archive(self, id: str, *, options: CallOptions | None = None) -> ByteStream:
        """Download a batch as a zip. `GET /render/batches/{id}/archive`"""
        return self._stream("GET /render/batches/{id}/archive", options, path={"id": id})

    def get_change(self, id: str, *, options: CallOptions | None = None) -> PageChangeReply:
        """Get a change. `GET /changes/{id}`"""
        return self._read("GET /changes/{id}", PageChangeReply, options, path={"id": id})

    def get_crawl(self, id: str, *, options: CallOptions | None = None) -> CrawlReply:
        """Get a crawl. `GET /crawl/{id}`"""
        return self._read("GET /crawl/{id}", CrawlReply, options, path={"id": id})

    def get_crawl_archive(self, id: str, *, options: CallOptions | None = None) -> ByteStream:
        """Download a crawl as a zip. `GET /crawl/{id}/archive`"""
        return self._stream("GET /crawl/{id}/archive", options, path={"id": id})

    def get_current_api_key(self, *, options: CallOptions | None = None) -> KeyReply:
        """Get the API key of this call. `GET /account/keys/current`"""
        return self._read("GET /account/keys/current", KeyReply, options)

    def get_current_session(self, *, options: CallOptions | None = None) -> CurrentSession:
        """Get the browser's session. `GET /sessions/current`"""
        return self._read("GET /sessions/current", CurrentSession, options)

    def get_delivery(self, id: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Get one delivery with its content. `GET /webhook-deliveries/{id}`"""
        return self._read("GET /webhook-deliveries/{id}", DeliveryReply, options, path={"id": id})

    def get_diff(self, id: str, *, wait: int | None = None, options: CallOptions | None = None) -> DiffReply:
        """Get a comparison and its result. `GET /render/diff/{id}`"""
        return self._read("GET /render/diff/{id}", DiffReply, options, path={"id": id}, query={"wait": wait})

    def get_liveness(self, *, options: CallOptions | None = None) -> GetLivenessReply:
        """Check whether the process runs. `GET /health/live`"""
        return self._read("GET /health/live", GetLivenessReply, options)

    def get_monitor(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Get a monitor. `GET /render/monitors/{id}`"""
        return self._read("GET /render/monitors/{id}", MonitorReply, options, path={"id": id})

    def get_monitor_run(self, id: str, run_id: str, *, options: CallOptions | None = None) -> RunReply:
        """Get a monitor run. `GET /render/monitors/{id}/runs/{run_id}`"""
        return self._read(
            "GET /render/monitors/{id}/runs/{run_id}", RunReply, options, path={"id": id, "run_id": run_id}
        )

    def get_monitor_sitemap(self, id: str, *, options: CallOptions | None = None) -> MonitorSitemapReply:
        """Get a sitemap. `GET /render/monitor-sitemaps/{id}`"""
        return self._read("GET /render/monitor-sitemaps/{id}", MonitorSitemapReply, options, path={"id": id})

    def get_monitor_values_file(
        self,
        id: str,
        *,
        name: str | None = None,
        from_: datetime.datetime | None = None,
        to: datetime.datetime | None = None,
        options: CallOptions | None = None,
    ) -> ByteStream:
        """Get the values of a monitor's runs as CSV. `GET /render/monitors/{id}/values.csv`"""
        return self._stream(
            "GET /render/monitors/{id}/values.csv",
            options,
            path={"id": id},
            query={"name": name, "from": from_, "to": to},
        )

    def get_open_api(self, *, options: CallOptions | None = None) -> ByteStream:
        """Get the API as an OpenAPI 3.1 document. `GET /openapi.json`"""
        return self._stream("GET /openapi.json", options)

    def get_output(
        self,
        id: str,
        name: GetOutputName | str,
        *,
        expires: int | None = None,
        signature: str | None = None,
        width: int | None = None,
        height: int | None = None,
        fit: GetOutputFit | None = None,
        position: GetOutputPosition | None = None,
        as_: GetOutputAs | None = None,
        slice: int | None = None,
        rows: GetOutputRows | None = None,
        options: CallOptions | None = None,
    ) -> ByteStream:
        """Get the bytes of one output. `GET /jobs/{id}/outputs/{name}`"""
        return self._stream(
            "GET /jobs/{id}/outputs/{name}",
            options,
            path={"id": id, "name": name},
            query={
                "expires": expires,
                "signature": signature,
                "width": width,
                "height": height,
                "fit": fit,
                "position": position,
                "as": as_,
                "slice": slice,
                "rows": rows,
            },
        )

    def get_preset(self, name: str, *, options: CallOptions | None = None) -> PresetReply:
        """Get a preset. `GET /presets/{name}`"""
        return self._read("GET /presets/{name}", PresetReply, options, path={"name": name})

    def get_proxy(self, id: str, *, options: CallOptions | None = None) -> ProxyReply:
        """Get a proxy. `GET /proxies/{id}`"""
        return self._read("GET /proxies/{id}", ProxyReply, options, path={"id": id})

    def get_readiness(self, *, options: CallOptions | None = None) -> GetReadinessReply:
        """Check whether the service accepts work. `GET /health/ready`"""
        return self._read("GET /health/ready", GetReadinessReply, options)

    def get_run_output(
        self,
        id: str,
        run_id: str,
        name: GetRunOutputName | str,
        *,
        expires: int | None = None,
        signature: str | None = None,
        width: int | None = None,
        height: int | None = None,
        fit: GetRunOutputFit | None = None,
        position: GetRunOutputPosition | None = None,
        as_: GetRunOutputAs | None = None,
        slice: int | None = None,
        rows: GetRunOutputRows | None = None,
        options: CallOptions | None = None,
    ) -> ByteStream:
        """Get the bytes of one output of a run. `GET /render/monitors/{id}/runs/{run_id}/outputs/{name}`"""
        return self._stream(
            "GET /render/monitors/{id}/runs/{run_id}/outputs/{name}",
            options,
            path={"id": id, "run_id": run_id, "name": name},
            query={
                "expires": expires,
                "signature": signature,
                "width": width,
                "height": height,
                "fit": fit,
                "position": position,
                "as": as_,
                "slice": slice,
                "rows": rows,
            },
        )

    def get_schedule(self, id: str, *, options: CallOptions | None = None) -> ScheduleReply:
        """Get a scheduled render. `GET /render/scheduled/{id}`"""
        return self._read("GET /render/scheduled/{id}", ScheduleReply, options, path={"id": id})

    def get_sign_in(self, id: str, *, options: CallOptions | None = None) -> SignInReply:
        """Get a sign-in. `GET /sign-ins/{id}`"""
        return self._read("GET /sign-ins/{id}", SignInReply, options, path={"id": id})

    def get_sign_in_picture(
        self, id: str, *, expires: int | None = None, signature: str | None = None, options: CallOptions | None = None
    ) -> ByteStream:
        """Get the picture of the last try. `GET /sign-ins/{id}/picture`"""
        return self._stream(
            "GET /sign-ins/{id}/picture", options, path={"id": id}, query={"expires": expires, "signature": signature}
        )

    def get_signed_image(
        self,
        key: str,
        signature: str,
        *,
        url_query: str,
        device: DeviceName | None = None,
        width: int | None = None,
        height: int | None = None,
        device_scale_factor: float | None = None,
        theme: Theme | None = None,
        format: ImageFormat | None = None,
        quality: int | None = None,
        full_page: bool | None = None,
        max_height: int | None = None,
        omit_background: bool | None = None,
        selector: str | None = None,
        timeout: int | None = None,
        wait_until: WaitUntil | None = None,
        wait_for_selector: str | None = None,
        wait_for_hidden: str | None = None,
        delay: float | None = None,
        fail_on_status: list[int | str] | None = None,
        scroll_to_element: str | None = None,
        hover_selector: str | None = None,
        block_cookie_banners: bool | None = None,
        block_ads: bool | None = None,
        block_chat_widgets: bool | None = None,
        block_popups: bool | None = None,
        block_accessibility_widgets: bool | None = None,
        block_resources: list[ResourceKind] | None = None,
        javascript: bool | None = None,
        locale: str | None = None,
        timezone: str | None = None,
        user_agent: str | None = None,
        media: Media | None = None,
        reduced_motion: bool | None = None,
        preset: str | None = None,
        ttl: int | None = None,
        expires: int | None = None,
        options: CallOptions | None = None,
    ) -> ByteStream:
        """Get a page's picture by a signed link. `GET /image/{key}/{signature}`"""
        return self._stream(
            "GET /image/{key}/{signature}",
            options,
            path={"key": key, "signature": signature},
            query={
                "url": url_query,
                "device": device,
                "width": width,
                "height": height,
                "deviceScaleFactor": device_scale_factor,
                "theme": theme,
                "format": format,
                "quality": quality,
                "fullPage": full_page,
                "maxHeight": max_height,
                "omitBackground": omit_background,
                "selector": selector,
                "timeout": timeout,
                "waitUntil": wait_until,
                "waitForSelector": wait_for_selector,
                "waitForHidden": wait_for_hidden,
                "delay": delay,
                "failOnStatus": fail_on_status,
                "scrollToElement": scroll_to_element,
                "hoverSelector": hover_selector,
                "blockCookieBanners": block_cookie_banners,
                "blockAds": block_ads,
                "blockChatWidgets": block_chat_widgets,
                "blockPopups": block_popups,
                "blockAccessibilityWidgets": block_accessibility_widgets,
                "blockResources": block_resources,
                "javascript": javascript,
                "locale": locale,
                "timezone": timezone,
                "userAgent": user_agent,
                "media": media,
                "reducedMotion": reduced_motion,
                "preset": preset,
                "ttl": ttl,
                "expires": expires,
            },
        )

    def get_status(
        self,
        id: str,
        *,
        wait: int | None = None,
        include: list[GetStatusIncludeItem] | None = None,
        options: CallOptions | None = None,
    ) -> StatusReply:
        """Get a job's status and result. `GET /status/{id}`"""
        return self._read(
            "GET /status/{id}", StatusReply, options, path={"id": id}, query={"wait": wait, "include": include}
        )

    def get_usage(self, *, options: CallOptions | None = None) -> UsageReply:
        """Get the account's usage in this period. `GET /usage`"""
        return self._read("GET /usage", UsageReply, options)

    def get_usage_history(self, *, period: str | None = None, options: CallOptions | None = None) -> UsageHistory:
        """Get credits by day and key. `GET /usage/history`"""
        return self._read("GET /usage/history", UsageHistory, options, query={"period": period})

    def keep_old_baseline(
        self,
        id: str,
        body: KeepOldBaselineBody | Mapping[str, Any] | None = None,
        *,
        options: CallOptions | None = None,
    ) -> PageChangeReply:
        """Keep the old baseline of a change. `POST /changes/{id}/keep`"""
        return self._read("POST /changes/{id}/keep", PageChangeReply, options, path={"id": id}, body=body)

    def list_alert_targets(self, *, options: CallOptions | None = None) -> AlertTargetList:
        """List alert targets by name. `GET /alert-targets`"""
        return self._read("GET /alert-targets", AlertTargetList, options)

    def list_api_keys(self, *, options: CallOptions | None = None) -> KeyList:
        """List API keys. `GET /account/keys`"""
        return self._read("GET /account/keys", KeyList, options)

    def list_batches(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> BatchList:
        """List batches, newest first. `GET /render/batches`"""
        return self._read("GET /render/batches", BatchList, options, query={"limit": limit, "cursor": cursor})

    def list_changes(
        self,
        *,
        state: PageChangeState | None = None,
        monitor_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> PageChangeList:
        """List changes to review, newest first. `GET /changes`"""
        return self._read(
            "GET /changes",
            PageChangeList,
            options,
            query={"state": state, "monitorId": monitor_id, "tag": tag, "limit": limit, "cursor": cursor},
        )

    def list_crawl_pages(
        self,
        crawl_id: str,
        *,
        status: CrawlPageStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> CrawlPageList:
        """List the pages of a crawl. `GET /crawl/{crawl_id}/pages`"""
        return self._read(
            "GET /crawl/{crawl_id}/pages",
            CrawlPageList,
            options,
            path={"crawl_id": crawl_id},
            query={"status": status, "limit": limit, "cursor": cursor},
        )

    def list_crawls(
        self,
        *,
        status: CrawlStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> CrawlList:
        """List crawls, newest first. `GET /crawls`"""
        return self._read("GET /crawls", CrawlList, options, query={"status": status, "limit": limit, "cursor": cursor})

    def list_deliveries(
        self,
        *,
        channel: DeliveryChannel | None = None,
        type: DeliveryType | None = None,
        status: DeliveryStatus | None = None,
        resource_id: str | None = None,
        run_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> DeliveryList:
        """List deliveries of webhooks, e-mails and channels, newest first. `GET /webhook-deliveries`"""
        return self._read(
            "GET /webhook-deliveries",
            DeliveryList,
            options,
            query={
                "channel": channel,
                "type": type,
                "status": status,
                "resourceId": resource_id,
                "runId": run_id,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def list_diffs(
        self,
        *,
        status: JobStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> DiffList:
        """List comparisons, newest first. `GET /render/diff`"""
        return self._read(
            "GET /render/diff", DiffList, options, query={"status": status, "limit": limit, "cursor": cursor}
        )

    def list_feeds(self, *, options: CallOptions | None = None) -> FeedList:
        """List Atom feeds. `GET /feeds`"""
        return self._read("GET /feeds", FeedList, options)

    def list_jobs(
        self,
        *,
        status: JobStatus | None = None,
        kind: JobKind | None = None,
        batch_id: str | None = None,
        schedule_id: str | None = None,
        crawl_id: str | None = None,
        host: str | None = None,
        created_after: datetime.datetime | None = None,
        created_before: datetime.datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> JobList:
        """List jobs, newest first. `GET /jobs`"""
        return self._read(
            "GET /jobs",
            JobList,
            options,
            query={
                "status": status,
                "kind": kind,
                "batchId": batch_id,
                "scheduleId": schedule_id,
                "crawlId": crawl_id,
                "host": host,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def list_monitor_baselines(self, id: str, *, options: CallOptions | None = None) -> BaselineList:
        """List a monitor's baselines, newest first. `GET /render/monitors/{id}/baselines`"""
        return self._read("GET /render/monitors/{id}/baselines", BaselineList, options, path={"id": id})

    def list_monitor_defaults(self, *, options: CallOptions | None = None) -> MonitorDefaultsList:
        """List the defaults of monitors. `GET /monitor-defaults`"""
        return self._read("GET /monitor-defaults", MonitorDefaultsList, options)

    def list_monitor_incidents(self, id: str, *, options: CallOptions | None = None) -> IncidentList:
        """List a monitor's incidents, newest first. `GET /render/monitors/{id}/incidents`"""
        return self._read("GET /render/monitors/{id}/incidents", IncidentList, options, path={"id": id})

    def list_monitor_runs(
        self, id: str, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> RunList:
        """List a monitor's runs, newest first. `GET /render/monitors/{id}/runs`"""
        return self._read(
            "GET /render/monitors/{id}/runs",
            RunList,
            options,
            path={"id": id},
            query={"limit": limit, "cursor": cursor},
        )

    def list_monitor_sitemaps(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> MonitorSitemapList:
        """List sitemaps, newest first. `GET /render/monitor-sitemaps`"""
        return self._read(
            "GET /render/monitor-sitemaps", MonitorSitemapList, options, query={"limit": limit, "cursor": cursor}
        )

    def list_monitor_values(
        self,
        id: str,
        *,
        name: str | None = None,
        from_: datetime.datetime | None = None,
        to: datetime.datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> RunValuesList:
        """List the values of a monitor's runs, newest first. `GET /render/monitors/{id}/values`"""
        return self._read(
            "GET /render/monitors/{id}/values",
            RunValuesList,
            options,
            path={"id": id},
            query={"name": name, "from": from_, "to": to, "limit": limit, "cursor": cursor},
        )

    def list_monitors(
        self,
        *,
        status: MonitorStatus | None = None,
        tag: str | None = None,
        q: str | None = None,
        incident: ListMonitorsIncident | None = None,
        sitemap: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> MonitorList:
        """List monitors, newest first. `GET /render/monitors`"""
        return self._read(
            "GET /render/monitors",
            MonitorList,
            options,
            query={
                "status": status,
                "tag": tag,
                "q": q,
                "incident": incident,
                "sitemap": sitemap,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def list_presets(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> PresetList:
        """List presets by name. `GET /presets`"""
        return self._read("GET /presets", PresetList, options, query={"limit": limit, "cursor": cursor})

    def list_proxies(self, *, options: CallOptions | None = None) -> ProxyList:
        """List proxies by name. `GET /proxies`"""
        return self._read("GET /proxies", ProxyList, options)

    def list_recipients(self, *, options: CallOptions | None = None) -> RecipientList:
        """List recipients, newest first. `GET /render/monitor-recipients`"""
        return self._read("GET /render/monitor-recipients", RecipientList, options)

    def list_schedules(
        self,
        *,
        type: ScheduleType | None = None,
        status: ScheduleStatus | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> ScheduleList:
        """List scheduled renders, the soonest first. `GET /render/scheduled`"""
        return self._read(
            "GET /render/scheduled",
            ScheduleList,
            options,
            query={"type": type, "status": status, "limit": limit, "offset": offset},
        )

    def list_secrets(self, *, options: CallOptions | None = None) -> SecretList:
        """List secrets by name. `GET /secrets`"""
        return self._read("GET /secrets", SecretList, options)

    def list_sessions(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> ListSessionsReply:
        """List the account's sessions, newest first. `GET /sessions`"""
        return self._read("GET /sessions", ListSessionsReply, options, query={"limit": limit, "cursor": cursor})

    def list_sign_ins(self, *, options: CallOptions | None = None) -> SignInList:
        """List sign-ins by name. `GET /sign-ins`"""
        return self._read("GET /sign-ins", SignInList, options)

    def list_signing_keys(self, *, options: CallOptions | None = None) -> SigningKeyList:
        """List keys that sign image links. `GET /account/signing-keys`"""
        return self._read("GET /account/signing-keys", SigningKeyList, options)

    def mark_change_seen(self, id: str, *, options: CallOptions | None = None) -> PageChangeReply:
        """Mark a change as seen. `POST /changes/{id}/seen`"""
        return self._read("POST /changes/{id}/seen", PageChangeReply, options, path={"id": id})

    def mark_change_unseen(self, id: str, *, options: CallOptions | None = None) -> PageChangeReply:
        """Mark a change as unseen again. `POST /changes/{id}/unseen`"""
        return self._read("POST /changes/{id}/unseen", PageChangeReply, options, path={"id": id})

    def mark_changes_seen(
        self, body: PageChangeIds | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PageChangesReply:
        """Mark many changes as seen. `POST /changes/seen`"""
        return self._read("POST /changes/seen", PageChangesReply, options, body=body)

    def mark_changes_unseen(
        self, body: PageChangeIds | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PageChangesReply:
        """Mark many changes as unseen again. `POST /changes/unseen`"""
        return self._read("POST /changes/unseen", PageChangesReply, options, body=body)

    def preview_alert_template(
        self, body: TemplatePreviewRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> TemplatePreviewReply:
        """Preview a template of messages. `POST /alert-targets/preview`"""
        return self._read("POST /alert-targets/preview", TemplatePreviewReply, options, body=body)

    def read_feed(self, id: str, file: str, *, options: CallOptions | None = None) -> ByteStream:
        """Read an Atom feed. `GET /feeds/{id}/{file}`"""
        return self._stream("GET /feeds/{id}/{file}", options, path={"id": id, "file": file})

    def renew_sign_in(self, id: str, *, options: CallOptions | None = None) -> SignInReply:
        """Renew a sign-in. `POST /sign-ins/{id}/renew`"""
        return self._read("POST /sign-ins/{id}/renew", SignInReply, options, path={"id": id})

    def replay_delivery(self, id: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Deliver a webhook or a channel's message again. `POST /webhook-deliveries/{id}/replay`"""
        return self._read(
            "POST /webhook-deliveries/{id}/replay", DeliveryReply, options, path={"id": id}, idempotent=True
        )

    def retry_failed(
        self, body: RetryFailedBody | Mapping[str, Any] | None = None, *, options: CallOptions | None = None
    ) -> RetriedJobs:
        """Retry failed jobs. `POST /retry-failed`"""
        return self._read("POST /retry-failed", RetriedJobs, options, body=body, idempotent=True)

    def retry_job(self, id: str, *, options: CallOptions | None = None) -> JobReference:
        """Retry a failed job. `POST /retry/{id}`"""
        return self._read("POST /retry/{id}", JobReference, options, path={"id": id}, idempotent=True)

    def revoke_api_key(self, id: str, *, options: CallOptions | None = None) -> KeyReply:
        """Revoke an API key. `DELETE /account/keys/{id}`"""
        return self._read("DELETE /account/keys/{id}", KeyReply, options, path={"id": id})

    def run_monitor(self, id: str, *, options: CallOptions | None = None) -> RunReply:
        """Queue a manual monitor run. `POST /render/monitors/{id}/run`"""
        return self._read("POST /render/monitors/{id}/run", RunReply, options, path={"id": id}, idempotent=True)

    def schedule_recurring(
        self, body: RecurringRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ScheduleReply:
        """Create a recurring render. `POST /render/schedule-recurring`"""
        return self._read("POST /render/schedule-recurring", ScheduleReply, options, body=body, idempotent=True)

    def schedule_render(
        self, body: DelayedRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ScheduleReply:
        """Schedule one render. `POST /render/scheduled`"""
        return self._read("POST /render/scheduled", ScheduleReply, options, body=body, idempotent=True)

    def set_baseline(
        self, id: str, body: SetBaselineBody | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorReply:
        """Make a run the baseline. `POST /render/monitors/{id}/baseline`"""
        return self._read("POST /render/monitors/{id}/baseline", MonitorReply, options, path={"id": id}, body=body)

    def store_secret(
        self, body: SecretRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> SecretReply:
        """Store a secret. `POST /secrets`"""
        return self._read("POST /secrets", SecretReply, options, body=body)

    def stream_events(self, *, kinds: list[ChangeKind] | None = None, options: CallOptions | None = None) -> ByteStream:
        """Follow the account's changes. `GET /events`"""
        return self._stream("GET /events", options, query={"kinds": kinds})

    def submit_batch(
        self, body: BatchRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> BatchAccepted:
        """Submit a host-aware render batch. `POST /render/smart-batch`"""
        return self._read("POST /render/smart-batch", BatchAccepted, options, body=body, idempotent=True)

    def submit_crawl(
        self, body: CrawlRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> CrawlReference:
        """Crawl a site. `POST /crawl`"""
        return self._read("POST /crawl", CrawlReference, options, body=body, idempotent=True)

    def submit_diff(self, body: DiffRequest | Mapping[str, Any], *, options: CallOptions | None = None) -> JobReference:
        """Compare two pages or pictures. `POST /render/diff`"""
        return self._read("POST /render/diff", JobReference, options, body=body, idempotent=True)

    def submit_render(
        self, body: RenderRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> JobReference:
        """Submit an asynchronous render. `POST /render`"""
        return self._read("POST /render", JobReference, options, body=body, idempotent=True)

    def sync_monitor_sitemap(
        self, id: str, body: SyncRequest | Mapping[str, Any] | None = None, *, options: CallOptions | None = None
    ) -> MonitorSitemapOrPlanReply:
        """Sync a sitemap now. `POST /render/monitor-sitemaps/{id}/sync`"""
        return self._read(
            "POST /render/monitor-sitemaps/{id}/sync",
            MonitorSitemapOrPlanReply,
            options,
            path={"id": id},
            body=body,
            idempotent=True,
        )

    def take_screenshot(
        self, body: ScreenshotRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ByteStream:
        """Take a screenshot and wait for it. `POST /render/screenshot`"""
        return self._stream("POST /render/screenshot", options, body=body, idempotent=True)

    def take_screenshot_by_query(
        self,
        *,
        url_query: str,
        device: DeviceName | None = None,
        width: int | None = None,
        height: int | None = None,
        device_scale_factor: float | None = None,
        theme: Theme | None = None,
        format: ImageFormat | None = None,
        quality: int | None = None,
        full_page: bool | None = None,
        max_height: int | None = None,
        omit_background: bool | None = None,
        selector: str | None = None,
        timeout: int | None = None,
        wait_until: WaitUntil | None = None,
        wait_for_selector: str | None = None,
        wait_for_hidden: str | None = None,
        delay: float | None = None,
        fail_on_status: list[int | str] | None = None,
        scroll_to_element: str | None = None,
        hover_selector: str | None = None,
        block_cookie_banners: bool | None = None,
        block_ads: bool | None = None,
        block_chat_widgets: bool | None = None,
        block_popups: bool | None = None,
        block_accessibility_widgets: bool | None = None,
        block_resources: list[ResourceKind] | None = None,
        javascript: bool | None = None,
        locale: str | None = None,
        timezone: str | None = None,
        user_agent: str | None = None,
        media: Media | None = None,
        reduced_motion: bool | None = None,
        priority: Priority | None = None,
        cache: bool | None = None,
        cache_ttl: int | None = None,
        cache_key: str | None = None,
        options: CallOptions | None = None,
    ) -> ByteStream:
        """Take a screenshot by query and wait for it. `GET /render/screenshot`"""
        return self._stream(
            "GET /render/screenshot",
            options,
            query={
                "url": url_query,
                "device": device,
                "width": width,
                "height": height,
                "deviceScaleFactor": device_scale_factor,
                "theme": theme,
                "format": format,
                "quality": quality,
                "fullPage": full_page,
                "maxHeight": max_height,
                "omitBackground": omit_background,
                "selector": selector,
                "timeout": timeout,
                "waitUntil": wait_until,
                "waitForSelector": wait_for_selector,
                "waitForHidden": wait_for_hidden,
                "delay": delay,
                "failOnStatus": fail_on_status,
                "scrollToElement": scroll_to_element,
                "hoverSelector": hover_selector,
                "blockCookieBanners": block_cookie_banners,
                "blockAds": block_ads,
                "blockChatWidgets": block_chat_widgets,
                "blockPopups": block_popups,
                "blockAccessibilityWidgets": block_accessibility_widgets,
                "blockResources": block_resources,
                "javascript": javascript,
                "locale": locale,
                "timezone": timezone,
                "userAgent": user_agent,
                "media": media,
                "reducedMotion": reduced_motion,
                "priority": priority,
                "cache": cache,
                "cacheTtl": cache_ttl,
                "cacheKey": cache_key,
            },
        )

    def test_alert_target(self, id: str, channel: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Send a sample to a channel of an alert target. `POST /alert-targets/{id}/channels/{channel}/test`"""
        return self._read(
            "POST /alert-targets/{id}/channels/{channel}/test",
            DeliveryReply,
            options,
            path={"id": id, "channel": channel},
            idempotent=True,
        )

    def test_channel(self, id: str, channel: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Send a sample to a channel. `POST /render/monitors/{id}/channels/{channel}/test`"""
        return self._read(
            "POST /render/monitors/{id}/channels/{channel}/test",
            DeliveryReply,
            options,
            path={"id": id, "channel": channel},
            idempotent=True,
        )

    def test_proxy(
        self, id: str, body: ProxyTestRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ProxyReply:
        """Test a proxy. `POST /proxies/{id}/test`"""
        return self._read("POST /proxies/{id}/test", ProxyReply, options, path={"id": id}, body=body)

    def unacknowledge_incident(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Withdraw the acknowledgement of the open incident. `DELETE /render/monitors/{id}/acknowledge`"""
        return self._read("DELETE /render/monitors/{id}/acknowledge", MonitorReply, options, path={"id": id})

    def update_account(
        self, body: UpdateAccountBody | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> AccountReply:
        """Change the account's settings. `PATCH /account`"""
        return self._read("PATCH /account", AccountReply, options, body=body)

    def update_alert_target(
        self, id: str, body: AlertTargetPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> AlertTargetReply:
        """Change an alert target. `PATCH /alert-targets/{id}`"""
        return self._read("PATCH /alert-targets/{id}", AlertTargetReply, options, path={"id": id}, body=body)

    def update_change(
        self, id: str, body: PageChangePatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PageChangeReply:
        """Write a note on a change. `PATCH /changes/{id}`"""
        return self._read("PATCH /changes/{id}", PageChangeReply, options, path={"id": id}, body=body)

    def update_monitor(
        self, id: str, body: MonitorPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorReply:
        """Update, pause or resume a monitor. `PATCH /render/monitors/{id}`"""
        return self._read("PATCH /render/monitors/{id}", MonitorReply, options, path={"id": id}, body=body)

    def update_monitor_defaults(
        self, body: MonitorDefaultsPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorDefaultsReply:
        """Set defaults of all monitors. `PATCH /monitor-defaults`"""
        return self._read("PATCH /monitor-defaults", MonitorDefaultsReply, options, body=body)

    def update_monitor_sitemap(
        self, id: str, body: MonitorSitemapPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorSitemapReply:
        """Update, pause or resume a sitemap. `PATCH /render/monitor-sitemaps/{id}`"""
        return self._read(
            "PATCH /render/monitor-sitemaps/{id}", MonitorSitemapReply, options, path={"id": id}, body=body
        )

    def update_preset(
        self, name: str, body: PresetPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PresetReply:
        """Change a preset. `PATCH /presets/{name}`"""
        return self._read("PATCH /presets/{name}", PresetReply, options, path={"name": name}, body=body)

    def update_proxy(
        self, id: str, body: ProxyPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ProxyReply:
        """Change a proxy. `PATCH /proxies/{id}`"""
        return self._read("PATCH /proxies/{id}", ProxyReply, options, path={"id": id}, body=body)

    def update_sign_in(
        self, id: str, body: SignInPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> SignInReply:
        """Change a sign-in. `PATCH /sign-ins/{id}`"""
        return self._read("PATCH /sign-ins/{id}", SignInReply, options, path={"id": id}, body=body)

    def update_tag_defaults(
        self, tag: str, body: MonitorDefaultsPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorDefaultsReply:
        """Set defaults of the monitors with a tag. `PATCH /monitor-defaults/{tag}`"""
        return self._read("PATCH /monitor-defaults/{tag}", MonitorDefaultsReply, options, path={"tag": tag}, body=body)
