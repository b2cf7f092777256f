"""What the tests share: a server with faults, and a client of the running service."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.faulty_server import FaultyServer
from support.site import Site
from watchframe import Watchframe

Connect = Callable[..., Watchframe]


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with FaultyServer() as opened:
        yield opened


@pytest.fixture
def connect(server: FaultyServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connect]:
    """Makes clients of the server with faults. They pause for a short time only, unless the server says how long."""
    monkeypatch.setattr("watchframe.transport.FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr("watchframe.wait.BLIP_S", 0.01)
    made: list[Watchframe] = []

    def make(**options: Any) -> Watchframe:
        made.append(Watchframe("wf_live_a", server.base_url, **options))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture(scope="session")
def wf() -> Iterator[Watchframe]:
    """A client of the service that WATCHFRAME_URL and WATCHFRAME_API_KEY name."""
    with Watchframe() as client:
        yield client


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A site that the service may visit."""
    with Site(int(os.environ["SITE_PORT"])) as opened:
        yield opened
