"""Reads the types of the generated operations and shapes from their code."""

from __future__ import annotations

import ast
from typing import NamedTuple, TypeGuard


class Call(NamedTuple):
    """An operation: its name, its arguments with their types, and the type of its reply."""

    name: str
    positional: dict[str, str]
    """The parameters of the path, then `body`."""
    has_defaults: bool
    """Whether the body may be left out."""
    query: dict[str, str]
    reply: str


def read_calls(operations: str) -> dict[str, Call]:
    """The operations of the module by their name."""
    [calls] = [node for node in ast.parse(operations).body if isinstance(node, ast.ClassDef)]
    return {node.name: read_call(node) for node in calls.body if isinstance(node, ast.FunctionDef)}


def read_call(node: ast.FunctionDef) -> Call:
    positional = {each.arg: text_of(each.annotation) for each in node.args.args if each.arg != "self"}
    query = {each.arg: text_of(each.annotation) for each in node.args.kwonlyargs if each.arg != "options"}
    return Call(node.name, positional, bool(node.args.defaults), query, text_of(node.returns))


class Shapes:
    """The fields of the shapes with their types."""

    def __init__(self, models: str) -> None:
        classes = [node for node in ast.parse(models).body if isinstance(node, ast.ClassDef)]
        self._bases = {node.name: text_of(node.bases[0]) for node in classes}
        self._fields = {
            node.name: {text_of(each.target): text_of(each.annotation) for each in node.body if is_field(each)}
            for node in classes
        }

    def type_of(self, shape: str, field: str) -> str:
        """The type of a field of a shape, or of the shape that it inherits from."""
        return self._fields[shape].get(field) or self.type_of(self._bases[shape], field)

    def is_object(self, name: str) -> bool:
        return name in self._fields


def text_of(node: ast.AST | None) -> str:
    return "None" if node is None else ast.unparse(node)


def is_field(node: ast.stmt) -> TypeGuard[ast.AnnAssign]:
    return isinstance(node, ast.AnnAssign)
