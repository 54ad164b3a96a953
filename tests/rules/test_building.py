"""Baker's Game, a test a sentence of its rules."""

import pytest

from games.rules import (
    RULES,
    Building,
    Deck,
    InvalidDeck,
    microsoft_deck,
    ordered_deck,
    parse_deck,
)
from tests.rules.boards import FOUR_CELLS, KINGS_ONLY, after, board, cards, is_legal, refusal, small

# The deal


def test_all_cards_are_dealt_face_up_row_by_row() -> None:
    position = FOUR_CELLS.lay_out(ordered_deck())
    assert cards(position, "1") == "AC 3C 5C 7C 9C JC KC"
    assert cards(position, "8") == "2S 4S 6S 8S TS QS"
    assert FOUR_CELLS.hidden == frozenset()


def test_cells_and_foundations_start_empty() -> None:
    position = FOUR_CELLS.lay_out(microsoft_deck(1))
    for pile in FOUR_CELLS.piles:
        assert bool(position.pile(pile.id)) == (pile.kind == "column")


def test_piles_are_named_as_in_the_notation() -> None:
    rules = RULES["bakers-game-10-cells-10-columns-1"]
    assert "".join(pile.id for pile in rules.piles) == "123456789AabcdefgijkhChDhHhS"
    assert [pile.kind for pile in rules.piles] == ["column"] * 10 + ["cell"] * 10 + [
        "foundation"
    ] * 4


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ((), "deck_incomplete"),
        (ordered_deck()[:51], "deck_incomplete"),
        ((*ordered_deck()[:51], ordered_deck()[0]), "duplicate_card"),
        ((*ordered_deck(), ordered_deck()[0]), "duplicate_card"),
        (ordered_deck(12, 4), "deck_incomplete"),
    ],
)
def test_only_a_full_deck_is_dealt(deck: Deck, reason: str) -> None:
    with pytest.raises(InvalidDeck) as refused:
        FOUR_CELLS.lay_out(deck)
    assert refused.value.reason == reason


@pytest.mark.parametrize("text", ["AX", "1C", "ac", "ACA", "  ", "A\u0421", "AC 2C"])
def test_a_deck_is_written_in_names_of_cards(text: str) -> None:
    with pytest.raises(InvalidDeck) as refused:
        parse_deck(text)
    assert refused.value.reason == "unknown_card"


def test_a_tiny_game_takes_its_own_cards_alone() -> None:
    rules = Building("small", 2, 1, ranks=3, suits=2)
    assert len(rules.lay_out(ordered_deck(3, 2)).piles) == 5
    for deck in (ordered_deck(3, 3), ordered_deck(4, 2)):
        with pytest.raises(InvalidDeck) as refused:
            rules.lay_out(deck)
        assert refused.value.reason == "unknown_card"


# Foundations


def test_a_foundation_is_built_in_suit_from_the_ace_up() -> None:
    position = small("Foundations: C-A D-0\n: 3C 2D\n: AD 3D 2C\n", ranks=3, suits=2)
    assert refusal(position, "1h") == ("not_next_on_foundation", {})
    position = after(position, "2h")
    assert cards(position, "hC") == "AC 2C"
    position = after(position, "2a", "2h", "1h", "ah", "1h")
    assert position.is_won
    assert not position.is_stuck


def test_an_ace_opens_its_foundation_from_a_cell_too() -> None:
    position = small("Freecells: AC\n: 2C\n:\n", ranks=2, suits=1)
    assert is_legal(position, "ah")
    assert refusal(position, "1h") == ("not_next_on_foundation", {})


@pytest.mark.parametrize("move", ["h1", "ha", "hD", "h>1", "hi"])
def test_cards_stay_on_the_foundations(move: str) -> None:
    assert refusal(board("p0"), move) == ("foundation_is_final", {})


def test_a_run_does_not_go_home_as_one_move() -> None:
    position = small("Foundations: C-0\n: 3C 2C AC\n:\n", ranks=3, suits=1)
    assert position.rules.cards_home(after(position, "1h")) == 1


def test_no_foundation_is_named_where_a_card_has_but_one() -> None:
    assert refusal(small("Foundations: C-0\n: AC\n", ranks=1, suits=1), "1hC") == (
        *("foundation_not_named", {}),
    )


# Building on columns


def test_a_card_goes_on_the_next_higher_card_of_its_suit() -> None:
    position = small("Foundations: C-A D-A\n: 2C 3D\n: 2D\n: 3C\n", ranks=3, suits=2)
    assert cards(after(position, "21"), "1") == "2C 3D 2D"
    assert refusal(position, "23") == ("wrong_suit", {})
    assert refusal(position, "13") == ("wrong_rank", {})
    assert refusal(position, "12") == ("wrong_rank", {})


def test_nothing_goes_on_an_ace_and_no_ace_on_a_king() -> None:
    position = small("Foundations: C-0\n: 2C\n: AC\n: 3C\n", ranks=3, suits=1)
    assert refusal(position, "32") == ("wrong_rank", {})
    assert refusal(position, "12") == ("wrong_rank", {})
    assert refusal(position, "23") == ("wrong_rank", {})


def test_a_cell_card_goes_on_a_column() -> None:
    position = small("Foundations: C-0\nFreecells: AC\n: 2C\n:\n", ranks=2, suits=1)
    assert cards(after(position, "a1"), "1") == "2C AC"
    assert cards(after(position, "a2"), "2") == "AC"


def test_a_move_from_nowhere_or_to_nowhere() -> None:
    position = board("p2")
    assert refusal(position, "81") == ("source_empty", {})
    assert refusal(position, "b1") == ("source_empty", {})
    assert refusal(position, "8h") == ("source_empty", {})
    for text in ("91", "19", "e1", "1e", "D1", "kh", "n", "1", "a", "1>2"):
        assert refusal(position, text) == ("no_such_pile", {})


def test_a_move_without_effect_is_refused() -> None:
    for text in ("11", "ab", "aa", "112"):
        assert refusal(board("p2"), text) == ("no_effect", {})


# Cells


def test_a_cell_holds_any_one_card() -> None:
    position = after(FOUR_CELLS.lay_out(microsoft_deck(1)), "1a", "2b", "3c", "4d")
    assert [cards(position, cell) for cell in "abcd"] == ["6S", "9C", "2H", "6H"]
    for cell in "abcd":
        assert refusal(position, f"5{cell}") == ("cell_occupied", {})


def test_any_free_cell_may_be_named() -> None:
    position = FOUR_CELLS.lay_out(microsoft_deck(1))
    assert all(is_legal(position, f"{column}{cell}") for column in "12345678" for cell in "abcd")


# Empty columns


def test_any_card_or_run_fills_an_empty_column() -> None:
    position = board("p2")
    assert cards(after(position, "18"), "8") == "8S"
    assert cards(after(position, "183"), "8") == "TS 9S 8S"
    assert cards(after(position, "a8"), "8") == "JC"
    assert [text for text in map(str, position.legal_moves) if text.startswith("18")] == [
        *("18", "182", "183", "184")
    ]


def test_only_kings_fill_an_empty_column_where_the_rules_say_so() -> None:
    position = board("p2", KINGS_ONLY.id)
    assert refusal(position, "a8") == ("kings_only", {})
    assert refusal(position, "78") == ("kings_only", {})
    assert is_legal(position, "38")


def test_the_highest_card_of_a_tiny_game_is_its_king() -> None:
    rules = Building("small", 3, 1, empty_columns="kings", ranks=3, suits=1)
    position = rules.parse_position("Founds: C-0\n: 2C 3C\n: AC\n:\n")
    assert is_legal(position, "13")
    assert refusal(position, "23") == ("kings_only", {})


# Runs


def test_a_count_is_written_for_empty_columns_only() -> None:
    assert refusal(board("p0"), "125") == ("count_not_allowed", {})


def test_a_count_longer_than_the_run_or_the_column_is_no_run() -> None:
    assert refusal(board("p2"), "186") == ("not_a_run", {})
    assert refusal(board("p2"), "18D") == ("not_a_run", {})
    assert refusal(board("p2"), "282") == ("not_a_run", {})


def test_a_card_that_fits_below_others_does_not_come_up() -> None:
    position = small("Foundations: C-A D-0\n: 2C AD\n: 3C\n: 3D 2D\n", ranks=3, suits=2)
    assert refusal(position, "12") == ("not_a_run", {})


def test_empty_cells_and_columns_double_the_run_and_the_destination_does_not_count() -> None:
    rules = board("p2").rules
    text = "Foundations: H-9 C-9 D-9 S-0\n: KC KD KH KS QS\n: JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS\n"
    text += ": TC TD TH JC JD JH QC QD QH\n"
    for empty, onto, into in ((0, 5, 0), (1, 10, 5), (2, 20, 10), (3, 40, 20)):
        columns = 3 + empty
        game = Building("g", columns, 4)
        position = game.parse_position(text + ":\n" * empty)
        assert is_legal(position, "21") == (onto >= 11)
        if onto < 11:
            assert refusal(position, "21") == ("run_too_long", {"max_run": onto})
        counts = [move.count for move in position.legal_moves if str(move)[:2] == "24"]
        assert counts == list(range(1, min(into, 11) + 1))
    assert rules.bonus == 600_000


# Auto-finish, the end


def test_one_playable_card_is_not_enough_for_auto_finish() -> None:
    position = small("Foundations: C-0 D-0\n: 2D AD\n: AC 2C\n", ranks=2, suits=2)
    assert is_legal(position, "1h")
    assert position.rules.finish(position) == ()


def test_won_when_all_cards_are_home() -> None:
    position = small("Foundations: C-A\n: 2C\n", ranks=2, suits=1)
    assert not position.is_won
    position = after(position, "1h")
    assert (position.is_won, position.is_stuck, position.legal_moves) == (True, False, ())


def test_auto_finish_takes_all_it_can_from_a_pile_before_the_next() -> None:
    position = small("Foundations: C-0 D-0\n: 2C AC\n: 2D AD\n", ranks=2, suits=2)
    assert list(map(str, position.rules.finish(position))) == ["1h", "1h", "2h", "2h"]
