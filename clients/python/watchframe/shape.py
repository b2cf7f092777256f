"""Shapes of requests and replies: classes of attrs that become JSON and are read from JSON."""

from __future__ import annotations

import datetime
import sys
import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import attrs
from typing_extensions import dataclass_transform


class Unset:
    """The type of `UNSET`. It is false, so `if job.error:` reads well."""

    __slots__ = ()

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"

    def __reduce__(self) -> str:
        """Copies and pickles are `UNSET` itself."""
        return "UNSET"


UNSET: Final = Unset()
"""A field that a request leaves out, or that a reply does not have. `None` is JSON's null."""


@dataclass_transform(kw_only_default=True, field_specifiers=(attrs.field,))
class ShapeType(type):
    """The type of shapes. It makes each of them a class of attrs, so no shape needs a decorator for that."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> ShapeType:
        made = super().__new__(cls, name, bases, namespace)
        # For its slots, attrs makes the class a second time.
        return made if "__attrs_attrs__" in namespace else attrs.define(kw_only=True, repr=False)(made)


class Shape(metaclass=ShapeType):
    """An object of the API. Its fields have the API's names in snake case."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """JSON with the API's names. Fields that are `UNSET` are left out."""
        return cast("dict[str, Any]", to_json(self))

    def __repr__(self) -> str:
        """The fields that are set, without secrets, as it ends up in logs."""
        names = [field.name for field in attrs.fields(cast(Any, type(self))) if field.repr]
        shown = [f"{name}={getattr(self, name)!r}" for name in names if getattr(self, name) is not UNSET]
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def from_dict(cls: type[Result], value: Mapping[str, Any]) -> Result:
        """The shape of JSON with the API's names. Names of a later API are left out."""
        return from_json(cls, value)


Result = TypeVar("Result")


def to_json(value: Any) -> Any:
    """JSON of a shape, of an instant, or of a list or mapping of these."""
    if isinstance(value, Shape):
        own = {name: getattr(value, field) for field, name in names_of(type(value)).items()}
        return {name: to_json(each) for name, each in own.items() if each is not UNSET}
    if isinstance(value, Mapping):
        return {name: to_json(each) for name, each in value.items() if each is not UNSET}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, datetime.datetime):
        # A time without a zone is one of this machine. The API writes UTC with milliseconds.
        return value.astimezone(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value


def from_json(wanted: type[Result], value: Any) -> Result:
    """The value of a type. It accepts unknown texts for a `Literal`, as a later API may have more."""
    return cast(Result, read(wanted, value))


def read(wanted: Any, value: Any) -> Any:
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return read_union(get_args(wanted), value)
    if origin is list and isinstance(value, list):
        (item,) = get_args(wanted)
        return [read(item, each) for each in value]
    if origin is dict and isinstance(value, dict):
        _, item = get_args(wanted)
        return {name: read(item, each) for name, each in value.items()}
    if wanted is datetime.datetime and isinstance(value, str):
        # Python 3.10 does not know the Z of ISO 8601.
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if isinstance(wanted, type) and issubclass(wanted, Shape) and isinstance(value, Mapping):
        return read_shape(wanted, value)
    return value


def read_union(alternatives: tuple[Any, ...], value: Any) -> Any:
    """The value of the alternative that fits best: an object of the shape with the most of its names and literals."""
    if value is None or value is UNSET:
        return value
    if isinstance(value, Mapping):
        shapes = [each for each in alternatives if isinstance(each, type) and issubclass(each, Shape)]
        if shapes:
            return read_shape(max(shapes, key=lambda shape: fit_of(shape, value)), value)
    kinds = {list: list, dict: dict, datetime.datetime: str}
    for each in alternatives:
        if isinstance(value, kinds.get(get_origin(each) or each, ())):
            return read(each, value)
    return value


def fit_of(shape: type[Shape], value: Mapping[str, Any]) -> int:
    """How many names the shape has that the object has, less those that differ."""
    names, hints = names_of(shape), hints_of(shape)
    kinds = {name: get_args(hints[field]) for field, name in names.items() if get_origin(hints[field]) is Literal}
    wrong = [name for name, known in kinds.items() if value.get(name) not in known]
    unknown = value.keys() - names.values()
    return len(value) - 2 * len(unknown) - len(wrong)


def read_shape(shape: type[Shape], value: Mapping[str, Any]) -> Shape:
    hints = hints_of(shape)
    names = names_of(shape).items()
    # A field that is missing, though this version promises it, stays unset instead of breaking the whole reply.
    return shape(**{field: read(hints[field], value[name]) if name in value else UNSET for field, name in names})


def names_of(shape: Any) -> dict[str, str]:
    """The API's name of each field."""
    return facts_of(shape)[0]


def hints_of(shape: Any) -> dict[str, Any]:
    """The type of each field."""
    return facts_of(shape)[1]


@cache
def facts_of(shape: Any) -> tuple[dict[str, str], dict[str, Any]]:
    names = {field.name: field.metadata.get("name", to_camel(field.name)) for field in attrs.fields(shape)}

    # The names of a module come first, as a field may have the name of a type.
    return names, get_type_hints(shape, vars(sys.modules[shape.__module__]))


def to_camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
