"""The OpenAPI document describes boards and streaks exactly."""

import pytest
import time_machine

from tests.games.test_schema import components, require_valid

from .boards import DAILY, NOON, SCORE, STREAK, board, full_player, win
from .conftest import new_player, record

__all__ = ["components"]


@pytest.mark.django_db
def test_boards_are_as_described(components, client_for):
    with time_machine.travel(NOON, tick=False):
        players = [full_player(), full_player(), new_player()]
        for player in players:
            win(player, daily=NOON.date())
            win(player, doubts=["impossible_pace"])
        for key in (DAILY, SCORE, f"{SCORE}:2026-W48", STREAK):
            for player in [*players, new_player()]:
                client = client_for(player)
                require_valid(board(client, key, limit=1), "BoardPage", components)
                require_valid(board(client, key, "/me"), "OwnPlace", components)
                require_valid(board(client, key, "/around-me"), "Around", components)


@pytest.mark.django_db
def test_streaks_are_as_described(components, api, player):
    record(player, daily=NOON.date())
    require_valid(api.get("/api/v1/me/streaks").json(), "Streaks", components)
