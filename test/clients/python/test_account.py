"""Monitors, schedules and the account, with a running service."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator

import pytest

from support.site import Site
from support.until import until
from watchframe import Watchframe
from watchframe.models import CreateSessionBody, DelayedRequest, KeyRequest, MonitorRequest, RecurringRequest


@pytest.fixture
def url(site: Site) -> str:
    return site.write("/prices", "Prices", "A lamp costs €39 today.")


@pytest.fixture
def monitor_id(wf: Watchframe, url: str) -> Iterator[str]:
    request = MonitorRequest.from_dict(
        {
            "name": "Prices",
            "url": url,
            "intervalMinutes": 60,
            "baselineMode": "fixed",
            "capture": {"width": 320, "height": 240},
        }
    )
    monitor = wf.monitors.create(request)
    yield monitor.id
    assert wf.monitors.delete(monitor.id).status == "deleted"


def test_watches_a_page_finds_a_change_and_accepts_it(wf: Watchframe, site: Site, monitor_id: str) -> None:
    first = until(lambda: next(iter(wf.monitors.runs(monitor_id)), None))
    assert wf.monitors.wait_for_run(monitor_id, first.id, timeout_s=60).status == "completed"
    site.write("/prices", "Prices", "A lamp costs €89 today, and it is twice as bright as before.")
    run = wf.monitors.run(monitor_id, max_retries=5)
    ended = wf.monitors.wait_for_run(monitor_id, run.id, timeout_s=60)
    assert ended.result and ended.result.changed
    assert wf.monitors.get_run(monitor_id, run.id).status == "completed"
    assert wf.monitors.picture(monitor_id, run.id, "mask").content_type == "image/png"
    incident = until(lambda: wf.monitors.get(monitor_id).incident)
    assert wf.monitors.acknowledge(monitor_id).incident
    assert wf.monitors.unacknowledge(monitor_id).incident
    assert incident.status == "open"
    assert wf.monitors.accept(monitor_id, run.id).baseline_run_id
    assert wf.monitors.baselines(monitor_id)
    assert [past.id for past in until(lambda: wf.monitors.incidents(monitor_id))] == [incident.id]
    assert run.id in [each.id for each in wf.monitors.runs(monitor_id)]


def test_keeps_options_under_a_name(wf: Watchframe, url: str) -> None:
    made = wf.presets.create({"name": "small", "options": {"width": 320, "theme": "dark", "css": "p {}"}})
    assert made.hidden == ["css"]
    assert wf.renders.run({"url": url, "preset": "small", "height": 200}).options.width == 320
    assert wf.presets.update("small", {"theme": None, "width": 640}).options.width == 640
    assert [preset.name for preset in wf.presets.list()] == ["small"]
    assert wf.presets.get("small").to_dict()["options"] == {"width": 640}
    assert wf.presets.delete("small").name == "small"
    assert not list(wf.presets.list())


def test_mutes_tags_and_pauses_a_monitor(wf: Watchframe, monitor_id: str) -> None:
    until = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(hours=1)
    assert wf.monitors.mute(monitor_id, until).muted_until == until
    assert wf.monitors.unmute(monitor_id).muted_until is None
    assert wf.monitors.set_tags(monitor_id, ["shop", "eu"]).tags == ["shop", "eu"]
    assert [each.id for each in wf.monitors.list(tag="eu")] == [monitor_id]
    assert wf.monitors.pause(monitor_id).status == "paused"
    assert wf.monitors.resume(monitor_id).status == "active"


def test_sends_a_sample_to_a_channel(wf: Watchframe, site: Site, monitor_id: str) -> None:
    channels = [{"type": "ntfy", "url": f"{site.url}/lamps"}]
    [channel] = wf.monitors.update(monitor_id, {"alerts": {"channels": channels}}).alerts.channels
    assert (channel.type, f"http://{channel.host}") == ("ntfy", site.url)
    delivery = wf.monitors.test_channel(monitor_id, channel.id)
    assert site.received.get(timeout=30).body
    until(lambda: wf.deliveries.get(delivery.id).status == "delivered")
    assert delivery.id in [each.id for each in wf.deliveries.list(channel="ntfy")]


def test_schedules_renders(wf: Watchframe, url: str) -> None:
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
    once = wf.schedules.create_once(DelayedRequest(url=url, schedule_at=at))
    assert once.next_run_at == at.replace(microsecond=at.microsecond // 1_000 * 1_000)
    assert wf.schedules.get(once.id).schedule_at == once.next_run_at
    daily = wf.schedules.create_recurring(RecurringRequest(url=url, cron="0 8 * * *"))
    assert wf.schedules.pause(daily.id).status == "paused"
    assert wf.schedules.resume(daily.id).status == "active"
    assert {once.id, daily.id} <= {each.id for each in wf.schedules.list(limit=1)}
    assert wf.schedules.cancel(daily.id).status == "cancelled"
    assert wf.schedules.cancel(once.id).status == "cancelled"


def test_reads_the_account(wf: Watchframe) -> None:
    assert wf.keys.current().id in [key.id for key in wf.keys.list()]
    made = wf.keys.create(KeyRequest(name="reader", scopes=["read"]))
    assert Watchframe(made.api_key).keys.current().name == "reader"
    assert wf.keys.revoke(made.key.id).id == made.key.id
    assert wf.usage().credits.used > 0
    assert wf.usage_history(period="2020-01") == []
    assert wf.usage_history()
    recipient = wf.recipients.add("reader@example.com")
    assert [each.id for each in wf.recipients.list()] == [recipient.id]
    wf.recipients.delete(recipient.id)
    assert list(wf.deliveries.list(status="failed")) == []
    session = wf.operations.create_session(CreateSessionBody(api_key=os.environ["WATCHFRAME_API_KEY"])).session
    assert [each.id for each in wf.sessions.list()] == [session.id]
    wf.sessions.end(session.id)
    assert list(wf.sessions.list()) == []
