"""Which lines tell who found them: those of games with all cards in sight, if they are long."""

from itertools import islice
from typing import Any

import pytest
import time_machine

from games.models import Game
from games.rules import RULES, VARIANTS, Playthrough, parse_deck
from games.services.plausibility import LONG_LINE, telling_line
from stats.models import GameResult
from tests.games.by_hand import full, win_by_hand
from tests.games.conftest import line_of, proven_rows, stock_up
from tests.games.test_dailies import DAY, MORNING

SEEN = [("bakers_game", "easy"), ("bakers_dozen", "easy"), ("good_measure", "easy")]


@pytest.mark.django_db
def test_independent_winners_of_a_game_with_hidden_cards_share_a_line_and_are_all_listed() -> None:
    stock_up(1, "medium", "baroness")
    with time_machine.travel(MORNING, tick=False) as clock:
        # Accounts that were confirmed while the board was open.
        winners = [full() for _ in range(3)]
        for player in winners:
            game: dict[str, Any] = player.put(f"/dailies/{DAY}/baroness/attempt").json()
            win_by_hand(player, game, line_of(game), clock)
    assert [result.doubts for result in GameResult.objects.all()] == [[]] * 3
    board = winners[0].get(f"/leaderboards/daily:{DAY}:baroness").json()
    assert len(board["items"]) == 3


def played(rules: str, deck: str, line: list[str]) -> tuple[Game, Playthrough]:
    start = Playthrough(RULES[rules], parse_deck(deck))
    return Game(rules=rules), start.append(0, line, 0)


@pytest.mark.parametrize(("variant", "level"), SEEN)
def test_a_long_line_in_sight_of_all_cards_tells(variant: str, level: str) -> None:
    offered = VARIANTS[variant].levels[level].rules
    assert offered
    rules = offered.id
    for deck, text in islice(proven_rows(variant, level), 5):
        line = text.split()
        assert telling_line(*played(rules, deck, line)) == tuple(line)
        assert telling_line(*played(rules, deck, line[: LONG_LINE - 1])) == ()
        assert telling_line(*played(rules, deck, line[:LONG_LINE])) == tuple(line[:LONG_LINE])
