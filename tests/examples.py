"""The conversation whose requests and answers are the examples of the OpenAPI document."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import time_machine
from rest_framework.test import APIClient

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
GAME = "6f1d3c52-8e0b-4f7a-9a55-0d6f3a1b2c4e"
PLACE = f"/games/{GAME}"
START = {
    "id": GAME,
    "variant": "bakers_game",
    "level": "medium",
    "deal": {"scheme": "ms", "number": 1},
}
# Name, operation, method, path, body; the moves are those of Microsoft deal 1.
TALK: list[tuple[str, str, str, str, Any]] = [
    ("a_guest", "create_guest", "POST", "/guests", {"client": "app"}),
    ("a_practice_game", "games_start", "POST", "/games", START),
    ("not_a_level", "games_start", "POST", "/games", {"variant": "bakers_game", "level": "harder"}),
    ("two_moves", "games_append_ops", "POST", f"{PLACE}/ops",
     {"base_version": 0, "ops": ["1a", "1b"]}),
    ("an_undo", "games_append_ops", "POST", f"{PLACE}/ops", {"base_version": 2, "ops": ["z"]}),
    ("an_illegal_move", "games_append_ops", "POST", f"{PLACE}/ops",
     {"base_version": 3, "ops": ["1h"]}),
    ("another_device_was_first", "games_append_ops", "POST", f"{PLACE}/ops",
     {"base_version": 0, "ops": ["2a"]}),
    ("the_game", "games_read", "GET", PLACE, None),
    ("given_up", "games_resign", "POST", f"{PLACE}/resign", None),
    ("the_profile", "get_me", "GET", "/me", None),
]  # fmt: skip


def conversation() -> list[dict[str, Any]]:
    """Have it with the service, at a time and with ids that are always the same."""
    client, told, names = APIClient(), [], _Names()
    with time_machine.travel(NOON, tick=False) as clock:
        for number, (name, operation, method, path, body) in enumerate(TALK, start=1):
            clock.shift(2)
            answer = client.generic(
                method,
                f"/api/v1{path}",
                client._encode_data(body, "json")[0] if body is not None else "",
                content_type="application/json",
                headers={"X-Request-ID": f"{number:032x}"},
            )
            document = answer.json()
            if token := document.get("token"):
                client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
            told.append(
                {
                    "name": name,
                    "operation": operation,
                    "body": body,
                    "status": answer.status_code,
                    "answer": document,
                }
            )
    return names.of(told)


class _Names:
    """Puts the same values for all that is drawn at random."""

    RANDOM = ("token", "commitment", "salt")

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def of(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: self.of(each, key) for key, each in value.items()}
        if isinstance(value, list):
            return [self.of(each) for each in value]
        if not isinstance(value, str) or value == GAME:
            return value
        if name in self.RANDOM:
            return self.known.setdefault(value, f"{len(self.known) + 10:0{len(value)}x}")
        try:
            UUID(value)
        except ValueError:
            return value
        if name == "trace_id":
            return value
        made = str(UUID(int=0x4000800000000000_0000 + len(self.known)))
        return self.known.setdefault(value, made)
