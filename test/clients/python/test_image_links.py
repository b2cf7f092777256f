"""Image links, with the vectors that every client and the service fit."""

from __future__ import annotations

import json
import os
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.site import Site
from watchframe import Watchframe, sign_image_url

vectors: dict[str, Any] = json.loads((Path(__file__).parents[3] / "clients" / "imageLinks.json").read_text())


@pytest.mark.parametrize("vector", vectors["links"], ids=lambda vector: vector["what"])
def test_signs_as_every_client(vector: dict[str, Any]) -> None:
    signed = sign_image_url(vectors["baseUrl"], vectors["keyId"], vectors["secret"], **vector["options"])
    path = f"{vectors['baseUrl']}/image/{vectors['keyId']}/{vector['signature']}"
    assert signed == f"{path}?{vector['query']}"


def test_takes_a_date_and_leaves_out_what_is_none() -> None:
    given = ("https://shots.example.com/base/", "key", "secret", "https://example.com/")
    by_date = sign_image_url(*given, width=None, expires=datetime(2030, 1, 1, tzinfo=timezone.utc))
    assert by_date == sign_image_url(*given, expires=1893456000)
    assert by_date.startswith("https://shots.example.com/base/image/key/")


def test_the_service_shows_the_picture_until_its_key_is_deleted(wf: Watchframe, site: Site) -> None:
    site.pages["/linked"] = "<title>Linked</title><h1>Linked</h1>"
    created = wf.signing_keys.create("website")
    assert created.key in list(wf.signing_keys.list())
    page = f"{site.url}/linked"
    url = sign_image_url(os.environ["WATCHFRAME_URL"], created.key.id, created.secret, page, format="png", width=320)
    shown = httpx.get(url, timeout=60)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
    assert shown.content.startswith(b"\x89PNG")
    wf.signing_keys.delete(created.key.id)
    assert httpx.get(url).status_code == 400
