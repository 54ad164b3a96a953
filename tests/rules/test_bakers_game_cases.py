"""The numbered conformance cases of Baker's Game that the rules alone decide."""

import pytest

from games.rules import RULES, Playthrough, Position, is_dead, microsoft_deck
from tests.rules.boards import (
    FOUR_CELLS,
    KINGS_ONLY,
    THREE_CELLS,
    after,
    available,
    board,
    cards,
    is_legal,
    refusal,
)
from tests.rules.test_solutions import solutions

MS_1 = FOUR_CELLS.lay_out(microsoft_deck(1))
MS_24 = FOUR_CELLS.lay_out(microsoft_deck(24))
COLUMNS = {
    4: "13 13 13 13",
    5: "11 11 10 10 10",
    6: "9 9 9 9 8 8",
    7: "8 8 8 7 7 7 7",
    8: "7 7 7 7 6 6 6 6",
    9: "6 6 6 6 6 6 6 5 5",
    10: "6 6 5 5 5 5 5 5 5 5",
}


def test_bg_01_first_microsoft_deal() -> None:
    assert [len(MS_1.pile(column)) for column in "12345678"] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert available(MS_1) == "6S 9C 2H 6H 6C 3D 8C TC"


@pytest.mark.parametrize("columns", COLUMNS)
def test_bg_02_column_sizes(columns: int) -> None:
    rules = RULES[f"bakers-game-4-cells{'' if columns == 8 else f'-{columns}-columns'}-1"]
    position = rules.lay_out(microsoft_deck(1))
    sizes = [len(position.pile(pile.id)) for pile in position.rules.piles if pile.kind == "column"]
    assert sizes == [int(size) for size in COLUMNS[columns].split()]


def test_bg_03_a_card_on_the_next_of_its_suit() -> None:
    assert cards(after(MS_1, "72"), "7").split()[-1] == "JH"


def test_bg_04_not_on_another_colour() -> None:
    assert refusal(MS_24, "65")[0] == "wrong_suit"


def test_bg_05_on_the_same_suit() -> None:
    assert cards(after(MS_24, "58"), "8").endswith("9D 8D")


def test_bg_06_a_two_waits_for_its_own_ace() -> None:
    assert refusal(after(MS_24, "4h"), "1h")[0] == "not_next_on_foundation"


@pytest.mark.parametrize("position", [MS_1, MS_24, board("p0")])
def test_bg_07_a_cell_holds_one_card(position: Position) -> None:
    assert refusal(after(position, "1a"), "2a")[0] == "cell_occupied"


def test_bg_08_hard_has_no_fourth_cell() -> None:
    position = THREE_CELLS.lay_out(microsoft_deck(1))
    assert refusal(position, "1d")[0] == "no_such_pile"
    assert is_legal(position, "1c")


def test_bg_09_five_cards_with_four_cells() -> None:
    position = after(board("p0"), "12")
    assert (cards(position, "1"), cards(position, "2")) == ("KC", "KS QS JS TS 9S 8S")


def test_bg_10_not_with_three_cells() -> None:
    assert refusal(board("p1"), "12") == ("run_too_long", {"max_run": 4})


def test_bg_11_three_cells_and_an_empty_column() -> None:
    assert cards(after(board("p2"), "12"), "2") == "KS QS JS TS 9S 8S"


def test_bg_12_the_empty_destination_is_not_counted() -> None:
    assert refusal(board("p2"), "185") == ("run_too_long", {"max_run": 4})


def test_bg_13_four_cards_into_the_empty_column() -> None:
    assert cards(after(board("p2"), "184"), "8") == "JS TS 9S 8S"


def test_bg_15_one_empty_column_beside_the_destination() -> None:
    assert refusal(board("p3"), "183") == ("run_too_long", {"max_run": 2})
    assert cards(after(board("p3"), "182"), "8") == "9S 8S"
    # One cell more doubles with it.
    assert refusal(board("p4"), "185") == ("run_too_long", {"max_run": 4})
    assert cards(after(board("p4"), "184"), "8") == "JS TS 9S 8S"


def test_bg_17_a_count_onto_a_card_is_never_written() -> None:
    assert refusal(board("p0"), "124")[0] == "count_not_allowed"
    assert is_legal(board("p0"), "12")


def test_bg_18_two_suits_are_no_run() -> None:
    assert refusal(board("p0"), "126")[0] == "count_not_allowed"
    assert refusal(board("p2"), "186")[0] == "not_a_run"


def test_bg_19_kings_only() -> None:
    position = board("p2", KINGS_ONLY.id)
    assert refusal(position, "12") == ("run_too_long", {"max_run": 4})
    assert refusal(position, "182")[0] == "kings_only"
    assert cards(after(position, "28"), "8") == "KS"


def test_bg_20_stuck_after_three_moves_on_hard() -> None:
    game = Playthrough(THREE_CELLS, microsoft_deck(1)).append(0, ["2a", "2b", "8c"], 0)
    position = game.position
    assert [cards(position, cell) for cell in "abc"] == ["9C", "8S", "TC"]
    assert available(position) == "6S TD 2H 6H 6C 3D 8C 7D"
    assert position.is_stuck
    assert not is_dead(position)
    assert game.append(3, ["z"], 0).position.legal_moves


def test_bg_21_stuck_after_four_moves_with_four_cells() -> None:
    game = Playthrough(FOUR_CELLS, microsoft_deck(1)).append(0, ["2a", "2b", "4c", "8d"], 0)
    position = game.position
    assert [cards(position, cell) for cell in "abcd"] == ["9C", "8S", "6H", "TC"]
    assert available(position) == "6S TD 2H QS 6C 3D 8C 7D"
    assert position.is_stuck
    assert game.append(4, ["z"], 0).position.legal_moves


def test_bg_22_auto_finish_plays_what_is_left() -> None:
    position = board("almost-home")
    finish = position.rules.finish(position)
    assert list(map(str, finish)) == ["1h", "ah", "1h"]
    won = after(position, *map(str, finish))
    assert won.is_won
    assert won.rules.cards_home(won) - won.rules.cards_home(position) == 3


@pytest.mark.parametrize("destination", "12345678abcd")
def test_bg_24_nothing_comes_back_from_a_foundation(destination: str) -> None:
    assert refusal(board("p2"), f"h{destination}")[0] == "foundation_is_final"


def test_bg_25_a_whole_column_into_an_empty_one() -> None:
    game = after(board("p2"), "28")
    assert (cards(game, "2"), cards(game, "8")) == ("", "KS")
    assert sorted(game.piles) == sorted(board("p2").piles)


def test_bg_27_a_line_shows_the_first_deal_winnable_with_four_cells() -> None:
    line = dict(solutions("bakers_game_4_cells_solutions.tsv"))[1]
    assert after(MS_1, *line).is_won


def test_bg_32_undo_after_a_reload_leads_back_to_the_deal() -> None:
    line = dict(solutions("bakers_game_4_cells_solutions.tsv"))[1][:20]
    game = Playthrough(FOUR_CELLS, microsoft_deck(1)).append(0, line, 0)
    reloaded = Playthrough(game.rules, game.deck, game.log)
    assert reloaded.position == game.position
    for _ in range(20):
        assert reloaded.can_undo
        reloaded = reloaded.append(reloaded.version, ["z"], 0)
    assert reloaded.position == MS_1
    assert not reloaded.can_undo
    assert (reloaded.moves, reloaded.undos) == (40, 20)
