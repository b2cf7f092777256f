"""Runs operations of the client for a program in another language.

Each line of standard input is `{"operation": "jobs.get", "args": {"id": "…"}}`, and each line of standard output its
reply: `{"result": …}` in the API's JSON, or `{"error": {"kind": …, "code": …, "message": …}}`. `args` has names like
`runId`. Lists are read to their end, or to `args.take`. Bytes are `{"contentType": …, "base64": …}`.
"""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Callable
from itertools import islice
from typing import Any

from watchframe import ApiError, JobFailedError, List, Output, Watchframe, WatchframeError
from watchframe.shape import to_json

Operation = Callable[..., Any]


def operations_of(wf: Watchframe) -> dict[str, Operation]:
    return {
        "renders.create": wf.renders.create,
        "renders.run": wf.renders.run,
        "renders.screenshot": wf.renders.screenshot,
        "jobs.get": wf.jobs.get,
        "jobs.list": wf.jobs.list,
        "jobs.wait": wf.jobs.wait,
        "jobs.cancel": wf.jobs.cancel,
        "jobs.retry": wf.jobs.retry,
        "jobs.retryFailed": wf.jobs.retry_failed,
        "jobs.output": wf.jobs.output,
        "comparisons.create": wf.comparisons.create,
        "comparisons.run": wf.comparisons.run,
        "comparisons.get": wf.comparisons.get,
        "comparisons.list": wf.comparisons.list,
        "comparisons.wait": wf.comparisons.wait,
        "comparisons.cancel": wf.comparisons.cancel,
        "batches.create": wf.batches.create,
        "batches.get": wf.batches.get,
        "batches.list": wf.batches.list,
        "batches.items": wf.batches.items,
        "batches.wait": wf.batches.wait,
        "batches.retryFailed": wf.batches.retry_failed,
        "batches.cancel": wf.batches.cancel,
        "crawls.create": wf.crawls.create,
        "crawls.get": wf.crawls.get,
        "crawls.list": wf.crawls.list,
        "crawls.pages": wf.crawls.pages,
        "crawls.wait": wf.crawls.wait,
        "crawls.retryFailed": wf.crawls.retry_failed,
        "crawls.cancel": wf.crawls.cancel,
        "schedules.createOnce": wf.schedules.create_once,
        "schedules.createRecurring": wf.schedules.create_recurring,
        "schedules.get": wf.schedules.get,
        "schedules.list": wf.schedules.list,
        "schedules.pause": wf.schedules.pause,
        "schedules.resume": wf.schedules.resume,
        "schedules.cancel": wf.schedules.cancel,
        "presets.create": wf.presets.create,
        "presets.get": wf.presets.get,
        "presets.list": wf.presets.list,
        "presets.update": wf.presets.update,
        "presets.delete": wf.presets.delete,
        "monitors.create": wf.monitors.create,
        "monitors.plan": wf.monitors.plan,
        "monitors.get": wf.monitors.get,
        "monitors.list": wf.monitors.list,
        "monitors.update": wf.monitors.update,
        "monitors.pause": wf.monitors.pause,
        "monitors.resume": wf.monitors.resume,
        "monitors.mute": wf.monitors.mute,
        "monitors.unmute": wf.monitors.unmute,
        "monitors.setTags": wf.monitors.set_tags,
        "monitors.delete": wf.monitors.delete,
        "monitors.run": wf.monitors.run,
        "monitors.waitForRun": wf.monitors.wait_for_run,
        "monitors.getRun": wf.monitors.get_run,
        "monitors.runs": wf.monitors.runs,
        "monitors.picture": wf.monitors.picture,
        "monitors.accept": wf.monitors.accept,
        "monitors.acknowledge": wf.monitors.acknowledge,
        "monitors.bulk": wf.monitors.bulk,
        "monitors.unacknowledge": wf.monitors.unacknowledge,
        "monitors.testChannel": wf.monitors.test_channel,
        "monitors.incidents": wf.monitors.incidents,
        "monitors.baselines": wf.monitors.baselines,
        "changes.list": wf.changes.list,
        "changes.get": wf.changes.get,
        "changes.seen": wf.changes.seen,
        "changes.unseen": wf.changes.unseen,
        "changes.keep": wf.changes.keep,
        "changes.note": wf.changes.note,
        "changes.manySeen": wf.changes.many_seen,
        "changes.manyUnseen": wf.changes.many_unseen,
        "sitemaps.create": wf.sitemaps.create,
        "sitemaps.plan": wf.sitemaps.plan,
        "sitemaps.get": wf.sitemaps.get,
        "sitemaps.list": wf.sitemaps.list,
        "sitemaps.update": wf.sitemaps.update,
        "sitemaps.pause": wf.sitemaps.pause,
        "sitemaps.resume": wf.sitemaps.resume,
        "sitemaps.delete": wf.sitemaps.delete,
        "sitemaps.sync": wf.sitemaps.sync,
        "sitemaps.planSync": wf.sitemaps.plan_sync,
        "sitemaps.waitForSync": wf.sitemaps.wait_for_sync,
        "deliveries.list": wf.deliveries.list,
        "deliveries.get": wf.deliveries.get,
        "deliveries.replay": wf.deliveries.replay,
        "recipients.add": wf.recipients.add,
        "recipients.list": wf.recipients.list,
        "recipients.delete": wf.recipients.delete,
        "keys.create": wf.keys.create,
        "keys.list": wf.keys.list,
        "keys.current": wf.keys.current,
        "keys.revoke": wf.keys.revoke,
        "feeds.create": wf.feeds.create,
        "feeds.list": wf.feeds.list,
        "feeds.delete": wf.feeds.delete,
        "signingKeys.create": wf.signing_keys.create,
        "signingKeys.list": wf.signing_keys.list,
        "signingKeys.delete": wf.signing_keys.delete,
        "sessions.list": wf.sessions.list,
        "sessions.end": wf.sessions.end,
        "usage": wf.usage,
        "usageHistory": wf.usage_history,
        "call": wf.call,
    }


def run(operation: Operation, args: dict[str, Any]) -> Any:
    """The JSON of an operation's result."""
    named = {to_snake(name): value for name, value in args.items()}
    take = named.pop("take", None)
    result = operation(**named)
    if isinstance(result, List):
        return to_json(list(islice(result, take)))
    if isinstance(result, Output):
        return {"contentType": result.content_type, "base64": base64.b64encode(result.content).decode()}
    return to_json(result)


def to_snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


def reply_to(operations: dict[str, Operation], line: str) -> dict[str, Any]:
    asked = json.loads(line)
    try:
        return {"result": run(operations[asked["operation"]], asked.get("args", {}))}
    except WatchframeError as error:
        return {"error": {"kind": type(error).__name__, "message": str(error), **facts_of(error)}}


def facts_of(error: WatchframeError) -> dict[str, Any]:
    """The code of an error, with the fields of a refusal or the id of a failed job."""
    if isinstance(error, ApiError):
        return {"code": error.code, **({"fields": to_json(error.fields)} if error.fields else {})}
    if isinstance(error, JobFailedError):
        return {"code": error.job.error.code if error.job.error else None, "id": error.job.id}
    return {"code": None}


def main() -> None:
    with Watchframe() as wf:
        operations = operations_of(wf)
        for line in sys.stdin:
            print(json.dumps(reply_to(operations, line)), flush=True)


if __name__ == "__main__":
    main()
