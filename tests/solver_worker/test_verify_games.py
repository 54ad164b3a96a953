"""Reading every game again finds whatever is not as its log says, and nothing else."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from config.celery import app
from games.models import Deal, Game, StockDeal
from games.rules import VARIANTS
from games.services.abandonment import expire_idle_games
from games.services.verification import games_that_differ, proofs_that_fail, results_without_games
from solver_worker.metrics import FINDINGS
from solver_worker.models import Solve
from stats.models import GameResult
from tests.games.conftest import Player, line_of, nearly_won, stock_up

pytestmark = pytest.mark.django_db(transaction=True)


def verify() -> str:
    out = StringIO()
    call_command("verify_games", stdout=out)
    return out.getvalue()


def won() -> Game:
    """A game that was won, with an undo and a pause on the way."""
    player = Player()
    near = nearly_won(player)
    game = player.play(near.game, "z", "p", "r", near.line[-2])
    return Game.objects.get(pk=player.play(game, *near.last)["id"])


@pytest.fixture
def games(stock: None) -> list[Game]:
    """One of each end, and open ones: won, left for auto-finish, resigned, replaced, expired."""
    for variant in VARIANTS:
        if "easy" in VARIANTS[variant].levels:
            stock_up(2, "easy", variant)
    games = [won()]
    for variant, offered in VARIANTS.items():
        for level in set(offered.levels) - {"custom"}:
            player = Player()
            game = player.start(level, variant=variant)
            player.play(game, game["legal_moves"][0]["move"], "z")
            player.start(level, variant=variant, abandon_active=True)
    resigned, left, open_one = Player(), Player(), Player()
    resigned.post(f"/games/{resigned.start()['id']}/resign")
    near = nearly_won(left, 5)
    assert left.post(f"/games/{near.game['id']}/resign").json()["status"] == "won"
    open_one.start(deal={"scheme": "ms", "number": 7})
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        expire_idle_games(timezone.now())
    open_one.start()
    return games


def test_what_was_played_agrees_with_itself(games: list[Game]) -> None:
    assert "every log replays" in verify()
    assert {game.reason for game in Game.objects.all()} >= {None, "resigned", "replaced", "expired"}


OTHER: dict[str, Any] = {
    "variant": "baroness",
    "level": "hard",
    "assisted": True,
    "score": F("score") + 10,
    "time_ms": F("time_ms") + 1,
    "moves": F("moves") - 1,
    "undos": F("undos") + 1,
    "finished_at": F("finished_at") + timedelta(seconds=1),
    "daily": "2026-11-29",
}


@pytest.mark.parametrize("name", OTHER)
def test_a_figure_that_was_changed_is_found(stock: None, name: str) -> None:
    game = won()
    assert not GameResult.objects.get().is_ranked, "or it could not become an assisted one"
    GameResult.objects.update(**{name: OTHER[name]})
    found = list(games_that_differ(Game.objects.all()))
    assert len(found) == 1
    assert found[0].startswith(f"game {game.pk}: {name} is ")


def test_a_result_that_was_made_a_ranked_one_is_found(stock: None) -> None:
    game = won()
    GameResult.objects.update(is_ranked=True)
    (found,) = games_that_differ(Game.objects.all())
    assert found == f"game {game.pk}: is_ranked is True, should be False"


def test_a_result_of_somebody_else_is_found(stock: None) -> None:
    won()
    GameResult.objects.update(player=Player().user)
    (found,) = games_that_differ(Game.objects.all())
    assert "player_id is" in found


def test_a_result_that_is_missing_is_found(stock: None) -> None:
    game = won()
    GameResult.objects.all().delete()
    assert list(games_that_differ(Game.objects.all())) == [f"game {game.pk}: without a result"]


def test_a_result_without_a_game_is_found(stock: None) -> None:
    game = won()
    Solve.objects.all().delete()
    result = GameResult.objects.get()
    result.pk, result.game_id = None, "00000000-0000-4000-8000-000000000000"
    result.save()
    (found,) = results_without_games()
    assert "there is no game" in found
    assert list(games_that_differ(Game.objects.filter(pk=game.pk))) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda log: log.replace(" ", " 99:1 ", 1), "cannot be replayed"),
        (lambda log: log + " z:999999999", "cannot be replayed"),
        (lambda log: " ".join(log.split()[:-1]), "does not win"),
        (lambda log: " ".join(log.split()[1:]), ""),
        (lambda log: log.replace(":", ":-", 1), "time runs backwards"),
        (lambda log: log.replace(":", ";", 1), "cannot be replayed"),
    ],
)
def test_a_log_that_was_changed_is_found(stock: None, change: Any, word: str) -> None:
    game = won()
    Game.objects.update(log=change(game.log))
    found = list(games_that_differ(Game.objects.all()))
    assert found
    assert any(word in each for each in found)


def test_cards_that_were_exchanged_are_found(stock: None) -> None:
    game = won()
    deck = game.deal.deck
    Deal.objects.filter(pk=game.deal_id).update(deck=deck[2:] + deck[:2])
    assert list(games_that_differ(Game.objects.all()))


@pytest.mark.parametrize(
    "changed", [{"version": F("version") + 1}, {"status": "lost", "reason": "resigned"}]
)
def test_a_game_that_was_changed_is_found(stock: None, changed: dict[str, Any]) -> None:
    won()
    Game.objects.update(**changed)
    assert list(games_that_differ(Game.objects.all()))


@pytest.mark.parametrize(
    "change",
    [
        lambda row: {"line": row.line.rpartition(" ")[0]},
        lambda row: {"line": " ".join(row.line.split()[1:])},
        lambda row: {"line": row.line.replace("h", "q", 1)},
        lambda row: {"deck": row.deck[2:] + row.deck[:2]},
        lambda row: {"rules": "bakers-game-4-cells-9"},
    ],
)
def test_r19_a_proof_that_was_changed_is_found(stock: None, change: Any) -> None:
    assert list(proofs_that_fail()) == []
    row = StockDeal.objects.first()
    assert row is not None
    StockDeal.objects.filter(pk=row.pk).update(**change(row))
    (found,) = proofs_that_fail()
    assert found.startswith(f"stock deal {row.pk}: ")


def answered(game: Game, kind: str, version: int, answer: dict[str, Any]) -> None:
    Solve.objects.create(
        game=game,
        kind=kind,
        version=version,
        status="done",
        answer=answer,
        finished_at=timezone.now(),
    )


@pytest.mark.parametrize("kind", ["hint", "verdict"])
def test_a_win_disproves_an_answer(stock: None, kind: str) -> None:
    game = won()
    answered(game, kind, 3, {"verdict": "unwinnable"})
    with pytest.raises(CommandError, match="1 findings"):
        verify()
    Solve.objects.update(answer={"verdict": "winnable"})
    verify()


def test_a_win_disproves_no_answer_about_what_was_undone(stock: None) -> None:
    player = Player()
    game = player.start("easy")
    line = line_of(game)
    astray = next(each["move"] for each in game["legal_moves"] if each["move"] != line[0])
    game = player.play(game, astray, "z", *line)
    row = Game.objects.get(pk=game["id"])
    answered(row, "verdict", 1, {"verdict": "unwinnable"})
    verdicts = ["winnable", "unwinnable", *["winnable"] * (row.version - 1)]
    answered(row, "analysis", row.version, {"verdicts": verdicts})
    verify()
    Solve.objects.filter(kind="analysis").update(
        answer={"verdicts": ["winnable", "unwinnable", "unwinnable", *verdicts[3:]]}
    )
    with pytest.raises(CommandError, match="1 findings"):
        verify()


def test_a_sample_is_verified_every_night(stock: None) -> None:
    won()
    before = FINDINGS._value.get()
    app.tasks["solver_worker.verify_sample"]()
    assert FINDINGS._value.get() == before
    GameResult.objects.update(moves=F("moves") + 1)
    app.tasks["solver_worker.verify_sample"]()
    assert FINDINGS._value.get() == before + 1


@pytest.mark.parametrize("first", ["0", "f"])
def test_the_sample_has_every_game_in_turn_whatever_ids_clients_make(
    monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    read: list[Any] = []

    def reading(games: Any) -> list[str]:
        read.append(frozenset(games.values_list("pk", flat=True)))
        return []

    monkeypatch.setattr("solver_worker.tasks.verifying.SAMPLE", 2)
    monkeypatch.setattr("solver_worker.tasks.verifying.games_that_differ", reading)
    player = Player()
    for number in range(4):
        player.start(id=f"{first * 8}-0000-4000-8000-00000000000{number}", abandon_active=True)
    for _night in range(60):
        app.tasks["solver_worker.verify_sample"]()
    assert {len(games) for games in read} == {2}
    assert frozenset().union(*read) == set(Game.objects.values_list("pk", flat=True))
