"""The shapes of requests and replies, by their names in the OpenAPI document."""

from .generated.models import *  # noqa: F403
from .generated.models import __all__ as __all__
