"""Visitors of pages, without a browser."""

from django.test import Client

from tests.games.conftest import Player


def visitor(player: Player | None = None, choice: str = "", **headers: str) -> Client:
    """Nobody or a player, by the cookie; who may keep a choice of the first page."""
    client = Client(headers=headers)
    if player:
        client.cookies["sessionid"] = player.token or ""
    if choice:
        client.cookies["choice"] = choice
    return client
