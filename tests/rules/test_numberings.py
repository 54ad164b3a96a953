"""Boards by other programs' deal numbers, as those programs lay them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    LAST_NUMBERS,
    RULES,
    SCHEMES,
    Building,
    InvalidDeck,
    Rules,
    deck_text,
    microsoft_deck,
    numbered_deck,
    parse_deck,
    require_full_deck,
)
from tests.rules.boards import cards
from tests.rules.strategies import ON_OFFER, examples
from tests.rules.test_bakers_dozen_cases import columns

GOOD_MEASURE = RULES["good-measure-1"]
EIGHT_OFF = RULES["eight-off-1"]

# Printed by pysol_cards 0.24.0 for numbers that it does not take for Microsoft's.
PYSOLFC_DEALS = {
    32_001: (
        "4C AC JD 8H 5S 6S 6D KH JC 4S 7H TC JH 2D 3D JS 7S 2H TD 8S 9C AS 3C 4H QD TS"
        " QC 2C TH 8D 2S AH 9D KD 9S 5C QH 5D 5H QS 6C 7D AD 6H 3H KS 4D KC 3S 8C 9H 7C"
    ),
    100_000: (
        "5C 2D 9H 6D TH 4S TD 4H 5S 2H 6S 4D JS 9S QD TS JD 8H 5H QS 2C 5D 4C 8C 7H 8S"
        " 7C JH 6H 2S AD KC QC AH 9C 7S KH JC TC 8D 3S 9D 7D KS AS 6C QH KD 3H 3C 3D AC"
    ),
    12_345_678_901_234_567_890: (
        "AH 9D 7H 3D 4S JC 9S 6C 8C 3C 7S AC KD 6S 6H TD 5C 7D AS KS QH KH 4H JS TS QD"
        " 9H 3S 5D 4D 6D QC TC JD 4C 5S 5H 2D 2H AD 7C 8S 8H JH 8D 3H 2S KC 2C 9C QS TH"
    ),
    10**20 - 1: (
        "KS JC TD 5C 2S 2C 3S 9D 4H 7S 4D 2H 8D 4C 3D QH 5S 5H 8H 9S 8C 9H 7C AC 6D KD"
        " KC QC 4S 3H 6H TC JS AD QS AH 7D QD 8S 5D TH AS 9C 7H 3C JH JD 6S 2D 6C KH TS"
    ),
}


@pytest.mark.parametrize("number", PYSOLFC_DEALS)
def test_pysolfc_has_numbers_of_its_own(number: int) -> None:
    assert deck_text(numbered_deck("pysolfc", number)) == PYSOLFC_DEALS[number].replace(" ", "")


@pytest.mark.parametrize("number", [1, 2, 32_000])
def test_the_first_32000_numbers_of_pysolfc_are_those_of_microsoft(number: int) -> None:
    assert numbered_deck("pysolfc", number) == microsoft_deck(number)


@pytest.mark.parametrize("number", [1, 24, 2**31 - 1])
def test_kpat_has_the_numbers_of_microsoft(number: int) -> None:
    assert numbered_deck("kpat", number) == microsoft_deck(number)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_number_that_a_scheme_does_not_have(scheme: str) -> None:
    last = LAST_NUMBERS[scheme]
    require_full_deck(numbered_deck(scheme, last))
    for number in (0, -1, last + 1):
        with pytest.raises(InvalidDeck) as refused:
            RULES["bakers-game-4-cells-1"].numbered(scheme, number)
        assert refused.value.reason == "deal_number_out_of_range"
        assert refused.value.members == {"first": 1, "last": last}


@examples(60)
@given(ON_OFFER, st.sampled_from(SCHEMES), st.integers(1, 2**31 - 1))
def test_every_number_of_every_game_is_a_board_of_known_rules(
    rules: Rules, scheme: str, number: int
) -> None:
    if scheme not in rules.schemes:
        with pytest.raises(InvalidDeck) as refused:
            rules.numbered(scheme, number)
        assert refused.value.reason == "unknown_scheme"
        return
    found, deck = rules.numbered(scheme, number)
    assert RULES[found.id] == found
    assert found.piles == rules.piles
    start = found.lay_out(deck)
    if scheme == "ms":
        assert (found, deck) == (rules, microsoft_deck(number))
    if isinstance(rules, Building):
        # Whoever lays the cards out, the same moves are legal after that.
        assert found.legal_moves(start) == rules.legal_moves(start)


@pytest.mark.parametrize("scheme", ["pysolfc", "kpat"])
@pytest.mark.parametrize(
    ("rules_id", "other"),
    [("good-measure-1", "good-measure-as-dealt-1"), ("eight-off-1", "eight-off-first-cells-1")],
)
def test_rules_that_differ_in_the_layout_alone_give_the_same_board(
    scheme: str, rules_id: str, other: str
) -> None:
    if scheme in RULES[rules_id].schemes:
        for number in (1, 2, 20):
            known = RULES[rules_id].numbered(scheme, number)
            assert RULES[other].numbered(scheme, number) == known


def test_games_that_a_program_does_not_have() -> None:
    without_kpat = {rules.id for rules in RULES.values() if "kpat" not in rules.schemes}
    assert {*GOOD_MEASURE.schemes} == {"ms", "pysolfc"}
    assert "baroness-5-piles-1" in without_kpat
    assert not [each for each in without_kpat if "bakers" in each or "spanish" in each]
    assert all({"ms", "pysolfc"} <= {*rules.schemes} for rules in RULES.values())


# Baker's Dozen and Good Measure


@pytest.mark.parametrize(
    ("number", "column", "theirs"),
    [
        (1, 2, "KH 2D QH 6D"),
        (33, 9, "KS KD 2S 7C"),
        (39, 8, "KH KD 8C AD"),
        (40, 6, "KS KD AC QC"),
        (170, 6, "KC KS KH 3S"),
    ],
)
def test_kpat_deals_forwards_and_lets_kings_change_places(
    number: int, column: int, theirs: str
) -> None:
    rules, deck = RULES["bakers-dozen-1"].numbered("kpat", number)
    assert rules.id == "bakers-dozen-1"
    assert columns(rules.lay_out(deck))[column - 1] == theirs


def test_pysolfc_deals_the_same_deck_from_its_other_end() -> None:
    _, deck = RULES["bakers-dozen-1"].numbered("pysolfc", 1)
    kings = {*parse_deck("KCKDKHKS")}
    backwards = microsoft_deck(1)[::-1]
    moved = [at for at in range(52) if deck[at] != backwards[at]]
    assert {deck[at] for at in moved} & kings
    assert sorted(at % 13 for at in moved) == sorted(
        [at % 13 for at in moved if deck[at] in kings] * 2
    )


def test_switches_change_no_board() -> None:
    decks = {
        RULES[f"bakers-dozen{words}-1"].numbered("pysolfc", 7)[1]
        for words in ("", "-any-fill", "-group-moves", "-any-fill-group-moves")
    }
    assert len(decks) == 1


def test_how_many_boards_of_good_measure_leave_kings_above_other_cards() -> None:
    found = [n for n in range(1, 2001) if GOOD_MEASURE.numbered("pysolfc", n)[0] != GOOD_MEASURE]
    assert len(found) == 31
    assert found[:5] == [2, 20, 67, 118, 155]


@pytest.mark.parametrize(
    ("number", "home", "first", "last"),
    [
        (1, "AD AS", "6H 8S 7S JS 9C", "8D 3S AH 9S JD"),
        (2, "AC AH", "JH AD 4H 6C JD", "KC 8H 8S JS QD"),
        (32_001, "AC AS", "7C 7D AH 9C 7H", "AD 9D 3C TC 4C"),
    ],
)
def test_pysolfc_takes_the_last_aces_of_good_measure_out(
    number: int, home: str, first: str, last: str
) -> None:
    rules, deck = GOOD_MEASURE.numbered("pysolfc", number)
    position = rules.lay_out(deck)
    assert " ".join(filter(None, (cards(position, f"h{suit}") for suit in "CDHS"))) == home
    assert (columns(position)[0], columns(position)[-1]) == (first, last)


# Eight Off


def cells(rules: Rules, scheme: str, number: int) -> str:
    found, deck = rules.numbered(scheme, number)
    position = found.lay_out(deck)
    return " ".join(cards(position, cell) or "-" for cell in "abcdefgi")


def test_eo_01_first_deal_of_eight_off() -> None:
    assert cells(EIGHT_OFF, "pysolfc", 1) == "6S - 9C - 2H - 6H -"
    assert cells(EIGHT_OFF, "kpat", 1) == "JD 2D 9H JC - - - -"


@pytest.mark.parametrize(
    ("number", "held", "first"),
    [
        (2, "AS - 5S - TH - JH -", "QD 4D TD 7S AH 3H"),
        (104, "QC - 6D - KH - 4C -", "4H AS 8C 5S 9H QD"),
        (32_001, "3S - 8C - 9H - 7C -", "4C JC 7S QD 9D 6C"),
    ],
)
def test_pysolfc_fills_every_other_cell_with_the_last_cards(
    number: int, held: str, first: str
) -> None:
    assert cells(EIGHT_OFF, "pysolfc", number) == held
    rules, deck = EIGHT_OFF.numbered("pysolfc", number)
    assert columns(rules.lay_out(deck))[0] == first


def test_kpat_fills_the_first_cells_with_the_first_cards() -> None:
    rules, deck = EIGHT_OFF.numbered("kpat", 1)
    names = deck_text(microsoft_deck(1))
    for at, column in enumerate(columns(rules.lay_out(deck))):
        theirs = [names[2 * n : 2 * n + 2] for n in range(4 + at, 52, 8)]
        assert column == " ".join(theirs)
