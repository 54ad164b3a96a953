"""Many requests at once, on real connections: each promise in its own test."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from accounts.models import User
from games.models import Deal, Game, StockDeal
from games.services import start
from stats.models import GameResult
from tests.games.conftest import Player, code, nearly_won, new_id, stock_up, stored
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def sender(player: Player, game: dict[str, Any], version: int, *ops: str) -> Callable[[], Any]:
    client = player.new_client()
    body = {"base_version": version, "ops": list(ops)}
    return lambda: client.post(f"/api/v1/games/{game['id']}/ops", body, format="json")


def resigner(player: Player, game: dict[str, Any]) -> Callable[[], Any]:
    client = player.new_client()
    return lambda: client.post(f"/api/v1/games/{game['id']}/resign")


def starter(player: Player, **body: Any) -> Callable[[], Any]:
    client = player.new_client()
    body = {"variant": "bakers_game", "level": "medium", **body}
    return lambda: client.post("/api/v1/games", body, format="json")


def test_r03_sixteen_threads_append_and_one_wins_each_version() -> None:
    player = Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    # Every thread wants another card in the first cell, then puts it back by undo.
    for turn in range(0, 20, 2):
        sent = [sender(player, game, turn, f"{column}a") for column in "12345678" * 2]
        answers = at_once(sent)
        statuses = Counter(answer.status_code for answer in answers)
        # The winner's twin asked for the same and is told so; all others conflict.
        assert statuses == {200: 2, 409: 14}
        for answer in answers:
            if answer.status_code == 409:
                assert code(answer) == "version_conflict"
                assert answer.json()["current_version"] == turn + 1
        assert stored(game).version == turn + 1
        player.play({**game, "version": turn + 1}, "z")
    row = stored(game)
    assert row.version == len(row.playthrough.log) == 20
    assert row.playthrough.position == row.playthrough.line[0]


def test_r04_fifty_winning_submissions_count_once() -> None:
    stock_up(1)
    player = Player()
    won = nearly_won(player)
    answers = at_once(sender(player, won.game, won.game["version"], *won.last) for _ in range(50))
    assert [answer.status_code for answer in answers] == [200] * 50
    assert len({answer.content for answer in answers}) == 1
    assert GameResult.objects.count() == 1
    stats = player.stats("easy")
    assert (stats["played"], stats["won"], stats["current_streak"]) == (1, 1, 1)


def test_r04_winning_and_resigning_at_once_give_one_result() -> None:
    stock_up(12)
    for _ in range(12):
        player = Player()
        won = nearly_won(player)
        calls = [sender(player, won.game, won.game["version"], *won.last)] * 2
        answers = at_once([*calls, *[resigner(player, won.game)] * 2])
        assert {answer.status_code for answer in answers} <= {200, 409}
        assert GameResult.objects.filter(player_id=player.user.pk).count() == 1
        assert player.stats("easy")["won"] == 1


def test_r02_every_order_of_lost_late_and_doubled_batches_gives_one_log() -> None:
    player = Player()
    batches = [(0, ["1a"]), (0, ["1a", "2b"]), (1, ["2b", "3c"]), (3, ["z"])]
    logs = set()
    for number, order in enumerate(permutations(batches), 1):
        game = player.start(deal={"scheme": "ms", "number": number}, id=new_id())
        # Each order is delivered twice: a client sends again what was refused as too early.
        for version, ops in [*order, *batches]:
            answer = player.send(game, *ops, version=version)
            assert answer.status_code == 200 or code(answer) == "version_conflict"
        logs.add(" ".join(op.text for op in stored(game).playthrough.log))
        player.post(f"/games/{game['id']}/resign")
    assert logs == {"1a 2b 3c z"}


def test_r02_batches_delivered_at_once_give_one_log() -> None:
    player = Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    batches = [(0, ["1a"]), (0, ["1a", "2b"]), (0, ["1a", "2b", "3c"]), (1, ["2b", "3c", "4d"])]
    for _ in range(3):
        at_once([sender(player, game, version, *ops) for version, ops in batches * 4])
    assert [op.text for op in stored(game).playthrough.log] == ["1a", "2b", "3c", "4d"]


@pytest.mark.parametrize("abandon_active", [True, False])
@pytest.mark.parametrize("level", ["medium", "easy"])
def test_r02_the_same_start_from_many_threads_is_one_game(level: str, abandon_active: bool) -> None:
    # The stock has one deal: who comes second must not be told that there is none.
    stock_up(1)
    for _ in range(6):
        player = Player()
        if abandon_active:
            player.start("hard")
        body = {"id": new_id(), "level": level, "abandon_active": abandon_active}
        answers = at_once(starter(player, **body) for _ in range(16))
        assert sorted(answer.status_code for answer in answers) == [200] * 15 + [201]
        assert {answer.json()["id"] for answer in answers} == {body["id"]}
        assert Game.objects.filter(player=player.user, status="active").count() == 1
        assert player.stats("hard").get("lost", 0) == abandon_active
        assert player.stats(level) == {}


def test_r02_the_same_start_for_the_last_practice_place_is_one_game() -> None:
    for _ in range(4):
        player = Player()
        for number in range(1, 20):
            player.start(deal={"scheme": "ms", "number": number})
        body = {"id": new_id(), "deal": {"scheme": "ms", "number": 99}}
        answers = at_once(starter(player, **body) for _ in range(6))
        assert sorted(answer.status_code for answer in answers) == [200] * 5 + [201]


def test_r06_a_slot_that_is_free_again_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another device starts and ends a game between this request's look and its insert."""
    player = Player()
    choose_deal = start._choose_deal

    def meanwhile(user: User, choice: start.Choice) -> Deal:
        monkeypatch.setattr(start, "_choose_deal", choose_deal)
        at_once([starter(player, level="hard")])
        find = start.open_casual_game

        def ended(**asked: Any) -> Game | None:
            monkeypatch.setattr(start, "open_casual_game", find)
            held = find(**asked)
            assert held is not None
            player.post(f"/games/{held.pk}/resign")
            return find(**asked)

        monkeypatch.setattr(start, "open_casual_game", ended)
        return choose_deal(user, choice)

    monkeypatch.setattr(start, "_choose_deal", meanwhile)
    answer = player.post("/games", {"variant": "bakers_game", "level": "medium"})
    assert answer.status_code == 201, answer.content
    assert player.stats("hard")["lost"] == 1


def test_r06_a_game_played_on_meanwhile_is_still_the_one_to_give_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player()
    game = player.start("hard")
    give_up = start.give_up

    def played_on(held: Game, **how: Any) -> bool:
        monkeypatch.setattr(start, "give_up", give_up)
        at_once([sender(player, game, 0, game["legal_moves"][0]["move"])])
        return give_up(held, **how)

    monkeypatch.setattr(start, "give_up", played_on)
    player.start("medium", abandon_active=True)
    row = stored(game)
    assert (row.status, row.reason, row.version) == ("lost", "replaced", 1)


def test_r06_another_game_than_the_one_seen_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player()
    player.start("hard")
    give_up = start.give_up

    def replaced(held: Game, **how: Any) -> bool:
        monkeypatch.setattr(start, "give_up", give_up)
        at_once([starter(player, level="custom", abandon_active=True)])
        return give_up(held, **how)

    monkeypatch.setattr(start, "give_up", replaced)
    body = {"variant": "bakers_game", "level": "medium", "abandon_active": True}
    answer = player.post("/games", body)
    assert (answer.status_code, code(answer)) == (409, "active_game_exists")
    assert answer.json()["active_game"]["level"] == "custom"


def test_r06_many_starts_at_once_give_up_one_game_and_start_one() -> None:
    player = Player()
    player.start("hard")
    answers = at_once(starter(player, id=new_id(), abandon_active=True) for _ in range(16))
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[201] >= 1
    assert set(statuses) <= {201, 409}
    for answer in answers:
        if answer.status_code == 409:
            assert code(answer) == "active_game_exists"
    # Each started game but the last was given up by one that saw it, and is a loss.
    assert Game.objects.filter(status="active").count() == 1
    assert Game.objects.filter(status="lost").count() == statuses[201]
    assert GameResult.objects.count() == statuses[201]
    assert player.stats("hard")["lost"] == 1


def test_r06_playing_on_while_another_device_starts_anew() -> None:
    for _ in range(5):
        player = Player()
        game = player.start("hard")
        moves = [move["move"] for move in game["legal_moves"][:3]]
        playing = [sender(player, game, 0, move) for move in moves]
        answers = at_once([*playing, starter(player, id=new_id(), abandon_active=True)])
        row = stored(game)
        started = answers[-1].status_code
        accepted = sum(answer.status_code == 200 for answer in answers[:-1])
        assert accepted == row.version <= 1
        assert (started, row.status) == (201, "lost")
        assert GameResult.objects.filter(game_id=row.pk).count() == (row.status == "lost")


def test_r06_a_fault_between_giving_up_and_starting_leaves_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player()
    game = player.start("hard")

    def fail(*args: object) -> None:
        raise RuntimeError("the power went out")

    monkeypatch.setattr(start, "_choose_deal", fail)
    answer = player.post(
        "/games", {"variant": "bakers_game", "level": "medium", "abandon_active": True}
    )
    assert (answer.status_code, code(answer)) == (500, "internal")
    assert stored(game).status == "active"
    assert Game.objects.count() == Deal.objects.count() == 1
    assert player.get("/me/stats").json()["items"] == []


def test_r18_a_proven_deal_is_claimed_once() -> None:
    stock_up(24)
    players = [Player() for _ in range(24)]
    answers = at_once(starter(player, level="easy") for player in players)
    assert [answer.status_code for answer in answers] == [201] * 24
    assert len({answer.json()["deal"]["id"] for answer in answers}) == 24
    assert not StockDeal.objects.filter(served_at=None).exists()


def test_the_last_practice_place_is_taken_once() -> None:
    player = Player()
    for number in range(1, 19):
        player.start(deal={"scheme": "ms", "number": number})
    deal = {"scheme": "ms", "number": 99}
    answers = at_once(starter(player, deal=deal) for _ in range(8))
    assert Counter(answer.status_code for answer in answers) == {201: 2, 409: 6}
    assert Game.objects.filter(status="active", mode="practice").count() == 20


def test_players_do_not_wait_for_each_other() -> None:
    players = [Player() for _ in range(16)]
    games = [player.start(deal={"scheme": "ms", "number": 1}) for player in players]
    answers = at_once(
        sender(player, game, 0, "72") for player, game in zip(players, games, strict=True)
    )
    assert [answer.status_code for answer in answers] == [200] * 16
    assert User.objects.count() == 16
