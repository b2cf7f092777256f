"""Lets classes inherit the fields that another class has as well, so that each field is written once."""

from __future__ import annotations

import ast
from typing import NamedTuple

# A class of fewer fields saves less than its name costs a reader.
MIN_FIELDS = 8


class Model(NamedTuple):
    name: str
    head: list[str]
    fields: list[str]


def inherit(module: str) -> str:
    """The module with each class below the largest one whose fields it has all. Bases come first."""
    lines = module.splitlines()
    tree = ast.parse(module)
    nodes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    models = [read_model(node, lines) for node in nodes]
    bases = {model.name: base for model in models if (base := base_of(model, models)) is not None}
    used = {base.name for base in bases.values()}
    ordered = sorted(models, key=lambda model: (model.name not in used, len(model.fields) if model.name in used else 0))
    first, last = nodes[0].decorator_list[0].lineno - 1, nodes[-1].end_lineno
    texts = [write_model(model, bases.get(model.name)) for model in ordered]
    return "\n".join([*lines[:first], *texts, *lines[last:], ""])


def read_model(node: ast.ClassDef, lines: list[str]) -> Model:
    starts = [each.lineno - 1 for each in node.body if isinstance(each, ast.AnnAssign)]
    ends = [*starts[1:], node.end_lineno]
    fields = ["\n".join(lines[start:end]).rstrip() for start, end in zip(starts, ends, strict=True)]
    return Model(node.name, lines[node.decorator_list[0].lineno - 1 : starts[0]], fields)


def base_of(model: Model, models: list[Model]) -> Model | None:
    smaller = [
        each
        for each in models
        if MIN_FIELDS <= len(each.fields) < len(model.fields) and set(each.fields) <= set(model.fields)
    ]
    return max(smaller, key=lambda each: len(each.fields), default=None)


def write_model(model: Model, base: Model | None) -> str:
    inherited = set() if base is None else set(base.fields)
    head = [line.replace("(Shape)", f"({base.name})") if base else line for line in model.head]
    return "\n".join([*head, *[field for field in model.fields if field not in inherited], ""])
