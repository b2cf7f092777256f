"""The examples of the documents, as programs."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from support.site import Site
from watchframe import Watchframe

root = Path(__file__).parents[3]
settings = str(root / "clients/python/pyproject.toml")
documents = ["README.md", "clients/python/README.md", "docs/clients.md"]


def examples() -> Iterator[tuple[str, str]]:
    """The place and code of each block of Python."""
    for document in documents:
        text = (root / document).read_text()
        for block in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            yield f"{document}:{text.count(chr(10), 0, block.start()) + 2}", block.group(1)


def webhook_lines() -> str:
    """Lines for a webhook of this moment."""
    body = json.dumps({"id": "evt_1", "type": "job.completed", "timestamp": "2026-11-01T08:00:00Z", "data": {}})
    sent_at = str(int(time.time()))
    digest = hmac.new(b"new", f"evt_1.{sent_at}.{body}".encode(), hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(digest).decode()}"
    headers = {"webhook-id": "evt_1", "webhook-timestamp": sent_at, "webhook-signature": signature}
    return f"body = {body!r}\nheaders = {headers!r}\nnew_secret, old_secret = 'new', 'old'"


def program_of(code: str, page: str) -> str:
    """An example with the names that it uses and does not make. The last line proves that it ran to its end."""
    lines = [] if "Watchframe(" in code else ["from watchframe import Watchframe", "wf = Watchframe()"]
    if "verify_webhook" in code:
        lines.append(webhook_lines())
    values = {
        "https://example.com": page,
        "wf_live_…": os.environ["WATCHFRAME_API_KEY"],
        "http://127.0.0.1:3000": os.environ["WATCHFRAME_URL"],
    }
    for shown, value in values.items():
        code = code.replace(shown, value)
    # A stream of events has no end.
    code = re.sub(r"^for event in .*\n(    .*\n)+", r"\g<0>    break\n", code, flags=re.MULTILINE)
    return "\n".join([*lines, code, 'print("ran to its end")'])


@contextmanager
def renders_meanwhile(wf: Watchframe, page: str) -> Iterator[None]:
    """Submits renders, so that a stream of events has something to say."""
    ended = threading.Event()

    def submit() -> None:
        while not ended.wait(0.5):
            wf.renders.create({"url": page})

    thread = threading.Thread(target=submit)
    thread.start()
    yield
    ended.set()
    thread.join()


@pytest.fixture(scope="module")
def page(site: Site) -> str:
    return site.write("/example", "Example", "A lamp costs €39 today, and the shipping of all orders is free.")


@pytest.mark.parametrize("code", [pytest.param(code, id=place) for place, code in examples()])
def test_runs(wf: Watchframe, page: str, code: str) -> None:
    with renders_meanwhile(wf, page) if "wf.events(" in code else nullcontext():
        command = [sys.executable, "-c", program_of(code, page)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.stderr, ran.returncode) == ("", 0)
    assert ran.stdout.endswith("ran to its end\n")


def test_all_fit_the_types(page: str, tmp_path: Path) -> None:
    for index, (place, code) in enumerate(examples()):
        (tmp_path / f"example{index}.py").write_text(f"# {place}\n{program_of(code, page)}")
    command = [sys.executable, "-m", "mypy", "--config-file", settings, str(tmp_path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
