"""Answers that are no JSON, and problems that are, whatever the answer would have been."""

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer


class TextRenderer(BaseRenderer):
    """Text as it is; a problem is the JSON document that it always is.

    What is streamed is written elsewhere, so of that only problems come here.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The body."""
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        return text.encode()
