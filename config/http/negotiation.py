"""Which media types fit: JSON for both sides, and no guessing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from config.http.errors import MEDIA_TYPE


class JSONNegotiation(DefaultContentNegotiation):
    """DRF's choice, for clients that name problems alone and clients that name nothing."""

    def get_accept_list(self, request: Request) -> list[str]:
        """Take who accepts problem documents as one who accepts JSON: those are JSON too."""
        accepted: list[str] = super().get_accept_list(request)
        are_problems = any(each.lower().startswith(MEDIA_TYPE) for each in accepted)
        return [*accepted, "application/json"] if are_problems else accepted

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        """Know a body by its type; a range of types, as `*/*`, says nothing about it."""
        if "*" in (request.content_type or ""):
            return None
        return super().select_parser(request, parsers)
