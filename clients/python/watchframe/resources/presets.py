"""Options of renders under a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..generated.models import Preset, PresetRequest
from ..generated.operations import Operations
from ..lists import List, Page
from ..transport import CallOptions


class Presets:
    """Options of renders under a name, for the field `preset` of a request."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    def create(self, request: PresetRequest | Mapping[str, Any], **options: Unpack[CallOptions]) -> Preset:
        return self._operations.create_preset(request, options=options).preset

    def get(self, name: str, **options: Unpack[CallOptions]) -> Preset:
        return self._operations.get_preset(name, options=options).preset

    def list(self, **options: Unpack[CallOptions]) -> List[Preset]:
        """All presets, by name."""

        def read(cursor: str | None) -> Page[Preset]:
            reply = self._operations.list_presets(cursor=cursor, options=options)
            return Page(reply.presets, reply.next_cursor)

        return List(read)

    def update(self, name: str, changes: Mapping[str, Any], **options: Unpack[CallOptions]) -> Preset:
        """Sets the given options of the preset and removes those that are None."""
        return self._operations.update_preset(name, {"options": changes}, options=options).preset

    def delete(self, name: str, **options: Unpack[CallOptions]) -> Preset:
        return self._operations.delete_preset(name, options=options).preset
