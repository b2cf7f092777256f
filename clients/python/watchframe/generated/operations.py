"""The operations of the API. Generated from the API's routes by `npm run client:generate`. Do not edit."""

# Many shapes are needed.
# ruff: noqa: F403, F405

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from ..streams import ByteStream
from ..transport import Call, CallOptions, Transport, path_of
from .models import *


class Operations:
    """Every operation of the API as one call. The resources of `Watchframe` build on them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def acknowledge_incident(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Acknowledge the open incident. `POST /render/monitors/{id}/acknowledge`"""
        call = Call("POST", path_of("/render/monitors/{id}/acknowledge", id=id))
        return self._transport.read(call, MonitorReply, options)

    def add_recipient(
        self, body: RecipientRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> RecipientReply:
        """Create a recipient or send its verification again. `POST /render/monitor-recipients`"""
        call = Call("POST", "/render/monitor-recipients", body=body, idempotent=True)
        return self._transport.read(call, RecipientReply, options)

    def cancel_batch(self, id: str, *, options: CallOptions | None = None) -> BatchReply:
        """Cancel a batch. `DELETE /render/batches/{id}`"""
        call = Call("DELETE", path_of("/render/batches/{id}", id=id))
        return self._transport.read(call, BatchReply, options)

    def cancel_crawl(self, id: str, *, options: CallOptions | None = None) -> CrawlReply:
        """Cancel a crawl. `DELETE /crawl/{id}`"""
        call = Call("DELETE", path_of("/crawl/{id}", id=id))
        return self._transport.read(call, CrawlReply, options)

    def cancel_job(self, id: str, *, options: CallOptions | None = None) -> JobReply:
        """Cancel a job. `DELETE /jobs/{id}`"""
        call = Call("DELETE", path_of("/jobs/{id}", id=id))
        return self._transport.read(call, JobReply, options)

    def cancel_schedule(self, id: str, *, options: CallOptions | None = None) -> ScheduleReply:
        """Cancel a scheduled render. `DELETE /render/scheduled/{id}`"""
        call = Call("DELETE", path_of("/render/scheduled/{id}", id=id))
        return self._transport.read(call, ScheduleReply, options)

    def change_monitors(
        self, body: BulkRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> BulkReply:
        """Create, change, pause, resume or delete many monitors. `POST /render/monitors/bulk`"""
        call = Call("POST", "/render/monitors/bulk", body=body, idempotent=True)
        return self._transport.read(call, BulkReply, options)

    def change_schedule(
        self, id: str, body: ScheduleChange | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ScheduleReply:
        """Pause or resume a scheduled render. `PATCH /render/scheduled/{id}`"""
        call = Call("PATCH", path_of("/render/scheduled/{id}", id=id), body=body)
        return self._transport.read(call, ScheduleReply, options)

    def create_alert_target(
        self, body: AlertTargetRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> AlertTargetReply:
        """Create an alert target. `POST /alert-targets`"""
        call = Call("POST", "/alert-targets", body=body, idempotent=True)
        return self._transport.read(call, AlertTargetReply, options)

    def create_api_key(
        self, body: KeyRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> NewKeyReply:
        """Create an API key. `POST /account/keys`"""
        call = Call("POST", "/account/keys", body=body)
        return self._transport.read(call, NewKeyReply, options)

    def create_feed(
        self, body: FeedRequest | Mapping[str, Any] | None = None, *, options: CallOptions | None = None
    ) -> FeedReply:
        """Create an Atom feed of changes. `POST /feeds`"""
        call = Call("POST", "/feeds", body=body, idempotent=True)
        return self._transport.read(call, FeedReply, options)

    def create_monitor(
        self,
        body: MonitorRequest | Mapping[str, Any],
        *,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> NewMonitorReply:
        """Create a monitor. `POST /render/monitors`"""
        call = Call("POST", "/render/monitors", body=body, query={"dryRun": dry_run}, idempotent=True)
        return self._transport.read(call, NewMonitorReply, options)

    def create_monitor_sitemap(
        self, body: MonitorSitemapRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorSitemapOrPlanReply:
        """Create monitors from a sitemap. `POST /render/monitors/from-sitemap`"""
        call = Call("POST", "/render/monitors/from-sitemap", body=body, idempotent=True)
        return self._transport.read(call, MonitorSitemapOrPlanReply, options)

    def create_preset(
        self, body: PresetRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PresetReply:
        """Create a preset. `POST /presets`"""
        call = Call("POST", "/presets", body=body, idempotent=True)
        return self._transport.read(call, PresetReply, options)

    def create_proxy(self, body: ProxyRequest | Mapping[str, Any], *, options: CallOptions | None = None) -> ProxyReply:
        """Create a proxy. `POST /proxies`"""
        call = Call("POST", "/proxies", body=body, idempotent=True)
        return self._transport.read(call, ProxyReply, options)

    def create_session(
        self, body: CreateSessionBody | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> CreateSessionReply:
        """Log a browser in. `POST /sessions`"""
        call = Call("POST", "/sessions", body=body)
        return self._transport.read(call, CreateSessionReply, options)

    def create_sign_in(
        self, body: SignInRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> SignInReply:
        """Create a sign-in. `POST /sign-ins`"""
        call = Call("POST", "/sign-ins", body=body, idempotent=True)
        return self._transport.read(call, SignInReply, options)

    def create_signing_key(
        self, body: SigningKeyRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> NewSigningKeyReply:
        """Create a key that signs image links. `POST /account/signing-keys`"""
        call = Call("POST", "/account/signing-keys", body=body, idempotent=True)
        return self._transport.read(call, NewSigningKeyReply, options)

    def delete_alert_target(self, id: str, *, options: CallOptions | None = None) -> AlertTargetReply:
        """Delete an alert target. `DELETE /alert-targets/{id}`"""
        call = Call("DELETE", path_of("/alert-targets/{id}", id=id))
        return self._transport.read(call, AlertTargetReply, options)

    def delete_feed(self, id: str, *, options: CallOptions | None = None) -> FeedReply:
        """Delete an Atom feed. `DELETE /feeds/{id}`"""
        call = Call("DELETE", path_of("/feeds/{id}", id=id))
        return self._transport.read(call, FeedReply, options)

    def delete_monitor(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Delete a monitor. `DELETE /render/monitors/{id}`"""
        call = Call("DELETE", path_of("/render/monitors/{id}", id=id))
        return self._transport.read(call, MonitorReply, options)

    def delete_monitor_defaults(self, *, options: CallOptions | None = None) -> MonitorDefaultsReply:
        """Remove the defaults of all monitors. `DELETE /monitor-defaults`"""
        call = Call("DELETE", "/monitor-defaults")
        return self._transport.read(call, MonitorDefaultsReply, options)

    def delete_monitor_sitemap(self, id: str, *, options: CallOptions | None = None) -> MonitorSitemapReply:
        """Delete a sitemap. `DELETE /render/monitor-sitemaps/{id}`"""
        call = Call("DELETE", path_of("/render/monitor-sitemaps/{id}", id=id))
        return self._transport.read(call, MonitorSitemapReply, options)

    def delete_preset(self, name: str, *, options: CallOptions | None = None) -> PresetReply:
        """Delete a preset. `DELETE /presets/{name}`"""
        call = Call("DELETE", path_of("/presets/{name}", name=name))
        return self._transport.read(call, PresetReply, options)

    def delete_proxy(self, id: str, *, options: CallOptions | None = None) -> ProxyReply:
        """Delete a proxy. `DELETE /proxies/{id}`"""
        call = Call("DELETE", path_of("/proxies/{id}", id=id))
        return self._transport.read(call, ProxyReply, options)

    def delete_recipient(self, id: str, *, options: CallOptions | None = None) -> RecipientReply:
        """Delete a recipient. `DELETE /render/monitor-recipients/{id}`"""
        call = Call("DELETE", path_of("/render/monitor-recipients/{id}", id=id))
        return self._transport.read(call, RecipientReply, options)

    def delete_secret(self, name: str, *, options: CallOptions | None = None) -> SecretReply:
        """Delete a secret. `DELETE /secrets/{name}`"""
        call = Call("DELETE", path_of("/secrets/{name}", name=name))
        return self._transport.read(call, SecretReply, options)

    def delete_sign_in(self, id: str, *, options: CallOptions | None = None) -> SignInReply:
        """Delete a sign-in. `DELETE /sign-ins/{id}`"""
        call = Call("DELETE", path_of("/sign-ins/{id}", id=id))
        return self._transport.read(call, SignInReply, options)

    def delete_signing_key(self, id: str, *, options: CallOptions | None = None) -> SigningKeyReply:
        """Delete a key that signs image links. `DELETE /account/signing-keys/{id}`"""
        call = Call("DELETE", path_of("/account/signing-keys/{id}", id=id))
        return self._transport.read(call, SigningKeyReply, options)

    def delete_tag_defaults(self, tag: str, *, options: CallOptions | None = None) -> MonitorDefaultsReply:
        """Remove the defaults of the monitors with a tag. `DELETE /monitor-defaults/{tag}`"""
        call = Call("DELETE", path_of("/monitor-defaults/{tag}", tag=tag))
        return self._transport.read(call, MonitorDefaultsReply, options)

    def end_current_session(self, *, options: CallOptions | None = None) -> None:
        """Log the browser out. `DELETE /sessions/current`"""
        call = Call("DELETE", "/sessions/current")
        return self._transport.send_only(call, options)

    def end_session(self, id: str, *, options: CallOptions | None = None) -> None:
        """End a session. `DELETE /sessions/{id}`"""
        call = Call("DELETE", path_of("/sessions/{id}", id=id))
        return self._transport.send_only(call, options)

    def get_account(self, *, options: CallOptions | None = None) -> AccountReply:
        """Get the account. `GET /account`"""
        call = Call("GET", "/account")
        return self._transport.read(call, AccountReply, options)

    def get_alert_target(self, id: str, *, options: CallOptions | None = None) -> AlertTargetReply:
        """Get an alert target. `GET /alert-targets/{id}`"""
        call = Call("GET", path_of("/alert-targets/{id}", id=id))
        return self._transport.read(call, AlertTargetReply, options)

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
        call = Call(
            "GET", path_of("/render/batches/{id}", id=id), query={"status": status, "limit": limit, "cursor": cursor}
        )
        return self._transport.read(call, BatchWithItems, options)

    def get_batch_archive(self, id: str, *, options: CallOptions | None = None) -> ByteStream:
        """Download a batch as a zip. `GET /render/batches/{id}/archive`"""
        call = Call("GET", path_of("/render/batches/{id}/archive", id=id))
        return self._transport.stream(call, options)

    def get_change(self, id: str, *, options: CallOptions | None = None) -> PageChangeReply:
        """Get a change. `GET /changes/{id}`"""
        call = Call("GET", path_of("/changes/{id}", id=id))
        return self._transport.read(call, PageChangeReply, options)

    def get_crawl(self, id: str, *, options: CallOptions | None = None) -> CrawlReply:
        """Get a crawl. `GET /crawl/{id}`"""
        call = Call("GET", path_of("/crawl/{id}", id=id))
        return self._transport.read(call, CrawlReply, options)

    def get_crawl_archive(self, id: str, *, options: CallOptions | None = None) -> ByteStream:
        """Download a crawl as a zip. `GET /crawl/{id}/archive`"""
        call = Call("GET", path_of("/crawl/{id}/archive", id=id))
        return self._transport.stream(call, options)

    def get_current_api_key(self, *, options: CallOptions | None = None) -> KeyReply:
        """Get the API key of this call. `GET /account/keys/current`"""
        call = Call("GET", "/account/keys/current")
        return self._transport.read(call, KeyReply, options)

    def get_current_session(self, *, options: CallOptions | None = None) -> CurrentSession:
        """Get the browser's session. `GET /sessions/current`"""
        call = Call("GET", "/sessions/current")
        return self._transport.read(call, CurrentSession, options)

    def get_delivery(self, id: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Get one delivery with its content. `GET /webhook-deliveries/{id}`"""
        call = Call("GET", path_of("/webhook-deliveries/{id}", id=id))
        return self._transport.read(call, DeliveryReply, options)

    def get_diff(self, id: str, *, wait: int | None = None, options: CallOptions | None = None) -> DiffReply:
        """Get a comparison and its result. `GET /render/diff/{id}`"""
        call = Call("GET", path_of("/render/diff/{id}", id=id), query={"wait": wait})
        return self._transport.read(call, DiffReply, options)

    def get_liveness(self, *, options: CallOptions | None = None) -> GetLivenessReply:
        """Check whether the process runs. `GET /health/live`"""
        call = Call("GET", "/health/live")
        return self._transport.read(call, GetLivenessReply, options)

    def get_monitor(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Get a monitor. `GET /render/monitors/{id}`"""
        call = Call("GET", path_of("/render/monitors/{id}", id=id))
        return self._transport.read(call, MonitorReply, options)

    def get_monitor_run(self, id: str, run_id: str, *, options: CallOptions | None = None) -> RunReply:
        """Get a monitor run. `GET /render/monitors/{id}/runs/{run_id}`"""
        call = Call("GET", path_of("/render/monitors/{id}/runs/{run_id}", id=id, run_id=run_id))
        return self._transport.read(call, RunReply, options)

    def get_monitor_sitemap(self, id: str, *, options: CallOptions | None = None) -> MonitorSitemapReply:
        """Get a sitemap. `GET /render/monitor-sitemaps/{id}`"""
        call = Call("GET", path_of("/render/monitor-sitemaps/{id}", id=id))
        return self._transport.read(call, MonitorSitemapReply, options)

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
        call = Call(
            "GET", path_of("/render/monitors/{id}/values.csv", id=id), query={"name": name, "from": from_, "to": to}
        )
        return self._transport.stream(call, options)

    def get_open_api(self, *, options: CallOptions | None = None) -> ByteStream:
        """Get the API as an OpenAPI 3.1 document. `GET /openapi.json`"""
        call = Call("GET", "/openapi.json")
        return self._transport.stream(call, options)

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
        call = Call(
            "GET",
            path_of("/jobs/{id}/outputs/{name}", id=id, name=name),
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
        return self._transport.stream(call, options)

    def get_preset(self, name: str, *, options: CallOptions | None = None) -> PresetReply:
        """Get a preset. `GET /presets/{name}`"""
        call = Call("GET", path_of("/presets/{name}", name=name))
        return self._transport.read(call, PresetReply, options)

    def get_proxy(self, id: str, *, options: CallOptions | None = None) -> ProxyReply:
        """Get a proxy. `GET /proxies/{id}`"""
        call = Call("GET", path_of("/proxies/{id}", id=id))
        return self._transport.read(call, ProxyReply, options)

    def get_readiness(self, *, options: CallOptions | None = None) -> GetReadinessReply:
        """Check whether the service accepts work. `GET /health/ready`"""
        call = Call("GET", "/health/ready")
        return self._transport.read(call, GetReadinessReply, options)

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
        call = Call(
            "GET",
            path_of("/render/monitors/{id}/runs/{run_id}/outputs/{name}", id=id, run_id=run_id, name=name),
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
        return self._transport.stream(call, options)

    def get_schedule(self, id: str, *, options: CallOptions | None = None) -> ScheduleReply:
        """Get a scheduled render. `GET /render/scheduled/{id}`"""
        call = Call("GET", path_of("/render/scheduled/{id}", id=id))
        return self._transport.read(call, ScheduleReply, options)

    def get_sign_in(self, id: str, *, options: CallOptions | None = None) -> SignInReply:
        """Get a sign-in. `GET /sign-ins/{id}`"""
        call = Call("GET", path_of("/sign-ins/{id}", id=id))
        return self._transport.read(call, SignInReply, options)

    def get_sign_in_picture(
        self, id: str, *, expires: int | None = None, signature: str | None = None, options: CallOptions | None = None
    ) -> ByteStream:
        """Get the picture of the last try. `GET /sign-ins/{id}/picture`"""
        call = Call("GET", path_of("/sign-ins/{id}/picture", id=id), query={"expires": expires, "signature": signature})
        return self._transport.stream(call, options)

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
        call = Call(
            "GET",
            path_of("/image/{key}/{signature}", key=key, signature=signature),
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
        return self._transport.stream(call, options)

    def get_status(
        self,
        id: str,
        *,
        wait: int | None = None,
        include: list[GetStatusIncludeItem] | None = None,
        options: CallOptions | None = None,
    ) -> StatusReply:
        """Get a job's status and result. `GET /status/{id}`"""
        call = Call("GET", path_of("/status/{id}", id=id), query={"wait": wait, "include": include})
        return self._transport.read(call, StatusReply, options)

    def get_usage(self, *, options: CallOptions | None = None) -> UsageReply:
        """Get the account's usage in this period. `GET /usage`"""
        call = Call("GET", "/usage")
        return self._transport.read(call, UsageReply, options)

    def get_usage_history(self, *, period: str | None = None, options: CallOptions | None = None) -> UsageHistory:
        """Get credits by day and key. `GET /usage/history`"""
        call = Call("GET", "/usage/history", query={"period": period})
        return self._transport.read(call, UsageHistory, options)

    def keep_old_baseline(
        self,
        id: str,
        body: KeepOldBaselineBody | Mapping[str, Any] | None = None,
        *,
        options: CallOptions | None = None,
    ) -> PageChangeReply:
        """Keep the old baseline of a change. `POST /changes/{id}/keep`"""
        call = Call("POST", path_of("/changes/{id}/keep", id=id), body=body)
        return self._transport.read(call, PageChangeReply, options)

    def list_alert_targets(self, *, options: CallOptions | None = None) -> AlertTargetList:
        """List alert targets by name. `GET /alert-targets`"""
        call = Call("GET", "/alert-targets")
        return self._transport.read(call, AlertTargetList, options)

    def list_api_keys(self, *, options: CallOptions | None = None) -> KeyList:
        """List API keys. `GET /account/keys`"""
        call = Call("GET", "/account/keys")
        return self._transport.read(call, KeyList, options)

    def list_batches(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> BatchList:
        """List batches, newest first. `GET /render/batches`"""
        call = Call("GET", "/render/batches", query={"limit": limit, "cursor": cursor})
        return self._transport.read(call, BatchList, options)

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
        call = Call(
            "GET",
            "/changes",
            query={"state": state, "monitorId": monitor_id, "tag": tag, "limit": limit, "cursor": cursor},
        )
        return self._transport.read(call, PageChangeList, options)

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
        call = Call(
            "GET",
            path_of("/crawl/{crawl_id}/pages", crawl_id=crawl_id),
            query={"status": status, "limit": limit, "cursor": cursor},
        )
        return self._transport.read(call, CrawlPageList, options)

    def list_crawls(
        self,
        *,
        status: CrawlStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> CrawlList:
        """List crawls, newest first. `GET /crawls`"""
        call = Call("GET", "/crawls", query={"status": status, "limit": limit, "cursor": cursor})
        return self._transport.read(call, CrawlList, options)

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
        call = Call(
            "GET",
            "/webhook-deliveries",
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
        return self._transport.read(call, DeliveryList, options)

    def list_diffs(
        self,
        *,
        status: JobStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> DiffList:
        """List comparisons, newest first. `GET /render/diff`"""
        call = Call("GET", "/render/diff", query={"status": status, "limit": limit, "cursor": cursor})
        return self._transport.read(call, DiffList, options)

    def list_feeds(self, *, options: CallOptions | None = None) -> FeedList:
        """List Atom feeds. `GET /feeds`"""
        call = Call("GET", "/feeds")
        return self._transport.read(call, FeedList, options)

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
        call = Call(
            "GET",
            "/jobs",
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
        return self._transport.read(call, JobList, options)

    def list_monitor_baselines(self, id: str, *, options: CallOptions | None = None) -> BaselineList:
        """List a monitor's baselines, newest first. `GET /render/monitors/{id}/baselines`"""
        call = Call("GET", path_of("/render/monitors/{id}/baselines", id=id))
        return self._transport.read(call, BaselineList, options)

    def list_monitor_defaults(self, *, options: CallOptions | None = None) -> MonitorDefaultsList:
        """List the defaults of monitors. `GET /monitor-defaults`"""
        call = Call("GET", "/monitor-defaults")
        return self._transport.read(call, MonitorDefaultsList, options)

    def list_monitor_incidents(self, id: str, *, options: CallOptions | None = None) -> IncidentList:
        """List a monitor's incidents, newest first. `GET /render/monitors/{id}/incidents`"""
        call = Call("GET", path_of("/render/monitors/{id}/incidents", id=id))
        return self._transport.read(call, IncidentList, options)

    def list_monitor_runs(
        self, id: str, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> RunList:
        """List a monitor's runs, newest first. `GET /render/monitors/{id}/runs`"""
        call = Call("GET", path_of("/render/monitors/{id}/runs", id=id), query={"limit": limit, "cursor": cursor})
        return self._transport.read(call, RunList, options)

    def list_monitor_sitemaps(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> MonitorSitemapList:
        """List sitemaps, newest first. `GET /render/monitor-sitemaps`"""
        call = Call("GET", "/render/monitor-sitemaps", query={"limit": limit, "cursor": cursor})
        return self._transport.read(call, MonitorSitemapList, options)

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
        call = Call(
            "GET",
            path_of("/render/monitors/{id}/values", id=id),
            query={"name": name, "from": from_, "to": to, "limit": limit, "cursor": cursor},
        )
        return self._transport.read(call, RunValuesList, options)

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
        call = Call(
            "GET",
            "/render/monitors",
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
        return self._transport.read(call, MonitorList, options)

    def list_presets(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> PresetList:
        """List presets by name. `GET /presets`"""
        call = Call("GET", "/presets", query={"limit": limit, "cursor": cursor})
        return self._transport.read(call, PresetList, options)

    def list_proxies(self, *, options: CallOptions | None = None) -> ProxyList:
        """List proxies by name. `GET /proxies`"""
        call = Call("GET", "/proxies")
        return self._transport.read(call, ProxyList, options)

    def list_recipients(self, *, options: CallOptions | None = None) -> RecipientList:
        """List recipients, newest first. `GET /render/monitor-recipients`"""
        call = Call("GET", "/render/monitor-recipients")
        return self._transport.read(call, RecipientList, options)

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
        call = Call(
            "GET", "/render/scheduled", query={"type": type, "status": status, "limit": limit, "offset": offset}
        )
        return self._transport.read(call, ScheduleList, options)

    def list_secrets(self, *, options: CallOptions | None = None) -> SecretList:
        """List secrets by name. `GET /secrets`"""
        call = Call("GET", "/secrets")
        return self._transport.read(call, SecretList, options)

    def list_sessions(
        self, *, limit: int | None = None, cursor: str | None = None, options: CallOptions | None = None
    ) -> ListSessionsReply:
        """List the account's sessions, newest first. `GET /sessions`"""
        call = Call("GET", "/sessions", query={"limit": limit, "cursor": cursor})
        return self._transport.read(call, ListSessionsReply, options)

    def list_sign_ins(self, *, options: CallOptions | None = None) -> SignInList:
        """List sign-ins by name. `GET /sign-ins`"""
        call = Call("GET", "/sign-ins")
        return self._transport.read(call, SignInList, options)

    def list_signing_keys(self, *, options: CallOptions | None = None) -> SigningKeyList:
        """List keys that sign image links. `GET /account/signing-keys`"""
        call = Call("GET", "/account/signing-keys")
        return self._transport.read(call, SigningKeyList, options)

    def mark_change_seen(self, id: str, *, options: CallOptions | None = None) -> PageChangeReply:
        """Mark a change as seen. `POST /changes/{id}/seen`"""
        call = Call("POST", path_of("/changes/{id}/seen", id=id))
        return self._transport.read(call, PageChangeReply, options)

    def mark_change_unseen(self, id: str, *, options: CallOptions | None = None) -> PageChangeReply:
        """Mark a change as unseen again. `POST /changes/{id}/unseen`"""
        call = Call("POST", path_of("/changes/{id}/unseen", id=id))
        return self._transport.read(call, PageChangeReply, options)

    def mark_changes_seen(
        self, body: PageChangeIds | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PageChangesReply:
        """Mark many changes as seen. `POST /changes/seen`"""
        call = Call("POST", "/changes/seen", body=body)
        return self._transport.read(call, PageChangesReply, options)

    def mark_changes_unseen(
        self, body: PageChangeIds | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PageChangesReply:
        """Mark many changes as unseen again. `POST /changes/unseen`"""
        call = Call("POST", "/changes/unseen", body=body)
        return self._transport.read(call, PageChangesReply, options)

    def preview_alert_template(
        self, body: TemplatePreviewRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> TemplatePreviewReply:
        """Preview a template of messages. `POST /alert-targets/preview`"""
        call = Call("POST", "/alert-targets/preview", body=body)
        return self._transport.read(call, TemplatePreviewReply, options)

    def read_feed(self, id: str, file: str, *, options: CallOptions | None = None) -> ByteStream:
        """Read an Atom feed. `GET /feeds/{id}/{file}`"""
        call = Call("GET", path_of("/feeds/{id}/{file}", id=id, file=file))
        return self._transport.stream(call, options)

    def renew_sign_in(self, id: str, *, options: CallOptions | None = None) -> SignInReply:
        """Renew a sign-in. `POST /sign-ins/{id}/renew`"""
        call = Call("POST", path_of("/sign-ins/{id}/renew", id=id))
        return self._transport.read(call, SignInReply, options)

    def replay_delivery(self, id: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Deliver a webhook or a channel's message again. `POST /webhook-deliveries/{id}/replay`"""
        call = Call("POST", path_of("/webhook-deliveries/{id}/replay", id=id), idempotent=True)
        return self._transport.read(call, DeliveryReply, options)

    def retry_failed(
        self, body: RetryFailedBody | Mapping[str, Any] | None = None, *, options: CallOptions | None = None
    ) -> RetriedJobs:
        """Retry failed jobs. `POST /retry-failed`"""
        call = Call("POST", "/retry-failed", body=body, idempotent=True)
        return self._transport.read(call, RetriedJobs, options)

    def retry_job(self, id: str, *, options: CallOptions | None = None) -> JobReference:
        """Retry a failed job. `POST /retry/{id}`"""
        call = Call("POST", path_of("/retry/{id}", id=id), idempotent=True)
        return self._transport.read(call, JobReference, options)

    def revoke_api_key(self, id: str, *, options: CallOptions | None = None) -> KeyReply:
        """Revoke an API key. `DELETE /account/keys/{id}`"""
        call = Call("DELETE", path_of("/account/keys/{id}", id=id))
        return self._transport.read(call, KeyReply, options)

    def run_monitor(self, id: str, *, options: CallOptions | None = None) -> RunReply:
        """Queue a manual monitor run. `POST /render/monitors/{id}/run`"""
        call = Call("POST", path_of("/render/monitors/{id}/run", id=id), idempotent=True)
        return self._transport.read(call, RunReply, options)

    def schedule_recurring(
        self, body: RecurringRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ScheduleReply:
        """Create a recurring render. `POST /render/schedule-recurring`"""
        call = Call("POST", "/render/schedule-recurring", body=body, idempotent=True)
        return self._transport.read(call, ScheduleReply, options)

    def schedule_render(
        self, body: DelayedRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ScheduleReply:
        """Schedule one render. `POST /render/scheduled`"""
        call = Call("POST", "/render/scheduled", body=body, idempotent=True)
        return self._transport.read(call, ScheduleReply, options)

    def set_baseline(
        self, id: str, body: SetBaselineBody | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorReply:
        """Make a run the baseline. `POST /render/monitors/{id}/baseline`"""
        call = Call("POST", path_of("/render/monitors/{id}/baseline", id=id), body=body)
        return self._transport.read(call, MonitorReply, options)

    def store_secret(
        self, body: SecretRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> SecretReply:
        """Store a secret. `POST /secrets`"""
        call = Call("POST", "/secrets", body=body)
        return self._transport.read(call, SecretReply, options)

    def stream_events(self, *, kinds: list[ChangeKind] | None = None, options: CallOptions | None = None) -> ByteStream:
        """Follow the account's changes. `GET /events`"""
        call = Call("GET", "/events", query={"kinds": kinds})
        return self._transport.stream(call, options)

    def submit_batch(
        self, body: BatchRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> BatchAccepted:
        """Submit a host-aware render batch. `POST /render/smart-batch`"""
        call = Call("POST", "/render/smart-batch", body=body, idempotent=True)
        return self._transport.read(call, BatchAccepted, options)

    def submit_crawl(
        self, body: CrawlRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> CrawlReference:
        """Crawl a site. `POST /crawl`"""
        call = Call("POST", "/crawl", body=body, idempotent=True)
        return self._transport.read(call, CrawlReference, options)

    def submit_diff(self, body: DiffRequest | Mapping[str, Any], *, options: CallOptions | None = None) -> JobReference:
        """Compare two pages or pictures. `POST /render/diff`"""
        call = Call("POST", "/render/diff", body=body, idempotent=True)
        return self._transport.read(call, JobReference, options)

    def submit_render(
        self, body: RenderRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> JobReference:
        """Submit an asynchronous render. `POST /render`"""
        call = Call("POST", "/render", body=body, idempotent=True)
        return self._transport.read(call, JobReference, options)

    def sync_monitor_sitemap(
        self, id: str, body: SyncRequest | Mapping[str, Any] | None = None, *, options: CallOptions | None = None
    ) -> MonitorSitemapOrPlanReply:
        """Sync a sitemap now. `POST /render/monitor-sitemaps/{id}/sync`"""
        call = Call("POST", path_of("/render/monitor-sitemaps/{id}/sync", id=id), body=body, idempotent=True)
        return self._transport.read(call, MonitorSitemapOrPlanReply, options)

    def take_screenshot(
        self, body: ScreenshotRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ByteStream:
        """Take a screenshot and wait for it. `POST /render/screenshot`"""
        call = Call("POST", "/render/screenshot", body=body, idempotent=True)
        return self._transport.stream(call, options)

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
        call = Call(
            "GET",
            "/render/screenshot",
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
        return self._transport.stream(call, options)

    def test_alert_target(self, id: str, channel: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Send a sample to a channel of an alert target. `POST /alert-targets/{id}/channels/{channel}/test`"""
        call = Call(
            "POST", path_of("/alert-targets/{id}/channels/{channel}/test", id=id, channel=channel), idempotent=True
        )
        return self._transport.read(call, DeliveryReply, options)

    def test_channel(self, id: str, channel: str, *, options: CallOptions | None = None) -> DeliveryReply:
        """Send a sample to a channel. `POST /render/monitors/{id}/channels/{channel}/test`"""
        call = Call(
            "POST", path_of("/render/monitors/{id}/channels/{channel}/test", id=id, channel=channel), idempotent=True
        )
        return self._transport.read(call, DeliveryReply, options)

    def test_proxy(
        self, id: str, body: ProxyTestRequest | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ProxyReply:
        """Test a proxy. `POST /proxies/{id}/test`"""
        call = Call("POST", path_of("/proxies/{id}/test", id=id), body=body)
        return self._transport.read(call, ProxyReply, options)

    def unacknowledge_incident(self, id: str, *, options: CallOptions | None = None) -> MonitorReply:
        """Withdraw the acknowledgement of the open incident. `DELETE /render/monitors/{id}/acknowledge`"""
        call = Call("DELETE", path_of("/render/monitors/{id}/acknowledge", id=id))
        return self._transport.read(call, MonitorReply, options)

    def update_account(
        self, body: UpdateAccountBody | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> AccountReply:
        """Change the account's settings. `PATCH /account`"""
        call = Call("PATCH", "/account", body=body)
        return self._transport.read(call, AccountReply, options)

    def update_alert_target(
        self, id: str, body: AlertTargetPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> AlertTargetReply:
        """Change an alert target. `PATCH /alert-targets/{id}`"""
        call = Call("PATCH", path_of("/alert-targets/{id}", id=id), body=body)
        return self._transport.read(call, AlertTargetReply, options)

    def update_change(
        self, id: str, body: PageChangePatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PageChangeReply:
        """Write a note on a change. `PATCH /changes/{id}`"""
        call = Call("PATCH", path_of("/changes/{id}", id=id), body=body)
        return self._transport.read(call, PageChangeReply, options)

    def update_monitor(
        self, id: str, body: MonitorPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorReply:
        """Update, pause or resume a monitor. `PATCH /render/monitors/{id}`"""
        call = Call("PATCH", path_of("/render/monitors/{id}", id=id), body=body)
        return self._transport.read(call, MonitorReply, options)

    def update_monitor_defaults(
        self, body: MonitorDefaultsPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorDefaultsReply:
        """Set defaults of all monitors. `PATCH /monitor-defaults`"""
        call = Call("PATCH", "/monitor-defaults", body=body)
        return self._transport.read(call, MonitorDefaultsReply, options)

    def update_monitor_sitemap(
        self, id: str, body: MonitorSitemapPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorSitemapReply:
        """Update, pause or resume a sitemap. `PATCH /render/monitor-sitemaps/{id}`"""
        call = Call("PATCH", path_of("/render/monitor-sitemaps/{id}", id=id), body=body)
        return self._transport.read(call, MonitorSitemapReply, options)

    def update_preset(
        self, name: str, body: PresetPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> PresetReply:
        """Change a preset. `PATCH /presets/{name}`"""
        call = Call("PATCH", path_of("/presets/{name}", name=name), body=body)
        return self._transport.read(call, PresetReply, options)

    def update_proxy(
        self, id: str, body: ProxyPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> ProxyReply:
        """Change a proxy. `PATCH /proxies/{id}`"""
        call = Call("PATCH", path_of("/proxies/{id}", id=id), body=body)
        return self._transport.read(call, ProxyReply, options)

    def update_sign_in(
        self, id: str, body: SignInPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> SignInReply:
        """Change a sign-in. `PATCH /sign-ins/{id}`"""
        call = Call("PATCH", path_of("/sign-ins/{id}", id=id), body=body)
        return self._transport.read(call, SignInReply, options)

    def update_tag_defaults(
        self, tag: str, body: MonitorDefaultsPatch | Mapping[str, Any], *, options: CallOptions | None = None
    ) -> MonitorDefaultsReply:
        """Set defaults of the monitors with a tag. `PATCH /monitor-defaults/{tag}`"""
        call = Call("PATCH", path_of("/monitor-defaults/{tag}", tag=tag), body=body)
        return self._transport.read(call, MonitorDefaultsReply, options)
