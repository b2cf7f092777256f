"""Lets classes inherit the fields that they share, so that each field is written once."""

from __future__ import annotations

import ast
import re
from collections.abc import Container
from itertools import combinations
from typing import NamedTuple

# Classes that share less save less than the name of a base costs a reader.
MIN_FIELDS = 4
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


class Group(NamedTuple):
    """Models that have some fields in common."""

    members: tuple[Model, ...]
    fields: list[str]


def share(models: list[Model]) -> list[Model]:
    """The models, with a base for the two that share the most, again and again.

    At last come bases for many that share less.
    """
    by_name = {model.name: model for model in models}
    while True:
        roots = [model for model in by_name.values() if model.base == "Shape"]
        pairs = [Group(pair, common_fields(*pair)) for pair in combinations(roots, 2)]
        pairs = [pair for pair in pairs if len(pair.fields) >= MIN_FIELDS]
        best = best_of(pairs) or best_of([group_of(roots, pair.fields) for pair in pairs])
        if best is None:
            return list(by_name.values())
        base = whole_of(best) or base_of(best, by_name)
        by_name[base.name] = base
        for model in best.members:
            if model is not base:
                own = [field for field in model.fields if field not in base.fields]
                by_name[model.name] = model._replace(fields=own, base=base.name)


def common_fields(one: Model, other: Model) -> list[str]:
    return [field for field in one.fields if field in other.fields]


def group_of(models: list[Model], fields: list[str]) -> Group:
    """All models that have the fields."""
    return Group(tuple(model for model in models if all(field in model.fields for field in fields)), fields)


def best_of(groups: list[Group]) -> Group | None:
    """The group that saves the most. None if all save too little."""
    best = max(groups, key=saved_lines, default=None)
    return best if best and saved_lines(best) >= MIN_SAVED_LINES else None


def saved_lines(group: Group) -> int:
    lines = sum(field.count("\n") + 1 for field in group.fields) * (len(group.members) - 1)
    return lines - (0 if whole_of(group) else CLASS_LINES)


def whole_of(group: Group) -> Model | None:
    """The model that has no other fields."""
    return next((model for model in group.members if len(model.fields) == len(group.fields)), None)


def base_of(group: Group, taken: Container[str]) -> Model:
    """A new class with the fields of a group.

    Its name is the end of its members' names, or the shortest free one of its heirs.
    """
    members = [model.name for model in group.members]
    heirs = tuple(name for model in group.members for name in model.heirs or [model.name])
    names = [common_end(members) if len(members) > 2 else "", *sorted(heirs, key=len)]
    name = next(f"{each}Base" for each in names if each and f"{each}Base" not in taken)
    others = f" and {members[1]}" if len(members) == 2 else f", {members[1]} and {len(members) - 2} more"
    about = f'    """Fields that {members[0]}{others} share."""'
    return Model(name, [f"class {name}(Shape):", about, ""], group.fields, heirs=heirs)


def common_end(names: list[str]) -> str:
    """The words with which all names end."""
    words = re.findall(r"[A-Z][a-z0-9]*", names[0])
    ends = ["".join(words[index:]) for index in range(len(words))]
    return next((end for end in ends if all(name.endswith(end) for name in names)), "")


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
