"""The shapes of open data in answers."""

from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from games.models import Dump

LICENCE = "CC0-1.0"


class DumpSerializer(serializers.ModelSerializer[Dump]):
    """A file of open data."""

    month = serializers.RegexField(r"^2\d{3}-\d{2}$", help_text="The month that it tells of.")
    url = serializers.SerializerMethodField(help_text="Where it is fetched, by everybody.")
    licence = serializers.SerializerMethodField(help_text="An SPDX identifier.")

    class Meta:
        model = Dump
        fields = ("month", "kind", "url", "name", "lines", "size", "sha256", "licence")
        read_only_fields = fields
        extra_kwargs: dict[str, Any] = {
            "kind": {"help_text": "What a line is: a place on a board, a deal, or a game."},
            "name": {"help_text": "What to call it; `.ndjson.gz`, lines of JSON under gzip."},
            "lines": {"help_text": "How many lines there are once it is unpacked."},
            "size": {"help_text": "Bytes as they are fetched."},
            "sha256": {"help_text": "Of these bytes, in hexadecimal digits."},
        }

    def get_url(self, dump: Dump) -> str:
        """The address at the host that was asked."""
        place = {"month": dump.month, "kind": dump.kind}
        return reverse("dump", kwargs=place, request=self.context["request"])

    def get_licence(self, dump: Dump) -> str:
        """The same of all: everybody may do with them what they like."""
        return LICENCE
