"""A client of the Watchframe API, which renders web pages and watches them for change."""

from .client import Watchframe
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    ComparisonFailedError,
    JobFailedError,
    WatchframeError,
    WebhookError,
)
from .events import AccountEvent
from .image_links import sign_image_url
from .lists import List, Page
from .shape import UNSET, Shape, Unset
from .streams import ByteStream, Output
from .transport import CallOptions
from .wait import RunOptions, WaitOptions
from .webhooks import verify_webhook

__all__ = [
    "AccountEvent",
    "UNSET",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "ByteStream",
    "CallOptions",
    "ComparisonFailedError",
    "JobFailedError",
    "List",
    "Output",
    "Page",
    "RunOptions",
    "Shape",
    "Unset",
    "WaitOptions",
    "Watchframe",
    "WatchframeError",
    "WebhookError",
    "sign_image_url",
    "verify_webhook",
]
