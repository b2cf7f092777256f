"""Runs operations of the client for a program in another language.

Each line of standard input is `{"operation": "jobs.get", "args": {"id": "…"}}`, and each line of standard output its
reply: `{"result": …}` in the API's JSON, or `{"error": {"kind": …, "code": …, "message": …}}`. `args` has names like
`runId`. Lists are read to their end, or to `args.take`. Bytes are `{"contentType": …, "base64": …}`.
"""

from __future__ import annotations

import base64
import inspect
import json
import re
import sys
from collections.abc import Callable
from itertools import islice
from typing import Any

from watchframe import ApiError, JobFailedError, List, Output, Watchframe, WatchframeError
from watchframe.resource import Resource
from watchframe.shape import to_camel, to_json

Operation = Callable[..., Any]


def operations_of(wf: Watchframe) -> dict[str, Operation]:
    """Each method of the client and of its resources by its name, such as `jobs.get`. `names` has all of them."""
    own: dict[str, Operation] = {"usage": wf.usage, "usageHistory": wf.usage_history, "call": wf.call}
    resources = {to_camel(name): value for name, value in vars(wf).items() if isinstance(value, Resource)}
    methods = {
        f"{resource}.{to_camel(name)}": method
        for resource, value in resources.items()
        for name, method in inspect.getmembers(value, inspect.ismethod)
        if not name.startswith("_")
    }
    return {**own, **methods, "names": lambda: sorted(methods)}


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
