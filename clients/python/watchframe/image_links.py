"""Signs links that show the picture of a page without an API key."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import datetime
from urllib.parse import quote, urljoin


def sign_image_url(
    base_url: str,
    key_id: str,
    secret: str,
    url: str,
    *,
    expires: datetime | int | None = None,
    **options: str | int | float | bool | None,
) -> str:
    """A link for `<img>` and Open Graph tags. Equal options in the same order give the same link.

    `secret` is as `signing_keys.create` returned it. It belongs on a server: a page's reader could sign any link with
    it. `expires` is a time with a zone, or Unix time in seconds. Without it the link lasts as long as its key.
    `options` have the API's names, such as `fullPage`.
    """
    seconds = int(expires.timestamp()) if isinstance(expires, datetime) else expires
    fields = {"url": url, **options, "expires": seconds}
    query = "&".join(f"{escape(name)}={escape(text_of(value))}" for name, value in fields.items() if value is not None)
    digest = hmac.new(secret.encode(), query.encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    return urljoin(base_url if base_url.endswith("/") else f"{base_url}/", f"image/{key_id}/{signature}?{query}")


def escape(text: str) -> str:
    """Percent-encodes all but the unreserved characters of RFC 3986."""
    return quote(text, safe="")


def text_of(value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
