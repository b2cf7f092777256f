"""The driver has each operation of the client."""

from __future__ import annotations

import inspect

from driver import operations_of, reply_to
from watchframe import Watchframe
from watchframe.shape import to_camel


def test_has_each_operation_of_each_resource() -> None:
    wf = Watchframe("wf_live_a")
    resources = {name: value for name, value in vars(wf).items() if not name.startswith("_") and name != "operations"}
    methods = {
        f"{to_camel(name)}.{to_camel(method)}"
        for name, resource in resources.items()
        for method, _ in inspect.getmembers(resource, inspect.ismethod)
        if not method.startswith("_")
    }
    # A stream has no end that JSON could show. `jobs.output` reads it.
    own = {"usage", "usageHistory", "call"}
    assert set(operations_of(wf)) == (methods - {"jobs.stream"}) | own


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
