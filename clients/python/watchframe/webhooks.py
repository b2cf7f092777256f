"""Checks webhooks by the rules of Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence

from .errors import WebhookError
from .generated.models import WebhookEvent

DEFAULT_TOLERANCE_S = 300.0


def verify_webhook(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_s: float = DEFAULT_TOLERANCE_S,
    now: float | None = None,
) -> WebhookEvent:
    """Checks the signature and the time of a webhook, and returns its event.

    `raw_body` is the body byte for byte, as it came. Several secrets help to change a secret: one of them must fit.
    `tolerance_s` are the seconds that the webhook's time may differ from `now`, in seconds since 1970. Default: now.
    @throws WebhookError
    """
    given = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if name not in given]
    if missing:
        raise WebhookError(f"The header {missing[0]} is missing.")
    check_time(given["webhook-timestamp"], tolerance_s, time.time() if now is None else now)
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    signed = f"{given['webhook-id']}.{given['webhook-timestamp']}.".encode() + body
    signatures = [part[3:] for part in given["webhook-signature"].split(" ") if part.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        if fits(secret, signed, signatures):
            return WebhookEvent.from_dict(json.loads(body))
    raise WebhookError("The signature is not from this secret.")


def check_time(timestamp: str, tolerance_s: float, now: float) -> None:
    try:
        sent = float(timestamp)
    except ValueError:
        sent = math.nan
    # A comparison with "not a number" is false.
    if not abs(now - sent) <= tolerance_s:
        raise WebhookError("The webhook is too old, or its time is wrong.")


def fits(secret: str, signed: bytes, signatures: Iterable[str]) -> bool:
    """Whether one of the signatures is from the secret. The comparison takes the same time for any signature."""
    key = key_of(secret)
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)


def key_of(secret: str) -> bytes:
    if not secret.startswith("whsec_"):
        key = secret.encode()
    else:
        try:
            key = base64.b64decode(secret[6:], validate=True)
        except binascii.Error:
            key = b""
    if not key:
        raise WebhookError("The secret is empty or no base64 after whsec_.")
    return key
