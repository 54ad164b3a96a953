"""What a player may not know leaves the server nowhere."""

import json
import logging
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from config.http.throttling import meter
from games.models import Deal, Game
from games.rules import Deck, name, ordered_deck, shuffled
from games.services import start
from tests.games.conftest import Player, new_id, stock_up, stored

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TRACE = "0123456789abcdef0123456789abcdef"
GAMES: list[dict[str, Any]] = [
    {"variant": "baroness", "level": "medium"},
    {"variant": "baroness", "level": "hard"},
    {
        "variant": "baroness",
        "level": "custom",
        "custom": {"piles": 6, "kings_first": True, "spaces": True, "pair_beneath": True},
    },
    {"variant": "thirteens", "level": "medium"},
]
NAMES = [f"{each['variant']}-{each['level']}" for each in GAMES]
Listener = Callable[[bytes], None]


class Traffic:
    """A player's requests about one game, with every byte of their answers."""

    def __init__(self, player: Player, request: dict[str, Any], heard: Listener) -> None:
        self.player, self.heard, self.id = player, heard, new_id()
        self.request = {"id": self.id, **request}
        self.answers: list[bytes] = []

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.player.client.generic(
            method,
            f"/api/v1{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers={"X-Request-ID": TRACE, **headers},
        )
        head = "".join(f"{key}: {value}\n" for key, value in sorted(answer.items()))
        told = f"{answer.status_code} {answer.reason_phrase}\n{head}\n".encode() + answer.content
        self.answers.append(told)
        self.heard(told)
        return answer

    def ops(self, version: int, *ops: str) -> Any:
        return self.call("POST", f"/games/{self.id}/ops", {"base_version": version, "ops": [*ops]})

    def look_around(self) -> None:
        """Read all that can be read about the game, and ask for what cannot be had."""
        path = f"/games/{self.id}"
        tag = self.call("GET", path)["ETag"]
        self.call("GET", path, **{"If-None-Match": tag})
        self.call("HEAD", path)
        self.call("OPTIONS", path)
        for each in ("/games", "/games?limit=1", "/games?status=active", "/games?cursor=x"):
            self.call("GET", each)
        for each in ("/me", "/me/stats", "/me/results", f"{path}/log", f"/deals/{self.id}"):
            self.call("GET", each)
        for language in ("ru", "fr"):
            self.call("GET", path, **{"Accept-Language": language})

    def be_refused(self, version: int) -> None:
        """Send ops that are malformed, illegal, late or double."""
        for op in ("11", "21", "22", "9", "B", "1>2", "2>1", "1h", "x", "h", "261", "", "zz", "😀"):
            self.ops(version, op)
        self.ops(version + 7, "n")
        self.ops(0, "1>2")
        self.call("POST", f"/games/{self.id}/ops", {"base_version": "a", "ops": {}})

    def start_again(self) -> None:
        """Ask for this game again, for another one, and for practice on the deal that is open."""
        self.call("POST", "/games", self.request)
        self.call("POST", "/games", {**self.request, "level": "easy"})
        self.call("POST", "/games", {**self.request, "id": TRACE[:8] + str(uuid4())[8:]})
        deal = stored({"id": self.id}).deal_id
        practice = {"variant": "baroness", "level": "medium", "deal": {"id": str(deal)}}
        self.call("POST", "/games", practice)

    def play(self, chance: random.Random, moves: int, clock: Any) -> None:
        """Start, play what is offered with detours, and give up."""
        game = self.call("POST", "/games", self.request).json()
        for move in range(moves):
            clock.shift(timedelta(seconds=7))
            if game["can_undo"] and chance.random() < 0.3:
                op = "z"
            elif game["legal_moves"]:
                op = chance.choice(game["legal_moves"])["move"]
            else:
                break
            game = self.ops(game["version"], op).json()
            if game["status"] != "active":
                break
            if move % 8 == 1:
                self.be_refused(game["version"])
                self.start_again()
            if move % 8 == 3:
                self.ops(game["version"], "p", "p", "1")
                self.ops(game["version"], "p")
                self.look_around()
                game = self.ops(game["version"] + 1, "r").json()
        self.look_around()
        self.call("POST", f"/games/{self.id}/resign", {})
        self.look_around()
        self.be_refused(game["version"])


def words(told: bytes) -> set[str]:
    """All words of an answer, and in capitals those that are a text for themselves."""
    text = told.decode()
    return {*re.findall(r"\w+", text), *re.findall(r'"(\w+)"', text.upper())}


def stock_of(game_id: str) -> list[str]:
    """The names of the cards that are still to come; all 52 before there is a game."""
    game = Game.objects.select_related("deal").filter(pk=game_id).first()
    stock = game.playthrough.position.pile("stock") if game else ordered_deck()
    return [*map(name, stock)]


@pytest.mark.parametrize("request_", GAMES, ids=NAMES)
@pytest.mark.parametrize("seed", range(2))
def test_r20_no_byte_of_a_games_traffic_tells_of_an_undealt_card(
    player: Player,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    request_: dict[str, Any],
    seed: int,
) -> None:
    monkeypatch.setattr(start, "shuffled", lambda _: shuffled(bytes([seed, 22])))
    caplog.set_level(logging.DEBUG)
    stock_up(1, "easy", "baroness")
    told_before: list[tuple[set[str], bytes]] = []
    left = {*map(name, ordered_deck())}

    def heard(told: bytes) -> None:
        # What an undo took back had been shown.
        left.intersection_update(stock_of(traffic.id))
        told_before.append(({*left}, told))

    with time_machine.travel(NOON, tick=False) as clock:
        traffic = Traffic(player, request_, heard)
        traffic.play(random.Random(seed), 16, clock)
    game = stored({"id": traffic.id})
    assert len(left) > 4
    for code in (b"illegal_move", b"game_paused", b"version_conflict", b"game_finished"):
        assert any(code in told for _, told in told_before)
    for hidden, told in told_before:
        assert not hidden & words(told)
        _check_no_secret(game, hidden, told.decode())
    for record in caplog.records:
        assert not left & words(record.getMessage().encode())
        _check_no_secret(game, left, record.getMessage())


def _check_no_secret(game: Game, hidden: set[str], told: str) -> None:
    assert game.deal.salt not in told
    assert "deck" not in told.lower().replace("deck_incomplete", "")
    pairs = (game.deal.deck[at : at + 4] for at in range(0, 102, 2))
    for pair in pairs:
        if pair[2:] in hidden:
            assert pair not in told


def alike(deck: Deck, hidden: set[str], custom: dict[str, Any]) -> Deck:
    """Another deck whose shown cards are the same, the others in another order."""
    chance = random.Random(5)
    kings = [card for card in deck if custom.get("kings_first") and name(card)[0] == "K"]
    rest = [card for card in deck if name(card) in hidden]
    seen = [card for card in deck if card not in kings and card not in rest]
    other = seen + chance.sample(rest, len(rest))
    for king in kings:
        other.insert(chance.randint(0, len(other)), king)
    return tuple(other)


@pytest.mark.parametrize("request_", GAMES, ids=NAMES)
@pytest.mark.parametrize("seed", range(2))
def test_r20_deals_equal_in_what_is_seen_give_equal_answers(
    player: Player, monkeypatch: pytest.MonkeyPatch, request_: dict[str, Any], seed: int
) -> None:
    stock_up(1, "easy", "baroness")
    ids = new_id()
    deck = shuffled(bytes([seed]))

    def answers(deck: Deck) -> tuple[list[bytes], set[str]]:
        """All answers of one game, whose rows are then taken back, and what it never showed."""
        left = {*map(name, deck)}
        monkeypatch.setattr(start, "shuffled", lambda _: deck)
        meter().storage.reset()
        with transaction.atomic(), time_machine.travel(NOON, tick=False) as clock:
            traffic = Traffic(player, request_, lambda _: left.intersection_update(stock_of(ids)))
            traffic.id = traffic.request["id"] = ids
            traffic.play(random.Random(seed), 16, clock)
            deal = stored({"id": ids}).deal
            transaction.set_rollback(True)
        return [_without_names(told, deal) for told in traffic.answers], left

    one, hidden = answers(deck)
    other_deck = alike(deck, hidden, request_.get("custom", {}))
    assert other_deck != deck
    other, hidden_too = answers(other_deck)
    assert hidden_too == hidden
    assert one == other


def _without_names(told: bytes, deal: Deal) -> bytes:
    """An answer without what is random in it: the deal's id and commitment, and a new game's."""
    told = told.replace(str(deal.pk).encode(), b"DEAL").replace(deal.commitment.encode(), b"HASH")
    return re.sub(rb"01234567-[0-9a-f-]{27}", b"GAME", told)


def test_r20_no_example_of_the_schema_is_a_deal() -> None:
    schema = json.dumps(SchemaGenerator().get_schema(request=None, public=True))
    assert "baroness" in schema
    assert not re.search(r"\b(?:[A2-9TJQK][CDHS]){2,}\b", schema)


def test_the_order_of_kings_that_are_out_first_is_not_told(player: Player) -> None:
    game = player.start("custom", variant="baroness", custom={"kings_first": True})
    assert game["piles"][-1]["cards"] == ["KC", "KD", "KH", "KS"]
