"""A hint is the first move of a proven line, or says how far back there was one."""

import random
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.rules import Move
from solver_worker.solver import Limits, UnsupportedRules, Verdict, verdict
from solver_worker.tasks import hints, searches
from solver_worker.tasks.questions import question
from stats.models import GameResult
from tests.games.conftest import Player, code, nearly_won, new_id, random_cards, stored
from tests.games.test_budget import statements
from tests.solver_worker.conftest import ask, at_version, play_at_random, row

HOPELESS = {"scheme": "ms", "number": 10}
HOPEFUL = {"scheme": "ms", "number": 1}


def is_winnable(played) -> bool:
    found = verdict(played.position).verdict
    assert found is not Verdict.UNKNOWN
    return found is Verdict.WINNABLE


def test_a_hint_is_the_first_move_of_a_line_that_wins(player: Player) -> None:
    game = player.start(deal=HOPEFUL)
    hint = ask(player, game, "hint")
    answer = hint["answer"]
    assert (hint["kind"], hint["status"], hint["version"]) == ("hint", "done", 0)
    assert answer["verdict"] == answer["deal_verdict"] == "winnable"
    assert answer["undo"] is answer["reason"] is None
    assert answer["move"] in [each["move"] for each in game["legal_moves"]]
    line = row(hint).line.split()
    assert line[0] == answer["move"]
    assert len(line) == answer["moves_left"]
    position = stored(game).playthrough.position
    for text in line:
        position = position.play(position.parse_move(text))
    assert position.is_won


def test_whoever_follows_the_hints_wins(player: Player, settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "questions": "1000/minute"}
    game = player.start(deal=HOPEFUL)
    left = []
    while game["status"] == "active":
        answer = ask(player, game, "hint")["answer"]
        left.append(answer["moves_left"])
        game = player.play(game, answer["move"])
    assert game["status"] == "won"
    assert left == list(range(left[0], 0, -1))


def test_a_player_who_leaves_the_line_gets_another_one(player: Player) -> None:
    game = player.start(deal=HOPEFUL)
    first = ask(player, game, "hint")["answer"]["move"]
    other = next(each["move"] for each in game["legal_moves"] if each["move"] != first)
    game = player.play(game, other)
    hint = ask(player, game, "hint")
    if hint["answer"]["verdict"] == "winnable":
        position = stored(game).playthrough.position
        for text in row(hint).line.split():
            position = position.play(position.parse_move(text))
        assert position.is_won


@pytest.mark.parametrize("seed", range(4))
def test_where_nothing_wins_it_says_how_many_undos_lead_back(player: Player, seed: int) -> None:
    chance = random.Random(seed)
    game = player.start(deal=HOPEFUL)
    while is_winnable(stored(game).playthrough):
        game = play_at_random(player, game, 1, chance)
    game = play_at_random(player, game, 5, chance, undo=0)
    answer = ask(player, game, "hint")["answer"]
    assert answer["verdict"] == "unwinnable"
    assert answer["move"] is answer["moves_left"] is None
    assert answer["deal_verdict"] == "winnable"
    undos = ["z"] * answer["undo"]
    game = player.play(game, *undos[1:])
    assert not is_winnable(stored(game).playthrough)
    game = player.play(game, "z")
    assert is_winnable(stored(game).playthrough)


def test_of_a_deal_that_nobody_wins_it_says_so(player: Player) -> None:
    game = play_at_random(player, player.start(deal=HOPELESS), 6, random.Random(1), undo=0)
    answer = ask(player, game, "hint")["answer"]
    assert answer["verdict"] == answer["deal_verdict"] == "unwinnable"
    assert answer["undo"] is answer["move"] is None


def test_what_the_solver_did_not_find_is_unknown(player: Player, monkeypatch) -> None:
    monkeypatch.setattr(searches, "LIMITS", Limits(positions=1))
    game = player.start(deal=HOPEFUL)
    for kind in ("hint", "verdict"):
        answer = ask(player, game, kind)["answer"]
        assert (answer["verdict"], answer["reason"]) == ("unknown", "position_limit")
        assert answer.get("move") is None


def test_rules_that_no_search_knows_are_unknown(player: Player, monkeypatch) -> None:
    def refuse(position, limits, *more):
        raise UnsupportedRules(position.rules.id)

    monkeypatch.setattr(hints, "verdict", refuse)
    answer = ask(player, player.start(deal=HOPEFUL), "verdict")["answer"]
    assert answer == {"verdict": "unknown", "reason": "unsupported_rules"}


@pytest.mark.parametrize(("deal", "found"), [(HOPEFUL, "winnable"), (HOPELESS, "unwinnable")])
def test_a_verdict_is_the_truth(player: Player, deal, found: str) -> None:
    verdict = ask(player, player.start(deal=deal), "verdict")
    assert verdict["answer"] == {"verdict": found, "reason": None}
    assert row(verdict).positions > 0


@pytest.mark.parametrize("kind", ["hint", "verdict"])
def test_help_marks_the_game_as_assisted_before_it_is_there(player: Player, kind: str) -> None:
    game = player.start()
    before = player.get(f"/games/{game['id']}")
    assert player.post(f"/games/{game['id']}/{kind}").status_code == 202
    after = player.get(f"/games/{game['id']}")
    assert (before.json()["assisted"], after.json()["assisted"]) == (False, True)
    assert before["ETag"] != after["ETag"]


def test_a_win_with_help_is_recorded_so_and_leaves_the_streak(player: Player, stock) -> None:
    won = nearly_won(player)
    ask(player, won.game, "hint")
    assert player.play(won.game, *won.last)["status"] == "won"
    assert GameResult.objects.get().assisted
    stats = player.stats("easy")
    assert (stats["won"], stats["current_streak"]) == (1, 0)


def test_the_same_question_has_one_row_and_is_solved_once(player: Player) -> None:
    game = player.start(deal=HOPEFUL)
    first = ask(player, game, "hint")
    again = player.post(f"/games/{game['id']}/hint")
    assert again.status_code == 200
    assert again.json() == first
    assert row(first).attempts == 1
    assert ask(player, game, "verdict")["id"] != first["id"]
    after = player.play(game, game["legal_moves"][0]["move"])
    assert ask(player, after, "hint")["id"] != first["id"]


def test_the_answer_is_about_the_version_that_was_asked(player: Player) -> None:
    game = player.start(deal=HOPEFUL)
    asked = player.post(f"/games/{game['id']}/hint").json()
    game = player.play(game, *[each["move"] for each in game["legal_moves"][:1]])
    hint = ask(player, {"id": game["id"]}, "hint")
    assert hint["version"] == 1
    question(asked["id"])
    first = player.get(f"/solves/{asked['id']}").json()
    assert first["version"] == 0
    assert Move.parse(first["answer"]["move"]) in at_version(game, 0).position.legal_moves


class TestRefusals:
    @pytest.mark.parametrize("kind", ["hint", "verdict"])
    def test_of_a_game_that_is_over(self, player: Player, kind: str) -> None:
        game = player.start()
        player.post(f"/games/{game['id']}/resign")
        refused = player.post(f"/games/{game['id']}/{kind}")
        assert (refused.status_code, code(refused)) == (409, "game_finished")

    def test_while_the_cards_are_covered(self, player: Player) -> None:
        game = player.play(player.start(), "p")
        refused = player.post(f"/games/{game['id']}/hint")
        assert (refused.status_code, code(refused)) == (409, "game_paused")
        assert not stored(game).assisted

    def test_when_the_time_of_the_game_is_over(self, player: Player) -> None:
        game = player.start()
        with time_machine.travel(timezone.now() + timedelta(days=31)):
            for kind in ("hint", "verdict"):
                refused = player.post(f"/games/{game['id']}/{kind}")
                assert (refused.status_code, code(refused)) == (409, "game_finished")
            assert player.get(f"/games/{game['id']}/analysis").status_code == 202
        result = GameResult.objects.get()
        assert (result.reason, result.assisted) == ("expired", False)

    def test_of_anothers_game_and_anothers_question(self, player: Player) -> None:
        game = player.start()
        asked = player.post(f"/games/{game['id']}/hint").json()
        other = Player()
        assert other.post(f"/games/{game['id']}/hint").status_code == 404
        assert other.get(f"/solves/{asked['id']}").status_code == 404
        assert other.get(f"/solves/{new_id()}").status_code == 404

    def test_of_a_body(self, player: Player) -> None:
        refused = player.post(f"/games/{player.start()['id']}/hint", {"version": 0})
        assert (refused.status_code, code(refused)) == (422, "validation_failed")

    def test_of_cards_that_the_player_has_in_a_counted_game(self, player: Player) -> None:
        counted = player.start()
        cards = stored(counted).deal.deck
        practice = player.start(deal={"cards": [cards[at : at + 2] for at in range(0, 104, 2)]})
        for kind in ("hint", "verdict"):
            refused = player.post(f"/games/{practice['id']}/{kind}")
            assert (refused.status_code, code(refused)) == (403, "deal_in_play")
        assert not stored(practice).assisted
        other = Player()
        theirs = other.start(deal={"cards": [cards[at : at + 2] for at in range(0, 104, 2)]})
        assert other.post(f"/games/{theirs['id']}/hint").status_code == 202
        player.post(f"/games/{counted['id']}/resign")
        assert player.post(f"/games/{practice['id']}/hint").status_code == 202

    def test_not_of_a_counted_game_whose_cards_are_also_practised(self, player: Player) -> None:
        cards = random_cards()
        player.start(deal={"cards": cards})
        again = player.start(deal={"cards": cards})
        assert player.post(f"/games/{again['id']}/hint").status_code == 202

    def test_in_a_daily_and_on_its_cards_while_its_board_is_open(
        self, player: Player, spares: None
    ) -> None:
        other = Player()
        with time_machine.travel(datetime(2026, 11, 29, 23, 59, tzinfo=UTC), tick=False) as clock:
            daily = player.put("/dailies/2026-11-29/bakers_game/attempt").json()
            cards = stored(daily).deal.deck
            practice = other.start(deal={"cards": [cards[at : at + 2] for at in range(0, 104, 2)]})
            for who, game in ((player, daily), (other, practice)):
                for kind in ("hint", "verdict"):
                    refused = who.post(f"/games/{game['id']}/{kind}")
                    assert (refused.status_code, code(refused)) == (403, "deal_in_play")
                assert not stored(game).assisted
            clock.shift(60)
            for who, game in ((player, daily), (other, practice)):
                assert who.post(f"/games/{game['id']}/hint").status_code == 202
            assert stored(daily).unranked_reason(timezone.now()) == "assisted"

    def test_beyond_the_quota(self, player: Player, settings) -> None:
        settings.RATE_LIMITS = {**settings.RATE_LIMITS, "questions": "2/minute"}
        game = player.start()
        statuses = [player.post(f"/games/{game['id']}/verdict").status_code for _ in range(3)]
        assert statuses == [202, 202, 429]


@pytest.mark.parametrize("kind", ["hint", "verdict"])
def test_r31_a_question_takes_six_statements(player: Player, kind: str) -> None:
    """The game, the two rules that may forbid help, the mark, the question put and read."""
    game = player.start()
    sql = statements(lambda: player.post(f"/games/{game['id']}/{kind}"))
    assert [line.partition(" ")[0] for line in sql] == [
        *["SELECT"] * 3, "UPDATE", "INSERT", "SELECT",
    ]  # fmt: skip


def test_an_answer_that_takes_longer_is_fetched_later(player: Player) -> None:
    game = player.start()
    asked = player.post(f"/games/{game['id']}/hint")
    assert asked.status_code == 202
    assert asked["Retry-After"] == "1"
    assert asked["Location"].endswith(f"/api/v1/solves/{asked.json()['id']}")
    assert asked.json()["answer"] is None
    later = player.client.get(asked["Location"])
    assert (later.status_code, later["Location"]) == (202, asked["Location"])
    assert later.json()["status"] == "queued"
