"""Every operation of the API, and what it answers to whom: one table, complete by the schema."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from accounts.models import User
from accounts.standing import suspend
from games.models import DAILY_LEVELS
from games.rules import parse_deck
from games.services.daily import lay_dailies
from games.services.stock import add_proven_deal
from solver_worker.models import Solve
from tests.games.by_hand import full
from tests.games.conftest import Player, nearly_won, proven_rows, stock_up

pytestmark = pytest.mark.django_db

MORNING = datetime(2026, 11, 29, 9, tzinfo=UTC)

# Who calls: without a token, with one that is unknown or of a suspended player; a guest and a full
# player who own nothing of what is asked for; the one who does; and the staff, who are players
# like any other here, for what they decide is done in the admin.
CALLERS = ("nobody", "stranger", "suspended", "guest", "other", "staff", "owner")
_SIGNED_IN = CALLERS[3:]


def anyone(status: int) -> dict[str, int]:
    """The same to all: 401 only to those whose token is refused."""
    return {"nobody": status, "stranger": 401, "suspended": 401} | dict.fromkeys(_SIGNED_IN, status)


def players(status: int, **but: int) -> dict[str, int]:
    """To whoever is signed in."""
    return anyone(status) | {"nobody": 401} | but


def owner(status: int) -> dict[str, int]:
    """To the owner; to others it is as if there were no such thing."""
    return players(404, owner=status)


OPS = {"base_version": 0, "ops": ["p"]}
START = {"variant": "bakers_game", "level": "medium", "deal": {"scheme": "ms", "number": 5}}
TABLE: dict[str, tuple[dict[str, int], Any]] = {
    "GET /variants": (dict.fromkeys(CALLERS, 200), None),
    "GET /variants/{key:bakers_game}": (dict.fromkeys(CALLERS, 200), None),
    "POST /guests": (anyone(201) | dict.fromkeys(_SIGNED_IN, 200), {"client": "app"}),
    "GET /games": (players(200), None),
    "POST /games": (players(201), START),
    "GET /games/{game_id}": (owner(200), None),
    "POST /games/{game_id}/ops": (owner(200), OPS),
    "POST /games/{game_id}/resign": (owner(200), {}),
    "POST /games/{game_id}/hint": (owner(202), {}),
    "POST /games/{game_id}/verdict": (owner(202), {}),
    "GET /games/{game_id:over}/analysis": (owner(202), None),
    "GET /games/{game_id:over}/replay": (anyone(404) | {"owner": 200}, None),
    "POST /games/{game_id:over}/share": (owner(200), {}),
    "GET /replays/{slug}": (anyone(200), None),
    "GET /solves/{solve_id}": (owner(202), None),
    "GET /deals/{deal_id}": (anyone(404) | {"owner": 200}, None),
    "GET /deals/{deal_id}/fairness": (anyone(404) | {"owner": 200}, None),
    "GET /deals/{deal_id}/certificate": (anyone(404) | {"owner": 403}, None),
    "GET /dailies": (anyone(200), None),
    "GET /dailies/{day:2026-11-29}": (anyone(200), None),
    "PUT /dailies/{day:2026-11-29}/{variant:bakers_game}/attempt": (players(201), {}),
    "GET /leaderboards/{key:best_score:bakers_game:easy}": (anyone(200), None),
    "GET /leaderboards/{key:best_score:bakers_game:easy}/me": (players(200), None),
    "GET /leaderboards/{key:best_score:bakers_game:easy}/around-me": (players(200), None),
    "GET /dumps": (anyone(200), None),
    "GET /dumps/{month:2026-10}/{kind:boards}": (anyone(404), None),
    "GET /me": (players(200), None),
    "PATCH /me": (players(200), {"locale": "fr"}),
    "DELETE /me": (players(202, staff=403), {}),
    "POST /me/deletion/cancel": (players(204), {}),
    "GET /me/export": (players(200), None),
    "GET /me/notices": (players(200), None),
    "GET /me/results": (players(200), None),
    "GET /me/stats": (players(200), None),
    "GET /me/streaks": (players(200), None),
    "POST /reports": (players(202), {"kind": "name", "user_id": "user_id"}),
    "GET /users/{user_id}/stats": (anyone(200), None),
}


def bare(operation: str) -> str:
    """The operation as the schema names it."""
    return re.sub(r"\{(\w+):[^}]*\}", r"{\1}", operation)


def test_the_table_has_every_operation() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    operations = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, item in schema["paths"].items()
        for method in {"get", "put", "post", "patch", "delete"} & set(item)
    }
    assert {bare(operation) for operation in TABLE} == operations


@pytest.fixture
def things(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What the owner owns, by the names in the paths, and the owner."""
    for variant in set(DAILY_LEVELS) - {"bakers_game"}:
        monkeypatch.delitem(DAILY_LEVELS, variant)
    stock_up()
    # Other deals than the easy ones, or the owner's game would be that of a daily.
    for deck, line in proven_rows("bakers_game", "medium")[2:5]:
        add_proven_deal(variant="bakers_game", level="medium", deck=parse_deck(deck), line=line)
    with time_machine.travel(MORNING, tick=False):
        lay_dailies(MORNING)
        owner = full()
        over = nearly_won(owner)
        over_id = owner.play(over.game, *over.last)["id"]
        slug = owner.post(f"/games/{over_id}/share", {}).json()["slug"]
        practice = owner.start(deal={"scheme": "ms", "number": 1})
        game = owner.start("medium")
        solve = Solve.objects.create(game_id=practice["id"], kind="verdict", version=0)
        yield {
            "owner": owner,
            "game_id": game["id"],
            "over": over_id,
            "slug": slug,
            "solve_id": solve.pk,
            "deal_id": practice["deal"]["id"],
            "user_id": owner.user.pk,
        }


def client_of(caller: str, owner: Player) -> APIClient:
    if caller == "owner":
        return owner.client
    client = APIClient(raise_request_exception=False)
    if caller == "stranger":
        client.credentials(HTTP_AUTHORIZATION="Bearer " + "a" * 32)
    elif caller != "nobody":
        player = Player() if caller == "guest" else full()
        if caller == "staff":
            User.objects.filter(pk=player.user.pk).update(is_staff=True, is_superuser=True)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {player.token}")
        if caller == "suspended":
            suspend(player.user)
    return client


@pytest.mark.parametrize("operation", TABLE)
def test_each_operation_answers_each_caller_as_the_table_says(
    operation: str, things: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, the owner last: nobody else's call may have changed anything."""
    monkeypatch.setattr("solver_worker.services.WAIT_SECONDS", 0)
    statuses, body = TABLE[operation]
    if body:
        body = {name: str(things.get(str(value), value)) if isinstance(value, str) else value
                for name, value in body.items()}  # fmt: skip
    found = {}
    for caller in CALLERS:
        call = getattr(client_of(caller, things["owner"]), operation.partition(" ")[0].lower())
        answer = call(address(operation, things), *([] if body is None else [body, "json"]))
        found[caller] = answer.status_code
        if answer.status_code >= 400:
            assert answer["Content-Type"] == "application/problem+json"
        if answer.status_code == 404 and statuses["owner"] != 404:
            assert str(things["owner"].user.pk) not in answer.content.decode()
    assert found == statuses


def address(operation: str, things: dict[str, Any]) -> str:
    """Where the operation is asked for, with what the owner owns in its path."""

    def value_of(part: re.Match[str]) -> str:
        name, value = part.groups()
        return str(things.get(value or name, value))

    return "/api/v1" + re.sub(r"\{(\w+)(?::([^}]*))?\}", value_of, operation.split()[1])
