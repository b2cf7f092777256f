"""The shapes of requests and replies, by their names in the OpenAPI document."""

from typing import get_origin

from .generated import models
from .generated.models import *  # noqa: F403
from .shape import Shape


def is_public(name: str, value: object) -> bool:
    """Whether a name is that of a shape or of words; bases and what the module itself imports are not."""
    is_shape = isinstance(value, type) and issubclass(value, Shape) and value is not Shape
    return (is_shape and not name.endswith("Base")) or get_origin(value) is not None


__all__ = [name for name, value in vars(models).items() if is_public(name, value)]
