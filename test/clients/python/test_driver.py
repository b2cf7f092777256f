"""The driver has each operation of the client."""

from __future__ import annotations

from driver import operations_of, reply_to
from watchframe import Watchframe


def test_has_the_operations_of_each_resource() -> None:
    operations = operations_of(Watchframe("wf_live_a"))
    # One of each kind: generated, by hand, of a resource without a module by hand, and of the client itself.
    assert {"jobs.get", "jobs.retryFailed", "jobs.wait", "signingKeys.create", "usageHistory"} <= operations.keys()
    assert operations["names"]() == sorted(name for name in operations if "." in name)


def test_replies_with_results_and_errors(wf: Watchframe) -> None:
    operations = operations_of(wf)
    current = reply_to(operations, '{"operation": "keys.current"}')
    assert current["result"]["id"] == wf.keys.current().id
    listed = reply_to(operations, '{"operation": "jobs.list", "args": {"take": 1}}')
    assert listed == {"result": []}
    none = '{"operation": "jobs.list", "args": {"batchId": "01990000-0000-7000-8000-000000000000", "limit": 1}}'
    assert reply_to(operations, none) == {"result": []}
    missing = '{"operation": "jobs.get", "args": {"id": "01990000-0000-7000-8000-000000000000"}}'
    error = reply_to(operations, missing)["error"]
    assert (error["kind"], error["code"]) == ("ApiError", "not_found")
