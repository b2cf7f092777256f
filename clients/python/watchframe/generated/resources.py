"""The resources of the client. Generated from the API's routes by `npm run client:generate`. Do not edit."""

# Descriptions of the API are lines of any length. Many shapes are needed.
# ruff: noqa: E501, F403, F405

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from ..lists import List
from ..resource import Resource, part_of, without_none
from ..shape import to_json
from ..streams import ByteStream
from ..transport import CallOptions
from .models import *


class Renders(Resource):
    """Renders of single pages."""

    def create(self, request: RenderRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> JobReference:
        """Starts a render and returns at once."""
        return self._operations.submit_render(request, options=options)


class Jobs(Resource):
    """Accepted work: renders, pages of batches and crawls, comparisons."""

    def get(self, id: str, **options: Unpack[CallOptions]) -> Job:
        """Get a job's status and result."""
        return self._operations.get_status(id, options=options).job

    def list(
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
        **options: Unpack[CallOptions],
    ) -> List[Job]:
        """List jobs, newest first."""
        return List.of(
            "jobs",
            lambda cursor: self._operations.list_jobs(
                status=status,
                kind=kind,
                batch_id=batch_id,
                schedule_id=schedule_id,
                crawl_id=crawl_id,
                host=host,
                created_after=created_after,
                created_before=created_before,
                limit=limit,
                cursor=cursor,
                options=options,
            ),
        )

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Job:
        """Cancel a job."""
        return self._operations.cancel_job(id, options=options).job

    def retry(self, id: str, **options: Unpack[CallOptions]) -> JobReference:
        """Runs a failed job again under its id."""
        return self._operations.retry_job(id, options=options)

    def retry_failed(self, limit: int | None = None, **options: Unpack[CallOptions]) -> RetriedJobs:
        """Runs the newest failed jobs of the account again, at most `limit`. Default: as many as the API allows at once."""
        return self._operations.retry_failed(without_none({"limit": limit}), options=options)

    def stream(self, id: str, name: GetOutputName | str, **options: Unpack[CallOptions]) -> ByteStream:
        """An output, to read piece by piece. `name` is `screenshot`, `markdown` or another output of the job."""
        return self._operations.get_output(id, name, options=options)


class Comparisons(Resource):
    """Comparisons of two pages, jobs or files."""

    def create(self, request: DiffRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> JobReference:
        """Starts a comparison and returns at once."""
        return self._operations.submit_diff(request, options=options)

    def list(
        self, *, status: JobStatus | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> List[ListedDiff]:
        """List comparisons, newest first."""
        return List.of(
            "diffs",
            lambda cursor: self._operations.list_diffs(status=status, limit=limit, cursor=cursor, options=options),
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Diff:
        """Get a comparison and its result."""
        return self._operations.get_diff(id, options=options).diff

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Job:
        """A comparison is a job, so the reply is its job."""
        return self._operations.cancel_job(id, options=options).job


class Batches(Resource):
    """Many pages at once."""

    def create(self, request: BatchRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> BatchAccepted:
        """Submit a host-aware render batch."""
        return self._operations.submit_batch(request, options=options)

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[Batch]:
        """List batches, newest first."""
        return List.of(
            "batches", lambda cursor: self._operations.list_batches(limit=limit, cursor=cursor, options=options)
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Batch:
        """Get a batch, its figures and its pages."""
        return self._operations.get_batch(id, limit=1, options=options).batch

    def items(
        self, id: str, *, status: JobStatus | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> List[BatchItem]:
        """The pages of a batch."""
        return List.of(
            "items",
            lambda cursor: self._operations.get_batch(id, status=status, limit=limit, cursor=cursor, options=options),
        )

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Batch:
        """Cancel a batch."""
        return self._operations.cancel_batch(id, options=options).batch


class Crawls(Resource):
    """Whole sites, page by page."""

    def create(self, request: CrawlRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> CrawlReference:
        """Crawl a site."""
        return self._operations.submit_crawl(request, options=options)

    def list(
        self, *, status: CrawlStatus | None = None, limit: int | None = None, **options: Unpack[CallOptions]
    ) -> List[Crawl]:
        """List crawls, newest first."""
        return List.of(
            "crawls",
            lambda cursor: self._operations.list_crawls(status=status, limit=limit, cursor=cursor, options=options),
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Crawl:
        """Get a crawl."""
        return self._operations.get_crawl(id, options=options).crawl

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Crawl:
        """Cancel a crawl."""
        return self._operations.cancel_crawl(id, options=options).crawl

    def pages(
        self,
        id: str,
        *,
        status: CrawlPageStatus | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[CrawlPage]:
        """The pages of a crawl, also those that it skipped."""
        return List.of(
            "pages",
            lambda cursor: self._operations.list_crawl_pages(
                id, status=status, limit=limit, cursor=cursor, options=options
            ),
        )


class Schedules(Resource):
    """Renders at a later time, once or by cron."""

    def create_once(self, request: DelayedRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> ScheduleReply:
        """Schedule one render."""
        return self._operations.schedule_render(request, options=options)

    def create_recurring(
        self, request: RecurringRequest | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> ScheduleReply:
        """Create a recurring render."""
        return self._operations.schedule_recurring(request, options=options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        """Get a scheduled render."""
        return self._operations.get_schedule(id, options=options)

    def pause(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        """Pauses a schedule."""
        return self._operations.change_schedule(id, {"status": "paused"}, options=options)

    def resume(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        """Resumes a schedule."""
        return self._operations.change_schedule(id, {"status": "active"}, options=options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> ScheduleReply:
        """Cancel a scheduled render."""
        return self._operations.cancel_schedule(id, options=options)


class Presets(Resource):
    """Options of renders under a name, for the field `preset` of a request."""

    def create(self, request: PresetRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> Preset:
        """Create a preset."""
        return self._operations.create_preset(request, options=options).preset

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[Preset]:
        """List presets by name."""
        return List.of(
            "presets", lambda cursor: self._operations.list_presets(limit=limit, cursor=cursor, options=options)
        )

    def get(self, name: str, **options: Unpack[CallOptions]) -> Preset:
        """Get a preset."""
        return self._operations.get_preset(name, options=options).preset

    def update(
        self, name: str, changes: PresetPatchOptions | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> Preset:
        """Sets the given options of the preset and removes those that are null."""
        return self._operations.update_preset(name, {"options": changes}, options=options).preset

    def delete(self, name: str, **options: Unpack[CallOptions]) -> Preset:
        """Delete a preset."""
        return self._operations.delete_preset(name, options=options).preset


class Secrets(Resource):
    """Values under a name, for `{{secret:name}}` in headers, cookies, `http_auth` and steps."""

    def store(self, request: SecretRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> Secret:
        """Store a secret."""
        return self._operations.store_secret(request, options=options).secret

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Secret]:
        """List secrets by name."""
        return self._operations.list_secrets(options=options).secrets

    def delete(self, name: str, **options: Unpack[CallOptions]) -> Secret:
        """Delete a secret."""
        return self._operations.delete_secret(name, options=options).secret


class SignIns(Resource):
    """Log-ins that are kept fresh, for the field `sign_in` of a request."""

    def create(self, request: SignInRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> SignIn:
        """Create a sign-in."""
        return self._operations.create_sign_in(request, options=options).sign_in

    def list(self, **options: Unpack[CallOptions]) -> Sequence[SignIn]:
        """List sign-ins by name."""
        return self._operations.list_sign_ins(options=options).sign_ins

    def get(self, id: str, **options: Unpack[CallOptions]) -> SignIn:
        """Get a sign-in."""
        return self._operations.get_sign_in(id, options=options).sign_in

    def update(self, id: str, request: SignInPatch | Mapping[str, Any], **options: Unpack[CallOptions]) -> SignIn:
        """Change a sign-in."""
        return self._operations.update_sign_in(id, request, options=options).sign_in

    def renew(self, id: str, **options: Unpack[CallOptions]) -> SignIn:
        """Renew a sign-in."""
        return self._operations.renew_sign_in(id, options=options).sign_in

    def delete(self, id: str, **options: Unpack[CallOptions]) -> SignIn:
        """Delete a sign-in."""
        return self._operations.delete_sign_in(id, options=options).sign_in


class AlertTargets(Resource):
    """Channels and recipients under a name that many monitors tell."""

    def create(self, request: AlertTargetRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> AlertTarget:
        """Create an alert target."""
        return self._operations.create_alert_target(request, options=options).alert_target

    def list(self, **options: Unpack[CallOptions]) -> Sequence[AlertTarget]:
        """List alert targets by name."""
        return self._operations.list_alert_targets(options=options).alert_targets

    def get(self, id: str, **options: Unpack[CallOptions]) -> AlertTarget:
        """Get an alert target."""
        return self._operations.get_alert_target(id, options=options).alert_target

    def update(
        self, id: str, request: AlertTargetPatch | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> AlertTarget:
        """Change an alert target."""
        return self._operations.update_alert_target(id, request, options=options).alert_target

    def test_channel(self, id: str, channel: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """Send a sample to a channel of an alert target."""
        return self._operations.test_alert_target(id, channel, options=options).delivery

    def preview(
        self, request: TemplatePreviewRequest | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> TemplatePreview:
        """Preview a template of messages."""
        return self._operations.preview_alert_template(request, options=options).preview

    def delete(self, id: str, **options: Unpack[CallOptions]) -> AlertTarget:
        """Delete an alert target."""
        return self._operations.delete_alert_target(id, options=options).alert_target


class MonitorDefaults(Resource):
    """Settings that all monitors of the account, or those with a tag, inherit."""

    def list(self, **options: Unpack[CallOptions]) -> Sequence[MonitorDefaultSettings]:
        """List the defaults of monitors."""
        return self._operations.list_monitor_defaults(options=options).monitor_defaults

    def update(
        self, request: MonitorDefaultsPatch | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> MonitorDefaultSettings:
        """Set defaults of all monitors."""
        return self._operations.update_monitor_defaults(request, options=options).monitor_defaults

    def delete(self, **options: Unpack[CallOptions]) -> MonitorDefaultSettings:
        """Remove the defaults of all monitors."""
        return self._operations.delete_monitor_defaults(options=options).monitor_defaults

    def update_tag(
        self, tag: str, request: MonitorDefaultsPatch | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> MonitorDefaultSettings:
        """Set defaults of the monitors with a tag."""
        return self._operations.update_tag_defaults(tag, request, options=options).monitor_defaults

    def delete_tag(self, tag: str, **options: Unpack[CallOptions]) -> MonitorDefaultSettings:
        """Remove the defaults of the monitors with a tag."""
        return self._operations.delete_tag_defaults(tag, options=options).monitor_defaults


class Proxies(Resource):
    """Proxies under a name, for the field `proxy` of a request."""

    def create(self, request: ProxyRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> Proxy:
        """Create a proxy."""
        return self._operations.create_proxy(request, options=options).proxy

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Proxy]:
        """List proxies by name."""
        return self._operations.list_proxies(options=options).proxies

    def get(self, id: str, **options: Unpack[CallOptions]) -> Proxy:
        """Get a proxy."""
        return self._operations.get_proxy(id, options=options).proxy

    def update(self, id: str, request: ProxyPatch | Mapping[str, Any], **options: Unpack[CallOptions]) -> Proxy:
        """Change a proxy."""
        return self._operations.update_proxy(id, request, options=options).proxy

    def test(self, id: str, url: str, **options: Unpack[CallOptions]) -> Proxy:
        """Test a proxy."""
        return self._operations.test_proxy(id, {"url": url}, options=options).proxy

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Proxy:
        """Delete a proxy."""
        return self._operations.delete_proxy(id, options=options).proxy


class Monitors(Resource):
    """Pages that are watched for change."""

    def create(self, request: MonitorRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> Monitor:
        """Create a monitor."""
        return self._operations.create_monitor(request, options=options).monitor

    def plan(self, request: MonitorRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> NewMonitorReply:
        """Shows the monitor that `create` would make, and its price. Makes nothing."""
        return self._operations.create_monitor(request, dry_run=True, options=options)

    def bulk(
        self, operations: Sequence[BulkRequestOperationsItem | Mapping[str, Any]], **options: Unpack[CallOptions]
    ) -> BulkReply:
        """Does up to 100 operations, one after the other. One that fails does not stop the others; its result says why."""
        return self._operations.change_monitors({"operations": [*operations]}, options=options)

    def list(
        self,
        *,
        status: MonitorStatus | None = None,
        tag: str | None = None,
        q: str | None = None,
        incident: ListMonitorsIncident | None = None,
        sitemap: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[Monitor]:
        """The monitors, newest first. `q` is a part of the name or of a tag, `sitemap` the id of a sitemap."""
        return List.of(
            "monitors",
            lambda cursor: self._operations.list_monitors(
                status=status,
                tag=tag,
                q=q,
                incident=incident,
                sitemap=sitemap,
                limit=limit,
                cursor=cursor,
                options=options,
            ),
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Get a monitor."""
        return self._operations.get_monitor(id, options=options).monitor

    def update(self, id: str, request: MonitorPatch | Mapping[str, Any], **options: Unpack[CallOptions]) -> Monitor:
        """Update, pause or resume a monitor."""
        return self._operations.update_monitor(id, request, options=options).monitor

    def pause(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Pauses a monitor."""
        return self._operations.update_monitor(id, {"status": "paused"}, options=options).monitor

    def resume(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Resumes a monitor."""
        return self._operations.update_monitor(id, {"status": "active"}, options=options).monitor

    def unmute(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Sends messages about the monitor again."""
        return self._operations.update_monitor(id, {"mutedUntil": None}, options=options).monitor

    def set_tags(self, id: str, tags: Sequence[str], **options: Unpack[CallOptions]) -> Monitor:
        """Replaces the tags of a monitor."""
        return self._operations.update_monitor(id, {"tags": [*tags]}, options=options).monitor

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Delete a monitor."""
        return self._operations.delete_monitor(id, options=options).monitor

    def acknowledge(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Marks the open incident as seen."""
        return self._operations.acknowledge_incident(id, options=options).monitor

    def unacknowledge(self, id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Withdraws the acknowledgement of the open incident."""
        return self._operations.unacknowledge_incident(id, options=options).monitor

    def test_channel(self, id: str, channel: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """Sends a sample to a channel. The delivery's tries say what the service answered."""
        return self._operations.test_channel(id, channel, options=options).delivery

    def incidents(self, id: str, **options: Unpack[CallOptions]) -> Sequence[PastIncident]:
        """List a monitor's incidents, newest first."""
        return self._operations.list_monitor_incidents(id, options=options).incidents

    def accept(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> Monitor:
        """Makes a run the baseline. An open change then ends."""
        return self._operations.set_baseline(id, {"runId": run_id}, options=options).monitor

    def baselines(self, id: str, **options: Unpack[CallOptions]) -> Sequence[Baseline]:
        """List a monitor's baselines, newest first."""
        return self._operations.list_monitor_baselines(id, options=options).baselines

    def run(self, id: str, **options: Unpack[CallOptions]) -> MonitorRun:
        """Queues a run now."""
        return self._operations.run_monitor(id, options=options).run

    def values(
        self,
        id: str,
        *,
        name: str | None = None,
        from_: datetime.datetime | None = None,
        to: datetime.datetime | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[RunValues]:
        """The values that a monitor's runs read, newest first. `name` picks one value."""
        return List.of(
            "values",
            lambda cursor: self._operations.list_monitor_values(
                id, name=name, from_=from_, to=to, limit=limit, cursor=cursor, options=options
            ),
        )

    def runs(self, id: str, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[MonitorRun]:
        """List a monitor's runs, newest first."""
        return List.of(
            "runs", lambda cursor: self._operations.list_monitor_runs(id, limit=limit, cursor=cursor, options=options)
        )

    def get_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> MonitorRun:
        """Get a monitor run."""
        return self._operations.get_monitor_run(id, run_id, options=options).run


class Changes(Resource):
    """Confirmed changes of watched pages, for people to review. A change has the id of its run."""

    def list(
        self,
        *,
        state: PageChangeState | None = None,
        monitor_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[PageChange]:
        """List changes to review, newest first."""
        return List.of(
            "changes",
            lambda cursor: self._operations.list_changes(
                state=state, monitor_id=monitor_id, tag=tag, limit=limit, cursor=cursor, options=options
            ),
        )

    def many_seen(self, ids: Sequence[str], **options: Unpack[CallOptions]) -> Sequence[PageChange]:
        """Marks up to 200 changes as seen."""
        return self._operations.mark_changes_seen({"ids": [*ids]}, options=options).changes

    def many_unseen(self, ids: Sequence[str], **options: Unpack[CallOptions]) -> Sequence[PageChange]:
        """Takes the decisions about up to 200 changes back."""
        return self._operations.mark_changes_unseen({"ids": [*ids]}, options=options).changes

    def get(self, id: str, **options: Unpack[CallOptions]) -> PageChange:
        """Get a change."""
        return self._operations.get_change(id, options=options).change

    def note(self, id: str, note: None | str, **options: Unpack[CallOptions]) -> PageChange:
        """Writes a note on a change; null removes it."""
        return self._operations.update_change(id, {"note": note}, options=options).change

    def seen(self, id: str, **options: Unpack[CallOptions]) -> PageChange:
        """Marks a change as seen. The baseline stays as it is."""
        return self._operations.mark_change_seen(id, options=options).change

    def unseen(self, id: str, **options: Unpack[CallOptions]) -> PageChange:
        """Takes a decision about a change back."""
        return self._operations.mark_change_unseen(id, options=options).change

    def keep(self, id: str, reason: str | None = None, **options: Unpack[CallOptions]) -> PageChange:
        """Keeps the old baseline. The monitor needs a fixed one. The reason becomes the change's note."""
        return self._operations.keep_old_baseline(id, without_none({"reason": reason}), options=options).change


class Sitemaps(Resource):
    """Watched sitemaps. Each of their pages has a monitor."""

    def create(
        self, request: MonitorSitemapRequest | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> MonitorSitemap:
        """Makes a monitor for each page of a sitemap, and keeps them in step with it. The first sync starts at once."""
        return part_of(
            self._operations.create_monitor_sitemap({**to_json(request), "dryRun": False}, options=options).sitemap
        )

    def plan(self, request: MonitorSitemapRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> SyncPlan:
        """Shows the changes that `create` would make. Makes nothing."""
        return part_of(
            self._operations.create_monitor_sitemap({**to_json(request), "dryRun": True}, options=options).plan
        )

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[MonitorSitemap]:
        """List sitemaps, newest first."""
        return List.of(
            "sitemaps",
            lambda cursor: self._operations.list_monitor_sitemaps(limit=limit, cursor=cursor, options=options),
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Get a sitemap."""
        return self._operations.get_monitor_sitemap(id, options=options).sitemap

    def update(
        self, id: str, request: MonitorSitemapPatch | Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> MonitorSitemap:
        """Update, pause or resume a sitemap."""
        return self._operations.update_monitor_sitemap(id, request, options=options).sitemap

    def pause(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Stops the syncs. The monitors go on."""
        return self._operations.update_monitor_sitemap(id, {"status": "paused"}, options=options).sitemap

    def resume(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Starts the syncs again."""
        return self._operations.update_monitor_sitemap(id, {"status": "active"}, options=options).sitemap

    def delete(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Stops the syncs for good. The monitors stay as they are."""
        return self._operations.delete_monitor_sitemap(id, options=options).sitemap

    def sync(self, id: str, **options: Unpack[CallOptions]) -> MonitorSitemap:
        """Starts a sync now."""
        return part_of(
            self._operations.sync_monitor_sitemap(id, without_none({"dryRun": False}), options=options).sitemap
        )

    def plan_sync(self, id: str, **options: Unpack[CallOptions]) -> SyncPlan:
        """The plan of a sync at this moment. Changes nothing."""
        return part_of(self._operations.sync_monitor_sitemap(id, without_none({"dryRun": True}), options=options).plan)


class Deliveries(Resource):
    """Webhooks and mails that were sent, with every try."""

    def list(
        self,
        *,
        channel: DeliveryChannel | None = None,
        type: DeliveryType | None = None,
        status: DeliveryStatus | None = None,
        resource_id: str | None = None,
        run_id: str | None = None,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> List[Delivery]:
        """List deliveries of webhooks, e-mails and channels, newest first."""
        return List.of(
            "deliveries",
            lambda cursor: self._operations.list_deliveries(
                channel=channel,
                type=type,
                status=status,
                resource_id=resource_id,
                run_id=run_id,
                limit=limit,
                cursor=cursor,
                options=options,
            ),
        )

    def get(self, id: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """A delivery with its body."""
        return self._operations.get_delivery(id, options=options).delivery

    def replay(self, id: str, **options: Unpack[CallOptions]) -> DeliveryReplyDelivery:
        """Sends a webhook again, with the same id and body."""
        return self._operations.replay_delivery(id, options=options).delivery


class Recipients(Resource):
    """Readers of alert mails."""

    def add(self, email: str, **options: Unpack[CallOptions]) -> Recipient:
        """Adds an address, which gets a link to confirm."""
        return self._operations.add_recipient({"email": email}, options=options).recipient

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Recipient]:
        """List recipients, newest first."""
        return self._operations.list_recipients(options=options).recipients

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Recipient:
        """Delete a recipient."""
        return self._operations.delete_recipient(id, options=options).recipient


class Feeds(Resource):
    """Atom feeds of changes."""

    def create(self, request: FeedRequest | Mapping[str, Any] | None = None, **options: Unpack[CallOptions]) -> Feed:
        """Creates a feed of all monitors, of those with a tag, or of one."""
        return self._operations.create_feed(request or {}, options=options).feed

    def list(self, **options: Unpack[CallOptions]) -> Sequence[Feed]:
        """List Atom feeds."""
        return self._operations.list_feeds(options=options).feeds

    def delete(self, id: str, **options: Unpack[CallOptions]) -> Feed:
        """Deletes a feed. Its address stops working."""
        return self._operations.delete_feed(id, options=options).feed


class Keys(Resource):
    """API keys of the account."""

    def list(self, **options: Unpack[CallOptions]) -> Sequence[ApiKey]:
        """List API keys."""
        return self._operations.list_api_keys(options=options).keys

    def current(self, **options: Unpack[CallOptions]) -> ApiKey:
        """The key of this client, with its scopes."""
        return self._operations.get_current_api_key(options=options).key

    def create(self, request: KeyRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> NewKeyReply:
        """A new key. Only this reply has the key itself."""
        return self._operations.create_api_key(request, options=options)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> ApiKey:
        """Revoke an API key."""
        return self._operations.revoke_api_key(id, options=options).key


class Sessions(Resource):
    """Browsers that are logged in to the console. Only a browser has a current session."""

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> List[Session]:
        """List the account's sessions, newest first."""
        return List.of(
            "sessions", lambda cursor: self._operations.list_sessions(limit=limit, cursor=cursor, options=options)
        )

    def end(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Ends a session. That browser is then logged out."""
        self._operations.end_session(id, options=options)


class SigningKeys(Resource):
    """Keys that sign image links; see `sign_image_url`."""

    def create(self, name: str, **options: Unpack[CallOptions]) -> NewSigningKeyReply:
        """Creates a key. Its secret is shown only here."""
        return self._operations.create_signing_key({"name": name}, options=options)

    def list(self, **options: Unpack[CallOptions]) -> Sequence[SigningKey]:
        """List keys that sign image links."""
        return self._operations.list_signing_keys(options=options).keys

    def delete(self, id: str, **options: Unpack[CallOptions]) -> SigningKey:
        """Deletes a key. Every link that it signed stops working."""
        return self._operations.delete_signing_key(id, options=options).key
