"""Writes answers as JSON: every instant in UTC, with milliseconds and `Z`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder


class InstantEncoder(JSONEncoder):
    """DRF's encoder, with one spelling of instants (RFC 3339)."""

    def default(self, obj: Any) -> Any:
        """Encode what `json` cannot."""
        if isinstance(obj, datetime):
            return obj.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
        return super().default(obj)


class InstantJSONRenderer(JSONRenderer):
    """The API's only renderer."""

    encoder_class = InstantEncoder
