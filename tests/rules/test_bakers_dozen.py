"""Baker's Dozen, its relatives, and FreeCell: a test a sentence of their rules."""

import pytest

from games.rules import (
    RULES,
    Building,
    InvalidBoard,
    Position,
    best_first,
    microsoft_deck,
    ordered_deck,
)
from tests.rules.boards import after, available, cards, is_legal, refusal
from tests.rules.test_bakers_dozen_cases import ANY_FILL, CLASSIC, GROUP_MOVES, SPANISH, deal

BOTH = RULES["bakers-dozen-any-fill-group-moves-1"]
FREECELL = RULES["freecell-1"]
EIGHT_OFF = RULES["eight-off-1"]


def with_columns(rules: Building, home: str, *columns: str) -> Position:
    """A position with these foundations and first columns; the others are empty."""
    empty = ":\n" * (rules.columns - len(columns))
    text = f"Foundations: {home}\n" + "".join(f": {column}\n" for column in columns)
    return rules.parse_position(text + empty)


KINGS_RUN = "KS QH JS TD 9C 8C 7S 6H 5D 4S 3H 2C AC"


def one_run(rules: Building) -> Position:
    """One column that is a run of any suits from the king down, and the others in two more."""
    taken = KINGS_RUN.split()
    rest = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK" if rank + suit not in taken]
    return with_columns(rules, "C-0", KINGS_RUN, " ".join(rest))


# Baker's Dozen


def test_thirteen_columns_without_cells() -> None:
    assert "".join(pile.id for pile in CLASSIC.piles) == "123456789ABCDhChDhHhS"
    assert refusal(deal(1), "1a") == ("no_such_pile", {})
    assert str(deal(1)).startswith("Foundations: C-0 D-0 H-0 S-0\n: JD QC TS 7D\n")


def test_a_king_moves_to_its_foundation_alone() -> None:
    position = with_columns(ANY_FILL, "C-K D-K H-K S-Q", "KS")
    assert is_legal(position, "1h")
    assert is_legal(position, "12")
    assert [str(m) for m in with_columns(CLASSIC, "C-K D-K H-K S-Q", "KS").legal_moves] == ["1h"]


def test_one_card_at_a_time_onto_cards_and_into_empty_columns() -> None:
    home = "C-T D-T H-T S-T"
    for rules in (CLASSIC, ANY_FILL):
        position = with_columns(rules, home, "KC KD KH", "QH QC JD", "QD", "KS QS JC", "JS JH")
        assert is_legal(position, "23")
        assert refusal(position, "21") == ("one_card_at_a_time", {})
    assert is_legal(position, "26")
    assert refusal(position, "262") == ("one_card_at_a_time", {})
    assert refusal(position, "263") == ("not_a_run", {})


def test_a_run_is_never_blocked_for_places() -> None:
    for rules in (CLASSIC, ANY_FILL, GROUP_MOVES, BOTH):
        assert rules.blocked(one_run(rules)) == ()
        assert rules.blocked(deal(1, rules.id)) == ()


def test_a_run_of_any_length_moves_as_one_and_suits_do_not_matter() -> None:
    position = with_columns(
        GROUP_MOVES,
        "C-0",
        " ".join(KINGS_RUN.split()[1:]),
        "KC KD KH "
        + " ".join(
            rank + suit
            for rank in "QJT98765432A"
            for suit in "CDHS"
            if rank + suit not in KINGS_RUN.split()
        ),
        "KS",
    )
    assert cards(after(position, "13"), "3") == KINGS_RUN
    assert GROUP_MOVES.cards_moved(position, position.parse_move("13")) == 12
    assert refusal(position, "31") == ("wrong_rank", {})


def test_any_part_of_a_run_fills_an_empty_column_where_both_house_rules_hold() -> None:
    position = one_run(BOTH)
    to_third = [str(move) for move in position.legal_moves if str(move).startswith("13")]
    assert to_third == ["13", *("13" + count for count in "23456789ABCD")]
    assert cards(after(position, "13D"), "3") == KINGS_RUN
    assert cards(after(position, "134"), "3") == "4S 3H 2C AC"
    assert refusal(after(position, "134"), "14A") == ("not_a_run", {})


def test_group_moves_alone_leave_empty_columns_empty() -> None:
    position = one_run(GROUP_MOVES)
    for count in ("", "2", "D"):
        assert refusal(position, f"13{count}") == ("column_stays_empty", {})


def test_a_card_that_lies_below_others_does_not_come_up() -> None:
    position = with_columns(GROUP_MOVES, "C-J D-J H-J S-J", "QC KC", "KD QD", "KH QH", "KS QS")
    assert refusal(position, "12") == ("wrong_rank", {})
    position = with_columns(
        GROUP_MOVES, "C-T D-T H-T S-T", "JC KC KD", "QC JD", "KH QD JH QH JS", "KS QS"
    )
    assert refusal(position, "43") == ("wrong_rank", {})


def test_tap_goes_home_then_builds_by_column_then_fills() -> None:
    position = with_columns(ANY_FILL, "C-9 D-J H-J S-J", "KC KD KH KS QC QD TC", "JC", "QH QS")
    taps = [str(move) for move in best_first(position) if move.source == "1"]
    assert taps == ["1h", "12", *(f"1{to}" for to in "456789ABCD")]
    whole = [str(move) for move in best_first(position) if move.source == "2"]
    assert whole == ["23", *(f"2{to}" for to in "456789ABCD")]


def test_tap_prefers_a_card_of_the_same_suit() -> None:
    position = with_columns(CLASSIC, "C-T D-T H-T S-T", "QC", "QH", "KC KD KH KS QD QS JC JD JS JH")
    taps = [str(move) for move in best_first(position) if move.source == "3"]
    assert taps == ["3h", "32", "31"]
    together = with_columns(
        GROUP_MOVES, "C-T D-T H-T S-T", "KD KS", "KC KH", "QC QD QS JC JD JS QH JH"
    )
    taps = [str(move) for move in best_first(together) if move.source == "3"]
    assert taps == ["3h", "32", "31"]


# Spanish Patience


def spanish(home: str, *columns: str) -> Position:
    return with_columns(SPANISH, home, *columns)


LATE = "C-AC2D3C4D5C6D7C8D9CTDJCQD S-AS2H3S4H5S6H7S8H9STHJSQH"
LATE += " D-AD2C3D4C5D6C7D8C9DTCJDQC H-AH2S3H4S5H6S7H8S9HTSJHQS"


def test_an_ace_opens_its_own_foundation_and_is_not_told_where() -> None:
    position = SPANISH.lay_out(ordered_deck()[::-1])
    aces = [str(move) for move in position.legal_moves if move.destination.startswith("h")]
    assert aces == ["Ah", "Bh", "Ch", "Dh"]
    assert cards(after(position, "Dh"), "hC") == "AC"
    assert refusal(position, "DhC") == ("foundation_not_named", {})
    assert refusal(position, "DhS") == ("foundation_not_named", {})


def test_a_card_with_a_choice_names_the_foundation_by_its_ace() -> None:
    position = spanish(LATE, "KC KD KH KS")
    assert [str(move) for move in position.legal_moves] == ["1hC", "1hS"]
    assert cards(after(position, "1hS"), "hS").endswith("JS QH KS")
    assert refusal(position, "1h") == ("foundation_needed", {})
    for wrong in ("1hD", "1hH"):
        assert refusal(position, wrong) == ("not_next_on_foundation", {})
    assert after(position, "1hS", "1hD", "1hH", "1hC").is_won


def test_foundations_of_several_suits_are_written_card_by_card() -> None:
    position = spanish(LATE, "KC KD KH KS")
    words = str(position).splitlines()[0].split()[1:]
    assert sorted(words) == sorted(LATE.split())
    assert SPANISH.parse_position(str(position)) == position
    assert SPANISH.parse_position(str(position).replace("T", "10").lower()) == position
    assert str(spanish("C-A", *_rest("AC"))).startswith("Foundations: C-A D-0 H-0 S-0\n")


def _rest(*home: str) -> tuple[str, ...]:
    return (" ".join(c for c in (r + s for r in "A23456789TJQK" for s in "CDHS") if c not in home),)


@pytest.mark.parametrize(
    "home",
    ["C-AC2C", "C-2", "C-AD", "C-AC3D", "C-AC2S", "C-AC2D3H", "C-2D", "S-AC", "S-AS2D2H"],
)
def test_foundations_that_cannot_stand_so(home: str) -> None:
    with pytest.raises(InvalidBoard) as refused:
        spanish(home, *_rest())
    assert refused.value.reason == "foundation_invalid"


@pytest.mark.parametrize("home", ["C-AC2D", "C-AC2C3D", "H-AH2S"])
def test_foundations_in_suit_take_no_other_suit(home: str) -> None:
    with pytest.raises(InvalidBoard) as refused:
        with_columns(CLASSIC, home, *_rest())
    assert refused.value.reason == "foundation_invalid"


def test_a_card_on_two_foundations_is_there_twice() -> None:
    with pytest.raises(InvalidBoard) as refused:
        spanish("C-AC2D S-AS2D", *_rest("AC", "AS", "2D"))
    assert refused.value.reason == "duplicate_card"


def test_auto_finish_lets_a_card_wait_for_the_one_that_frees_another() -> None:
    # The queens lie at hand, but only one may go before the second jack, and that jack is under
    # the queen of hearts: the queen of diamonds, though first to be seen, has to wait.
    home = "C-AC2D3C4D5C6D7C8D9CTDJC S-AS2H3S4H5S6H7S8H9STH"
    home += " D-AD2C3D4C5D6C7D8C9DTCJDQC H-AH2S3H4S5H6S7H8S9HTSJHQS"
    position = spanish(home, "KC QD", "KS JS QH", "KD", "KH")
    finish = [str(move) for move in SPANISH.finish(position)]
    assert finish.index("2hC") < finish.index("1hS")
    assert is_legal(position, "1hC")
    assert SPANISH.finish(after(position, "1hC")) == ()
    won = after(position, *finish)
    assert won.is_won
    assert not SPANISH.finish(spanish(home, "KC JS QD QH", "KS", "KD", "KH"))


def test_a_table_that_takes_too_many_tries_is_left_to_the_player() -> None:
    position = spanish("C-0", *HARD_TO_FINISH)
    assert SPANISH.finish(position) == ()


# Lifts alone win this one, in an order that is hard to find.
HARD_TO_FINISH = (
    *("KH 7H AS 2H 2C", "6C QD 9D 5H 4D 3H", "QS 3C 9C", "JD QC QH 4S JC 5S 7S 5D", "8S 6H 5C"),
    *("TH 8D 9H 6S 3S 2D AC", "KD 9S TC", "7D 4C", "8H", "JS 6D 8C", "KS JH TS 4H 3D AD"),
    *("TD 7C", "KC AH 2S"),
)


# FreeCell and Eight Off


def test_freecell_builds_in_alternating_colour() -> None:
    position = FREECELL.lay_out(microsoft_deck(24))
    assert is_legal(position, "65")
    assert refusal(position, "58") == ("wrong_colour", {})
    assert refusal(position, "12") == ("wrong_rank", {})


def test_freecell_carries_runs_of_alternating_colour_over_free_places() -> None:
    home = "C-7 D-7 H-7 S-7"
    position = with_columns(
        FREECELL,
        home,
        "KC QD JC TD 9C 8D",
        "KD QC JD TC 9D 8C",
        "KH KS",
        "QH QS",
        "JS JH TS",
        "TH 9S 9H 8S 8H",
    )
    moves = [str(move) for move in position.legal_moves if str(move)[:2] == "17"]
    # Four cells, and another column that is empty.
    assert moves == ["17", *("17" + count for count in "23456")]
    assert refusal(position, "14") == ("wrong_colour", {})
    assert refusal(position, "16") == ("wrong_rank", {})


def test_eight_off_starts_with_four_cells_filled_and_takes_kings_alone_into_columns() -> None:
    position = EIGHT_OFF.lay_out(microsoft_deck(1))
    assert [cards(position, cell) for cell in "abcdefgi"] == [
        "6S",
        "",
        "9C",
        "",
        "2H",
        "",
        "6H",
        "",
    ]
    assert available(position) == "6D 8S 8D QS 6C 3D 8C TC"
    assert [len(position.pile(column)) for column in "12345678"] == [6] * 8
    late = with_columns(EIGHT_OFF, "C-K D-K H-K S-J", "QS", "KS")
    assert refusal(late, "13") == ("kings_only", {})
    assert is_legal(late, "23")
    assert is_legal(late, "12")
