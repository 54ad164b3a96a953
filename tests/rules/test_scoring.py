"""Points and the official clock: worked values, and what each rule says."""

import pytest

from games.rules import SCORING_VERSION, Building, Deck, Op, Playthrough, Position, worked_score
from tests.rules.easy import EASY, HOME, MINUTE, SECOND, play


def won_after(seconds: int) -> Playthrough:
    """All cards but the last are home before the clock charges, the last comes at this second."""
    early = [(29 * SECOND, text) for text in HOME[:-1]]
    return play(*early, (seconds * SECOND, HOME[-1]), ranked=True)


# Worked values


@pytest.mark.parametrize(
    ("seconds", "base", "bonus", "total"),
    [
        (60, 460, 10_000, 10_460),
        (125, 400, 4_800, 5_200),
        (245, 280, 2_448, 2_728),
        (510, 10, 1_176, 1_186),
        # 520 less 18 charges would be -20; but the charges stop at zero, and then a card comes.
        (540, 10, 1_111, 1_121),
    ],
)
def test_worked_values_of_a_win(seconds: int, base: int, bonus: int, total: int) -> None:
    game = won_after(seconds)
    score = game.score(10**9)
    assert game.is_won
    assert (score.cards, score.cards - score.time_charge) == (520, base)
    assert (score.bonus, score.total) == (bonus, total)
    assert SCORING_VERSION == 1


def test_bg_28_a_charge_takes_no_more_than_there_is() -> None:
    game = play((10 * SECOND, HOME[0]))
    assert game.score(10 * SECOND).total == 10
    assert game.score(30 * SECOND - 1).total == 10
    assert game.score(30 * SECOND).total == 0
    game = game.append(1, [HOME[1]], 31 * SECOND)
    assert game.score(31 * SECOND).total == 10


def test_bg_29_a_win_after_245_seconds() -> None:
    assert won_after(245).score(245 * SECOND).total == 520 - 240 + 2448 == 2728


def test_bg_30_undo_gives_the_points_back_and_counts_as_a_move() -> None:
    before = play((SECOND, HOME[0]))
    game = before.append(1, [HOME[1], "z"], 2 * SECOND)
    assert before.append(1, [HOME[1]], 2 * SECOND).score(2 * SECOND).total == 20
    assert game.score(2 * SECOND) == before.score(2 * SECOND)
    assert game.moves == before.moves + 2
    assert game.undos == 1


def test_playing_a_card_again_and_again_pays_once() -> None:
    game = play(*[(0, text) for text in (HOME[0], "z") * 20], (0, HOME[0]))
    assert game.score(0).total == 10
    assert game.moves == 41


def test_what_the_clock_took_is_not_paid_again() -> None:
    """Twenty cards, eaten by the clock, undone and played again."""
    cards = [(SECOND, text) for text in HOME[:20]]
    undone = [(211 * SECOND, "z")] * 20
    again = [(212 * SECOND, text) for text in HOME[:20]]
    game = play(*cards, *undone, ranked=True)
    assert game.score(211 * SECOND).total == 0
    assert play(*cards, *undone, *again, ranked=True).score(212 * SECOND).total == 0


def test_the_clock_charges_nothing_in_debt() -> None:
    game = play((SECOND, HOME[0]), (31 * SECOND, "z"))
    assert game.score(31 * SECOND) == game.score(5 * MINUTE)
    assert game.score(5 * MINUTE).time_charge == 10


@pytest.mark.parametrize(("win_ms", "bonus"), [(0, 600_000), (999, 600_000), (1999, 600_000)])
def test_the_bonus_counts_full_seconds_and_at_least_one(win_ms: int, bonus: int) -> None:
    game = play(*[(0, text) for text in HOME[:-1]], (win_ms, HOME[-1]))
    assert game.score(win_ms).bonus == bonus
    assert game.score(win_ms).total == 520 + bonus


def test_no_bonus_before_the_win() -> None:
    assert play(*[(0, text) for text in HOME[:-1]]).score(0).bonus == 0


def test_a_charge_comes_before_an_op_of_the_same_moment() -> None:
    assert play((30 * SECOND, HOME[0])).score(30 * SECOND).total == 10
    cards = [(SECOND, text) for text in HOME[:3]]
    assert play(*cards, (30 * SECOND, HOME[3])).score(30 * SECOND).total == 10


def test_the_winning_op_stops_the_clock() -> None:
    game = won_after(125)
    assert game.elapsed_ms(125 * SECOND) == game.elapsed_ms(10**10) == 125 * SECOND
    assert game.score(10**10) == game.score(125 * SECOND)


def test_auto_finish_scores_its_cards_and_counts_no_moves() -> None:
    game = play(*[(SECOND, text) for text in HOME[:10]], (2 * SECOND, "x"))
    assert game.is_won
    assert game.moves == 10
    assert game.score(0).cards == 520
    assert game.score(0).bonus == 300_000


# The clock


@pytest.mark.parametrize(
    ("silence_ms", "counted_ms"),
    [(5 * MINUTE - 1, 5 * MINUTE - 1), (5 * MINUTE, 5 * MINUTE), (26 * 60 * MINUTE, 5 * MINUTE)],
)
def test_a_long_silence_counts_as_five_minutes(silence_ms: int, counted_ms: int) -> None:
    assert EASY.elapsed_ms(silence_ms) == counted_ms
    game = play((silence_ms, HOME[0]))
    assert game.elapsed_ms(silence_ms) == counted_ms
    assert game.elapsed_ms(2 * silence_ms) == 2 * counted_ms
    ranked = play((silence_ms, HOME[0]), ranked=True)
    assert ranked.elapsed_ms(2 * silence_ms) == 2 * silence_ms


def test_a_pause_stops_the_clock() -> None:
    game = play((10 * SECOND, "p"))
    assert game.elapsed_ms(20 * MINUTE) == 10 * SECOND
    game = game.append(1, ["p", "r"], 20 * MINUTE)
    assert game.elapsed_ms(20 * MINUTE + 7) == 10 * SECOND + 7
    game = game.append(3, ["r"], 21 * MINUTE)
    assert game.elapsed_ms(21 * MINUTE) == 10 * SECOND + MINUTE


def test_a_ranked_clock_never_stops() -> None:
    game = play((10 * SECOND, "p"), (20 * MINUTE, "r"), ranked=True)
    assert game.elapsed_ms(21 * MINUTE) == 21 * MINUTE


def test_time_does_not_run_backwards() -> None:
    game = play((10 * SECOND, HOME[0])).append(1, [HOME[1]], 4 * SECOND)
    assert game.log[-1] == Op(HOME[1], 10 * SECOND)
    assert game.elapsed_ms(0) == 10 * SECOND
    assert game.score(0).total == 20


def test_cards_home_in_the_deal_score_nothing() -> None:
    class TwoCardsIn(Building):
        """A game whose deal has two cards home, as Good Measure has."""

        def lay_out(self, deck: Deck) -> Position:
            position = super().lay_out(deck)
            for text in HOME[:2]:
                position = position.play(position.parse_move(text))
            return position

    game = Playthrough(TwoCardsIn("two-in"), EASY.deck)
    assert game.score(0).cards == 0
    assert game.append(0, [HOME[2]], 0).score(0).cards == 10
    assert game.append(0, ["x"], 0).score(0).cards == 500


def test_worked_scores_are_those_of_games() -> None:
    cards = [(29 * SECOND, 1)] * 51
    for seconds in (60, 125, 245, 510, 540):
        events = [*cards, (seconds * SECOND, 1)]
        worked = worked_score(events, seconds * SECOND, 600_000)
        assert worked == won_after(seconds).score(10**9)
    debt = worked_score([(SECOND, 1), (31 * SECOND, -1), (32 * SECOND, 1)], 40 * SECOND)
    assert (debt.cards, debt.time_charge, debt.bonus) == (10, 10, 0)
    back = play((SECOND, HOME[0]), (31 * SECOND, "z"), (32 * SECOND, HOME[0]))
    assert back.score(40 * SECOND) == debt
