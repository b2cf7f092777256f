"""Writes the classes of the client's resources from the methods that the API's routes declare.

The signatures of the generated operations give the types of arguments and replies.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import Any

from signatures import Call, Shapes, read_calls

# The linter removes the imports that a module does not need.
HEAD = '''"""{about} Generated from the API's routes by `npm run client:generate`. Do not edit."""

# Descriptions of the API are lines of any length. Many shapes are needed.
# ruff: noqa: E501, F403, F405

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from ..lists import List
from ..resource import Resource, part_of, without_none
from ..shape import to_json
from ..streams import ByteStream
from ..transport import CallOptions
from .models import *
'''

Method = dict[str, Any]
"""A `ClientMethod` of `api/http/clientMethods.ts` with its operation and its description."""
Parameters = tuple[list[str], list[str]]
"""Declared parameters of a method, and what the operation gets for them."""


class ResourceWriter:
    """Writes modules of resources by the generated operations and shapes."""

    def __init__(self, models: str, operations: str) -> None:
        self.calls = read_calls(operations)
        self.shapes = Shapes(models)

    def resources_module(self, resources: list[dict[str, Any]]) -> str:
        """The module with a class for each resource."""
        classes = [
            f"class {class_name(each['name'])}(Resource):\n{self.body_of(each)}" for each in resources if each["name"]
        ]
        text = "\n\n".join(classes)
        return f"{HEAD.format(about='The resources of the client.')}\n\n{text}"

    def client_module(self, resources: list[dict[str, Any]], by_hand: Path) -> str:
        """The module with the class that has every resource. A module by hand extends the class of some resources."""
        names = [each["name"] for each in resources if each["name"]]
        [root] = [each for each in resources if not each["name"]]
        modules = {name: to_snake(name) for name in names}
        imports = [
            f"from ..resources.{module} import {class_name(name)}"
            if (by_hand / f"{module}.py").exists()
            else f"from .resources import {class_name(name)}"
            for name, module in modules.items()
        ]
        created = [f"    self.{module} = {class_name(name)}(operations)" for name, module in modules.items()]
        start = "\n".join(
            ["def __init__(self, operations: Operations) -> None:", "    super().__init__(operations)", *created]
        )
        text = f"class Resources(Resource):\n{self.body_of(root, start)}"
        head = HEAD.format(about="The client's resources.")
        lines = "\n".join([*imports, "from .operations import Operations"])
        return f"{head}{lines}\n\n\n{text}"

    def body_of(self, resource: dict[str, Any], *start: str) -> str:
        parts = [docstring(resource["help"]), *start, *map(self.method, resource["methods"])]
        return indent("\n\n".join(parts), "    ") + "\n"

    def method(self, method: Method) -> str:
        """One method with its docstring."""
        call = self.calls[to_snake(method["operationId"])]
        declared, passed = self.positional(method, call)
        query, values = query_of(method, call)
        declared = [*declared, *(["*", *query] if query else []), "**options: Unpack[CallOptions]"]
        text = f"self._operations.{call.name}({', '.join([*passed, *values, 'options=options'])})"
        kind, result = self.result_of(method, call, text)
        head = f"def {to_snake(method['method'])}(self, {', '.join(declared)}) -> {kind}:"
        return "\n".join([head, indent("\n".join([docstring(method["help"]), *result]), "    ")])

    def positional(self, method: Method, call: Call) -> Parameters:
        declared: list[str] = []
        passed: list[str] = []
        for index, (argument, kind) in enumerate(call.positional.items()):
            # The resource's own id needs no other name.
            name = "id" if index == 0 and argument.endswith("_id") else argument
            own, values = ([f"{name}: {kind}"], [name]) if name != "body" else self.body_parameters(method, call)
            declared, passed = declared + own, passed + values
        return declared, passed

    def body_parameters(self, method: Method, call: Call) -> Parameters:
        kind = call.positional["body"]
        constants = [f"{name!r}: {value!r}" for name, value in method.get("body", {}).items()]
        if "args" not in method:
            if call.has_defaults:
                return [f"request: {kind} = None"], ["request or {}"]
            whole = f"{{**to_json(request), {', '.join(constants)}}}" if constants else "request"
            return [f"request: {kind}"], [whole]
        declared, entries = [], []
        for argument, field in method["args"].items():
            name = to_snake(argument)
            wanted = self.shapes.type_of(kind.split(" | ")[0], to_snake(field)).removesuffix(" | Unset")
            declared.append(f"{name}: {self.accepted(wanted)}{' | None = None' if call.has_defaults else ''}")
            entries.append(f"{field!r}: [*{name}]" if wanted.startswith("list[") else f"{field!r}: {name}")
        body = f"{{{', '.join(entries + constants)}}}"
        return declared, [f"without_none({body})" if call.has_defaults else body]

    def accepted(self, kind: str) -> str:
        """The type of an argument. An object may also be a mapping with the API's names."""
        if kind.startswith("list["):
            return f"Sequence[{self.accepted(item_of(kind))}]"
        return f"{kind} | Mapping[str, Any]" if self.shapes.is_object(kind) else kind

    def result_of(self, method: Method, call: Call, text: str) -> tuple[str, list[str]]:
        """The type of the result, and the lines that return it."""
        if "list" in method:
            field = to_snake(method["list"])
            item = item_of(self.shapes.type_of(call.reply, field))
            return f"List[{item}]", [f'return List.of("{field}", lambda cursor: {text})']
        if "unwrap" not in method:
            return call.reply, [text if call.reply == "None" else f"return {text}"]
        field = to_snake(method["unwrap"])
        wanted = self.shapes.type_of(call.reply, field)
        whole = " | ".join(part for part in wanted.split(" | ") if part != "None")
        part = f"{text}.{field}"
        # Inside a class, `list` names its method.
        kind = f"Sequence[{item_of(whole)}]" if whole.startswith("list[") else whole
        return kind, [f"return {part}" if whole == wanted else f"return part_of({part})"]


def query_of(method: Method, call: Call) -> Parameters:
    if "query" in method:
        return [], [f"{to_snake(name)}={value!r}" for name, value in method["query"].items()]
    own = {name: kind for name, kind in call.query.items() if name != "cursor"}
    names = [*own, "cursor"] if "list" in method else [*own]
    return [f"{name}: {kind} = None" for name, kind in own.items()], [f"{name}={name}" for name in names]


def docstring(text: str) -> str:
    """A description with the names of Python."""
    return '"""' + re.sub(r"`[a-zA-Z]+`", lambda name: to_snake(name.group()), text) + '"""'


def item_of(kind: str) -> str:
    return kind.removeprefix("list[").removesuffix("]")


def class_name(name: str) -> str:
    return name[0].upper() + name[1:]


def to_snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter.group().lower()}", name)
