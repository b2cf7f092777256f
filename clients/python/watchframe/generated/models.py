"""The shapes of requests and replies. Generated from the API's routes by `npm run client:generate`. Do not edit."""

# Descriptions of the API are lines of any length.
# ruff: noqa: E501

from __future__ import annotations

import datetime
from typing import Any, Literal

from attrs import field

from ..shape import UNSET, Shape, Unset

# The formatter would give each word a line.
# fmt: off
Addresses = Literal["full", "host", "masked"]
AlertDigest = Literal["daily", "hourly", "none"]
AreaStatus = Literal["added", "changed", "removed"]
BaselineBy = Literal["first_run", "owner", "rolling"]
BaselineMode = Literal["fixed", "rolling"]
BatchRefusal = Literal["duplicate_url", "invalid_url", "target_forbidden"]
BatchStatus = Literal["cancelled", "completed", "in_progress", "queued"]
BulkRequestOperationsItemAction = Literal["change", "create", "delete", "pause", "resume"]
CallToActionKind = Literal["button", "link", "submit"]
ChangeKind = Literal[
"batch", "change", "crawl", "delivery", "diff", "job", "key", "monitor", "recipient", "run", "schedule", "sitemap",
"usage"
]
ChangeOn = Literal["either", "picture", "text", "values"]
ChannelInputAppriseType = Literal["apprise"]
ChannelInputDiscordType = Literal["discord"]
ChannelInputNtfyType = Literal["ntfy"]
ChannelInputSlackType = Literal["slack"]
ChannelInputTeamsType = Literal["teams"]
ChannelInputTelegramType = Literal["telegram"]
ChannelType = Literal["apprise", "discord", "ntfy", "slack", "teams", "telegram"]
ColorTokenRole = Literal[
"background", "border", "link", "mutedText", "primary", "secondary", "surface", "text"
]
ConditionKind = Literal[
"above", "appears", "below", "changed", "changedBy", "contains", "disappears", "equals", "in", "matches"
]
ConsoleLineLevel = Literal["debug", "error", "info", "log", "warning"]
ConsoleLineSource = Literal["browser", "exception", "script"]
ContrastPairLevel = Literal["AA", "AAA", "fail"]
CrawlPageStatus = Literal["completed", "failed", "in_progress", "queued", "skipped"]
CrawlScope = Literal["domain", "host", "origin"]
CrawlStatus = Literal["cancelled", "completed", "failed", "out_of_credits", "running"]
CrawlStopReason = Literal[
"cancelled", "internal_error", "max_duration", "max_pages", "no_more_pages", "out_of_credits", "robots_disallowed",
"robots_unreachable", "start_page_failed", "terminated"
]
DefaultPath = Literal[
"alerts", "alerts.digest", "alerts.email", "alerts.email.account", "alerts.email.recipientIds",
"alerts.notifyRecovery", "alerts.quietHours", "alerts.targetIds", "capture", "capture.blockAccessibilityWidgets",
"capture.blockAds", "capture.blockChatWidgets", "capture.blockCookieBanners", "capture.blockPopups",
"capture.blockResources", "capture.blockUrls", "capture.delay", "capture.device", "capture.deviceScaleFactor",
"capture.format", "capture.fullPage", "capture.geolocation", "capture.height", "capture.hideSelectors",
"capture.ignoreOrder", "capture.ignoreRegions", "capture.ignoreText", "capture.ignoreTlsErrors", "capture.locale",
"capture.maxHeight", "capture.media", "capture.okStatus", "capture.omitBackground", "capture.onlyAdded",
"capture.onlyRemoved", "capture.proxy", "capture.quality", "capture.reducedMotion", "capture.signIn",
"capture.text", "capture.theme", "capture.timeout", "capture.timezone", "capture.userAgent",
"capture.waitForHidden", "capture.waitUntil", "capture.width", "changeThreshold", "timezone"
]
DeliveryChannel = Literal["apprise", "discord", "email", "ntfy", "slack", "teams", "telegram", "webhook"]
DeliveryStatus = Literal["delivered", "failed", "pending", "skipped", "suppressed"]
DeliveryType = Literal[
"alerts.digest", "batch.completed", "channel.test", "crawl.completed", "crawl.failed", "job.completed",
"job.failed", "monitor.change_detected", "monitor.change_recovered", "monitor.change_updated",
"monitor.expectation_broken", "monitor.expectation_recovered", "monitor.failed", "monitor.failure_recovered",
"monitor.paused", "recipient.verification", "schedule.skipped", "sign_in.failed", "sign_in.recovered"
]
DesignBreakpointsItemBound = Literal["max", "min"]
DeviceName = Literal[
"blackberry-playbook", "blackberry-playbook-landscape", "blackberry-z30", "blackberry-z30-landscape",
"desktop-full-hd", "desktop-hd", "desktop-qhd", "galaxy-note-3", "galaxy-note-3-landscape", "galaxy-note-ii",
"galaxy-note-ii-landscape", "galaxy-s-iii", "galaxy-s-iii-landscape", "galaxy-s5", "galaxy-s5-landscape",
"galaxy-s8", "galaxy-s8-landscape", "galaxy-s9-plus", "galaxy-s9-plus-landscape", "galaxy-tab-s4",
"galaxy-tab-s4-landscape", "ipad", "ipad-gen-6", "ipad-gen-6-landscape", "ipad-gen-7", "ipad-gen-7-landscape",
"ipad-landscape", "ipad-mini", "ipad-mini-landscape", "ipad-pro", "ipad-pro-11", "ipad-pro-11-landscape",
"ipad-pro-landscape", "iphone-11", "iphone-11-landscape", "iphone-11-pro", "iphone-11-pro-landscape",
"iphone-11-pro-max", "iphone-11-pro-max-landscape", "iphone-12", "iphone-12-landscape", "iphone-12-mini",
"iphone-12-mini-landscape", "iphone-12-pro", "iphone-12-pro-landscape", "iphone-12-pro-max",
"iphone-12-pro-max-landscape", "iphone-13", "iphone-13-landscape", "iphone-13-mini", "iphone-13-mini-landscape",
"iphone-13-pro", "iphone-13-pro-landscape", "iphone-13-pro-max", "iphone-13-pro-max-landscape", "iphone-14",
"iphone-14-landscape", "iphone-14-plus", "iphone-14-plus-landscape", "iphone-14-pro", "iphone-14-pro-landscape",
"iphone-14-pro-max", "iphone-14-pro-max-landscape", "iphone-15", "iphone-15-landscape", "iphone-15-plus",
"iphone-15-plus-landscape", "iphone-15-pro", "iphone-15-pro-landscape", "iphone-15-pro-max",
"iphone-15-pro-max-landscape", "iphone-16", "iphone-16-landscape", "iphone-16-plus", "iphone-16-plus-landscape",
"iphone-16-pro", "iphone-16-pro-landscape", "iphone-16-pro-max", "iphone-16-pro-max-landscape", "iphone-16e",
"iphone-16e-landscape", "iphone-17", "iphone-17-landscape", "iphone-17-pro", "iphone-17-pro-landscape",
"iphone-17-pro-max", "iphone-17-pro-max-landscape", "iphone-17e", "iphone-17e-landscape", "iphone-4",
"iphone-4-landscape", "iphone-5", "iphone-5-landscape", "iphone-6", "iphone-6-landscape", "iphone-6-plus",
"iphone-6-plus-landscape", "iphone-7", "iphone-7-landscape", "iphone-7-plus", "iphone-7-plus-landscape", "iphone-8",
"iphone-8-landscape", "iphone-8-plus", "iphone-8-plus-landscape", "iphone-air", "iphone-air-landscape", "iphone-se",
"iphone-se-3rd-gen", "iphone-se-3rd-gen-landscape", "iphone-se-landscape", "iphone-x", "iphone-x-landscape",
"iphone-xr", "iphone-xr-landscape", "jiophone-2", "jiophone-2-landscape", "kindle-fire-hdx",
"kindle-fire-hdx-landscape", "laptop", "laptop-retina", "lg-optimus-l70", "lg-optimus-l70-landscape",
"microsoft-lumia-550", "microsoft-lumia-950", "microsoft-lumia-950-landscape", "moto-g4", "moto-g4-landscape",
"nexus-10", "nexus-10-landscape", "nexus-4", "nexus-4-landscape", "nexus-5", "nexus-5-landscape", "nexus-5x",
"nexus-5x-landscape", "nexus-6", "nexus-6-landscape", "nexus-6p", "nexus-6p-landscape", "nexus-7",
"nexus-7-landscape", "nokia-lumia-520", "nokia-lumia-520-landscape", "nokia-n9", "nokia-n9-landscape", "pixel-2",
"pixel-2-landscape", "pixel-2-xl", "pixel-2-xl-landscape", "pixel-3", "pixel-3-landscape", "pixel-4",
"pixel-4-landscape", "pixel-4a-5g", "pixel-4a-5g-landscape", "pixel-5", "pixel-5-landscape"
]
DiffMode = Literal["perceptual", "pixel"]
ElementsResultValueElementsItemTakes = Literal["check", "option", "text"]
ErrorType = Literal[
"authentication_error", "capture_error", "conflict", "headers_too_large", "idempotency_error", "internal_error",
"method_not_allowed", "not_found", "payload_too_large", "payment_required", "plan_restricted", "rate_limited",
"request_timeout", "timeout", "unavailable", "unsupported_media_type", "validation_error"
]
EventType = Literal[
"batch.completed", "crawl.completed", "crawl.failed", "job.completed", "job.failed", "monitor.change_detected",
"monitor.change_recovered", "monitor.change_updated", "monitor.expectation_broken", "monitor.expectation_recovered",
"monitor.failed", "monitor.failure_recovered", "monitor.paused", "schedule.skipped"
]
FetchWay = Literal["browser", "http"]
FormMethod = Literal["dialog", "get", "post"]
GetOutputAs = Literal["avif", "jpg", "png", "webp"]
GetOutputFit = Literal["contain", "cover", "pad"]
GetOutputName = Literal[
"after", "before", "colors", "console", "design", "elements", "failure", "fonts", "har", "html", "images", "links",
"markdown", "mask", "metadata", "mhtml", "pdf", "recording", "screenshot", "structure", "videos", "visualization"
]
GetOutputPosition = Literal["bottom", "center", "left", "right", "top"]
GetOutputRows = Literal[768, 1536, 2048]
GetReadinessReplyPartsMongodb = Literal["away", "up"]
GetReadinessReplyPartsObjects = Literal["away", "up"]
GetReadinessReplyPartsTemporal = Literal["away", "up"]
GetReadinessReplyStatus = Literal["away", "draining", "ready"]
GetRunOutputAs = Literal["avif", "jpg", "png", "webp"]
GetRunOutputFit = Literal["contain", "cover", "pad"]
GetRunOutputName = Literal["diff", "failure", "markdown", "mask", "pair", "screenshot", "visualization"]
GetRunOutputPosition = Literal["bottom", "center", "left", "right", "top"]
GetRunOutputRows = Literal[768, 1536, 2048]
GetStatusIncludeItem = Literal[
"colors", "console", "design", "elements", "fonts", "har", "html", "images", "links", "markdown", "metadata",
"mhtml", "structure", "videos"
]
HarLogVersion = Literal["1.2"]
ImageFormat = Literal["jpg", "png"]
ImageKind = Literal["css", "img", "picture", "svg"]
ImageLoading = Literal["eager", "lazy"]
IncidentStatus = Literal["open"]
IncidentType = Literal["change", "expectation", "failure"]
InheritedSettingFrom = Literal["account", "tag"]
JobKind = Literal["batch_item", "crawl_page", "diff", "render", "scheduled"]
JobStage = Literal[
"capturing", "comparing", "done", "extracting", "navigating", "storing", "uploading", "waiting"
]
JobStatus = Literal["cancelled", "completed", "failed", "in_progress", "queued"]
LandmarkRole = Literal[
"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"
]
LinkRegion = Literal["aside", "footer", "header", "main", "nav", "other"]
ListMonitorsIncident = Literal["change", "expectation", "failure", "open"]
Media = Literal["print", "screen"]
MonitorRunReason = Literal["no_credits", "overlap", "paused"]
MonitorSitemapStatus = Literal["active", "deleted", "paused"]
MonitorStateKind = Literal[
"changed", "down", "failing", "first_capture", "no_first_capture", "ok", "out_of_credits", "page_gone", "paused",
"plan_limit"
]
MonitorStatus = Literal["active", "deleted", "paused", "paused_plan_limit"]
NameResolution = Literal["here", "proxy"]
PageChangeDecision = Literal["accepted", "kept", "seen"]
PageChangeState = Literal["seen", "unseen"]
PaletteColorRole = Literal["accent", "background", "border", "text"]
PaperFormat = Literal["a0", "a1", "a2", "a3", "a4", "a5", "a6", "ledger", "legal", "letter", "tabloid"]
PastIncidentReason = Literal[
"baseline_chosen", "baseline_renewed", "below_threshold", "captured", "changed_again", "condition_ended",
"expected", "restored", "stayed"
]
PlanName = Literal["business", "free", "pro", "starter", "unlimited"]
PresetHiddenItem = Literal["css", "script", "steps"]
Priority = Literal["high", "low", "normal"]
ProxyScheme = Literal["http", "https", "socks5"]
RecipientStatus = Literal["deleted", "pending", "suppressed", "verified"]
RecipientSuppressionReason = Literal["bounce", "complaint", "inactive", "unsubscribed"]
RecordingFormat = Literal["gif", "mp4", "webm"]
RegionStatus = Literal["added", "changed", "moved", "removed", "resized"]
RenderErrorCode = Literal[
"browser_unavailable", "cancelled", "connection_failed", "dimensions_differ", "download_blocked",
"full_page_incomplete", "internal_error", "name_not_resolved", "navigation_timeout", "page_blocked", "page_crashed",
"page_empty", "page_requests", "page_status", "page_text", "page_too_large", "pdf_failed", "picture_invalid",
"picture_unavailable", "proxy_failed", "recording_failed", "recording_unavailable", "secret_unusable",
"selector_not_found", "signed_out", "step_failed", "storage_access_denied", "storage_invalid",
"storage_unreachable", "target_forbidden", "tls_error", "too_many_redirects", "unsupported_content"
]
ResourceKind = Literal["font", "image", "media", "other", "script", "stylesheet", "xhr"]
RunResultTextChangesItemChange = Literal["added", "removed"]
RunStatus = Literal["capturing", "completed", "diffing", "failed", "queued", "skipped"]
RunTrigger = Literal["confirmation", "initial", "manual", "retry", "scheduled"]
SameSite = Literal["Lax", "None", "Strict"]
ScheduleStatus = Literal["active", "cancelled", "completed", "paused"]
ScheduleType = Literal["delayed", "repeatable"]
Scope = Literal["monitor", "read", "render"]
SecretUsedByItemType = Literal["monitor", "preset", "schedule", "sign_in", "sitemap"]
SignInStatus = Literal["failed", "pending", "signed_in"]
SkippedJobReason = Literal["already_running", "expired", "insufficient_credits", "not_retryable"]
SkipReason = Literal[
"cancelled", "duplicate", "excluded", "internal_error", "max_duration", "not_html", "out_of_credits",
"out_of_scope", "robots_disallowed", "robots_unreachable", "start_page_failed", "terminated"
]
StepResultAction = Literal[
"check", "click", "fill", "goto", "hover", "press", "screenshot", "script", "scroll", "select", "uncheck", "wait",
"waitFor"
]
StorageProvider = Literal["b2", "r2", "s3"]
SyncProblemCode = Literal[
"account_paused", "internal_error", "many_pages_gone", "plan_limit", "sitemap_empty", "sitemap_forbidden",
"sitemap_incomplete", "sitemap_invalid", "sitemap_missing", "sitemap_refused", "sitemap_too_complex",
"sitemap_unreachable"
]
TemplatePreviewFieldsItemName = Literal[
"change.areas", "change.share", "change.summary", "change.words", "event.details", "event.link", "event.text",
"event.time", "event.title", "event.type", "failure.code", "failure.count", "failure.reason", "monitor.name",
"monitor.tags", "page.address", "page.host", "page.title", "value.name", "value.new", "value.old"
]
TemplatePreviewMessagesItemChannel = Literal["apprise", "discord", "email", "ntfy", "slack", "teams", "telegram"]
TemplatePreviewRequestType = Literal[
"monitor.change_detected", "monitor.change_recovered", "monitor.change_updated", "monitor.expectation_broken",
"monitor.expectation_recovered", "monitor.failed", "monitor.failure_recovered", "monitor.paused"
]
TextStyleElement = Literal["body", "h1", "h2", "h3", "h4", "h5", "h6"]
Theme = Literal["dark", "light"]
TypographyFamiliesItemRole = Literal["body", "code", "heading", "other"]
ValueEntryAs = Literal["boolean", "list", "number", "text"]
ValueEntryProduct = Literal["availability", "currency", "price"]
VideoKind = Literal["embed", "file"]
Visualization = Literal["heatmap", "mask", "none", "overlay"]
WaitUntil = Literal["domcontentloaded", "load", "networkidle0", "networkidle2"]
WantedStatus = Literal["active", "paused"]
# fmt: on


class Box(Shape):
    x: int
    """Pixels from the left."""
    y: int
    """Pixels from the top."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""


class Delivery(Shape):
    id: str
    """For a webhook, its `webhook-id`."""
    channel: DeliveryChannel
    type: DeliveryType
    resource_id: str
    """Id of its job, batch, crawl, schedule, monitor, recipient or sign-in; of a digest, the account."""
    run_id: None | str
    """The monitor's run that it is about, else null."""
    status: DeliveryStatus
    not_before: datetime.datetime | None
    """End of the monitor's quiet hours, which it waits for, else null."""
    attempts: list[DeliveryAttempt]
    replays: int
    created_at: datetime.datetime
    completed_at: datetime.datetime | None
    expires_at: datetime.datetime
    resource_name: str | Unset = UNSET
    """Name of the monitor that it is about."""
    signed: bool | Unset = UNSET
    """Whether a webhook has a secret."""
    channel_id: str | Unset = UNSET
    """The monitor's channel."""
    host: str | Unset = UNSET
    """Host of a channel."""
    email_masked: str | Unset = UNSET
    """Masked address of an e-mail's reader."""


class DiffSource(Shape):
    """Exactly one of `jobId`, `runId`, `url` and `imageUrl`."""

    job_id: str | Unset = UNSET
    """A completed job of this account: its screenshot."""
    run_id: str | Unset = UNSET
    """A completed run of a monitor of this account: its picture. Needs the scope read or monitor."""
    url: str | Unset = UNSET
    """A page, captured with the options of `capture`."""
    image_url: str | Unset = UNSET
    """A PNG, JPEG, WebP or GIF file of at most 20 MB."""


class ElementsResultValueView(Shape):
    """The part of the page that its viewport shows. Other places count from the page's top left."""

    x: int
    """CSS pixels."""
    y: int
    """CSS pixels."""
    width: int
    """CSS pixels."""
    height: int
    """CSS pixels."""


class MonitorCaptureCookiesItem(Shape):
    name: str
    domain: str | Unset = UNSET
    path: str | Unset = UNSET
    http_only: bool | Unset = UNSET
    secure: bool | Unset = UNSET
    same_site: SameSite | Unset = UNSET


class MonitorDefaultSettingsAlerts(Shape):
    email: AlertEmailChange | Unset = UNSET
    digest: AlertDigest | Unset = UNSET
    notify_recovery: bool | Unset = UNSET
    """Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent."""
    target_ids: list[str] | Unset = UNSET
    """Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too."""
    quiet_hours: None | QuietHours | Unset = UNSET
    """Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none."""


class MonitorSettings(Shape):
    """The settings that new monitors get."""

    interval_minutes: int
    """Minutes between runs. With `cron`, the shortest time between two of its fires, 43,200 at most. The plan's shortest interval applies to it."""
    tags: list[str]
    """Labels to find monitors by. Spaces around a tag are removed, and so are repeated tags."""
    baseline_mode: BaselineMode
    change_threshold: float
    """Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts."""
    alert_when: AlertWhen | None
    """Conditions on the values of `capture.values`. A run sends an alert when the conditions become true. A condition about a change sends one at each change. Other differences of the page send none. The first run after a change of conditions or values only records the values. Null: each change sends an alert."""
    ignore_defaults: list[DefaultPath]
    """Settings that the monitor does not inherit from defaults of the account or its tags: `alerts.digest`, or `alerts` for all alert settings. They are at the monitor's own value, else the usual one."""
    capture: MonitorCapture
    diff: MonitorDiff
    alerts: MonitorAlerts
    cron: str | Unset = UNSET
    """Five cron fields in `timezone`. Missing without a cron."""
    timezone: str | Unset = UNSET
    """Time zone of `cron` and `alerts.quietHours`. Missing without both."""


class Schedule(Shape):
    id: str
    type: ScheduleType
    status: ScheduleStatus
    url: str
    next_runs: list[datetime.datetime]
    """The next 5 renders at most. Empty if no render is planned."""
    run_count: int
    """Renders started so far; skipped ones do not count."""
    created_at: datetime.datetime
    schedule_at: datetime.datetime | Unset = UNSET
    pattern: str | Unset = UNSET
    """Pattern in UTC. Missing if the schedule has `cron`."""
    cron: str | Unset = UNSET
    timezone: str | Unset = UNSET
    """Time zone of `cron`."""
    end_date: datetime.datetime | Unset = UNSET
    limit: int | Unset = UNSET
    next_run_at: datetime.datetime | Unset = UNSET
    """Missing if no render is planned."""
    last_run_at: datetime.datetime | Unset = UNSET
    last_job_id: str | Unset = UNSET


class ShownOptionsPdf(Shape):
    format: PaperFormat | Unset = UNSET
    width: str | Unset = UNSET
    """Width of a sheet, 1 to 200 inches. Needs `height` or `fitOnePage`."""
    height: str | Unset = UNSET
    """Height of a sheet, 1 to 200 inches. Needs `width`."""
    fit_one_page: bool | Unset = UNSET
    """Print all on one sheet, as tall as the content and at most 200 inches. `width` or `format` gives its width. Excludes `height` and `pageRanges`. Default: false."""
    landscape: bool | Unset = UNSET
    """Turn the sheets by 90 degrees. Default: false."""
    margin: PdfMargin | Unset = UNSET
    scale: float | Unset = UNSET
    """Scale of the content. Default: 1."""
    page_ranges: str | Unset = UNSET
    """Pages to keep, such as `1-3, 7`."""
    print_background: bool | Unset = UNSET
    """Keep background colors and pictures. Default: true."""
    tagged: bool | Unset = UNSET
    """Keep the structure, which screen readers need (tagged PDF). Default: true."""
    outline: bool | Unset = UNSET
    """Add bookmarks made from the headings. Needs `tagged`. Default: false."""


class PresetPatchOptionsBase(Shape):
    """Fields that MonitorDefaultsPatchCapture and PresetPatchOptions share."""

    device: DeviceName | None | Unset = UNSET
    width: int | None | Unset = UNSET
    height: int | None | Unset = UNSET
    device_scale_factor: float | None | Unset = UNSET
    theme: None | Theme | Unset = UNSET
    format: ImageFormat | None | Unset = UNSET
    quality: int | None | Unset = UNSET
    full_page: bool | None | Unset = UNSET
    max_height: int | None | Unset = UNSET
    omit_background: bool | None | Unset = UNSET
    timeout: int | None | Unset = UNSET
    sign_in: None | str | Unset = UNSET
    proxy: None | str | Unset = UNSET
    wait_until: None | Unset | WaitUntil = UNSET
    wait_for_hidden: None | str | Unset = UNSET
    delay: float | None | Unset = UNSET
    hide_selectors: list[str] | None | Unset = UNSET
    block_cookie_banners: bool | None | Unset = UNSET
    block_ads: bool | None | Unset = UNSET
    block_chat_widgets: bool | None | Unset = UNSET
    block_popups: bool | None | Unset = UNSET
    block_accessibility_widgets: bool | None | Unset = UNSET
    block_resources: list[ResourceKind] | None | Unset = UNSET
    block_urls: list[str] | None | Unset = UNSET
    ignore_tls_errors: bool | None | Unset = UNSET
    locale: None | str | Unset = UNSET
    timezone: None | str | Unset = UNSET
    geolocation: Geolocation | None | Unset = UNSET
    user_agent: None | str | Unset = UNSET
    media: Media | None | Unset = UNSET
    reduced_motion: bool | None | Unset = UNSET


class DiffRequestCaptureBase(Shape):
    """Fields that ScreenshotRequestBase and PresetOptionsBase share."""

    device: DeviceName | Unset = UNSET
    """Device preset; overrides width and height."""
    theme: Theme | Unset = UNSET
    max_height: int | Unset = UNSET
    """CSS pixels at which a full page ends. A taller page is cut there, and `truncated` of the picture says so. Default: none, and a page that is too tall fails as `page_too_large`."""
    sign_in: str | Unset = UNSET
    """Name of a sign-in of the account (`POST /sign-ins`). The page is opened as its signed-in visitor."""
    proxy: str | Unset = UNSET
    """Name of a proxy of the account (`POST /proxies`). All requests of the page go through it, and none past it."""
    wait_until: WaitUntil | Unset = UNSET
    wait_for_hidden: str | Unset = UNSET
    """Wait until no element that matches this CSS selector is visible, such as a spinner, within the time for loading. After that `result.page.warnings` says that one is."""
    hide_selectors: list[str] | Unset = UNSET
    """CSS selectors of elements to hide, also of ones that appear later."""
    block_resources: list[ResourceKind] | Unset = UNSET
    """Kinds of files that the page does not request: `image`, `media`, `font`, `stylesheet`, `script`, `xhr` (also `fetch` and event streams) and `other` (such as beacons and captions). Documents of frames are requested."""
    block_urls: list[str] | Unset = UNSET
    """Globs of whole addresses that the page does not request, such as `https://ads.example.com/*` or `*.woff2`. `*` matches any text and `?` one character. Of an address with more than 2,048 characters the first and the last 1,024 count. The page's own document is always requested."""
    locale: str | Unset = UNSET
    """Language tag such as de-CH, for `Accept-Language`, `navigator.language` and `Intl`. Default: en-US."""
    geolocation: Geolocation | Unset = UNSET
    user_agent: str | Unset = UNSET
    """Replaces the browser's or the device's. Client hints are then not sent."""
    media: Media | Unset = UNSET


class DiffResultBase(Shape):
    """Fields that DiffResult and ListedDiffResult share."""

    changed: bool
    """Whether the ratio reaches the threshold and is above 0."""
    difference_ratio: float
    """Share of the compared pixels that changed."""
    changed_pixels: int
    compared_pixels: int
    """Pixels of all rows except ignored ones. Rows of both pictures count once."""
    regions_truncated: bool
    """Whether there were more than 128."""
    visualization: DiffPicture | None
    """The drawing. Null if nothing changed or none was requested."""
    before: DiffPicture
    after: DiffPicture
    timings: DiffTimings
    mask: DiffPicture | Unset = UNSET


class MonitorTemplateBase(Shape):
    """Fields that MonitorSitemapPatchMonitor and MonitorTemplate share."""

    cron: str | Unset = UNSET
    """Minute, hour, day of month, month and day of week in `timezone`, in place of `intervalMinutes`: `0 9 * * MON-FRI` runs at 9:00 on weekdays. Each field is `*`, a number, a name, a range, a step (`*/15`, `8-18/2`), or a list of these."""
    timezone: str | Unset = UNSET
    """IANA name of the time zone of `cron` and `alerts.quietHours`, such as `Europe/Berlin`. Default: UTC."""
    tags: list[str] | Unset = UNSET
    """Labels to find monitors by. Spaces around a tag are removed, and so are repeated tags."""
    baseline_mode: BaselineMode | Unset = UNSET
    alert_when: AlertWhen | None | Unset = UNSET
    """Conditions on the values of `capture.values`. A run sends an alert when the conditions become true. A condition about a change sends one at each change. Other differences of the page send none. The first run after a change of conditions or values only records the values. Null: each change sends an alert."""
    ignore_defaults: list[DefaultPath] | Unset = UNSET
    """Settings that the monitor does not inherit from defaults of the account or its tags: `alerts.digest`, or `alerts` for all alert settings. They are at the monitor's own value, else the usual one."""
    muted_until: datetime.datetime | None | Unset = UNSET
    """No mail, no webhook and no message to a channel is sent before this time, at most 366 days ahead; runs and incidents continue. Null: not muted."""
    status: WantedStatus | Unset = UNSET


class ResultBase(Shape):
    """Fields that ColorsResult, ConsoleResult and 12 more share."""

    url: str
    """Signed address of the bytes; needs no key, expires after 24 hours."""
    expires_at: datetime.datetime
    bytes: int
    content_type: str
    location: str | Unset = UNSET
    truncated: list[str] | Unset = UNSET
    """Names of the parts that were truncated."""


class PdfResultBase(Shape):
    """Fields that DiffPicture, PdfResult and 3 more share."""

    url: str
    """Signed address of the bytes; needs no key, expires after 24 hours."""
    expires_at: datetime.datetime
    bytes: int
    sha256: str


class JobBase(Shape):
    """Fields that Batch, Crawl and 2 more share."""

    id: str
    credits: Credits
    created_at: datetime.datetime
    started_at: datetime.datetime | None
    completed_at: datetime.datetime | None
    expires_at: datetime.datetime


class ChangedArea(Box):
    difference_ratio: float
    status: AreaStatus


class MonitorDefaultsPatchCapture(PresetPatchOptionsBase):
    """Capture options, as for monitors, without secrets and without those of one page."""

    ok_status: list[int | str] | None | Unset = UNSET
    ignore_regions: list[IgnoredRegion] | None | Unset = UNSET
    text: bool | None | Unset = UNSET
    ignore_text: list[str] | None | Unset = UNSET
    ignore_order: bool | None | Unset = UNSET
    only_added: bool | None | Unset = UNSET
    only_removed: bool | None | Unset = UNSET


class MonitorSitemapPatchMonitor(MonitorTemplateBase):
    """Changes of the settings that later monitors get. Present monitors stay as they are."""

    interval_minutes: int | Unset = UNSET
    """Minutes between runs. Replaces `cron`."""
    change_threshold: float | Unset = UNSET
    """Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts."""
    capture: MonitorCaptureChange | Unset = UNSET
    """Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name. Properties that are not given stay as they are. Null removes a property or restores its default."""
    diff: MonitorDiffChange | Unset = UNSET
    alerts: MonitorAlertsChange | Unset = UNSET


class MonitorTemplate(MonitorTemplateBase):
    """The body of `POST /render/monitors` without `name` and `url`. Each new monitor gets these settings."""

    interval_minutes: int | Unset = UNSET
    """Minutes between runs. Give either `intervalMinutes` or `cron`."""
    change_threshold: float | Unset = UNSET
    """Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts. Default: 0."""
    capture: MonitorCaptureInput | Unset = UNSET
    """Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name."""
    diff: MonitorDiffInput | Unset = UNSET
    alerts: MonitorAlertsInput | Unset = UNSET


class ScreenshotResult(PdfResultBase):
    format: ImageFormat
    width: int
    height: int
    location: str | Unset = UNSET
    truncated: list[str] | Unset = UNSET
    """Names of the parts that were truncated."""


class ScreenshotRequestBase(DiffRequestCaptureBase):
    """Fields that DiffRequestCapture and RecurringRequestBase share."""

    width: int | Unset = UNSET
    """Viewport, CSS pixels. Default: 1280."""
    height: int | Unset = UNSET
    """Viewport, CSS pixels. Default: 720."""
    device_scale_factor: float | Unset = UNSET
    """Pixels of the picture for each CSS pixel. A device has its own. Default: 1."""
    selector: str | Unset = UNSET
    """The picture shows the first element that matches this CSS selector. With `fullPage` the page is scrolled through first."""
    clip: Clip | Unset = UNSET
    timeout: int | Unset = UNSET
    """Seconds for the whole capture. The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture. Default: 30."""
    wait_for_selector: str | Unset = UNSET
    """Wait until an element matches this CSS selector, within the time for loading."""
    delay: float | Unset = UNSET
    """Seconds to wait once the page is ready. At most half of `timeout`. Default: 0."""
    fail_on_status: list[int | str] | Unset = UNSET
    """Statuses such as 404 or "500-599" with which the render fails as `page_status`, at no charge. Default: none, so an error page is rendered like any other."""
    fail_on_text: TextRules | Unset = UNSET
    click_selectors: list[str] | Unset = UNSET
    """CSS selectors of elements to click, one after the other."""
    scroll_to_element: str | Unset = UNSET
    """CSS selector of the element to bring into view before the capture."""
    hover_selector: str | Unset = UNSET
    """CSS selector of the element that the mouse rests on during the capture. It is moved there after clicks and scrolling."""
    block_cookie_banners: bool | Unset = UNSET
    """Reject cookie consent dialogs, or hide those that can't be rejected. Never accept them. Costs about half a second without a dialog, more if one appears late. Default: false."""
    block_ads: bool | Unset = UNSET
    """Refuse requests to advertising and tracking hosts of other sites, and hide the gaps. `result.page.blocked` has the counts. Default: false."""
    block_chat_widgets: bool | Unset = UNSET
    """Refuse the scripts of chat vendors and hide their widgets. Default: false."""
    block_popups: bool | Unset = UNSET
    """Refuse the scripts of newsletter and promotion vendors, close dialogs by their own buttons, and hide promotion overlays. Content stays. Default: false."""
    block_accessibility_widgets: bool | Unset = UNSET
    """Refuse the scripts of accessibility overlay vendors and hide their widgets. Default: false."""
    fail_on_requests: FailedRequestLimits | Unset = UNSET
    ignore_tls_errors: bool | Unset = UNSET
    """Show a page with an invalid certificate. It needs the operator's leave for the host (`WATCHFRAME_TLS_ERRORS`); elsewhere the render fails as `tls_error`. Default: false."""
    javascript: bool | Unset = UNSET
    """Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out. Default: true."""
    reduced_motion: bool | Unset = UNSET
    """Ask the page for less motion, by `prefers-reduced-motion`. Default: false."""


class PresetOptionsBase(DiffRequestCaptureBase):
    """Fields that PresetOptions and MonitorCaptureInputBase share."""

    format: ImageFormat | Unset = UNSET
    omit_background: bool | Unset = UNSET
    """Leave the page's default background transparent. Needs format png."""
    block_cookie_banners: bool | Unset = UNSET
    """Reject cookie consent dialogs, or hide those that can't be rejected. Never accept them. Costs about half a second without a dialog, more if one appears late."""
    block_chat_widgets: bool | Unset = UNSET
    """Refuse the scripts of chat vendors and hide their widgets."""
    block_popups: bool | Unset = UNSET
    """Refuse the scripts of newsletter and promotion vendors, close dialogs by their own buttons, and hide promotion overlays. Content stays."""
    block_accessibility_widgets: bool | Unset = UNSET
    """Refuse the scripts of accessibility overlay vendors and hide their widgets."""
    ignore_tls_errors: bool | Unset = UNSET
    """Show a page with an invalid certificate. It needs the operator's leave for the host (`WATCHFRAME_TLS_ERRORS`); elsewhere the render fails as `tls_error`."""
    timezone: str | Unset = UNSET
    """Time zone of the page, such as Europe/Zurich."""
    reduced_motion: bool | Unset = UNSET
    """Ask the page for less motion, by `prefers-reduced-motion`."""


class DiffBase(JobBase):
    """Fields that Diff and ListedDiff share."""

    status: JobStatus
    stage: JobStage
    progress: int
    before: ShownDiffSource
    after: ShownDiffSource
    mode: DiffMode
    visualization: Visualization
    threshold: float
    ignore_regions: list[Box]
    status_url: str
    error: JobError | Unset = UNSET


class PresetOptions(PresetOptionsBase):
    width: int | Unset = UNSET
    """Viewport, CSS pixels."""
    height: int | Unset = UNSET
    """Viewport, CSS pixels."""
    device_scale_factor: float | Unset = UNSET
    """Pixels of the picture for each CSS pixel. A device has its own."""
    quality: int | Unset = UNSET
    """Quality of a jpg."""
    full_page: bool | Unset = UNSET
    """Capture the whole scrollable page."""
    selector: str | Unset = UNSET
    """The picture shows the first element that matches this CSS selector. With `fullPage` the page is scrolled through first."""
    clip: Clip | Unset = UNSET
    timeout: int | Unset = UNSET
    """Seconds for the whole capture. The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture."""
    wait_for_selector: str | Unset = UNSET
    """Wait until an element matches this CSS selector, within the time for loading."""
    delay: float | Unset = UNSET
    """Seconds to wait once the page is ready. At most half of `timeout`."""
    fail_on_status: list[int | str] | Unset = UNSET
    """Statuses such as 404 or "500-599" with which the render fails as `page_status`, at no charge. Default: none, so an error page is rendered like any other."""
    fail_on_text: TextRules | Unset = UNSET
    click_selectors: list[str] | Unset = UNSET
    """CSS selectors of elements to click, one after the other."""
    scroll_to_element: str | Unset = UNSET
    """CSS selector of the element to bring into view before the capture."""
    hover_selector: str | Unset = UNSET
    """CSS selector of the element that the mouse rests on during the capture. It is moved there after clicks and scrolling."""
    block_ads: bool | Unset = UNSET
    """Refuse requests to advertising and tracking hosts of other sites, and hide the gaps. `result.page.blocked` has the counts."""
    fail_on_requests: FailedRequestLimits | Unset = UNSET
    javascript: bool | Unset = UNSET
    """Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out."""
    screenshot: bool | Unset = UNSET
    """Default: true, but false if an `extract…` flag, `pdf` or `recording` is set without an option of the picture, such as `format` or `fullPage`."""
    pdf: PdfOptions | Unset = UNSET
    recording: RecordingOptions | Unset = UNSET
    extract_metadata: bool | Unset = UNSET
    """Title, description, Open Graph, JSON-LD and other metadata."""
    extract_values: list[ValueEntry] | Unset = UNSET
    """Values to read from the page, each with a name. `result.values` has them by name, without a further output. Each names its place by `selector`, `pattern` or `product`."""
    extract_markdown: bool | Unset = UNSET
    """Main content as GitHub Flavored Markdown."""
    extract_html: bool | Unset = UNSET
    """The rendered DOM as HTML."""
    extract_links: bool | Unset = UNSET
    """Links of the page, absolute and deduplicated."""
    extract_structure: bool | Unset = UNSET
    """Headings, landmarks, sections, forms and tables."""
    extract_images: bool | Unset = UNSET
    """Images of the page."""
    extract_videos: bool | Unset = UNSET
    """Videos of the page."""
    extract_fonts: bool | Unset = UNSET
    """Fonts that the page uses."""
    extract_colors: bool | Unset = UNSET
    """Colors that the page uses."""
    extract_design: bool | Unset = UNSET
    """Design tokens of the page."""
    extract_console: bool | Unset = UNSET
    """Messages of the page's console, and errors that no script caught."""
    extract_mhtml: bool | Unset = UNSET
    """The page of `html` with its files in one MHTML file, which is saved and not shown. Pages of others are not given as one, as their scripts might run where it is opened."""
    extract_har: bool | Unset = UNSET
    """The page's requests as HAR 1.2, without bodies, cookies and log-ins."""
    priority: Priority | Unset = UNSET
    cache: bool | Unset = UNSET
    """Reuse the account's newest identical render (same url, options, headers and cookies) of the last 24 hours, at no charge. `cacheTtl` makes that shorter. Without `cache` the page is always rendered. Identical renders that run at the same time are each rendered."""
    cache_ttl: int | Unset = UNSET
    """Seconds that a render of the cache may be old, with `cache`. Default: 24 hours."""
    cache_key: str | Unset = UNSET
    """A text that keeps renders apart in the cache, with `cache`: another text makes another render, such as the version of your page."""


class RecurringRequestBase(ScreenshotRequestBase):
    """Fields that ScreenshotRequest and ShownOptionsBase share."""

    format: ImageFormat | Unset = UNSET
    quality: int | Unset = UNSET
    """Quality of a jpg. Default: 80."""
    full_page: bool | Unset = UNSET
    """Capture the whole scrollable page. Default: false."""
    omit_background: bool | Unset = UNSET
    """Leave the page's default background transparent. Needs format png. Default: false."""
    priority: Priority | Unset = UNSET
    cache: bool | Unset = UNSET
    """Reuse the account's newest identical render (same url, options, headers and cookies) of the last 24 hours, at no charge. `cacheTtl` makes that shorter. Without `cache` the page is always rendered. Identical renders that run at the same time are each rendered. Default: false."""
    cache_ttl: int | Unset = UNSET
    """Seconds that a render of the cache may be old, with `cache`. Default: 24 hours."""
    cache_key: str | Unset = UNSET
    """A text that keeps renders apart in the cache, with `cache`: another text makes another render, such as the version of your page."""


class MonitorCaptureInputBase(PresetOptionsBase):
    """Fields that MonitorDefaultSettingsCapture and MonitorCaptureBase share."""

    width: int | Unset = UNSET
    """Viewport, CSS pixels. Default: 1280."""
    height: int | Unset = UNSET
    """Viewport, CSS pixels. Default: 720."""
    device_scale_factor: float | Unset = UNSET
    """Pixels of the picture for each CSS pixel. A device has its own. Default: 1."""
    timeout: int | Unset = UNSET
    """Seconds for the whole capture. The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture. Default: 30."""
    delay: float | Unset = UNSET
    """Seconds to wait once the page is ready. At most half of `timeout`. Default: 0."""
    block_ads: bool | Unset = UNSET
    """Refuse requests to advertising and tracking hosts of other sites, and hide the gaps."""
    ok_status: list[int | str] | Unset = UNSET
    """Statuses such as 404 or "200-399" that the page may have. A run with another status fails as `page_status`: it is no change, and never becomes the baseline. Default: `["200-399"]`. A change holds from the next run on and keeps the baseline."""
    ignore_regions: list[IgnoredRegion] | Unset = UNSET
    """Areas that runs leave out of the comparison: rectangles in pixels of the picture, or elements by a selector. A pixel is ignored if an area covers it in the run's picture or in its baseline's. A change holds from the next comparison on and keeps the baseline."""
    text: bool | Unset = UNSET
    """Keep each run's main content as Markdown, and compare it by words with the baseline's. Addresses of links and pictures are left out."""
    ignore_text: list[str] | Unset = UNSET
    """Patterns in RE2 syntax. What they match is removed from both texts before the comparison. `^` and `$` match at each line; `(?i)` ignores case. A change holds from the next comparison on and keeps the baseline."""
    ignore_order: bool | Unset = UNSET
    """Lines that only moved are no change of the text: items of a list, rows of a table, paragraphs. Needs `text: true`. A change holds from the next comparison on and keeps the baseline."""
    only_added: bool | Unset = UNSET
    """Only added words are a change of the text. Replaced words count, as the new ones are added. Needs `text: true`, and excludes `onlyRemoved`. A change holds from the next comparison on and keeps the baseline."""
    only_removed: bool | Unset = UNSET
    """Only removed words are a change of the text. Replaced words count, as the old ones are removed. Needs `text: true`, and excludes `onlyAdded`. A change holds from the next comparison on and keeps the baseline."""


class ShownOptionsBase(RecurringRequestBase):
    """Fields that ShownOptions and CrawlRequestBase share."""

    screenshot: bool | Unset = UNSET
    """Default: true, but false if an `extract…` flag, `pdf` or `recording` is set without an option of the picture, such as `format` or `fullPage`."""
    recording: RecordingOptions | Unset = UNSET
    extract_values: list[ValueEntry] | Unset = UNSET
    """Values to read from the page, each with a name. `result.values` has them by name, without a further output. Each names its place by `selector`, `pattern` or `product`."""
    extract_markdown: bool | Unset = UNSET
    """Main content as GitHub Flavored Markdown. Default: false."""
    extract_html: bool | Unset = UNSET
    """The rendered DOM as HTML. Default: false."""
    extract_links: bool | Unset = UNSET
    """Links of the page, absolute and deduplicated. Default: false."""
    extract_structure: bool | Unset = UNSET
    """Headings, landmarks, sections, forms and tables. Default: false."""
    store: bool | Unset = UNSET
    """Also store every output in the caller's object storage, by the `storage_…` fields. Needs storage_provider, storage_bucket and both keys. A render that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect. Default: false."""
    storage_provider: StorageProvider | Unset = field(default=UNSET, metadata={"name": "storage_provider"})
    storage_path: str | Unset = field(default=UNSET, metadata={"name": "storage_path"})
    """Key of each output, at most 1,024 bytes with its values: `{id}` the job's id; `{name}` the output's name (screenshot, metadata, markdown …); `{ext}` the output's file ending (jpg, png, json, html, md); `{host}` the page's host; `{date}` the day, 2026-11-21; `{year}` 2026; `{month}` 11; `{day}` 21; `{time}` the time of day, 093005. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: `home.jpg`, `home.jpg.metadata.json`. Default: `{host}/{date}/{id}-{name}.{ext}`."""
    storage_bucket: str | Unset = field(default=UNSET, metadata={"name": "storage_bucket"})
    """Name of an existing bucket."""
    storage_endpoint: str | Unset = field(default=UNSET, metadata={"name": "storage_endpoint"})
    """https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region."""
    storage_region: str | Unset = field(default=UNSET, metadata={"name": "storage_region"})
    """Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2."""
    storage_public_domain: str | Unset = field(default=UNSET, metadata={"name": "storage_public_domain"})
    """Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it."""
    storage_return_location: bool | Unset = field(default=UNSET, metadata={"name": "storage_return_location"})
    """Add `location` to each output of the result: its address under storage_public_domain, else under the endpoint. Default: false."""


class MonitorCaptureBase(MonitorCaptureInputBase):
    """Fields that MonitorCapture and MonitorCaptureInput share."""

    quality: int | Unset = UNSET
    """Quality of a jpg. Default: 80."""
    full_page: bool | Unset = UNSET
    """Capture the whole scrollable page. Default: true."""
    selector: str | Unset = UNSET
    """CSS selector. The first element that matches is watched: the picture and the text are of this element alone. A run fails if nothing matches."""
    clip: Clip | Unset = UNSET
    wait_for_selector: str | Unset = UNSET
    """Wait until an element matches this CSS selector, within the time for loading."""
    scroll_to_element: str | Unset = UNSET
    """CSS selector of the element to bring into view before the capture."""
    hover_selector: str | Unset = UNSET
    """CSS selector of the element that the mouse rests on during the capture. It is moved there after clicks and scrolling."""
    javascript: bool | Unset = UNSET
    """Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out."""
    fetch: FetchWay | Unset = UNSET
    picture: bool | Unset = UNSET
    """False for runs without a picture: 1 credit each, with text and values alone. It needs `changeOn` `text` or `values`. Default: true; with `fetch: http`, there is never a picture."""
    expect: TextRules | Unset = UNSET
    regions: bool | Unset = UNSET
    """Also compare the page's own regions and name changed areas by them. Default: false."""
    change_on: ChangeOn | Unset = UNSET
    values: list[ValueEntry] | Unset = UNSET
    """Values that each run reads from the page and keeps, each with a name and its place by `selector`, `pattern`, `jsonPath` or `product`. They are no part of the comparison. A change holds from the next run on and keeps the baseline."""
    store: bool | Unset = UNSET
    """Also store each run's picture in the owner's object storage. Needs storage_provider, storage_bucket and both keys. A run that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect."""
    storage_provider: StorageProvider | Unset = field(default=UNSET, metadata={"name": "storage_provider"})
    storage_path: str | Unset = field(default=UNSET, metadata={"name": "storage_path"})
    """Key of each output, at most 1,024 bytes with its values: `{id}` the job's id; `{name}` the output's name (screenshot, metadata, markdown …); `{ext}` the output's file ending (jpg, png, json, html, md); `{host}` the page's host; `{date}` the day, 2026-11-21; `{year}` 2026; `{month}` 11; `{day}` 21; `{time}` the time of day, 093005. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: `home.jpg`, `home.jpg.metadata.json`. Default: `{host}/{date}/{id}-{name}.{ext}`."""
    storage_bucket: str | Unset = field(default=UNSET, metadata={"name": "storage_bucket"})
    """Name of an existing bucket."""
    storage_endpoint: str | Unset = field(default=UNSET, metadata={"name": "storage_endpoint"})
    """https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region."""
    storage_region: str | Unset = field(default=UNSET, metadata={"name": "storage_region"})
    """Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2."""
    storage_public_domain: str | Unset = field(default=UNSET, metadata={"name": "storage_public_domain"})
    """Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it."""
    storage_return_location: bool | Unset = field(default=UNSET, metadata={"name": "storage_return_location"})
    """Add `location` to the run's screenshot: its address in that storage."""


class CrawlRequestBase(ShownOptionsBase):
    """Fields that DelayedRequestBase and BatchRequestBase share."""

    headers: RequestHeaders | Unset = field(default=UNSET, repr=False)
    """Sent with requests to the page's own origin only."""
    cookies: list[Cookie] | Unset = field(default=UNSET, repr=False)
    http_auth: HttpAuth | Unset = field(default=UNSET, repr=False)
    css: str | Unset = field(default=UNSET, repr=False)
    """Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8."""
    script: str | Unset = field(default=UNSET, repr=False)
    """JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8."""
    steps: list[Step] | Unset = field(default=UNSET, repr=False)
    """Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`."""
    pdf: PdfOptions | Unset = UNSET
    preset: str | Unset = UNSET
    """Name of a preset. Its options count as given, except those that this request gives itself."""
    webhook_url: str | Unset = field(default=UNSET, repr=False)
    webhook_secret: str | Unset = field(default=UNSET, repr=False)
    """`whsec_` and the base64 of 24 to 64 bytes, the form that receivers' libraries accept; or another text; its bytes are the key (`{format: "raw"}` in the `standardwebhooks` package)."""
    storage_access_key_id: str | Unset = field(default=UNSET, repr=False, metadata={"name": "storage_access_key_id"})
    """Id of a key that may write to the bucket. It needs no other permission."""
    storage_secret_access_key: str | Unset = field(
        default=UNSET, repr=False, metadata={"name": "storage_secret_access_key"}
    )
    """The secret key. It is encrypted before it is stored, and opened only to sign the upload."""


class DelayedRequestBase(CrawlRequestBase):
    """Fields that RecurringRequest and RenderRequestBase share."""

    extract_metadata: bool | Unset = UNSET
    """Title, description, Open Graph, JSON-LD and other metadata. Default: true."""
    extract_images: bool | Unset = UNSET
    """Images of the page. Default: false."""
    extract_videos: bool | Unset = UNSET
    """Videos of the page. Default: false."""
    extract_fonts: bool | Unset = UNSET
    """Fonts that the page uses. Default: false."""
    extract_colors: bool | Unset = UNSET
    """Colors that the page uses. Default: false."""
    extract_design: bool | Unset = UNSET
    """Design tokens of the page. Default: false."""
    extract_console: bool | Unset = UNSET
    """Messages of the page's console, and errors that no script caught. Default: false."""
    extract_har: bool | Unset = UNSET
    """The page's requests as HAR 1.2, without bodies, cookies and log-ins. Default: false."""


class BatchRequestBase(CrawlRequestBase):
    """Fields that BatchRequest and CrawlRequest share."""

    timezone: str | Unset = UNSET
    """Time zone of the page, such as Europe/Zurich."""


class RenderRequestBase(DelayedRequestBase):
    """Fields that DelayedRequest and RenderRequest share."""

    timezone: str | Unset = UNSET
    """Time zone of the page, such as Europe/Zurich."""


class Account(Shape):
    id: str
    plan: PlanName
    time_zone: str
    addresses: Addresses


class AccountReply(Shape):
    success: bool
    account: Account


class AlertCondition(Shape):
    value: str
    """The name of a value of `capture.values`."""
    is_: ConditionKind
    than: bool | float | list[float | str] | str | Unset = UNSET
    """The other side of the comparison. `changedBy` takes a number, or a share such as "10%"; `in` takes a list. `changed`, `appears` and `disappears` have none."""


class AlertEmail(Shape):
    account: bool | Unset = UNSET
    """Send alerts to the account's own address. Default: true."""
    recipient_ids: list[str] | Unset = UNSET
    """Verified recipients of this account."""


class AlertEmailChange(Shape):
    account: bool | Unset = UNSET
    """Send alerts to the account's own address."""
    recipient_ids: list[str] | Unset = UNSET
    """Verified recipients of this account."""


class AlertTarget(Shape):
    id: str
    name: str
    channels: list[Channel]
    recipient_ids: list[str]
    tags: list[str]
    all_monitors: bool
    template: MessageTemplate | None
    """Null for the usual wording."""
    created_at: datetime.datetime
    updated_at: datetime.datetime


class AlertTargetList(Shape):
    success: bool
    alert_targets: list[AlertTarget]


class AlertTargetPatch(Shape):
    name: str | Unset = UNSET
    """Small letters, digits and hyphens."""
    channels: (
        list[
            ChannelInputApprise
            | ChannelInputDiscord
            | ChannelInputNtfy
            | ChannelInputSlack
            | ChannelInputTeams
            | ChannelInputTelegram
        ]
        | Unset
    ) = UNSET
    """Services that get each message. A change replaces the list. A channel with its `id` keeps its settings."""
    recipient_ids: list[str] | Unset = UNSET
    """Recipients of this account. Each gets mails once its reader has confirmed."""
    tags: list[str] | Unset = UNSET
    """Each monitor with one of these tags tells the target."""
    all_monitors: bool | Unset = UNSET
    """Whether each monitor of the account tells the target."""
    template: MessageTemplate | None | Unset = UNSET
    """Replaces the present one. Null for the usual wording."""


class AlertTargetReply(Shape):
    success: bool
    alert_target: AlertTarget


class AlertTargetRequest(Shape):
    name: str
    """Small letters, digits and hyphens."""
    channels: (
        list[
            ChannelInputApprise
            | ChannelInputDiscord
            | ChannelInputNtfy
            | ChannelInputSlack
            | ChannelInputTeams
            | ChannelInputTelegram
        ]
        | Unset
    ) = UNSET
    """Services that get each message. A change replaces the list. A channel with its `id` keeps its settings."""
    recipient_ids: list[str] | Unset = UNSET
    """Recipients of this account. Each gets mails once its reader has confirmed."""
    tags: list[str] | Unset = UNSET
    """Each monitor with one of these tags tells the target."""
    all_monitors: bool | Unset = UNSET
    """Whether each monitor of the account tells the target. Default: false."""
    template: MessageTemplate | Unset = UNSET
    """Plain text with fields such as `{{monitor.name}}`. A part keeps its usual wording in messages that have no value for one of its fields. The fields are `monitor.name`, `monitor.tags`, `page.host`, `page.address`, `page.title`, `event.type`, `event.title`, `event.text`, `event.details`, `event.time`, `event.link`, `change.summary`, `change.words`, `change.share`, `change.areas`, `value.name`, `value.old`, `value.new`, `failure.reason`, `failure.code`, `failure.count`."""


class AlertWebhook(Shape):
    url: str | Unset = field(default=UNSET, repr=False)
    secret: None | str | Unset = field(default=UNSET, repr=False)


class AlertWhen(Shape):
    """Either `any` or `all`. At most 16,384 characters as JSON."""

    any: list[AlertCondition] | Unset = UNSET
    """Each condition alerts by itself."""
    all: list[AlertCondition] | Unset = UNSET
    """The conditions alert once all of them hold."""


class AlignedBlock(Shape):
    before: int | None
    """First row in the picture before. Null if it has none of these rows."""
    after: int | None
    """First row in the picture after. Null if it has none of these rows."""
    height: int


class ApiKey(Shape):
    id: str
    name: str
    scopes: list[Scope]
    created_at: datetime.datetime
    last_used_at: datetime.datetime | None
    expires_at: datetime.datetime | None
    revoked_at: datetime.datetime | None


class Baseline(Shape):
    run_id: str
    set_at: datetime.datetime
    by: BaselineBy
    """`owner` chose it by `POST …/baseline`. `first_run` had no earlier baseline to be compared with. `rolling` follows the earlier baseline."""
    comparable: bool
    """Whether the run was captured with the monitor's current address, capture and diff. Only then it can be the baseline again, until it expires."""


class BaselineList(Shape):
    success: bool
    baselines: list[Baseline]


class Batch(JobBase):
    status: BatchStatus
    total: int
    """Pages that were accepted."""
    refused: list[BatchRefusedItem]
    """Addresses that were refused."""
    counts: JobCounts
    progress: int
    """Percent of the pages that have ended."""
    hosts: list[HostFigures]


class BatchAccepted(Shape):
    success: bool
    batch: str
    status_url: str
    """Address of the batch's status."""
    results: list[BatchResult]
    credits: Credits
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class BatchItem(Shape):
    index: int
    url: str
    id: str
    status_url: str
    status: JobStatus
    status_code: int | Unset = UNSET
    """HTTP status of the page."""
    title: str | Unset = UNSET
    error: JobError | Unset = UNSET


class BatchList(Shape):
    success: bool
    batches: list[Batch]
    next_cursor: None | str


class BatchRefusedItem(Shape):
    index: int
    url: str
    error: BatchRefusal
    message: str


class BatchReply(Shape):
    success: bool
    batch: Batch


class BatchRequest(BatchRequestBase):
    urls: list[str]
    """Pages to render with the same options: http or https, at most 2,048 characters each. An invalid, forbidden or repeated address is refused alone."""
    url: str | Unset = UNSET
    """Ignored; a batch takes its pages from `urls`."""


class BatchResult(Shape):
    index: int
    """Index in `urls`."""
    url: str
    success: bool
    batch: str
    id: str | Unset = UNSET
    """The job, if the address was accepted."""
    status_url: str | Unset = UNSET
    error: BatchRefusal | Unset = UNSET
    message: str | Unset = UNSET


class BatchWithItems(Shape):
    success: bool
    batch: Batch
    items: list[BatchItem]
    next_cursor: None | str


class Blocked(Shape):
    """For each blocked kind: refused requests, rejected or closed dialogs, and hidden elements that were visible."""

    ads: int | Unset = UNSET
    cookie_banners: int | Unset = UNSET
    chat_widgets: int | Unset = UNSET
    popups: int | Unset = UNSET
    accessibility_widgets: int | Unset = UNSET


class BulkReply(Shape):
    success: bool
    done: int
    failed: int
    results: list[BulkResult]
    """One for each operation, in their order."""


class BulkRequest(Shape):
    operations: list[BulkRequestOperationsItem]


class BulkRequestOperationsItem(Shape):
    action: BulkRequestOperationsItemAction
    id: str | Unset = UNSET
    """The monitor. Not for `create`."""
    monitor: BulkRequestOperationsItemMonitor | Unset = UNSET
    """For `create`: the body of `POST /render/monitors`."""
    change: BulkRequestOperationsItemChange | Unset = UNSET
    """For `change`: the body of `PATCH /render/monitors/{id}`."""


class BulkResult(Shape):
    index: int
    """Position in `operations`."""
    success: bool
    status: int
    """Status of the same call for one monitor."""
    monitor: Monitor | Unset = UNSET
    warnings: list[FieldProblem] | Unset = UNSET
    problem: MonitorError | Unset = UNSET


class CallToAction(Shape):
    text: str
    href: None | str
    """Absolute; null for buttons."""
    kind: CallToActionKind
    filled: bool
    """Whether it has its own background."""
    region: LinkRegion


class CaptureCookie(MonitorCaptureCookiesItem):
    value: str = field(repr=False)


class Change(Shape):
    kind: ChangeKind
    id: str
    """Id of what changed; for `usage` the account's id."""
    at: datetime.datetime
    monitor_id: str | Unset = UNSET


class Channel(Shape):
    id: str
    type: ChannelType
    host: str
    """Host that messages are sent to. The rest of the address is write-only."""


class ChannelInputApprise(Shape):
    type: ChannelInputAppriseType
    id: str | Unset = UNSET
    """Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel."""
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of an Apprise API server: https://host/notify/key, or https://host/notify with `urls`."""
    urls: str | Unset = field(default=UNSET, repr=False)
    """Apprise addresses, separated by commas, for a server without stored ones."""
    tag: str | Unset = field(default=UNSET, repr=False)
    """Tags of the stored addresses."""


class ChannelInputDiscord(Shape):
    type: ChannelInputDiscordType
    id: str | Unset = UNSET
    """Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel."""
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of a channel's webhook."""


class ChannelInputNtfy(Shape):
    type: ChannelInputNtfyType
    id: str | Unset = UNSET
    """Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel."""
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of a topic, such as https://ntfy.sh/my-topic."""
    token: str | Unset = field(default=UNSET, repr=False)
    """Access token, if the topic needs one."""


class ChannelInputSlack(Shape):
    type: ChannelInputSlackType
    id: str | Unset = UNSET
    """Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel."""
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of an incoming webhook."""


class ChannelInputTeams(Shape):
    type: ChannelInputTeamsType
    id: str | Unset = UNSET
    """Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel."""
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of a workflow that posts to a chat or channel."""


class ChannelInputTelegram(Shape):
    type: ChannelInputTelegramType
    id: str | Unset = UNSET
    """Id of a channel that the monitor has. Values that are not given again stay. Without it, a new channel."""
    token: str | Unset = field(default=UNSET, repr=False)
    """The bot's token."""
    chat_id: str | Unset = field(default=UNSET, repr=False)
    """Id of the chat, or @name of a public channel."""
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of a Bot API server of your own. Default: https://api.telegram.org."""


class Clip(Shape):
    x: int
    y: int
    width: int
    height: int


class Colors(Shape):
    palette: list[PaletteColor]
    """By role, the largest share first."""
    theme: Theme
    contrast: ColorsContrast


class ColorsContrast(Shape):
    lowest: float | None
    """The lowest ratio of any pair; null where no text could be measured."""
    passing: float | None
    """Share of the measured characters that reach AA."""
    unmeasured: float
    """Share of the visible characters on pictures or gradients."""
    pairs: list[ContrastPair]
    """The largest share first; shares are of the measured characters."""


class ColorsResult(ResultBase):
    value: Colors | Unset = UNSET


class ColorToken(Shape):
    role: ColorTokenRole
    hex: str
    variable: None | str
    """A custom property of the root that has this value."""


class ComponentStyle(Shape):
    count: int
    """Number of elements."""
    sample: None | str
    """Words of the first that looks so."""
    background: None | str
    """Null where it has none of its own."""
    color: str
    border: None | str
    """Width, style and color of its top border."""
    radius: str
    padding: str
    shadow: None | str
    font_family: str
    """The family that the page asks for first, whether or not it is here."""
    rendered_with: None | str
    """The family that drew its text here. Null if unknown or if no text asks for the family."""
    font_size: float
    """CSS pixels."""
    font_weight: int


class ConsoleLine(Shape):
    at: datetime.datetime
    level: ConsoleLineLevel
    source: ConsoleLineSource
    """Who wrote it: a script, an error that no script caught, or the browser itself."""
    text: str
    """Cut after 2,000 characters."""
    url: None | str
    """Address of the script."""
    line: int | None
    """Line in the script."""
    column: int | None
    """Column in the line."""


class ConsoleResult(ResultBase):
    value: list[ConsoleLine] | Unset = UNSET


class ContrastPair(Shape):
    text: str
    background: str
    ratio: float
    """Contrast ratio of WCAG 2.x, two decimals."""
    large: bool
    """At least 24 px, or 18.66 px in bold. WCAG requires less contrast then."""
    level: ContrastPairLevel
    share: float


class Cookie(MonitorCaptureCookiesItem):
    value: str = field(repr=False)
    expires: float | Unset = UNSET


class CountedValue(Shape):
    value: str
    count: int
    """Number of elements."""


class Crawl(JobBase):
    status: CrawlStatus
    stop_reason: CrawlStopReason | None
    url: str
    max_pages: int
    """Maximum number of pages to render. Default: 50."""
    max_depth: int
    """Maximum number of links from the start page; 0 renders the start page only. Default: 3."""
    max_concurrent_pages: int
    """Maximum number of pages at once. Host throttling may lower it. Default: 3."""
    max_duration_seconds: int
    """After this time no page starts. Running pages finish. Default: 1800."""
    scope: CrawlScope
    include_paths: list[str]
    """Globs of paths to crawl. The start page is always crawled. `*` and `?` match within a segment, `**` matches any number of segments. Default: []."""
    exclude_paths: list[str]
    """Globs of paths not to crawl. They win over `includePaths`. Default: []."""
    respect_robots: bool
    """Obey robots.txt (as `Watchframe`), its Crawl-delay, and `nofollow` of pages and links. Default: true."""
    use_sitemap: bool
    """Also start from the site's sitemaps: those in robots.txt, else /sitemap.xml. Default: false."""
    hash_routes: bool
    """Take fragments that begin with `#/` or `#!` as pages of their own. Other fragments never count. Default: false."""
    options: ShownOptions
    counts: CrawlCounts
    """Number of pages found, in total and per status."""
    pages_url: str


class CrawlCounts(Shape):
    """Number of pages found, in total and per status."""

    found: int
    queued: int
    in_progress: int
    completed: int
    failed: int
    skipped: int


class CrawlList(Shape):
    success: bool
    crawls: list[Crawl]
    next_cursor: None | str


class CrawlPage(Shape):
    id: str
    """Also the id of the page's job, if it has one."""
    url: str
    depth: int
    """Number of links from the start page."""
    status: CrawlPageStatus
    parent_url: str | Unset = UNSET
    """The page or sitemap with the link to it. Missing for the start page."""
    result_url: str | Unset = UNSET
    """Status address of its job, if it has one."""
    error: RenderErrorCode | SkipReason | Unset = UNSET
    """Code of its failure or skip."""
    status_code: int | Unset = UNSET
    """HTTP status of the page. 4xx and 5xx are not failures."""
    title: str | Unset = UNSET
    completed_at: datetime.datetime | Unset = UNSET


class CrawlPageList(Shape):
    success: bool
    pages: list[CrawlPage]
    next_cursor: None | str


class CrawlReference(Shape):
    success: bool
    id: str
    status_url: str
    pages_url: str
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class CrawlReply(Shape):
    success: bool
    crawl: Crawl


class CrawlRequest(BatchRequestBase):
    url: str
    max_pages: int | Unset = UNSET
    """Maximum number of pages to render. Default: 50."""
    max_depth: int | Unset = UNSET
    """Maximum number of links from the start page; 0 renders the start page only. Default: 3."""
    max_concurrent_pages: int | Unset = UNSET
    """Maximum number of pages at once. Host throttling may lower it. Default: 3."""
    max_duration_seconds: int | Unset = UNSET
    """After this time no page starts. Running pages finish. Default: 1800."""
    scope: CrawlScope | Unset = UNSET
    include_paths: list[str] | Unset = UNSET
    """Globs of paths to crawl. The start page is always crawled. `*` and `?` match within a segment, `**` matches any number of segments. Default: []."""
    exclude_paths: list[str] | Unset = UNSET
    """Globs of paths not to crawl. They win over `includePaths`. Default: []."""
    respect_robots: bool | Unset = UNSET
    """Obey robots.txt (as `Watchframe`), its Crawl-delay, and `nofollow` of pages and links. Default: true."""
    use_sitemap: bool | Unset = UNSET
    """Also start from the site's sitemaps: those in robots.txt, else /sitemap.xml. Default: false."""
    hash_routes: bool | Unset = UNSET
    """Take fragments that begin with `#/` or `#!` as pages of their own. Other fragments never count. Default: false."""


class CreateSessionBody(Shape):
    """Exactly one of `apiKey` and `loginToken`."""

    api_key: str | Unset = field(default=UNSET, repr=False)
    login_token: str | Unset = field(default=UNSET, repr=False)
    """The token of a log-in link. It works once, for 15 minutes."""


class CreateSessionReply(Shape):
    success: bool
    session: Session


class Credits(Shape):
    charged: int
    refunded: int
    net: int


class CurrentSession(Shape):
    success: bool
    session: Session
    account: CurrentSessionAccount
    key: CurrentSessionKey
    temporal_ui_url: None | str
    """Address of the workflows in Temporal's UI, for operators. Null if the service names none."""


class CurrentSessionAccount(Shape):
    id: str
    email: str
    plan: PlanName
    time_zone: str
    addresses: Addresses
    paused: bool


class CurrentSessionKey(Shape):
    id: str
    name: str
    scopes: list[Scope]


class DelayedRequest(RenderRequestBase):
    url: str
    schedule_at: datetime.datetime
    """Time of the render, at most 366 days ahead."""


class DeliveryAttempt(Shape):
    at: datetime.datetime
    duration: int
    """Milliseconds."""
    status_code: int | None
    """Null where there was no answer."""
    response_body: str
    """The first 1,024 bytes of the receiver's reply."""
    error: None | str


class DeliveryList(Shape):
    success: bool
    deliveries: list[Delivery]
    next_cursor: None | str


class DeliveryReply(Shape):
    success: bool
    delivery: DeliveryReplyDelivery


class DeliveryReplyDelivery(Delivery):
    body: None | str
    """The exact text of a webhook, else null."""


class Design(Shape):
    colors: list[ColorToken]
    typography: Typography
    spacing: DesignSpacing
    radii: list[CountedValue]
    shadows: list[CountedValue]
    breakpoints: list[DesignBreakpointsItem]
    """Widths that media queries ask for, smallest first."""
    css_variables: list[DesignCssVariablesItem]
    components: DesignComponents
    motion: DesignMotion
    stylesheets: DesignStylesheets


class DesignBreakpointsItem(Shape):
    width: float
    """CSS pixels."""
    bound: DesignBreakpointsItemBound
    count: int
    """Number of rules."""


class DesignComponents(Shape):
    buttons: list[ComponentStyle]
    """Most frequent first."""
    inputs: list[ComponentStyle]
    """Most frequent first."""
    cards: list[ComponentStyle]
    """Most frequent first."""


class DesignCssVariablesItem(Shape):
    name: str
    value: str
    selector: None | str
    """Null for those of the root."""


class DesignMotion(Shape):
    durations: list[DesignMotionDurationsItem]
    easings: list[CountedValue]
    animations: list[CountedValue]
    """Names of the animations that elements use."""
    keyframes: list[str]
    """Names of the animations that are declared."""
    reduced_motion: bool
    """Whether a rule asks for `prefers-reduced-motion`."""


class DesignMotionDurationsItem(Shape):
    milliseconds: float
    count: int
    """Number of elements."""


class DesignResult(ResultBase):
    value: Design | Unset = UNSET


class DesignSpacing(Shape):
    base: int | None
    """CSS pixels that most distances are a multiple of."""
    scale: list[DesignSpacingScaleItem]
    """Smallest first."""


class DesignSpacingScaleItem(Shape):
    value: float
    """CSS pixels."""
    count: int
    """Number of elements."""


class DesignStylesheets(Shape):
    read: int
    """Number of elements."""
    skipped: int
    """Style sheets of other origins, which scripts cannot read."""


class Diff(DiffBase):
    result: DiffResult | Unset = UNSET


class DiffList(Shape):
    success: bool
    diffs: list[ListedDiff]
    next_cursor: None | str


class DiffPicture(PdfResultBase):
    content_type: str
    width: int
    height: int
    page: PageInfo | Unset = UNSET


class DiffReply(Shape):
    success: bool
    diff: Diff
    poll_after_ms: int | Unset = UNSET
    """Milliseconds to wait before the next poll."""


class DiffRequest(Shape):
    before: DiffSource
    """Exactly one of `jobId`, `runId`, `url` and `imageUrl`."""
    after: DiffSource
    """Exactly one of `jobId`, `runId`, `url` and `imageUrl`."""
    mode: DiffMode | Unset = UNSET
    visualization: Visualization | Unset = UNSET
    threshold: float | Unset = UNSET
    """Minimum ratio of `changed`. With 0, any difference that the mode counts. Default: 0."""
    ignore_regions: list[Box] | Unset = UNSET
    """Areas to ignore, in pixels. A pixel is ignored if an area covers it in either picture. Default: []."""
    capture: DiffRequestCapture | Unset = UNSET
    priority: Priority | Unset = UNSET
    webhook_url: str | Unset = field(default=UNSET, repr=False)
    webhook_secret: str | Unset = field(default=UNSET, repr=False)
    """`whsec_` and the base64 of 24 to 64 bytes, the form that receivers' libraries accept; or another text; its bytes are the key (`{format: "raw"}` in the `standardwebhooks` package)."""


class DiffRequestCapture(ScreenshotRequestBase):
    full_page: bool | Unset = UNSET
    """Capture the whole scrollable page. Default: true."""
    headers: RequestHeaders | Unset = field(default=UNSET, repr=False)
    """Sent with requests to the page's own origin only."""
    cookies: list[Cookie] | Unset = field(default=UNSET, repr=False)
    http_auth: HttpAuth | Unset = field(default=UNSET, repr=False)
    timezone: str | Unset = UNSET
    """Time zone of the page, such as Europe/Zurich."""
    css: str | Unset = field(default=UNSET, repr=False)
    """Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8."""
    script: str | Unset = field(default=UNSET, repr=False)
    """JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8."""
    steps: list[Step] | Unset = field(default=UNSET, repr=False)
    """Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`."""


class DiffResult(DiffResultBase):
    regions: list[ChangedArea]
    """Changed areas, largest first."""
    alignment: list[AlignedBlock] | Unset = UNSET
    """Which rows of the pictures belong together, from the top. Drawings and masks have these rows in this order. Missing if there are more than 512 blocks."""


class DiffTimings(Shape):
    queued: int
    """Milliseconds."""
    pictures: int
    """Milliseconds."""
    comparison: int
    """Milliseconds."""
    total: int
    """Milliseconds."""


class ElementsResult(ResultBase):
    value: ElementsResultValue | Unset = UNSET


class ElementsResultValue(Shape):
    scale: float
    """Pixels of the picture per CSS pixel."""
    view: ElementsResultValueView
    """The part of the page that its viewport shows. Other places count from the page's top left."""
    elements: list[ElementsResultValueElementsItem]
    """Elements of the document come first, then those of its open shadow trees, then those of its frames."""


class ElementsResultValueElementsItem(ElementsResultValueView):
    selector: str
    """CSS selector that matches this element alone. Names that look written by hand come first."""
    parent: int
    """Index of the element around it in this list. -1 without one."""
    tag: str
    """In lower case."""
    frame: str | Unset = UNSET
    """CSS selector of the frame that shows the element. `selector` is of the frame's own document."""
    in_shadow: bool | Unset = UNSET
    """The element is in an open shadow tree. `selector` is one for steps."""
    alike: ElementsResultValueElementsItemAlike | Unset = UNSET
    """A selector of all elements of its kind, and how many match."""
    role: str | Unset = UNSET
    """Its ARIA role. Missing without one."""
    name: str | Unset = UNSET
    """Its accessible name. Missing without one."""
    label: str | Unset = UNSET
    """The label of a field. Missing without one."""
    text: str | Unset = UNSET
    """The beginning of its text. The contents of fields are never read."""
    takes: ElementsResultValueElementsItemTakes | Unset = UNSET
    """The kind of entry that a visitor makes. Missing without a field."""


class ElementsResultValueElementsItemAlike(Shape):
    """A selector of all elements of its kind, and how many match."""

    selector: str
    matches: int


class FailedRequestLimits(Shape):
    any: int | Unset = UNSET
    """Failed requests of all kinds together."""
    image: int | Unset = UNSET
    """Failed images."""
    media: int | Unset = UNSET
    """Failed media."""
    font: int | Unset = UNSET
    """Failed fonts."""
    stylesheet: int | Unset = UNSET
    """Failed style sheets."""
    script: int | Unset = UNSET
    """Failed scripts."""
    xhr: int | Unset = UNSET
    """Failed requests of scripts."""
    other: int | Unset = UNSET
    """Failed requests of other kinds, and documents of frames."""


class Feed(Shape):
    id: str
    url: str
    """Address of the feed. It works without a key until the feed is deleted."""
    tag: None | str
    """Null for monitors with any tag."""
    monitor_id: None | str
    """Null for all monitors."""
    created_at: datetime.datetime


class FeedList(Shape):
    success: bool
    feeds: list[Feed]


class FeedReply(Shape):
    success: bool
    feed: Feed


class FeedRequest(Shape):
    tag: str | Unset = UNSET
    """Only monitors with this tag."""
    monitor_id: str | Unset = UNSET
    """Only this monitor."""


class FieldProblem(Shape):
    field: str
    message: str


class Font(Shape):
    family: str
    """The family that the page asks for, whether or not it is here. Generic families are named as such."""
    rendered_with: None | str
    """The family that drew its text here. Null if unknown or if no text asks for the family."""
    weights: list[int]
    """Weights of its declared faces, with both ends of a range. Without faces, the weights in use."""
    styles: list[str]
    sources: list[FontSourcesItem]
    loaded: bool
    """Whether text can be drawn in it: a face is loaded, or it is installed."""
    used_by: float
    """Share of the visible characters that ask for it first."""


class FontSourcesItem(Shape):
    url: str
    format: None | str
    """`woff2`; null where nothing says so."""


class FontsResult(ResultBase):
    value: list[Font] | Unset = UNSET


class Form(Shape):
    action: None | str
    """Absolute."""
    method: FormMethod | None
    label: None | str
    fields: list[FormField]


class FormField(Shape):
    name: None | str
    type: str
    """Type of an input, else `select`, `textarea` or an ARIA role."""
    label: None | str
    placeholder: None | str
    required: bool
    autocomplete: None | str
    options: int | None
    """How many there are to choose from: of a select, or of radio buttons with one name."""


class FramesRead(Shape):
    """The frames that text, Markdown, links and values were read from, too. Missing if the page shows none, or if none of these was asked for."""

    read: int
    """Frames that were read."""
    left_out: FramesReadLeftOut | Unset = UNSET
    """Frames that were not read: those of advertisements and of checks for robots, those beyond 20, those that do not fit into a million characters, those more than three levels deep, and those that did not answer in time."""


class FramesReadLeftOut(Shape):
    """Frames that were not read: those of advertisements and of checks for robots, those beyond 20, those that do not fit into a million characters, those more than three levels deep, and those that did not answer in time."""

    no_content: int | Unset = UNSET
    too_many: int | Unset = UNSET
    too_large: int | Unset = UNSET
    too_deep: int | Unset = UNSET
    unanswered: int | Unset = UNSET


class Geolocation(Shape):
    latitude: float
    longitude: float
    accuracy: float | Unset = UNSET
    """Metres. Default: 1."""


class GetLivenessReply(Shape):
    success: bool
    status: Literal["live"]


class GetReadinessReply(Shape):
    success: bool
    status: GetReadinessReplyStatus
    parts: GetReadinessReplyParts


class GetReadinessReplyParts(Shape):
    mongodb: GetReadinessReplyPartsMongodb
    temporal: GetReadinessReplyPartsTemporal
    objects: GetReadinessReplyPartsObjects


class Har(Shape):
    log: HarLog


class HarEntry(Shape):
    pageref: str
    started_date_time: datetime.datetime
    time: float
    """Milliseconds."""
    request: HarEntryRequest
    response: HarEntryResponse
    cache: HarEntryCache
    timings: HarEntryTimings
    field_resource_type: str = field(metadata={"name": "_resourceType"})


class HarEntryCache(Shape):
    comment: str | Unset = UNSET


class HarEntryRequest(Shape):
    method: str
    url: str
    http_version: str
    cookies: list[HarPair]
    headers: list[HarPair]
    query_string: list[HarPair]
    headers_size: int
    body_size: int


class HarEntryResponse(Shape):
    status: int
    """0 if no reply came."""
    status_text: str
    http_version: str
    cookies: list[HarPair]
    headers: list[HarPair]
    content: HarEntryResponseContent
    redirect_url: str = field(metadata={"name": "redirectURL"})
    headers_size: int
    body_size: int
    field_transfer_size: int = field(metadata={"name": "_transferSize"})
    """Bytes over the wire, with headers; -1 if unknown."""
    field_error: str | Unset = field(default=UNSET, metadata={"name": "_error"})
    """The browser's name of the failure."""


class HarEntryResponseContent(Shape):
    size: int
    mime_type: str


class HarEntryTimings(Shape):
    blocked: float
    """Milliseconds; -1 without the phase."""
    dns: float
    """Milliseconds; -1 without the phase."""
    connect: float
    """Milliseconds; -1 without the phase."""
    ssl: float
    """Milliseconds; -1 without the phase."""
    send: float
    """Milliseconds; -1 without the phase."""
    wait: float
    """Milliseconds; -1 without the phase."""
    receive: float
    """Milliseconds; -1 without the phase."""


class HarLog(Shape):
    version: HarLogVersion
    creator: HarLogCreator
    pages: list[HarLogPagesItem]
    entries: list[HarEntry]


class HarLogCreator(Shape):
    name: str
    version: str


class HarLogPagesItem(Shape):
    started_date_time: datetime.datetime
    id: str
    title: str
    page_timings: HarLogPagesItemPageTimings


class HarLogPagesItemPageTimings(Shape):
    on_content_load: float
    """Milliseconds; -1 without the phase."""
    on_load: float
    """Milliseconds; -1 without the phase."""


class HarPair(Shape):
    name: str
    value: str


class HarResult(ResultBase):
    value: Har | Unset = UNSET


class Heading(Shape):
    level: int
    text: str
    id: None | str


class HostFigures(Shape):
    host: str
    total: int
    queued: int
    in_progress: int = field(metadata={"name": "in_progress"})
    completed: int
    failed: int
    cancelled: int
    refusals: int
    """Pages that the host answered with 429 or 503."""
    backed_off_until: datetime.datetime | None
    """The time until which its waiting pages wait, because it answered 429 or 503; else null."""
    average_ms: int | None
    """Mean milliseconds of its completed pages from browser to storage; null before the first."""


class HtmlResult(ResultBase):
    value: str | Unset = UNSET
    """HTML."""


class HttpAuth(Shape):
    username: str
    password: str


class IgnoredRegion(Shape):
    """Either `x`, `y`, `width` and `height`, or `selector`."""

    x: int | Unset = UNSET
    """Pixels from the left."""
    y: int | Unset = UNSET
    """Pixels from the top."""
    width: int | Unset = UNSET
    """Pixels."""
    height: int | Unset = UNSET
    """Pixels."""
    selector: str | Unset = UNSET
    """CSS selector. Each run finds the boxes of its elements, at most 500 in all."""


class Image(Shape):
    src: None | str
    """Absolute address that the browser chose, or would load after scrolling. Null for inline SVG."""
    alt: None | str
    """Null without the attribute, empty for a decorative picture."""
    width: int
    """Size on the page in CSS pixels; 0 if it has no layout box."""
    height: int
    natural_width: int | None
    """CSS pixels of the picture itself. 0 if it did not load, null if unknown."""
    natural_height: int | None
    srcset: list[ImageCandidate]
    loading: ImageLoading
    visible: bool
    """Whether a part of it is visible somewhere on the page, scrolled into view or not."""
    kind: ImageKind


class ImageCandidate(Shape):
    url: str
    width: int | None
    """Pixels of a `640w` descriptor."""
    density: float | None
    """Factor of a `2x` descriptor. 1 without a descriptor, null with a width."""
    media: None | str
    """`media` of its `<source>`."""
    type: None | str
    """`type` of its `<source>`."""


class ImagesResult(ResultBase):
    value: list[Image] | Unset = UNSET


class Incident(Shape):
    id: str
    type: IncidentType
    status: IncidentStatus
    opened_at: datetime.datetime
    run_id: str
    """The run that opened it."""
    consecutive_failures: int
    updates: list[IncidentUpdate]
    """With a fixed baseline: further changes that were notified while it was open, oldest first, the last 20. Each differs from the one before."""
    last_notified_at: datetime.datetime | None
    """Null if no message was sent, because the monitor was muted."""
    acknowledged_at: datetime.datetime | None
    """Time at which the owner acknowledged it, else null."""


class IncidentList(Shape):
    success: bool
    incidents: list[PastIncident]


class IncidentUpdate(Shape):
    run_id: str
    """The run that found it."""
    at: datetime.datetime


class InheritedSetting(Shape):
    setting: DefaultPath
    value: Any
    """The value that holds for the monitor."""
    from_: InheritedSettingFrom
    """The owner of the default."""
    tag: str | Unset = UNSET
    """The tag whose default it is. Missing for the account's."""


class Job(JobBase):
    kind: JobKind
    status: JobStatus
    stage: JobStage
    progress: int
    url: str
    options: ShownOptions
    attempts: int
    """Number of starts: 1, plus 1 for each retry."""
    cached: bool
    """Whether `cache: true` found an identical render. Then the job shows its outputs and costs nothing."""
    batch_id: str | Unset = UNSET
    schedule_id: str | Unset = UNSET
    crawl_id: str | Unset = UNSET
    backed_off_until: datetime.datetime | Unset = UNSET
    """The time until which the queued job waits, because its host answered 429 or 503. Only `GET /status/{id}` has it."""
    result: JobResult | Unset = UNSET
    diff: DiffResult | Unset = UNSET
    error: JobError | Unset = UNSET


class JobCounts(Shape):
    queued: int
    in_progress: int = field(metadata={"name": "in_progress"})
    completed: int
    failed: int
    cancelled: int


class JobError(Shape):
    code: RenderErrorCode
    message: str
    retryable: bool
    evidence: list[str] | Unset = UNSET
    """The signs that were seen, for example `status 403`. Only some codes have them."""
    picture: ScreenshotResult | Unset = UNSET


class JobList(Shape):
    success: bool
    jobs: list[Job]
    next_cursor: None | str


class JobReference(Shape):
    success: bool
    id: str
    status: JobStatus
    status_url: str
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class JobReply(Shape):
    success: bool
    job: Job
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class JobResult(Shape):
    page: PageInfo
    timings: Timings
    values: JobResultValues | Unset = UNSET
    screenshot: ScreenshotResult | Unset = UNSET
    pdf: PdfResult | Unset = UNSET
    recording: RecordingResult | Unset = UNSET
    step_pictures: list[StepPicture] | Unset = UNSET
    """Pictures that `screenshot` of `steps` took, in their order."""
    metadata: MetadataResult | Unset = UNSET
    markdown: MarkdownResult | Unset = UNSET
    html: HtmlResult | Unset = UNSET
    links: LinksResult | Unset = UNSET
    images: ImagesResult | Unset = UNSET
    videos: VideosResult | Unset = UNSET
    fonts: FontsResult | Unset = UNSET
    colors: ColorsResult | Unset = UNSET
    structure: StructureResult | Unset = UNSET
    design: DesignResult | Unset = UNSET
    elements: ElementsResult | Unset = UNSET
    console: ConsoleResult | Unset = UNSET
    har: HarResult | Unset = UNSET
    mhtml: MhtmlResult | Unset = UNSET


class KeepOldBaselineBody(Shape):
    reason: str | Unset = UNSET
    """Becomes the note of the change."""


class KeyList(Shape):
    success: bool
    keys: list[ApiKey]


class KeyReply(Shape):
    success: bool
    key: ApiKey


class KeyRequest(Shape):
    name: str
    scopes: list[Scope]
    expires_at: datetime.datetime | Unset = UNSET


class Landmark(Shape):
    role: LandmarkRole
    label: None | str
    """Its name by `aria-labelledby`, `aria-label` or `title`."""
    element: str
    """Tag, in lower case."""


class Link(Shape):
    href: str
    text: str
    rel: list[str]
    internal: bool
    """Whether the link has the same registrable domain as the page."""
    nofollow: bool
    region: LinkRegion


class LinksResult(ResultBase):
    value: list[Link] | Unset = UNSET


class ListedDiff(DiffBase):
    result: ListedDiffResult | Unset = UNSET


class ListedDiffResult(DiffResultBase):
    region_count: int
    """Changed areas. `GET /render/diff/{id}` has them, and the alignment of the rows."""


class ListSessionsReply(Shape):
    success: bool
    sessions: list[Session]
    next_cursor: None | str


class MarkdownResult(ResultBase):
    value: str | Unset = UNSET
    """GitHub Flavored Markdown."""


class MessageTemplate(Shape):
    """Plain text with fields such as `{{monitor.name}}`. A part keeps its usual wording in messages that have no value for one of its fields. The fields are `monitor.name`, `monitor.tags`, `page.host`, `page.address`, `page.title`, `event.type`, `event.title`, `event.text`, `event.details`, `event.time`, `event.link`, `change.summary`, `change.words`, `change.share`, `change.areas`, `value.name`, `value.old`, `value.new`, `failure.reason`, `failure.code`, `failure.count`."""

    title: str | Unset = UNSET
    """Subject of mails, and title of other messages."""
    text: str | Unset = UNSET
    """In place of all between the title and the page, the picture and the links."""


class Metadata(Shape):
    title: None | str
    description: None | str
    canonical: None | str
    lang: None | str
    charset: None | str
    viewport: None | str
    robots: None | str
    author: None | str
    site_name: None | str
    published_time: None | str
    modified_time: None | str
    keywords: list[str]
    favicons: list[MetadataFaviconsItem]
    open_graph: MetadataOpenGraph
    twitter: MetadataTwitter
    json_ld: list[Any]
    feeds: list[MetadataFeedsItem]
    hreflang: list[MetadataHreflangItem]


class MetadataFaviconsItem(Shape):
    href: str
    type: None | str
    sizes: None | str
    rel: str


class MetadataFeedsItem(Shape):
    href: str
    type: str
    title: None | str


class MetadataHreflangItem(Shape):
    href: str
    lang: str


class MetadataResult(ResultBase):
    value: Metadata | Unset = UNSET


class MetCondition(Shape):
    value: str
    """The name of a value of `capture.values`."""
    is_: ConditionKind
    before: None | ShownValue
    """The last value that could be read before; null if there was none."""
    after: None | ShownValue
    """The value of this run; null if the page has none."""
    than: bool | float | list[float | str] | str | Unset = UNSET
    """The other side of the comparison. `changedBy` takes a number, or a share such as "10%"; `in` takes a list. `changed`, `appears` and `disappears` have none."""


class MhtmlResult(ResultBase):
    value: str | Unset = UNSET
    """The page with its files as MHTML (RFC 2557)."""


class Monitor(MonitorSettings):
    id: str
    host: str
    """Host of the page, with a port that is not the scheme's own. The rest of the address is write-only."""
    page_title: None | str
    """Title of the page in the last completed run; null before one."""
    name: str
    """Name of the monitor."""
    muted_until: datetime.datetime | None
    """No mail, no webhook and no message to a channel is sent before this time, at most 366 days ahead; runs and incidents continue. Null: not muted."""
    status: MonitorStatus
    inherited: list[InheritedSetting]
    """Settings that the monitor has by defaults of its tags or of the account. The other properties are its own."""
    state: MonitorState
    baseline_run_id: None | str
    next_run_at: datetime.datetime | None
    last_run_at: datetime.datetime | None
    incident: Incident | None
    recent_runs: list[RecentRun]
    """The last 20 runs, newest first, confirming runs included. An old one may have expired."""
    sitemap_id: None | str
    """The sitemap that made the monitor; null for others."""
    missing_since: datetime.datetime | None
    """Time at which a sync paused the monitor, as its page left the sitemap; else null."""
    created_at: datetime.datetime
    updated_at: datetime.datetime
    page_url: str | Unset = UNSET
    """Address of the page, if the account's setting `addresses` shows it; else missing."""
    backed_off_until: datetime.datetime | Unset = UNSET
    """The time until which runs wait, because the host answered 429 or 503. Only replies to `GET` have it, for active monitors."""


class MonitorAlerts(Shape):
    email: MonitorAlertsEmail
    webhook: MonitorAlertsWebhook
    channels: list[Channel]
    digest: AlertDigest
    notify_recovery: bool
    """Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent."""
    target_ids: list[str]
    """Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too."""
    quiet_hours: None | QuietHours
    """Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none."""


class MonitorAlertsChange(MonitorDefaultSettingsAlerts):
    webhook: AlertWebhook | None | Unset = UNSET
    channels: (
        list[
            ChannelInputApprise
            | ChannelInputDiscord
            | ChannelInputNtfy
            | ChannelInputSlack
            | ChannelInputTeams
            | ChannelInputTelegram
        ]
        | Unset
    ) = UNSET
    """Services that get each message as well. The list replaces the monitor's channels."""


class MonitorAlertsEmail(Shape):
    account: bool
    recipient_ids: list[str]


class MonitorAlertsInput(Shape):
    email: AlertEmail | Unset = UNSET
    webhook: AlertWebhook | None | Unset = UNSET
    channels: (
        list[
            ChannelInputApprise
            | ChannelInputDiscord
            | ChannelInputNtfy
            | ChannelInputSlack
            | ChannelInputTeams
            | ChannelInputTelegram
        ]
        | Unset
    ) = UNSET
    """Services that get each message as well. The list replaces the monitor's channels."""
    digest: AlertDigest | Unset = UNSET
    notify_recovery: bool | Unset = UNSET
    """Whether mails and channels say that a change is over. Default: true for a fixed baseline, false for a rolling one. The webhook event and the message about the end of failures are always sent."""
    target_ids: list[str] | Unset = UNSET
    """Alert targets of this account that get each message as well. The list replaces the monitor's. Targets with a tag of the monitor get them, too."""
    quiet_hours: None | QuietHours | Unset = UNSET
    """Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none."""


class MonitorAlertsWebhook(Shape):
    configured: bool
    signed: bool
    """Whether there is a secret."""


class MonitorCapture(MonitorCaptureBase):
    cookies: list[MonitorCaptureCookiesItem] | Unset = UNSET


class MonitorCaptureChange(MonitorDefaultsPatchCapture):
    """Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name. Properties that are not given stay as they are. Null removes a property or restores its default."""

    selector: None | str | Unset = UNSET
    clip: Clip | None | Unset = UNSET
    wait_for_selector: None | str | Unset = UNSET
    click_selectors: list[str] | None | Unset = field(default=UNSET, repr=False)
    scroll_to_element: None | str | Unset = UNSET
    hover_selector: None | str | Unset = UNSET
    javascript: bool | None | Unset = UNSET
    headers: None | RequestHeaders | Unset = field(default=UNSET, repr=False)
    cookies: list[CaptureCookie] | None | Unset = field(default=UNSET, repr=False)
    http_auth: HttpAuth | None | Unset = field(default=UNSET, repr=False)
    css: None | str | Unset = field(default=UNSET, repr=False)
    script: None | str | Unset = field(default=UNSET, repr=False)
    steps: list[Step] | None | Unset = field(default=UNSET, repr=False)
    fetch: FetchWay | None | Unset = UNSET
    picture: bool | None | Unset = UNSET
    expect: None | TextRules | Unset = UNSET
    regions: bool | None | Unset = UNSET
    change_on: ChangeOn | None | Unset = UNSET
    values: list[ValueEntry] | None | Unset = UNSET
    preset: None | str | Unset = UNSET
    store: bool | None | Unset = UNSET
    storage_provider: None | StorageProvider | Unset = field(default=UNSET, metadata={"name": "storage_provider"})
    storage_path: None | str | Unset = field(default=UNSET, metadata={"name": "storage_path"})
    storage_bucket: None | str | Unset = field(default=UNSET, metadata={"name": "storage_bucket"})
    storage_endpoint: None | str | Unset = field(default=UNSET, metadata={"name": "storage_endpoint"})
    storage_region: None | str | Unset = field(default=UNSET, metadata={"name": "storage_region"})
    storage_access_key_id: None | str | Unset = field(
        default=UNSET, repr=False, metadata={"name": "storage_access_key_id"}
    )
    storage_secret_access_key: None | str | Unset = field(
        default=UNSET, repr=False, metadata={"name": "storage_secret_access_key"}
    )
    storage_public_domain: None | str | Unset = field(default=UNSET, metadata={"name": "storage_public_domain"})
    storage_return_location: bool | None | Unset = field(default=UNSET, metadata={"name": "storage_return_location"})


class MonitorCaptureInput(MonitorCaptureBase):
    """Capture options, as for renders, and the compared parts of the page. Other properties have no effect. They are kept and returned, unless they may hold a secret or are options of renders. `warnings` in the reply names each, with the nearest known name."""

    click_selectors: list[str] | Unset = field(default=UNSET, repr=False)
    """CSS selectors of elements to click, one after the other."""
    headers: RequestHeaders | Unset = field(default=UNSET, repr=False)
    """Sent with requests to the page's own origin only."""
    cookies: list[CaptureCookie] | Unset = field(default=UNSET, repr=False)
    http_auth: HttpAuth | Unset = field(default=UNSET, repr=False)
    css: str | Unset = field(default=UNSET, repr=False)
    """Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8."""
    script: str | Unset = field(default=UNSET, repr=False)
    """JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8."""
    steps: list[Step] | Unset = field(default=UNSET, repr=False)
    """Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`."""
    preset: str | Unset = UNSET
    """Name of a preset. Its options count as given, except those that this request gives itself."""
    storage_access_key_id: str | Unset = field(default=UNSET, repr=False, metadata={"name": "storage_access_key_id"})
    """Id of a key that may write to the bucket. It needs no other permission."""
    storage_secret_access_key: str | Unset = field(
        default=UNSET, repr=False, metadata={"name": "storage_secret_access_key"}
    )
    """The secret key. It is encrypted before it is stored, and opened only to sign the upload."""


class MonitorDefaultSettings(Shape):
    tag: None | str
    """The tag of the monitors that inherit them; null for all monitors of the account."""
    capture: MonitorDefaultSettingsCapture
    alerts: MonitorDefaultSettingsAlerts
    updated_at: datetime.datetime
    timezone: str | Unset = UNSET
    """IANA name of the time zone of `cron` and `alerts.quietHours`, such as `Europe/Berlin`. Default: UTC."""
    change_threshold: float | Unset = UNSET
    """Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts."""


class MonitorDefaultSettingsCapture(MonitorCaptureInputBase):
    quality: int | Unset = UNSET
    """Quality of a jpg."""
    full_page: bool | Unset = UNSET
    """Capture the whole scrollable page."""


class MonitorDefaultsList(Shape):
    success: bool
    monitor_defaults: list[MonitorDefaultSettings]


class MonitorDefaultsPatch(Shape):
    timezone: None | str | Unset = UNSET
    """Time zone of quiet hours, for monitors without a zone of their own."""
    change_threshold: float | None | Unset = UNSET
    capture: MonitorDefaultsPatchCapture | Unset = UNSET
    """Capture options, as for monitors, without secrets and without those of one page."""
    alerts: MonitorDefaultsPatchAlerts | Unset = UNSET
    """Alert settings, as for monitors."""


class MonitorDefaultsPatchAlerts(Shape):
    """Alert settings, as for monitors."""

    email: AlertEmailChange | None | Unset = UNSET
    digest: AlertDigest | None | Unset = UNSET
    notify_recovery: bool | None | Unset = UNSET
    target_ids: list[str] | None | Unset = UNSET
    quiet_hours: None | QuietHours | Unset = UNSET
    """Hours in which mails and messages to channels wait. They are delivered in order at the end. Webhooks, runs and incidents do not wait. Null: none."""


class MonitorDefaultsReply(Shape):
    success: bool
    monitor_defaults: MonitorDefaultSettings


class MonitorDiff(Shape):
    mode: DiffMode
    visualization: Visualization


class MonitorDiffChange(Shape):
    mode: DiffMode | Unset = UNSET
    visualization: Visualization | Unset = UNSET


class MonitorDiffInput(Shape):
    mode: DiffMode | Unset = UNSET
    visualization: Visualization | Unset = UNSET


class MonitorError(Shape):
    success: bool
    error: str
    type: ErrorType
    code: str
    retryable: bool
    fields: list[FieldProblem] | Unset = UNSET
    credits: Credits | Unset = UNSET


class MonitorList(Shape):
    success: bool
    monitors: list[Monitor]
    next_cursor: None | str
    total: int


class MonitorPatch(MonitorSitemapPatchMonitor):
    name: str | Unset = UNSET
    """Name of the monitor."""
    url: str | Unset = field(default=UNSET, repr=False)


class MonitorReply(Shape):
    success: bool
    monitor: Monitor
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class MonitorRequest(MonitorTemplate):
    name: str
    """Name of the monitor."""
    url: str = field(repr=False)


class MonitorRun(Shape):
    id: str
    monitor_id: str
    status: RunStatus
    trigger: RunTrigger
    credits: Credits
    created_at: datetime.datetime
    expires_at: datetime.datetime
    reason: MonitorRunReason | Unset = UNSET
    compared_to_run_id: str | Unset = UNSET
    difference_ratio: float | Unset = UNSET
    """Missing without a comparison of pictures."""
    region_count: int | Unset = UNSET
    """Changed areas. Missing without a comparison of pictures."""
    result: RunResult | Unset = UNSET
    error: JobError | Unset = UNSET
    started_at: datetime.datetime | Unset = UNSET
    completed_at: datetime.datetime | Unset = UNSET


class MonitorSitemap(Shape):
    id: str
    name: str
    host: str
    """Host of the sitemap, with a port that is not the scheme's own. The rest of the address is write-only."""
    status: MonitorSitemapStatus
    include_paths: list[str]
    """Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments."""
    exclude_paths: list[str]
    """Globs of paths not to watch. They win over `includePaths`."""
    max_monitors: int
    """Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor."""
    sync_interval_minutes: int
    """Minutes between two readings of the sitemap."""
    monitor: MonitorSettings
    """The settings that new monitors get."""
    counts: MonitorSitemapCounts
    syncing: bool
    """Whether a sync was asked for or runs."""
    last_sync: MonitorSitemapLastSync | None
    """Null before the end of the first sync."""
    next_sync_at: datetime.datetime | None
    """Null while paused."""
    created_at: datetime.datetime
    updated_at: datetime.datetime


class MonitorSitemapCounts(Shape):
    active: int
    """Its active monitors."""
    paused: int
    """Its monitors that were paused by hand."""
    gone: int
    """Its monitors that are paused because their pages are gone."""
    over_limit: int
    """Pages of the last sync beyond a limit."""


class MonitorSitemapLastSync(Shape):
    at: datetime.datetime
    pages: int
    """Pages that may be watched."""
    added: int
    """Monitors that were made."""
    paused: int
    """Monitors that were paused, as their pages are gone."""
    resumed: int
    """Monitors that were resumed, as their pages are back."""
    over_limit: int
    """Pages beyond `maxMonitors` or the plan's number of monitors."""
    error: SyncProblem | Unset = UNSET


class MonitorSitemapList(Shape):
    success: bool
    sitemaps: list[MonitorSitemap]
    next_cursor: None | str


class MonitorSitemapOrPlanReply(Shape):
    success: bool
    sitemap: MonitorSitemap | None
    """Null after a dry run."""
    plan: None | SyncPlan
    """Null unless it was a dry run."""
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class MonitorSitemapPatch(Shape):
    name: str | Unset = UNSET
    status: WantedStatus | Unset = UNSET
    include_paths: list[str] | Unset = UNSET
    """Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments."""
    exclude_paths: list[str] | Unset = UNSET
    """Globs of paths not to watch. They win over `includePaths`."""
    max_monitors: int | Unset = UNSET
    """Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor."""
    sync_interval_minutes: int | Unset = UNSET
    """Minutes between two readings of the sitemap."""
    monitor: MonitorSitemapPatchMonitor | Unset = UNSET
    """Changes of the settings that later monitors get. Present monitors stay as they are."""


class MonitorSitemapReply(Shape):
    success: bool
    sitemap: MonitorSitemap
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class MonitorSitemapRequest(Shape):
    sitemap_url: str = field(repr=False)
    """A sitemap, an index of sitemaps or a text file of addresses, plain or gzipped."""
    monitor: MonitorTemplate
    """The body of `POST /render/monitors` without `name` and `url`. Each new monitor gets these settings."""
    name: str | Unset = UNSET
    """Default: the sitemap's host."""
    include_paths: list[str] | Unset = UNSET
    """Globs of paths to watch; without any, all. `*` and `?` match within a segment, `**` matches any number of segments."""
    exclude_paths: list[str] | Unset = UNSET
    """Globs of paths not to watch. They win over `includePaths`."""
    max_monitors: int | Unset = UNSET
    """Maximum number of monitors. More pages are counted in `overLimit`. A lower limit removes no monitor. Default: 100."""
    sync_interval_minutes: int | Unset = UNSET
    """Minutes between two readings of the sitemap. Default: 1440."""
    dry_run: bool | Unset = UNSET
    """Reads the sitemap and replies with the plan. Makes nothing. Default: false."""


class MonitorState(Shape):
    kind: MonitorStateKind
    text: str
    """The state in words, such as `Failing 1 of 3`."""
    failures: int
    """Failed runs since the last completed one."""
    reason: None | str
    """Why it is in this state, for example the error of the last run. Null if `kind` says it."""


class NewKeyReply(Shape):
    success: bool
    key: ApiKey
    api_key: str
    """The key. Only this reply shows it."""


class NewMonitorReply(Shape):
    success: bool
    monitor: Monitor
    credits: NewMonitorReplyCredits
    """Price of the monitor's runs."""
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class NewMonitorReplyCredits(Shape):
    """Price of the monitor's runs."""

    per_run: int
    """Credits of each run after the first."""
    per_month: int
    """Credits of the runs of 30 days. Captures that confirm a change, and runs by hand, come on top."""


class NewSigningKeyReply(Shape):
    success: bool
    key: SigningKey
    secret: str
    """Secret for signatures. Only this reply shows it."""


class OutlineEntry(Shape):
    level: int
    text: str
    id: None | str
    children: list[OutlineEntry]


class PageChange(Shape):
    id: str
    """The id of its run."""
    monitor_id: str
    run_id: str
    """The run that found it."""
    title: str
    """The monitor's name."""
    summary: str
    """The change in one line, such as `€ 39.00 → € 34.00`, `+14 words` or `3.1 % of the picture`."""
    state: PageChangeState
    baseline_mode: BaselineMode
    opened_at: datetime.datetime
    seen_at: datetime.datetime | None
    """Null while it is unseen."""
    seen_by: None | str
    """Id of the key that marked it as seen; `alert_link` for a link of a message. Null while it is unseen."""
    decision: None | PageChangeDecision
    """Null while it is unseen."""
    note: None | str
    """Words of the account about it."""
    pair_url: None | str
    """Signed address of a picture of the changed part before and after; needs no key, expires after 24 hours. Null without such a picture."""
    review_url: str
    """Signed address of a page that shows this change to people without a key. Expires after 30 days."""


class PageChangeIds(Shape):
    ids: list[str]


class PageChangeList(Shape):
    success: bool
    changes: list[PageChange]
    next_cursor: None | str
    """Null on the last page."""
    total: int
    """Changes that match the filters."""


class PageChangePatch(Shape):
    note: None | str
    """Null removes the note."""


class PageChangeReply(Shape):
    success: bool
    change: PageChange


class PageChangesReply(Shape):
    success: bool
    changes: list[PageChange]


class PageInfo(Shape):
    final_url: str
    """Cut after 8,192 characters."""
    status_code: int
    title: str
    """Cut after 1,000 characters."""
    content_type: str
    """Cut after 256 characters."""
    redirects: list[Redirect]
    retry_after: float | Unset = UNSET
    """Seconds of the page's Retry-After header, if it has one."""
    timed_out: bool | Unset = UNSET
    """True if waitUntil was never reached and the page was captured at the deadline."""
    blocked: Blocked | Unset = UNSET
    """For each blocked kind: refused requests, rejected or closed dialogs, and hidden elements that were visible."""
    steps: list[StepResult] | Unset = UNSET
    """How each of the request's `steps` went. Missing without any, and in lists."""
    frames: FramesRead | Unset = UNSET
    """The frames that text, Markdown, links and values were read from, too. Missing if the page shows none, or if none of these was asked for."""
    warnings: list[FieldProblem] | Unset = UNSET
    """Options that did not work on this page, with the reason. Missing if there are none."""


class PaletteColor(Shape):
    hex: str
    role: PaletteColorRole
    share: float
    """background: share of the page's area (pictures are the rest); text: share of the visible characters; border: share of the area of all borders; accent: share of the area of links and buttons with their own color."""


class PastIncident(Shape):
    id: str
    type: IncidentType
    run_id: str
    """The run that opened it."""
    opened_at: datetime.datetime
    closed_at: datetime.datetime | None
    """Null while it is open."""
    updates: list[IncidentUpdate]
    """With a fixed baseline: further changes that were notified while it was open, oldest first, the last 20. Each differs from the one before."""
    reason: None | PastIncidentReason
    """Why it closed: for a change as in `monitor.change_recovered`, or `changed_again` if the next change opened another; for a failure `captured`; for an expectation `expected`. Null while it is open."""


class PdfMargin(Shape):
    top: str | Unset = UNSET
    """Default: 1cm."""
    right: str | Unset = UNSET
    """Default: 1cm."""
    bottom: str | Unset = UNSET
    """Default: 1cm."""
    left: str | Unset = UNSET
    """Default: 1cm."""


class PdfOptions(ShownOptionsPdf):
    header: str | Unset = UNSET
    """HTML at the top of every page, at most 10 kB. Elements of the classes `date`, `title`, `url`, `pageNumber` and `totalPages` get these values. It loads no files and runs no scripts. The margin must leave room for it."""
    footer: str | Unset = UNSET
    """HTML at the bottom of every page, at most 10 kB. Elements of the classes `date`, `title`, `url`, `pageNumber` and `totalPages` get these values. It loads no files and runs no scripts. The margin must leave room for it."""


class PdfResult(PdfResultBase):
    pages: int
    location: str | Unset = UNSET


class Preset(Shape):
    name: str
    options: PresetOptions
    hidden: list[PresetHiddenItem]
    """Set options that no reply shows."""
    created_at: datetime.datetime
    updated_at: datetime.datetime


class PresetList(Shape):
    success: bool
    presets: list[Preset]
    next_cursor: None | str


class PresetOptionsInput(PresetOptions):
    """Options of a render, except secrets, receivers of results and the caller's storage."""

    css: str | Unset = field(default=UNSET, repr=False)
    """Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8."""
    script: str | Unset = field(default=UNSET, repr=False)
    """JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8."""
    steps: list[Step] | Unset = field(default=UNSET, repr=False)
    """Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`."""


class PresetPatch(Shape):
    options: PresetPatchOptions
    """Options that are not given stay as they are. Null removes one."""


class PresetPatchOptions(PresetPatchOptionsBase):
    """Options that are not given stay as they are. Null removes one."""

    selector: None | str | Unset = UNSET
    clip: Clip | None | Unset = UNSET
    wait_for_selector: None | str | Unset = UNSET
    fail_on_status: list[int | str] | None | Unset = UNSET
    fail_on_text: None | TextRules | Unset = UNSET
    click_selectors: list[str] | None | Unset = UNSET
    scroll_to_element: None | str | Unset = UNSET
    hover_selector: None | str | Unset = UNSET
    fail_on_requests: FailedRequestLimits | None | Unset = UNSET
    javascript: bool | None | Unset = UNSET
    css: None | str | Unset = field(default=UNSET, repr=False)
    script: None | str | Unset = field(default=UNSET, repr=False)
    steps: list[Step] | None | Unset = field(default=UNSET, repr=False)
    screenshot: bool | None | Unset = UNSET
    pdf: None | PdfOptions | Unset = UNSET
    recording: None | RecordingOptions | Unset = UNSET
    extract_metadata: bool | None | Unset = UNSET
    extract_values: list[ValueEntry] | None | Unset = UNSET
    extract_markdown: bool | None | Unset = UNSET
    extract_html: bool | None | Unset = UNSET
    extract_links: bool | None | Unset = UNSET
    extract_structure: bool | None | Unset = UNSET
    extract_images: bool | None | Unset = UNSET
    extract_videos: bool | None | Unset = UNSET
    extract_fonts: bool | None | Unset = UNSET
    extract_colors: bool | None | Unset = UNSET
    extract_design: bool | None | Unset = UNSET
    extract_console: bool | None | Unset = UNSET
    extract_mhtml: bool | None | Unset = UNSET
    extract_har: bool | None | Unset = UNSET
    priority: None | Priority | Unset = UNSET
    cache: bool | None | Unset = UNSET
    cache_ttl: int | None | Unset = UNSET
    cache_key: None | str | Unset = UNSET


class PresetReply(Shape):
    success: bool
    preset: Preset


class PresetRequest(Shape):
    name: str
    options: PresetOptionsInput
    """Options of a render, except secrets, receivers of results and the caller's storage."""


class Proxy(Shape):
    id: str
    name: str
    scheme: ProxyScheme
    host: str
    """Host and port of the proxy. User and password are write-only."""
    resolves: NameResolution
    country: None | str
    note: None | str
    last_test: None | ProxyTest
    """The last test that ended. Null before the first."""
    created_at: datetime.datetime
    updated_at: datetime.datetime


class ProxyList(Shape):
    success: bool
    proxies: list[Proxy]


class ProxyPatch(Shape):
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of the proxy: `http://`, `https://` or `socks5://`, and `user:password@` if it asks for them. Write-only."""
    resolves: NameResolution | Unset = UNSET
    country: None | str | Unset = UNSET
    note: None | str | Unset = UNSET


class ProxyReply(Shape):
    success: bool
    proxy: Proxy


class ProxyRequest(Shape):
    name: str
    """Small letters, digits and hyphens."""
    url: str = field(repr=False)
    """Address of the proxy: `http://`, `https://` or `socks5://`, and `user:password@` if it asks for them. Write-only."""
    resolves: NameResolution | Unset = UNSET
    country: str | Unset = UNSET
    """The country of the exit by ISO 3166, such as DE. For people: the service does not check it."""
    note: str | Unset = UNSET
    """A remark for people."""


class ProxyTest(Shape):
    at: datetime.datetime
    ok: bool
    """Whether the page answered, with whatever status."""
    status_code: int | None
    """Status of the page. Null if it did not answer."""
    milliseconds: int
    problem: None | str
    """Why the page did not answer. Null after a success."""


class ProxyTestRequest(Shape):
    url: str
    """The page to fetch through the proxy, such as one that shows your address."""


class QuietHours(Shape):
    from_: str
    """Begin, such as `22:00`, in the monitor's `timezone`."""
    to: str
    """End. An earlier time than `from` is on the next day."""


class ReadValue(Shape):
    value: bool | float | list[str] | None | str
    """Null if it could not be read. `reason` says why."""
    text: None | str
    """The words on the page, at most 200 characters. Null if there are none."""
    reason: str | Unset = UNSET
    """Why `value` is null. `not_found`: the page has nothing there. `too_long`: it exceeds the limit of characters or entries. `invalid_selector`: the browser refuses the selector. `search_failed`: the search for the pattern or the path took too long. `no_json`: the page is no JSON, or has over a million characters. `too_complex`: the path asks for too much work. `page_changed`: the page hindered the reading. Numbers: `no_number`, `several_numbers`, `range`, and `ambiguous_number` if the page does not tell what 1.299 is. Products: `several_products`, `several_prices`, `several_currencies`, `several_availabilities` and `unknown_availability`."""


class RecentRun(Shape):
    id: str
    status: RunStatus
    trigger: RunTrigger
    difference_ratio: float | None
    """Null without a comparison of pictures."""
    changed: bool
    transient: bool
    unconfirmed: bool
    created_at: datetime.datetime
    error: RecentRunError | Unset = UNSET
    """Why a failed run failed. Missing for others."""
    number: RecentRunNumber | Unset = UNSET
    """The first of the run's values that is a number. Missing without one."""


class RecentRunError(Shape):
    """Why a failed run failed. Missing for others."""

    code: RenderErrorCode
    message: str


class RecentRunNumber(Shape):
    """The first of the run's values that is a number. Missing without one."""

    name: str
    """Name of the value."""
    value: float
    text: None | str
    """The words on the page; null if there are none, or more than 40 characters."""


class Recipient(Shape):
    id: str
    status: RecipientStatus
    """Only the reply to a deletion has `deleted`."""
    created_at: datetime.datetime
    email_masked: str
    """Like `an***s@e***.com`. Masks of one account differ. The account's own domain is not masked."""
    email: str | Unset = UNSET
    """The whole address, only in a reply to a browser's session. A key never gets it."""
    verified_at: datetime.datetime | Unset = UNSET
    suppression_reason: RecipientSuppressionReason | Unset = UNSET


class RecipientList(Shape):
    success: bool
    recipients: list[Recipient]
    next_cursor: None
    """One page has all recipients."""


class RecipientReply(Shape):
    success: bool
    recipient: Recipient


class RecipientRequest(Shape):
    email: str = field(repr=False)
    """The address without a name. An international domain is in ASCII form."""


class RecordingOptions(Shape):
    seconds: float | Unset = UNSET
    """Length of the recording. Together with `delay` at most half of `timeout`. Default: 5."""
    scroll: bool | Unset = UNSET
    """Scroll from the top to the end of the page meanwhile. Default: false."""
    format: RecordingFormat | Unset = UNSET


class RecordingResult(PdfResultBase):
    format: RecordingFormat
    width: int
    height: int
    seconds: float
    location: str | Unset = UNSET


class RecurringRequest(DelayedRequestBase):
    url: str
    pattern: str | Unset = UNSET
    """Minute, hour, day of month, month and day of week (0 to 7, Sunday is 0 and 7), in UTC; each `*`, one number, or `*/n`. When both day fields are numbers, either may match. Give either `pattern` or `cron`."""
    cron: str | Unset = UNSET
    """The same five fields in `timezone`. Each may also be a name (`MON`, `JAN`), a range (`9-17`), a step of a range (`9-17/2`), or a list (`1,15`). When neither day field begins with `*`, either may match."""
    timezone: str | Unset = UNSET
    """IANA name of the time zone of `cron`, such as `Europe/Berlin`. Default: UTC."""
    end_date: datetime.datetime | Unset = UNSET
    """No render is started after this time."""
    limit: int | Unset = UNSET
    """Number of renders after which the schedule is completed."""


class Redirect(Shape):
    url: str
    """Cut if the addresses of all redirects have more than 8,192 characters."""
    status_code: int


class RegionChange(Shape):
    selector: str
    label: str
    """Its name or heading. For a line of text or a card without one, its first words."""
    role: str
    status: RegionStatus
    changes: list[RegionStatus]
    """All changes of this region. Each region is listed once."""
    difference_ratio: float
    """Share of its area that changed."""
    x: int
    y: int
    width: int
    height: int
    previous_label: str | Unset = UNSET
    """Its label in the baseline, if that differs."""
    within: str | Unset = UNSET
    """Label of the smallest named region that contains it."""


class RenderRequest(RenderRequestBase):
    url: str | Unset = UNSET
    html: str | Unset = field(default=UNSET, repr=False)
    """HTML document to render in place of `url`. Its requests follow the same rules as those of any page. At most 1000 kB in UTF-8."""
    base_url: str | Unset = UNSET
    """Address that the document of `html` has: relative addresses start from it, and its origin is the page's. Without it the page has an origin of its own, which no site shares."""
    extract_elements: bool | Unset = UNSET
    """Place, selector and role of the elements that a visitor sees, for picking one on the picture. Never the contents of fields. Default: false."""
    extract_mhtml: bool | Unset = UNSET
    """The page of `html` with its files in one MHTML file, which is saved and not shown. Pages of others are not given as one, as their scripts might run where it is opened. Default: false."""


class RetriedJobs(Shape):
    success: bool
    retried: int
    skipped: int
    jobs: list[JobReference]
    skipped_jobs: list[SkippedJob]
    """The first 100 skipped jobs, newest first, with the reason."""


class RetryFailedBody(Shape):
    limit: int | Unset = UNSET
    """Maximum number of jobs to retry. Default: 50."""


class RunArea(ChangedArea):
    region: str | Unset = UNSET
    """Label of the smallest region that contains it, or of the region or text that was added or removed there. Missing if no regions are recorded or none contains it."""


class RunList(Shape):
    success: bool
    runs: list[MonitorRun]
    next_cursor: None | str


class RunReply(Shape):
    success: bool
    run: MonitorRun


class RunResult(Shape):
    changed: bool
    """Whether the change was confirmed and reached the threshold. With `alertWhen`: whether conditions alerted, whatever else changed."""
    baseline_run_id: None | str
    page: RunResultPage
    transient: bool | Unset = UNSET
    """True if the confirming capture no longer showed the change."""
    unconfirmed: bool | Unset = UNSET
    """True if the confirming capture failed, so it is unknown whether the change is real."""
    below_threshold: bool | Unset = UNSET
    """True if the page differs from the baseline by less than the threshold. The next message about the monitor says so."""
    picture_compared: bool | Unset = UNSET
    """False with `changeOn` `text` or `values`: the pictures were not compared, and the run has no figures about them."""
    redirected_to: str | Unset = UNSET
    """Host of the address that the page led to, if the baseline's page led to none or to another host. It may be the page's own host."""
    difference_ratio: float | Unset = UNSET
    threshold: float | Unset = UNSET
    changed_pixels: int | Unset = UNSET
    compared_pixels: int | Unset = UNSET
    conditions: list[MetCondition] | Unset = UNSET
    """Conditions of `alertWhen` that alerted, each with its value before and after. Missing without `alertWhen`, and in the first run."""
    regions: list[RunArea] | Unset = UNSET
    regions_truncated: bool | Unset = UNSET
    ignored_region_count: int | Unset = UNSET
    """Areas that this comparison left out: rectangles, and elements in the run's picture. Missing without `capture.ignoreRegions`."""
    alignment: list[AlignedBlock] | Unset = UNSET
    """Which rows of the pictures belong together, from the top. Drawings and masks have these rows in this order. Missing if there are more than 512 blocks."""
    page_regions: list[RegionChange] | Unset = UNSET
    """Regions of the page that differ: first added, then removed, changed, resized and moved ones."""
    text: RunResultText | Unset = UNSET
    screenshot: ScreenshotResult | Unset = UNSET
    baseline_screenshot: ScreenshotResult | Unset = UNSET
    visualization: ScreenshotResult | Unset = UNSET
    mask: ScreenshotResult | Unset = UNSET
    markdown: TextOutput | Unset = UNSET
    step_pictures: list[StepPicture] | Unset = UNSET
    """Pictures that `screenshot` of `steps` took, in their order."""
    values: RunResultValues | Unset = UNSET


class RunResultPage(Shape):
    status_code: int
    title: str
    content_type: str
    steps: list[StepResult] | Unset = UNSET
    """How each of `capture.steps` went. Missing without any, and in lists."""
    frames: FramesRead | Unset = UNSET
    """The frames that text, Markdown, links and values were read from, too. Missing if the page shows none, or if none of these was asked for."""
    not_modified: bool | Unset = UNSET
    """The server answered 304, so the run has the text and values of the run before. Missing for other answers."""
    warnings: list[FieldProblem] | Unset = UNSET
    """Options that did not work on this page, with the reason. Missing if there are none."""


class RunResultText(Shape):
    changed: bool
    """Whether words were added or removed; with `onlyAdded` or `onlyRemoved`, whether words of that kind were."""
    added_words: int
    removed_words: int
    changes: list[RunResultTextChangesItem]
    """The first 20 added or removed passages, in the order of the text. With `onlyAdded` or `onlyRemoved`, those of that kind."""
    diff: None | str
    """Unified difference of the lines, after `ignoreText`; empty if no word changed. Null above 64 kB, and in lists: read `diffOutput`."""
    diff_output: TextOutput | Unset = UNSET


class RunResultTextChangesItem(Shape):
    change: RunResultTextChangesItemChange
    words: str
    """At most 200 characters. An ellipsis marks what was left out."""


class RunValues(Shape):
    run_id: str
    at: datetime.datetime
    """Begin of the run."""
    changed: bool
    """Whether the run was a change."""
    values: RunValuesValues


class RunValuesList(Shape):
    success: bool
    values: list[RunValues]
    next_cursor: None | str


class ScheduleChange(Shape):
    status: WantedStatus


class ScheduleList(Shape):
    success: bool
    schedules: list[Schedule]
    total: int
    """Number of matching schedules on all pages."""


class ScheduleReply(Schedule):
    success: bool
    warnings: list[FieldProblem] | Unset = UNSET
    """Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none."""


class ScreenshotRequest(RecurringRequestBase):
    url: str | Unset = UNSET
    headers: RequestHeaders | Unset = field(default=UNSET, repr=False)
    """Sent with requests to the page's own origin only."""
    cookies: list[Cookie] | Unset = field(default=UNSET, repr=False)
    http_auth: HttpAuth | Unset = field(default=UNSET, repr=False)
    timezone: str | Unset = UNSET
    """Time zone of the page, such as Europe/Zurich."""
    html: str | Unset = field(default=UNSET, repr=False)
    """HTML document to render in place of `url`. Its requests follow the same rules as those of any page. At most 1000 kB in UTF-8."""
    base_url: str | Unset = UNSET
    """Address that the document of `html` has: relative addresses start from it, and its origin is the page's. Without it the page has an origin of its own, which no site shares."""
    css: str | Unset = field(default=UNSET, repr=False)
    """Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect. At most 100 kB in UTF-8."""
    script: str | Unset = field(default=UNSET, repr=False)
    """JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so. At most 100 kB in UTF-8."""
    steps: list[Step] | Unset = field(default=UNSET, repr=False)
    """Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`."""
    preset: str | Unset = UNSET
    """Name of a preset. Its options count as given, except those that this request gives itself."""


class Secret(Shape):
    name: str
    used_by: list[SecretUsedByItem]
    """Monitors, watched sitemaps, schedules, presets and sign-ins that name the secret. Single renders are not listed."""
    created_at: datetime.datetime
    updated_at: datetime.datetime


class SecretList(Shape):
    success: bool
    secrets: list[Secret]


class SecretReply(Shape):
    success: bool
    secret: Secret


class SecretRequest(Shape):
    name: str
    """Small letters, digits and hyphens."""
    value: str = field(repr=False)
    """No reply shows it. It has no line breaks and no other control characters."""


class SecretUsedByItem(Shape):
    type: SecretUsedByItemType
    id: str
    """The id of the resource, or the name of a preset or sign-in."""


class Section(Shape):
    element: str
    """Tag, in lower case. The heading's tag if no element wraps the part."""
    id: None | str
    label: None | str
    heading: None | str
    level: int | None
    """Level of its heading."""
    characters: int
    """Characters of its visible text."""


class Session(Shape):
    id: str
    current: bool
    """Whether this call uses it."""
    user_agent: str
    """The browser's own name, at most 200 characters."""
    key_id: str
    created_at: datetime.datetime
    last_seen_at: datetime.datetime
    """Last use, exact to one minute."""
    idle_expires_at: datetime.datetime
    """Its end if it is not used again."""
    expires_at: datetime.datetime
    """Its end at the latest."""


class SetBaselineBody(Shape):
    run_id: str


class ShownDiffSource(DiffSource):
    monitor_id: str | Unset = UNSET
    """The run's monitor."""


class ShownOptions(ShownOptionsBase):
    timezone: str | Unset = UNSET
    """Time zone of the page, such as Europe/Zurich."""
    pdf: ShownOptionsPdf | Unset = UNSET
    extract_metadata: bool | Unset = UNSET
    """Title, description, Open Graph, JSON-LD and other metadata. Default: true."""
    extract_images: bool | Unset = UNSET
    """Images of the page. Default: false."""
    extract_videos: bool | Unset = UNSET
    """Videos of the page. Default: false."""
    extract_fonts: bool | Unset = UNSET
    """Fonts that the page uses. Default: false."""
    extract_colors: bool | Unset = UNSET
    """Colors that the page uses. Default: false."""
    extract_design: bool | Unset = UNSET
    """Design tokens of the page. Default: false."""
    extract_elements: bool | Unset = UNSET
    """Place, selector and role of the elements that a visitor sees, for picking one on the picture. Never the contents of fields. Default: false."""
    extract_console: bool | Unset = UNSET
    """Messages of the page's console, and errors that no script caught. Default: false."""
    extract_mhtml: bool | Unset = UNSET
    """The page of `html` with its files in one MHTML file, which is saved and not shown. Pages of others are not given as one, as their scripts might run where it is opened. Default: false."""
    extract_har: bool | Unset = UNSET
    """The page's requests as HAR 1.2, without bodies, cookies and log-ins. Default: false."""


class ShownValue(Shape):
    value: bool | float | None | str
    """A number, whether it is there, or the text, at most 200 characters. Null if there is none."""
    text: None | str
    """The words on the page."""


class SignedIn(Shape):
    """The sign of a page behind the log-in: one of `selector`, `text` and `address`. Every such page has it."""

    selector: str | Unset = UNSET
    """CSS selector of an element that becomes visible."""
    text: str | Unset = UNSET
    """A part of a text that becomes visible, in any case."""
    address: str | Unset = UNSET
    """A part of the page's address, such as `/account`. With `https://` or `http://` in front it is the beginning of the address."""


class SignIn(Shape):
    id: str
    name: str
    host: str
    """Host of the log-in page. The rest of its address is write-only."""
    signed_in: SignedIn
    """The sign of a page behind the log-in: one of `selector`, `text` and `address`. Every such page has it."""
    has_totp: bool
    renew_after: int | None
    proxy: None | str
    status: SignInStatus
    """`pending` before the first try. A failed one is tried again by itself."""
    renewed_at: datetime.datetime | None
    """The last success."""
    failure: None | SignInFailure
    """Null after a success."""
    next_try_at: datetime.datetime | None
    """The next try that is planned. Null if none is."""
    picture: None | SignInPicture
    """The page at the end of the last try. Null before the first."""
    created_at: datetime.datetime


class SignInFailure(Shape):
    code: RenderErrorCode
    message: str
    at: datetime.datetime
    tries: int
    """Failed tries in a row."""


class SigningKey(Shape):
    id: str
    name: str
    created_at: datetime.datetime


class SigningKeyList(Shape):
    success: bool
    keys: list[SigningKey]


class SigningKeyReply(Shape):
    success: bool
    key: SigningKey


class SigningKeyRequest(Shape):
    name: str


class SignInList(Shape):
    success: bool
    sign_ins: list[SignIn]


class SignInPatch(Shape):
    url: str | Unset = field(default=UNSET, repr=False)
    """Address of the log-in page. Captures of its site may use the sign-in."""
    steps: list[Step] | Unset = field(default=UNSET, repr=False)
    """The steps that sign in. `{{secret:name}}` and `{{totp}}` stand for values in `fill`."""
    signed_in: SignedIn | Unset = UNSET
    """The sign of a page behind the log-in: one of `selector`, `text` and `address`. Every such page has it."""
    totp: str | Unset = field(default=UNSET, repr=False)
    """The seed of the one-time codes of RFC 6238: an `otpauth://totp/` address or base32."""
    renew_after: int | None | Unset = UNSET
    proxy: None | str | Unset = UNSET


class SignInPicture(Shape):
    url: str
    """Signed address of a JPEG; needs no key, expires after 24 hours."""
    expires_at: datetime.datetime
    taken_at: datetime.datetime


class SignInReply(Shape):
    success: bool
    sign_in: SignIn


class SignInRequest(Shape):
    name: str
    """Small letters, digits and hyphens."""
    url: str = field(repr=False)
    """Address of the log-in page. Captures of its site may use the sign-in."""
    steps: list[Step] = field(repr=False)
    """The steps that sign in. `{{secret:name}}` and `{{totp}}` stand for values in `fill`."""
    signed_in: SignedIn
    """The sign of a page behind the log-in: one of `selector`, `text` and `address`. Every such page has it."""
    totp: str | Unset = field(default=UNSET, repr=False)
    """The seed of the one-time codes of RFC 6238: an `otpauth://totp/` address or base32."""
    renew_after: int | Unset = UNSET
    """Minutes after which the sign-in is renewed in any case. Default: only when a capture is signed out."""
    proxy: str | Unset = UNSET
    """Name of a proxy of the account. The service signs in through it; captures name their own."""


class SkippedJob(Shape):
    id: str
    reason: SkippedJobReason
    """`not_retryable`: the same error would occur again. `expired`: its record is about to be removed. `already_running`: another call retried it first. `insufficient_credits`: not enough credits for this and further jobs."""


class StatusReply(Shape):
    success: bool
    job: Job
    poll_after_ms: int | Unset = UNSET
    """Milliseconds to wait before the next poll."""


class Step(Shape):
    """One action, with its `timeout`."""

    goto: str | Unset = UNSET
    """Opens this address."""
    fill: StepFill | Unset = UNSET
    """Replaces the text of a field, on pages of the site of `url`, of the last `goto` or of an address that `waitFor` met."""
    click: StepPlace | Unset = UNSET
    press: StepPress | Unset = UNSET
    """Presses a key, in the element or where the page has its focus."""
    select: StepSelect | Unset = UNSET
    """Selects options of a list."""
    check: StepPlace | Unset = UNSET
    uncheck: StepPlace | Unset = UNSET
    hover: StepPlace | Unset = UNSET
    scroll: StepScroll | Unset = UNSET
    """Brings an element into view, or scrolls it to `y`. Without `target` it scrolls the page, to its end without `y`."""
    wait: float | Unset = UNSET
    """Waits as many seconds."""
    wait_for: StepWaitFor | Unset = UNSET
    """Waits for one of `selector`, `hidden`, `text` and `address`."""
    script: str | Unset = field(default=UNSET, repr=False)
    """Runs JavaScript in the page, as the option `script` does. The page can read it."""
    screenshot: str | Unset = UNSET
    """Takes a picture of the browser's window under this name, at most 5 in a capture."""
    timeout: int | Unset = UNSET
    """Seconds for this step. Default: 5; for `goto`, all that is left for loading."""
    optional: bool | Unset = UNSET
    """Go on if this step fails. Default: false."""


class StepFill(Shape):
    """Replaces the text of a field, on pages of the site of `url`, of the last `goto` or of an address that `waitFor` met."""

    target: StepTarget | str
    value: str = field(repr=False)
    """The text of the field. It is a secret."""
    frame: str | Unset = UNSET
    """CSS selector of the frame that has the element. Default: the page itself."""


class StepPicture(ScreenshotResult):
    name: str
    """The name that the step gave."""


class StepPlace(Shape):
    target: StepTarget | str
    frame: str | Unset = UNSET
    """CSS selector of the frame that has the element. Default: the page itself."""


class StepPress(Shape):
    """Presses a key, in the element or where the page has its focus."""

    key: str = field(repr=False)
    """A key such as `Enter`, `a` or `Control+a`."""
    target: StepTarget | str | Unset = UNSET
    frame: str | Unset = UNSET
    """CSS selector of the frame that has the element. Default: the page itself."""


class StepResult(Shape):
    action: StepResultAction
    ms: int
    """Milliseconds."""
    target: str | Unset = UNSET
    """The element, text or host that the step was for. Missing if it needs none."""
    problem: str | Unset = UNSET
    """Why an optional step was left out. Missing if it was done."""


class StepScroll(Shape):
    """Brings an element into view, or scrolls it to `y`. Without `target` it scrolls the page, to its end without `y`."""

    target: StepTarget | str | Unset = UNSET
    y: float | Unset = UNSET
    """Distance from the top, CSS pixels."""
    frame: str | Unset = UNSET
    """CSS selector of the frame that has the element. Default: the page itself."""


class StepSelect(Shape):
    """Selects options of a list."""

    target: StepTarget | str
    values: list[str]
    """Values or labels of the options."""
    frame: str | Unset = UNSET
    """CSS selector of the frame that has the element. Default: the page itself."""


class StepTarget(Shape):
    """An element by `text`, by `label`, or by `role` and `name`."""

    text: str | Unset = UNSET
    """A part of the element's text, in any case. The whole text comes first."""
    label: str | Unset = UNSET
    """A part of the label of a field, in any case. The whole label comes first."""
    role: str | Unset = UNSET
    """The ARIA role, such as `button` or `link`."""
    name: str | Unset = UNSET
    """The whole accessible name. Needs `role`."""


class StepWaitFor(Shape):
    """Waits for one of `selector`, `hidden`, `text` and `address`."""

    selector: str | Unset = UNSET
    """CSS selector of an element that becomes visible."""
    text: str | Unset = UNSET
    """A part of a text that becomes visible, in any case."""
    address: str | Unset = UNSET
    """A part of the page's address, such as `/account`. With `https://` or `http://` in front it is the beginning of the address."""
    hidden: str | Unset = UNSET
    """CSS selector of elements that all disappear."""
    frame: str | Unset = UNSET
    """CSS selector of the frame that has the element. Default: the page itself."""


class Structure(Shape):
    headings: list[Heading]
    outline: list[OutlineEntry]
    landmarks: list[Landmark]
    sections: list[Section]
    forms: list[Form]
    tables: list[Table]
    calls_to_action: list[CallToAction]


class StructureResult(ResultBase):
    value: Structure | Unset = UNSET


class SubmitError(Shape):
    success: bool
    error: str
    type: ErrorType
    message: str
    fields: list[FieldProblem] | Unset = UNSET


class SyncPlan(Shape):
    pages: int
    """Pages of the sitemap that may be watched: on its host, included and not excluded."""
    add: int
    """Pages that would join."""
    add_urls: list[str]
    """The first 200 of them, in the sitemap's order."""
    pause: int
    """Monitors that would pause, as their pages are gone."""
    resume: int
    """Monitors that would resume, as their pages are back."""
    keep: int
    """Monitors that stay, as the sitemap still has their pages."""
    over_limit: int
    """Pages beyond `maxMonitors` or the plan's number of monitors."""
    foreign: int
    """Entries of other hosts, which are left out."""
    problems: list[SyncProblem]


class SyncProblem(Shape):
    code: SyncProblemCode
    message: str


class SyncRequest(Shape):
    dry_run: bool | Unset = UNSET
    """Replies with the plan. Changes nothing. Default: false."""


class Table(Shape):
    caption: None | str
    headers: list[str]
    """Texts of its first header row."""
    rows: int
    """Number of rows, headers included."""
    columns: int


class TemplatePreview(Shape):
    title: str
    """The title, before a channel cuts and escapes it."""
    text: str
    """The text in the same way, without the page and the links."""
    messages: list[TemplatePreviewMessagesItem]
    """The message for each kind of channel."""
    fields: list[TemplatePreviewFieldsItem]
    """Every field of templates."""


class TemplatePreviewFieldsItem(Shape):
    name: TemplatePreviewFieldsItemName
    about: str
    """Its meaning."""
    value: None | str
    """Its value in the sample. Null if messages about such an event have none."""


class TemplatePreviewMessagesItem(Shape):
    channel: TemplatePreviewMessagesItemChannel
    body: TemplatePreviewMessagesItemBody
    """The body of the request that sends it; of a mail, `subject`, `text` and `html`."""


class TemplatePreviewReply(Shape):
    success: bool
    preview: TemplatePreview


class TemplatePreviewRequest(Shape):
    template: MessageTemplate | Unset = UNSET
    """Plain text with fields such as `{{monitor.name}}`. A part keeps its usual wording in messages that have no value for one of its fields. The fields are `monitor.name`, `monitor.tags`, `page.host`, `page.address`, `page.title`, `event.type`, `event.title`, `event.text`, `event.details`, `event.time`, `event.link`, `change.summary`, `change.words`, `change.share`, `change.areas`, `value.name`, `value.old`, `value.new`, `failure.reason`, `failure.code`, `failure.count`."""
    type: TemplatePreviewRequestType | Unset = UNSET
    """Event that the sample is about. Default: "monitor.change_detected"."""


class TextOutput(PdfResultBase):
    content_type: str


class TextRules(Shape):
    present: list[str] | Unset = UNSET
    """Patterns that the text has."""
    absent: list[str] | Unset = UNSET
    """Patterns that the text does not have."""


class TextStyle(Shape):
    element: TextStyleElement
    family: str
    """The family that the page asks for first, whether or not it is here."""
    rendered_with: None | str
    """The family that drew its text here. Null if unknown or if no text asks for the family."""
    size: float
    """CSS pixels."""
    weight: int
    line_height: float | None
    """Multiple of the font size. Null for `normal`."""
    color: str


class Timings(Shape):
    queued: int
    """Milliseconds."""
    navigation: int
    """Milliseconds."""
    capture: int
    """Milliseconds."""
    extraction: int
    """Milliseconds."""
    upload: int
    """Milliseconds."""
    total: int
    """Milliseconds."""


class Typography(Shape):
    families: list[TypographyFamiliesItem]
    scale: list[TypographyScaleItem]
    """Smallest first."""
    weights: list[TypographyWeightsItem]
    line_heights: list[TypographyLineHeightsItem]
    styles: list[TextStyle]


class TypographyFamiliesItem(Shape):
    family: str
    """The family that the page asks for first, whether or not it is here."""
    rendered_with: None | str
    """The family that drew its text here. Null if unknown or if no text asks for the family."""
    role: TypographyFamiliesItemRole
    share: float
    """Share of the visible characters."""


class TypographyLineHeightsItem(Shape):
    ratio: float | None
    """Multiple of the font size. Null for `normal`."""
    share: float
    """Share of the visible characters."""


class TypographyScaleItem(Shape):
    size: float
    """CSS pixels."""
    share: float
    """Share of the visible characters."""


class TypographyWeightsItem(Shape):
    weight: int
    share: float
    """Share of the visible characters."""


class UpdateAccountBody(Shape):
    addresses: Addresses


class UsageHistory(Shape):
    success: bool
    days: list[UsageHistoryDaysItem]


class UsageHistoryDaysItem(Shape):
    date: str
    """Day in UTC."""
    key_id: str
    charged: int
    refunded: int
    by_operation: UsageHistoryDaysItemByOperation


class UsageReply(Shape):
    success: bool
    plan: PlanName
    credits: UsageReplyCredits
    concurrency: UsageReplyConcurrency
    monitors: UsageReplyMonitors
    by_operation: UsageReplyByOperation


class UsageReplyConcurrency(Shape):
    limit: int | None
    """Null if the plan has no limit."""
    active: int
    queued: int


class UsageReplyCredits(Shape):
    used: int
    limit: int | None
    """Null if the plan has no limit."""
    remaining: int | None
    """Null if the plan has no limit."""
    percentage_used: float | None
    period_start: datetime.datetime
    period_end: datetime.datetime
    """The first instant of the next period."""


class UsageReplyMonitors(Shape):
    active: int
    """Monitors that count towards the plan: all that are not deleted, paused ones included."""
    limit: int | None
    """Null if the plan has no limit."""


class ValueEntry(Shape):
    """A value to read, by one of `selector`, `pattern`, `jsonPath` and `product`."""

    name: str
    """The name of the value in the result."""
    selector: str | Unset = UNSET
    """CSS selector of the element whose text is read: the first visible one, or each one for a list."""
    attribute: str | Unset = UNSET
    """Attribute to read in place of the text, also of an element that is not visible. Needs `selector`."""
    pattern: str | Unset = UNSET
    """Pattern in RE2 syntax of the page's visible text. The value is its first group, or all of it without one. `^` and `$` match at each line; `(?i)` ignores case."""
    json_path: str | Unset = UNSET
    """Path of RFC 9535 in a page that is JSON, such as `$.offers[0].price`. A path to one list reads its entries."""
    product: ValueEntryProduct | Unset = UNSET
    """A fact that the page declares about its product, in JSON-LD, microdata, RDFa or Open Graph. A price is a number, a currency its code, an availability the name of schema.org, such as `InStock`."""
    as_: ValueEntryAs | Unset = UNSET
    """Default: `text`. It has at most 2000 characters, as all texts of a `list` together. `number` reads `1.299,00 €` by the page's language and its other amounts. `boolean` says whether the page has it."""


class Video(Shape):
    src: None | str
    """Absolute address of the file or the player. Null if a script feeds the player."""
    kind: VideoKind
    provider: None | str
    """Name of the player's provider, in lower case (`youtube`). Null if unknown."""
    id: None | str
    """The provider's id of the video, if the address contains it."""
    poster: None | str
    title: None | str
    width: int | None
    """Width on the page in CSS pixels, else the declared width."""
    height: int | None
    sources: list[VideoSourcesItem]


class VideoSourcesItem(Shape):
    src: str
    type: None | str


class VideosResult(ResultBase):
    value: list[Video] | Unset = UNSET


class WebhookEvent(Shape):
    id: str
    type: EventType
    timestamp: datetime.datetime
    data: WebhookEventData
    """Details of the event. A monitor's event about a run has the run's figures, the `conditions` of `alertWhen` that alerted, its 20 largest `regions` and, if they are recorded, `pageRegions` and `text` with the first 20 changed passages like `GET /render/monitors/{id}/runs/{runId}`. `pairUrl` is a picture of the changed part before and after. `links` of a monitor's event has the addresses `see`, `review`, `accept`, `mute` and `pause`; a POST to the last three acts. `review` shows one change to people without a key. A body has at most 20,000 bytes: entries that do not fit are dropped from the end, and `regionsTruncated` or `pageRegionsTruncated` is true. The run has all of them."""


# Open objects have no fields of their own.
BulkRequestOperationsItemChange = dict[str, Any]
BulkRequestOperationsItemMonitor = dict[str, Any]
JobResultValues = dict[str, ReadValue]
MetadataOpenGraph = dict[str, list[str] | str]
MetadataTwitter = dict[str, list[str] | str]
RequestHeaders = dict[str, str]
RunResultValues = dict[str, ReadValue]
RunValuesValues = dict[str, ReadValue]
TemplatePreviewMessagesItemBody = dict[str, Any]
UsageHistoryDaysItemByOperation = dict[str, int]
UsageReplyByOperation = dict[str, int]
WebhookEventData = dict[str, Any]
