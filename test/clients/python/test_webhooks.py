"""The checks of webhooks, with the cases of the TypeScript client."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest

from watchframe import WebhookError, verify_webhook

raw_secret = b"0123456789abcdef0123456789abcdef"
secret = f"whsec_{base64.b64encode(raw_secret).decode()}"
text = "a secret of plain words"
body = json.dumps(
    {"id": "evt_1", "type": "job.completed", "timestamp": "2026-11-01T08:00:00Z", "data": {"n": "ä"}},
    ensure_ascii=False,
    separators=(",", ":"),
)
sent_at = 1793520005
"""2026-11-01T08:00:05Z"""


def headers_for(key: bytes) -> dict[str, str]:
    """Headers as a sender of Standard Webhooks makes them."""
    digest = hmac.new(key, f"evt_1.{sent_at}.{body}".encode(), hashlib.sha256).digest()
    return {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(sent_at),
        "Webhook-Signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def test_returns_the_event_of_a_right_signature() -> None:
    event = verify_webhook(body, headers_for(raw_secret), secret, now=sent_at)
    assert (event.type, event.timestamp.isoformat()) == ("job.completed", "2026-11-01T08:00:00+00:00")
    plain = verify_webhook(body.encode(), headers_for(text.encode()), [secret, text], now=sent_at)
    assert plain.data == {"n": "ä"}


def test_accepts_the_vector_of_another_library() -> None:
    """From the library `standardwebhooks` of Node.js."""
    headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(sent_at),
        "webhook-signature": "v1,ufCPyFpmYYrBmYPdtMXPKg/NjfE1KubBTcJ5D9KLSH4=",
    }
    assert verify_webhook(body, headers, secret, now=sent_at).id == "evt_1"


right = headers_for(raw_secret)


@pytest.mark.parametrize(
    ("given_body", "headers", "given_secret", "now"),
    [
        pytest.param(body.replace("job", "Job"), right, secret, sent_at, id="another body"),
        pytest.param(body, right, text, sent_at, id="another secret"),
        pytest.param(body, {**right, "webhook-id": "evt_2"}, secret, sent_at, id="another id"),
        pytest.param(body, right, secret, sent_at + 301, id="old"),
        pytest.param(body, right, secret, sent_at - 301, id="early"),
        pytest.param(body, {**right, "webhook-timestamp": "soon"}, secret, sent_at, id="no time"),
        pytest.param(body, {**right, "webhook-timestamp": "nan"}, secret, sent_at, id="not a number"),
        pytest.param(body, {"webhook-id": "evt_1"}, secret, sent_at, id="missing headers"),
        pytest.param(body, {**right, "Webhook-Signature": "v1,%%% v2,abc v1 v1,ä"}, secret, sent_at, id="garbage"),
        pytest.param(body, right, "whsec_%%%", sent_at, id="no base64"),
        pytest.param(body, right, "", sent_at, id="empty secret"),
        pytest.param(body, right, [], sent_at, id="no secret"),
    ],
)
def test_refuses(given_body: str, headers: dict[str, str], given_secret: str | list[str], now: float) -> None:
    with pytest.raises(WebhookError):
        verify_webhook(given_body, headers, given_secret, now=now)
