"""What the staff decides about a daily's result is told wherever the attempt is."""

from typing import Any

from stats.models import GameResult
from stats.services.corrections import correct
from stats.services.reviews import decide
from tests.games.conftest import Player, line_of
from tests.games.test_attempts import mine
from tests.games.test_dailies import attempt, clock

__all__ = ["clock"]


def test_what_the_staff_decides_is_told(player: Player, clock: Any, spares: None) -> None:
    game = attempt(player)
    player.play(game, *line_of(game))
    result = GameResult.objects.get(game_id=game["id"])

    def told() -> tuple[Any, Any]:
        own = mine(player)
        assert own["ranked"] == (own["unranked_reason"] is None)
        assert own["streak_eligible"] == (own["streak_ineligible_reason"] is None)
        streaks = player.get("/me/streaks").json()["dailies"]
        (of_game,) = [each for each in streaks if each["variant"] == "bakers_game"]
        assert own["streak_eligible"] == of_game["days"][0]["streak_eligible"]
        return own["unranked_reason"], own["streak_ineligible_reason"]

    decide(result, accepted=False, reason="a test")
    assert told() == ("rejected", None)
    correct(result, annulled=True, reason="a test")
    assert told() == ("annulled", "annulled")
    decide(result, accepted=True, reason="a test")
    assert told() == ("annulled", "annulled")
    correct(result, annulled=False, reason="a test")
    assert told() == (None, None)


def test_no_notice_says_that_a_result_stands_which_was_annulled(
    player: Player, clock: Any, spares: None
) -> None:
    game = attempt(player)
    player.play(game, *line_of(game))
    result = GameResult.objects.get(game_id=game["id"])

    def told() -> set[str]:
        return {each["kind"] for each in player.get("/me/notices").json()["items"]}

    decide(result, accepted=True, reason="a test")
    assert told() == {"result_accepted"}
    correct(result, annulled=True, reason="a test")
    assert told() == {"result_annulled"}
    decide(result, accepted=False, reason="a test")
    assert told() == {"result_annulled", "result_rejected"}
    decide(result, accepted=True, reason="a test")
    correct(result, annulled=False, reason="a test")
    assert told() == {"result_accepted", "result_restored"}
