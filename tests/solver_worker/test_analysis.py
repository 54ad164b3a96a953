"""An analysis tells the truth about every version of a finished game, in slices."""

import random

import pytest

from solver_worker.models import Solve
from solver_worker.services import begin
from solver_worker.solver import Limits, verdict
from solver_worker.tasks import analysis, searches, slices
from solver_worker.tasks.questions import question
from tests.games.conftest import Player, code, line_of, stored
from tests.solver_worker.conftest import ask, at_version, play_at_random, row


def resigned(player: Player, seed: int, ops: int = 60) -> dict:
    game = player.start("custom", custom={"cells": 2}, deal={"scheme": "ms", "number": 617 + seed})
    game = play_at_random(player, game, ops, random.Random(seed), undo=0.3)
    return dict(player.post(f"/games/{game['id']}/resign").json())


@pytest.mark.parametrize("seed", range(5))
def test_every_verdict_is_that_of_its_position(player: Player, seed: int) -> None:
    game = player.start(deal={"scheme": "ms", "number": 1 + seed})
    game = play_at_random(player, game, 80, random.Random(seed), undo=0.3)
    game = player.post(f"/games/{game['id']}/resign").json()
    answer = ask(player, game, "analysis")["answer"]
    truth = [
        verdict(at_version(game, version).position).verdict
        for version in range(game["version"] + 1)
    ]
    assert answer["verdicts"] == truth
    winnable = [version for version, each in enumerate(truth) if each == "winnable"]
    assert answer["last_winnable_version"] == (winnable[-1] if winnable else None)


def test_a_won_game_was_winnable_all_along_and_has_a_par(player: Player, stock) -> None:
    game = player.start("easy")
    game = player.play(game, *line_of(game))
    answer = ask(player, game, "analysis")["answer"]
    assert answer["verdicts"] == ["winnable"] * (game["version"] + 1)
    assert answer["last_winnable_version"] == game["version"]
    assert answer["moves"] == game["moves"]
    assert answer["over_par"] == answer["moves"] - answer["par"]
    # A solver's line, played to its end, is a few moves from the best it can find.
    assert -3 <= answer["over_par"] <= 40


def test_par_counts_no_move_that_auto_finish_plays(player: Player, stock) -> None:
    game = player.start("easy")
    for move in line_of(game):
        game = player.play(game, move)
        if game["auto_finish"]:
            break
    by_hand = game["moves"]
    game = player.play(game, "x")
    answer = ask(player, game, "analysis")["answer"]
    assert answer["moves"] == by_hand
    assert answer["par"] <= by_hand + 3


def test_a_deal_that_nobody_wins_has_no_par(player: Player) -> None:
    game = player.start(deal={"scheme": "ms", "number": 10})
    player.post(f"/games/{game['id']}/resign")
    answer = ask(player, game, "analysis")["answer"]
    assert answer["verdicts"] == ["unwinnable"]
    assert answer["par"] is answer["over_par"] is answer["last_winnable_version"] is None


def test_while_the_game_goes_on_nothing_is_told(player: Player) -> None:
    game = player.start()
    refused = player.get(f"/games/{game['id']}/analysis")
    assert (refused.status_code, code(refused)) == (409, "game_active")
    assert not Solve.objects.exists()
    assert not stored(game).assisted


def test_nothing_is_told_of_cards_that_the_player_has_in_a_counted_game(player: Player) -> None:
    counted = player.start()
    cards = stored(counted).deal.deck
    practice = player.start(deal={"cards": [cards[at : at + 2] for at in range(0, 104, 2)]})
    player.post(f"/games/{practice['id']}/resign")
    refused = player.get(f"/games/{practice['id']}/analysis")
    assert (refused.status_code, code(refused)) == (403, "deal_in_play")


def test_it_is_made_in_slices_that_end_with_the_same_answer(player: Player, monkeypatch) -> None:
    game = resigned(player, 1)
    whole = ask(player, game, "analysis")
    Solve.objects.filter(pk=whole["id"]).delete()
    monkeypatch.setattr(analysis, "SLICE_SECONDS", 0)
    monkeypatch.setattr(slices, "_LOOK_SECONDS", 0)
    asked = player.get(f"/games/{game['id']}/analysis").json()
    rounds = 0
    while row(asked).status == "queued":
        question(asked["id"])
        rounds += 1
        assert row(asked).attempts <= 1
    assert rounds > 3
    assert row(asked).answer == whole["answer"]


def test_a_slice_ends_when_a_player_waits_for_a_hint(player: Player, monkeypatch) -> None:
    game = resigned(player, 2)
    monkeypatch.setattr(slices, "_LOOK_SECONDS", 0)
    other = Player()
    hint = other.post(f"/games/{other.start()['id']}/hint").json()
    asked = player.get(f"/games/{game['id']}/analysis").json()
    question(asked["id"])
    assert row(asked).status == "queued"
    assert "-" in row(asked).progress["known"]
    question(hint["id"])
    question(asked["id"])
    assert row(asked).status == "done"


def test_what_stays_unknown_ends_the_search(player: Player, monkeypatch) -> None:
    game = resigned(player, 3)
    monkeypatch.setattr(searches, "LIMITS", Limits(positions=1))
    answer = ask(player, game, "analysis")["answer"]
    assert set(answer["verdicts"]) <= {"unknown", "unwinnable"}
    assert "unknown" in answer["verdicts"]
    assert answer["par"] is None


def test_a_question_that_is_answered_is_not_begun_again(player: Player) -> None:
    asked = ask(player, resigned(player, 4), "analysis")
    assert begin(asked["id"]) is None
    assert row(asked).status == "done"
