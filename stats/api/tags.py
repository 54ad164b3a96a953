"""Weak ETags of answers that say when they were made."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def weak_tag(body: Mapping[str, Any]) -> str:
    """A tag of all but `as_of`: answers with the same figures are as good as the same.

    The middleware that answers 304 would else make one of the whole body.
    """
    told = {name: value for name, value in body.items() if name != "as_of"}
    text = json.dumps(told, cls=DjangoJSONEncoder)
    return f'W/"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
