"""The OpenAPI document describes the answers about games exactly."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from games.models import Game
from games.services.daily import lay_dailies
from stats.days import day_of
from tests.games.conftest import Player, line_of, nearly_won


def closed(schema: Any) -> Any:
    """The schema with no room for members that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: closed(value) for key, value in schema.items()}
    if "properties" in changed:
        changed.setdefault("additionalProperties", False)
    return changed


@pytest.fixture(scope="module")
def components() -> Any:
    return closed(SchemaGenerator().get_schema(request=None, public=True)["components"])


def require_valid(document: Any, name: str, components: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": components}
    errors = list(Draft202012Validator(schema).iter_errors(document))
    assert not errors, errors[0]


def every_state(player: Player) -> Iterator[Any]:
    """Games new, played, paused, custom, practice, about to be finished, won and lost."""
    game = player.start("easy")
    yield game
    for move in line_of(game)[:20]:
        game = player.play(game, move)
        yield game
    yield player.play(game, "z", "p")
    yield player.post(f"/games/{game['id']}/resign").json()
    won = nearly_won(player)
    yield won.game
    yield player.play(won.game, *won.last)
    yield player.start("custom", custom={"cells": 2})
    yield player.start("hard", deal={"scheme": "ms", "number": 3})


def test_every_game_is_as_described(player: Player, stock: None, components: Any) -> None:
    for game in every_state(player):
        require_valid(game, "Game", components)
        require_valid(player.get(f"/games/{game['id']}").json(), "Game", components)


def test_lists_are_as_described(player: Player, components: Any) -> None:
    player.start()
    player.start("hard", abandon_active=True)
    for item in player.get("/games").json()["items"]:
        require_valid(item, "Game", components)
    require_valid(player.get("/games").json(), "PaginatedGameList", components)
    require_valid(player.get("/me/results").json(), "PaginatedGameResultList", components)
    require_valid(player.get("/me/stats").json(), "Stats", components)
    require_valid(player.get("/me").json(), "ProfileShape", components)


def test_dailies_are_as_described(player: Player, spares: None, components: Any) -> None:
    today = timezone.now()
    lay_dailies(today)
    for attempted in range(2):
        require_valid(player.get("/dailies").json(), "DailyList", components)
        require_valid(player.get(f"/dailies/{day_of(today)}").json(), "DailyDay", components)
        game = player.put(f"/dailies/{day_of(today)}/bakers_game/attempt").json()
        require_valid(game, "Game", components)
        if attempted:
            player.post(f"/games/{game['id']}/resign")
    require_valid(player.get("/dailies").json(), "DailyList", components)


def test_notices_are_as_described(player: Player, components: Any) -> None:
    player.start()
    idle = timezone.now() - timedelta(days=28)
    Game.objects.update(created_at=idle, last_op_at=idle)
    assert player.get("/me/notices").json()["items"]
    require_valid(player.get("/me/notices").json(), "NoticeList", components)


def test_problems_are_as_described(player: Player, components: Any) -> None:
    for answer in (player.get("/games/x"), player.post("/games", {}), player.get("/games?limit=0")):
        document = answer.json()
        schema = {"$ref": "#/components/schemas/Problem", "components": components}
        known = components["schemas"]["Problem"]["properties"]
        assert set(known) <= set(document)
        Draft202012Validator(schema).validate({key: document[key] for key in known})
