"""Deals: promised from the start, told when nobody plays them for the ledger any more."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from games.models import Daily
from games.rules.verify import check
from games.services.daily import lay_dailies
from tests.games.conftest import Player, code, nearly_won, stock_up, stored

DAY = datetime(2026, 11, 20, 10, tzinfo=UTC)
MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)
SECRETS = ("scheme", "number", "board", "deck", "salt")
PARTS = ("", "/fairness", "/certificate")


def answers(client: Any, deal_id: str) -> list[Any]:
    return [client.get(f"/api/v1/deals/{deal_id}{part}") for part in PARTS]


def secrets_of(game: dict[str, Any]) -> list[str]:
    """What no answer may hold while the game goes on."""
    deal = stored(game).deal
    return [deal.deck, deal.salt, deal.deck[:20]]


@pytest.mark.parametrize("variant", ["bakers_game", "baroness"])
def test_r20_an_open_game_tells_neither_deck_nor_salt(player: Player, variant: str) -> None:
    stock_up(1, variant=variant)
    game = player.post("/games", {"variant": variant, "level": "easy"}).json()
    deal, fairness, certificate = answers(player.client, game["deal"]["id"])
    assert (certificate.status_code, code(certificate)) == (403, "deal_in_play")
    assert deal.json()["commitment"] == fairness.json()["commitment"]
    assert deal.json()["commitment"] == game["deal"]["commitment"]
    assert deal.json()["piles"] == game["piles"]
    assert deal.json()["proven"]
    assert [deal.json()[name] for name in SECRETS] == [None] * len(SECRETS)
    assert fairness.json()["revealed"] == "game_over"
    assert len(fairness.json()["steps"]) == 4
    for answer in (deal, fairness, certificate):
        told = answer.content.decode()
        assert not [each for each in secrets_of(game) if each in told]


@pytest.mark.parametrize("variant", ["bakers_game", "baroness"])
def test_after_the_game_everything_can_be_checked(player: Player, variant: str) -> None:
    stock_up(1, variant=variant)
    game = player.post("/games", {"variant": variant, "level": "easy"}).json()
    player.post(f"/games/{game['id']}/resign")
    deal, fairness, certificate = answers(player.client, game["deal"]["id"])
    for answer in (deal, fairness):
        told = answer.json()
        digest = sha256((told["deck"] + told["salt"]).encode()).hexdigest()
        assert f"sha256:{digest}" == game["deal"]["commitment"]
    assert fairness.json()["revealed"] == "now"
    assert len(check(fairness.content.decode())) == 1
    assert len(check(certificate.content.decode())) == 2
    again = player.get(f"/deals/{game['deal']['id']}", HTTP_IF_NONE_MATCH=deal["ETag"])
    assert again.status_code == 304


def test_nobody_else_knows_of_a_deal(player: Player, other: Player) -> None:
    game = player.start()
    for client in (other.client, APIClient()):
        assert [each.status_code for each in answers(client, game["deal"]["id"])] == [404] * 3


def test_a_deal_that_was_drawn_has_no_certificate(player: Player) -> None:
    game = player.start()
    player.post(f"/games/{game['id']}/resign")
    deal, _, certificate = answers(player.client, game["deal"]["id"])
    assert not deal.json()["proven"]
    assert certificate.status_code == 404


def test_a_number_is_told_after_the_game(player: Player) -> None:
    game = player.start(deal={"scheme": "ms", "number": 617})
    place = f"/deals/{game['deal']['id']}"
    assert player.get(place).json()["number"] is None
    player.post(f"/games/{game['id']}/resign")
    assert [player.get(place).json()[name] for name in ("scheme", "number")] == ["ms", 617]


def test_a_pause_covers_the_cards_here_too(player: Player) -> None:
    game = player.start()
    place = f"/deals/{game['deal']['id']}"
    game = player.play(game, "p")
    assert player.get(place).json()["piles"] is None
    player.play(game, "r")
    assert player.get(place).json()["piles"]


def test_who_practises_a_known_deal_is_not_told_its_cards(player: Player) -> None:
    stock_up(1, variant="baroness")
    first = player.post("/games", {"variant": "baroness", "level": "easy"}).json()
    player.post(f"/games/{first['id']}/resign")
    body = {"variant": "baroness", "level": "easy", "deal": {"id": first["deal"]["id"]}}
    assert player.post("/games", body).status_code == 201
    deal, _, certificate = answers(player.client, first["deal"]["id"])
    assert deal.json()["deck"] is None
    assert certificate.status_code == 403


def test_r20_a_daily_is_told_at_the_end_of_its_day(
    player: Player, other: Player, spares: None
) -> None:
    with time_machine.travel(DAY, tick=False) as clock:
        lay_dailies(DAY)
        daily = Daily.objects.select_related("proof__deal").get(date=DAY.date())
        deal_id = str(daily.proof.deal_id)
        clients = (player.client, other.client, APIClient())
        for client in clients:
            assert {each.status_code for each in answers(client, deal_id)} == {404}
        # Who attempts it knows of it, and after resigning no more than before.
        game = player.put("/dailies/2026-11-20/bakers_game/attempt").json()
        for _ in range(2):
            deal, fairness, certificate = answers(player.client, deal_id)
            assert deal.json()["daily"] == {"date": "2026-11-20", "variant": "bakers_game"}
            assert deal.json()["deck"] is None
            assert fairness.json()["revealed"] == "ranked_until"
            assert fairness.json()["reveals_at"] == "2026-11-21T00:00:00.000Z"
            assert fairness.json()["salt"] is None
            assert code(certificate) == "deal_in_play"
            assert {each.status_code for each in answers(other.client, deal_id)} == {404}
            player.post(f"/games/{game['id']}/resign")
            clock.move_to(MIDNIGHT - timedelta(milliseconds=1))
        clock.move_to(MIDNIGHT)
        for client in clients:
            deal, fairness, certificate = answers(client, deal_id)
            assert check(fairness.content.decode())
            assert check(certificate.content.decode())
            assert deal.json()["commitment"] == game["deal"]["commitment"]


def test_a_shared_replays_deal_is_known_to_all(player: Player, stock: None) -> None:
    won = nearly_won(player)
    game = player.play(won.game, *won.last)
    player.post(f"/games/{game['id']}/share")
    deal, _, certificate = answers(APIClient(), game["deal"]["id"])
    assert deal.json()["deck"] == stored(game).deal.deck
    assert check(certificate.content.decode())


@pytest.mark.parametrize("language", ["ru", "fr"])
def test_the_steps_are_in_the_readers_language(player: Player, language: str) -> None:
    place = f"/deals/{player.start()['deal']['id']}/fairness"
    ours = player.get(place, HTTP_ACCEPT_LANGUAGE=language).json()["steps"]
    assert not set(ours) & set(player.get(place, HTTP_ACCEPT_LANGUAGE="en").json()["steps"])
