"""A game as it counts when it is left, and what a game that is over still knows."""

from hypothesis import given

from games.rules import Playthrough, log_text
from tests.rules.easy import EASY, HOME, MINUTE, SECOND, play
from tests.rules.strategies import Walk, examples, walks
from tests.rules.test_ops import DEAL, LINE, WON, playthrough


@examples(150)
@given(walks())
def test_a_left_game_is_won_exactly_when_auto_finish_wins_it(walk: Walk) -> None:
    game = Playthrough(walk.last.rules, walk.deck).append(0, [*map(str, walk.moves)], 0)
    left = game.left()
    if game.rules.finish(game.position):
        assert left.is_won
        assert log_text(left.log[game.version :]) == "x:0"
        assert (left.moves, left.undos) == (game.moves, game.undos)
    else:
        assert left is game


def test_a_left_game_keeps_the_clock_of_its_last_op() -> None:
    game = play((20 * SECOND, HOME[0]), (50 * SECOND, HOME[1]))
    left = game.left()
    assert left.elapsed_ms(30 * 24 * 60 * MINUTE) == 50 * SECOND
    assert left.score(0).bonus == 600_000 // 50
    assert (left.moves, left.score(0).cards) == (2, 520)
    assert Playthrough(left.rules, left.deck, left.log).score(0) == left.score(0)


def test_a_paused_game_is_finished_all_the_same() -> None:
    left = play((20 * SECOND, HOME[0]), (30 * SECOND, "p")).left()
    assert left.is_won
    assert log_text(left.log[-2:]) == "r:30000 x:30000"
    assert left.elapsed_ms(10**9) == 30 * SECOND
    assert not left.is_paused
    ops = [op.text for op in left.log]
    assert Playthrough(EASY.rules, EASY.deck).append(0, ops, 0).is_won


def test_a_won_game_and_one_with_work_left_stay_as_they_are() -> None:
    assert WON.left() is WON
    assert DEAL.left() is DEAL
    paused = playthrough("1a", "p")
    assert paused.left() is paused


def test_a_finished_game_knows_its_own_batches() -> None:
    assert WON.has(0, LINE)
    assert WON.has(3, LINE[3:9])
    assert WON.has(WON.version, [])
    assert not WON.has(1, LINE[:3])
    assert not WON.has(0, [*LINE, "z"])
    assert not WON.has(WON.version + 1, ["z"])
