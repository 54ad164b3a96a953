"""Replays: told whole when nothing is a secret any more, as JSON and as text, and to everybody."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.erasure import erase
from accounts.names import public_name
from games.models import Game, Share
from games.rules import RULES, moves_played, name, parse_deck
from games.rules.verify import check
from tests.games.conftest import (
    Player,
    code,
    line_of,
    nearly_won,
    new_id,
    pointers,
    stock_up,
    stored,
)
from tests.replay_reader import is_won

ROOT = Path(__file__).parents[2]
DAY = datetime(2026, 11, 20, 10, tzinfo=UTC)


def won_game(player: Player) -> dict[str, Any]:
    won = nearly_won(player)
    return player.play(won.game, *won.last)


def text_of(player: Player, game: dict[str, Any]) -> str:
    answer = player.get(f"/games/{game['id']}/replay", HTTP_ACCEPT="text/plain")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return str(answer.content.decode())


def test_a_won_game_is_told_whole(player: Player, stock: None) -> None:
    game = player.start("easy")
    game = player.play(game, game["legal_moves"][0]["move"], "p", "r", "z")
    deck = stored(game).deal.deck
    won = player.play(game, *line_of(game))
    answer = player.get(f"/games/{won['id']}/replay")
    assert answer.status_code == 200
    replay = answer.json()
    assert replay["status"] == "won"
    assert [op["op"] for op in replay["ops"]][1:4] == ["p", "r", "z"]
    assert len(replay["ops"]) == won["version"]
    assert replay["result"]["score"] == won["score"]
    assert replay["result"]["moves"] == won["moves"]
    assert replay["result"]["undos"] == 1
    assert replay["result"]["elapsed_ms"] == won["clock"]["elapsed_ms"]
    assert replay["deal"]["deck"] == deck
    assert replay["deal"]["commitment"] == won["deal"]["commitment"]
    assert len(replay["moves"]) == len(moves_played(stored(won).playthrough))
    shown = {"id": str(player.user.pk), "display_name": public_name(player.user)}
    assert replay["player"] == shown
    assert replay["slug"] is None


def test_both_forms_are_accepted_by_the_verifier(
    player: Player, stock: None, tmp_path: Path
) -> None:
    game = won_game(player)
    as_json = player.get(f"/games/{game['id']}/replay").content
    for form in (as_json, text_of(player, game).encode()):
        file = tmp_path / "replay"
        file.write_bytes(form)
        # Nothing but the standard library: no site packages, no settings.
        done = subprocess.run(
            [sys.executable, "-S", "-m", "games.rules.verify", str(file)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("ok: ") == 2


def test_an_independent_reader_accepts_the_text(player: Player, stock: None) -> None:
    text = text_of(player, won_game(player))
    assert is_won(text)
    last = text.split()[-1]
    assert not is_won(text[: text.rindex(last)])
    reader = ROOT / "tests" / "replay_reader.py"
    assert len(reader.read_text().splitlines()) <= 60
    assert "games" not in reader.read_text()


def test_a_game_that_goes_on_has_no_replay(player: Player) -> None:
    game = player.start()
    for answer in (
        player.get(f"/games/{game['id']}/replay"),
        player.get(f"/games/{game['id']}/replay", HTTP_ACCEPT="text/plain"),
        player.post(f"/games/{game['id']}/share"),
    ):
        assert answer.status_code == 409
        assert code(answer) == "game_active"


def test_nobody_reads_another_players_replay(player: Player, other: Player) -> None:
    game = player.start()
    player.post(f"/games/{game['id']}/resign")
    assert player.get(f"/games/{game['id']}/replay").status_code == 200
    assert other.get(f"/games/{game['id']}/replay").status_code == 404
    assert other.post(f"/games/{game['id']}/share").status_code == 404


def test_everybody_reads_a_shared_replay(player: Player, other: Player, stock: None) -> None:
    game = won_game(player)
    first = player.post(f"/games/{game['id']}/share")
    assert first.status_code == 201
    again = player.post(f"/games/{game['id']}/share")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert first["Location"].endswith(f"/api/v1/replays/{first.json()['slug']}")
    for reader in (APIClient(), other.client):
        answer = reader.get(first["Location"])
        assert answer.status_code == 200
        assert answer.json()["slug"] == first.json()["slug"]
        assert check(answer.content.decode())
        as_text = reader.get(first["Location"], HTTP_ACCEPT="text/plain")
        assert is_won(as_text.content.decode())
        unchanged = reader.get(first["Location"], HTTP_IF_NONE_MATCH=answer["ETag"])
        assert unchanged.status_code == 304
    assert Share.objects.count() == 1
    assert other.get("/replays/unknown").status_code == 404


def test_a_private_player_is_not_named(player: Player, stock: None) -> None:
    game = won_game(player)
    place = player.post(f"/games/{game['id']}/share")["Location"]
    player.client.patch("/api/v1/me", {"visibility": "private"}, format="json")
    assert APIClient().get(place).json()["player"] is None


def test_r28_a_shared_replay_outlives_its_player_without_a_name(
    player: Player, stock: None
) -> None:
    game = won_game(player)
    place = player.post(f"/games/{game['id']}/share")["Location"]
    player.client.patch("/api/v1/me", {"display_name": "Wanda"}, format="json")
    assert APIClient().get(place).json()["player"]["display_name"] == "Wanda"
    erase(player.user, timezone.now())
    answer = APIClient().get(place)
    assert answer.json()["player"] is None
    assert check(answer.content.decode())
    assert str(player.user.pk) not in answer.content.decode()


def test_the_deal_of_a_shared_replay_can_be_practised_and_is_not_served_again(
    player: Player, other: Player
) -> None:
    stock_up(1)
    game = won_game(player)
    body = {"variant": "bakers_game", "level": "easy", "deal": {"id": game["deal"]["id"]}}
    assert other.post("/games", body).status_code == 404
    player.post(f"/games/{game['id']}/share")
    assert other.post("/games", body).status_code == 201
    counted = other.post("/games", {"variant": "bakers_game", "level": "easy"})
    assert counted.status_code == 503


def test_a_deal_that_somebody_plays_cannot_be_shown(player: Player, other: Player) -> None:
    stock_up(1)
    game = won_game(player)
    theirs = other.start("easy")
    assert theirs["deal"]["id"] == game["deal"]["id"]
    answer = player.post(f"/games/{game['id']}/share")
    assert (answer.status_code, code(answer)) == (403, "deal_in_play")
    other.post(f"/games/{theirs['id']}/resign")
    assert player.post(f"/games/{game['id']}/share").status_code == 201


def test_a_daily_is_told_when_its_board_has_closed(player: Player, spares: None) -> None:
    with time_machine.travel(DAY, tick=False) as clock:
        game = player.put("/dailies/2026-11-20/bakers_game/attempt").json()
        player.post(f"/games/{game['id']}/resign")
        for _ in range(2):
            for answer in (
                player.get(f"/games/{game['id']}/replay"),
                player.post(f"/games/{game['id']}/share"),
            ):
                assert (answer.status_code, code(answer)) == (403, "deal_in_play")
            clock.move_to(datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC))
        clock.move_to(datetime(2026, 11, 21, tzinfo=UTC))
        assert player.get(f"/games/{game['id']}/replay").status_code == 200
        assert player.post(f"/games/{game['id']}/share").status_code == 201


def test_a_reader_who_plays_the_cards_waits(player: Player, other: Player) -> None:
    game = player.start(deal={"scheme": "ms", "number": 7})
    player.post(f"/games/{game['id']}/resign")
    place = player.post(f"/games/{game['id']}/share")["Location"]
    theirs = other.start()
    Game.objects.filter(pk=theirs["id"]).update(deal_id=game["deal"]["id"])
    answer = other.client.get(place)
    assert (answer.status_code, code(answer)) == (403, "deal_in_play")
    assert APIClient().get(place).status_code == 200


def test_r20_hidden_cards_are_told_of_no_deal_that_is_open(player: Player, other: Player) -> None:
    """Also not by a replay of other rules, which shows more of the same cards."""
    custom = {"variant": "baroness", "level": "custom", "custom": {"piles": 7}}
    game = player.post("/games", custom).json()
    player.post(f"/games/{game['id']}/resign")
    place = player.post(f"/games/{game['id']}/share")["Location"]
    theirs = other.post("/games", {"variant": "baroness", "level": "medium"}).json()
    Game.objects.filter(pk=theirs["id"]).update(deal_id=game["deal"]["id"])
    answer = other.client.get(place)
    assert (answer.status_code, code(answer)) == (403, "deal_in_play")


def test_r20_a_refusal_does_not_tell_a_guess_from_another(player: Player) -> None:
    """Who knows all but the order of two hidden cards tries both: each replay is told alike."""
    game = player.post("/games", {"variant": "baroness", "level": "medium"}).json()
    cards = [name(card) for card in stored(game).playthrough.deck]
    answers = []
    for guess in (cards, [*cards[:-2], cards[-1], cards[-2]]):
        body = {"variant": "baroness", "level": "custom", "custom": {"piles": 7}}
        tried = player.post("/games", {**body, "deal": {"cards": guess}}).json()
        player.post(f"/games/{tried['id']}/resign")
        answers.append(player.get(f"/games/{tried['id']}/replay").status_code)
    assert answers == [200, 200]


@pytest.mark.parametrize(
    ("variant", "level", "custom"),
    [
        ("bakers_game", "medium", None),
        ("bakers_game", "custom", {"cells": 10, "columns": 9}),
        ("bakers_dozen", "medium", None),
        ("good_measure", "medium", None),
        ("spanish_patience", "medium", None),
        ("baroness", "medium", None),
        ("baroness", "custom", {"kings_first": True}),
        ("thirteens", "medium", None),
    ],
)
def test_the_board_of_a_replay_can_be_played_again(
    player: Player, variant: str, level: str, custom: Any
) -> None:
    asked = {"variant": variant, "level": level} | ({"custom": custom} if custom else {})
    game = player.post("/games", asked).json()
    player.post(f"/games/{game['id']}/resign")
    board = player.get(f"/games/{game['id']}/replay").json()["board"]
    again = player.post("/games", {**asked, "deal": {"board": board}})
    assert again.status_code == 201, again.content
    assert again.json()["mode"] == "practice"
    assert again.json()["piles"] == game["piles"]
    laid = RULES[game["rules"]].lay_out(parse_deck(stored(again.json()).deal.deck))
    assert str(laid) == board


def test_one_board_in_two_spellings_is_one_request(player: Player) -> None:
    game = player.start(deal={"scheme": "ms", "number": 5})
    board = str(stored(game).playthrough.position)
    asked = {"variant": "bakers_game", "level": "medium", "id": new_id()}
    other_spelling = board.replace("T", "10").lower()
    first = player.post("/games", {**asked, "deal": {"board": board}})
    second = player.post("/games", {**asked, "deal": {"board": other_spelling}})
    assert (first.status_code, second.status_code) == (201, 200)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda board: board.replace("JD", "JC", 1), "duplicate_card"),
        (lambda board: board.replace(": JD", ": XX", 1), "unknown_card"),
        (lambda board: board.replace("Freecells: -", "Freecells: 6S").replace(" 6S\n", "\n"), None),
        (lambda board: board + ":\n", "wrong_column_count"),
    ],
)
def test_a_board_that_is_no_deal_is_refused(player: Player, change: Any, reason: str) -> None:
    game = player.start(deal={"scheme": "ms", "number": 1})
    board = change(str(stored(game).playthrough.position))
    answer = player.post(
        "/games", {"variant": "bakers_game", "level": "medium", "deal": {"board": board}}
    )
    assert (answer.status_code, code(answer)) == (422, "board_invalid")
    assert pointers(answer) == {"/deal/board"}
    (error,) = answer.json()["errors"]
    assert error["code"] == (reason or "not_a_deal")


def test_a_lost_game_with_hidden_cards_is_told_whole(player: Player) -> None:
    game = player.post("/games", {"variant": "baroness", "level": "medium"}).json()
    game = player.play(game, "n")
    hidden = stored(game).playthrough.position.pile("stock")
    assert hidden
    player.post(f"/games/{game['id']}/resign")
    replay = player.get(f"/games/{game['id']}/replay").json()
    assert check(player.get(f"/games/{game['id']}/replay").content.decode())
    assert len(replay["deal"]["deck"]) == 104
    times = [datetime.fromisoformat(replay[name]) for name in ("created_at", "finished_at")]
    lasted = times[1] - times[0]
    assert abs(lasted - timedelta(milliseconds=replay["ended_at_ms"])) <= timedelta(milliseconds=1)
