"""Lets classes inherit the fields that they share, so that each field is written once."""

from __future__ import annotations

import ast
from collections.abc import Container
from itertools import combinations
from typing import NamedTuple

# Classes that share less save less than the name of a base costs a reader.
MIN_FIELDS = 5
MIN_SAVED_LINES = 8
# The class, its description, and the lines between classes.
CLASS_LINES = 5


class Model(NamedTuple):
    name: str
    head: list[str]
    fields: list[str]
    base: str = "Shape"
    heirs: tuple[str, ...] = ()
    """Names of the shapes of the API that a class is made for."""


def inherit(module: str) -> str:
    """The module with classes that inherit what they share. Bases come first."""
    lines = module.splitlines()
    nodes = [node for node in ast.parse(module).body if isinstance(node, ast.ClassDef)]
    first, last = nodes[0].lineno - 1, nodes[-1].end_lineno
    models = share([read_model(node, lines) for node in nodes])
    return "\n".join([*lines[:first], *map(write_model, bases_first(models)), *lines[last:], ""])


def read_model(node: ast.ClassDef, lines: list[str]) -> Model:
    starts = [each.lineno - 1 for each in node.body if isinstance(each, ast.AnnAssign)]
    ends = [*starts[1:], node.end_lineno]
    fields = ["\n".join(lines[start:end]).rstrip() for start, end in zip(starts, ends, strict=True)]
    return Model(node.name, lines[node.lineno - 1 : starts[0]], fields)


def share(models: list[Model]) -> list[Model]:
    """The models, with a base for the two that share the most, again and again."""
    by_name = {model.name: model for model in models}
    while True:
        roots = [model for model in by_name.values() if model.base == "Shape"]
        one, other = max(combinations(roots, 2), key=lambda pair: saved_lines(*pair))
        if saved_lines(one, other) < MIN_SAVED_LINES:
            return list(by_name.values())
        common = common_fields(one, other)
        whole = [model for model in (one, other) if len(model.fields) == len(common)]
        base = whole[0] if whole else base_of((one, other), common, by_name)
        by_name[base.name] = base
        for model in (one, other):
            if model is not base:
                own = [field for field in model.fields if field not in base.fields]
                by_name[model.name] = model._replace(fields=own, base=base.name)


def common_fields(one: Model, other: Model) -> list[str]:
    return [field for field in one.fields if field in other.fields]


def saved_lines(one: Model, other: Model) -> int:
    common = common_fields(one, other)
    if len(common) < MIN_FIELDS:
        return 0
    is_whole = len(common) in (len(one.fields), len(other.fields))
    return sum(field.count("\n") + 1 for field in common) - (0 if is_whole else CLASS_LINES)


def base_of(models: tuple[Model, Model], fields: list[str], taken: Container[str]) -> Model:
    """A new class with the fields that two have. It has the shortest free name of its heirs."""
    heirs = tuple(name for model in models for name in model.heirs or [model.name])
    name = next(f"{each}Base" for each in sorted(heirs, key=len) if f"{each}Base" not in taken)
    about = f'    """Fields that {models[0].name} and {models[1].name} share."""'
    return Model(name, [f"class {name}(Shape):", about, ""], fields, heirs=heirs)


def bases_first(models: list[Model]) -> list[Model]:
    """The models by name, each after its base."""
    bases = {model.name: model.base for model in models}

    def depth(name: str) -> int:
        return 0 if name == "Shape" else 1 + depth(bases[name])

    used = set(bases.values())
    return sorted(models, key=lambda model: (model.name not in used, depth(model.name) if model.name in used else 0))


def write_model(model: Model) -> str:
    head = [line.replace("(Shape)", f"({model.base})") for line in model.head]
    return "\n".join([*head, *(model.fields or ["    pass"]), ""])
