"""Deal numbers of other programs stand for the decks those programs deal."""

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    MICROSOFT_LAST,
    SCHEMES,
    InvalidDeck,
    deck_text,
    microsoft_deck,
    numbered_deck,
    require_full_deck,
)
from tests.rules.strategies import examples

# Printed by make-microsoft-freecell-board of Freecell Solver 5.0.0, here in dealing order.
DEALS = {
    1: (
        "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C"
        " 5C TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
    ),
    24: (
        "4C 5H QC 5D 2D 7H AH 7S 2C QH 9S 2S KD JS 5S 6C 9C 3C 6H JC TH KH 6S 7D 8C"
        " AC 9H 5C TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS"
    ),
    31_999: (
        "JD JH AD QH KH 6S 6D JC AC TH AS 8H 9D 2H 8D 6H AH 7H 7C 5D 7S 6C QC JS 9C"
        " 3D 5C 4C 2S 8S 3C 7D 5H 8C 4H TD TS 3H 4S KC TC 4D 9S 2C KD 9H KS 5S QS 2D QD 3S"
    ),
    2_147_483_647: (
        "9S 2H 7C 5H 4C 6D 3D 4S JH TC TD QS 3S KH 8D JC 7S 6C 3H 8S KD TS 9D 4D 5S"
        " AD TH 3C 2C AH 2D 9H 5D QH 8C 6H 6S QD 4H JS 5C JD AS QC AC KC 2S KS 7D 9C 7H 8H"
    ),
    2_147_483_648: (
        "QH QC 2H 6S 2S 3D KS 8C 3H JD KC 7C 8H 5C 8D 9H 7D 3C 8S 7S TH JC AS QS 4D"
        " 5D TD TC 9C AH 4H JS TS 7H JH 5H 3S 6C 2C 9D QD 6H AD 9S 2D KH 4C KD 6D 4S 5S AC"
    ),
    3_000_000_000: (
        "8D 4D 9H 9D 6H 9C 6C 8C TS QS KH 5D 2S 7C 3H AH JS TH QH 8S 7H QC 8H 2H TD"
        " AD 4C 4H 3D 7S AC 5H JH 4S 5C KS KC QD 6D 2D JD TC KD 6S 2C 7D 3S 5S JC 3C AS 9S"
    ),
    4_294_967_295: (
        "JS 9C JH 2D QC 8H 7D 6S QH TH AS 6D 5S 4H JD 9S TC 8C AH KS 7C 4C 5H 3S 7S"
        " 8D KD AD KH 7H 4S 2S KC 5D TD 9H 2C 9D 6H 6C 3H 3D 8S 4D AC 2H QD 5C QS TS JC 3C"
    ),
    4_294_967_296: (
        "TS 5S 2S TD 3C AD JC 6D 3S QD 7C 7D 8S 5D 5H 4C KC 3D 9C 8C TH JD 2C QS 4H"
        " 9S 8D 5C 7S AS 4S JS 9H 2H 6S 2D TC 6C KS 8H 3H 6H AH QC 7H 9D KD AC 4D KH JH QH"
    ),
    4_294_967_297: (
        "JH 9C 9S 8C AH 7S 7D 5S KD AC TC 6C 3H QH 5H 9H 3C 5C KS 7C JS 2D AS 3D 6D"
        " 5D TS 7H 4S AD QS 4D 9D 2H JD TD 2C JC 4C QD QC 2S 6H 8D TH 6S 3S 8H 4H KC KH 8S"
    ),
    8_589_934_591: (
        "TC 2S JS 5S 4D 6H 3H 7C 8S TD TH QS 4C KH 2C KS 8C 6D 3S KD 7D TS KC 8H 6C"
        " 8D JD AH JC 7H 2H 3C 5H 9H 4H AS 2D QD 5D AC 5C 9S QC JH AD QH 9D 7S 9C 6S 3D 4S"
    ),
}
MAKER = shutil.which("make-microsoft-freecell-board")


@pytest.mark.parametrize("number", DEALS)
def test_microsoft_deal(number: int) -> None:
    assert deck_text(microsoft_deck(number)) == DEALS[number].replace(" ", "")
    assert numbered_deck("ms", number) == microsoft_deck(number)


def test_first_and_last_number() -> None:
    assert MICROSOFT_LAST == 2**33 - 1
    for number in (1, MICROSOFT_LAST):
        require_full_deck(microsoft_deck(number))


@pytest.mark.parametrize("number", [0, -1, -2, 2**33, 2**64, -(2**33)])
def test_number_out_of_range(number: int) -> None:
    with pytest.raises(InvalidDeck) as refused:
        microsoft_deck(number)
    assert refused.value.reason == "deal_number_out_of_range"
    assert refused.value.members == {"first": 1, "last": MICROSOFT_LAST}


@pytest.mark.parametrize("scheme", ["", "MS", "microsoft", "pysol", "ms ", "x" * 1000])
def test_unknown_scheme(scheme: str) -> None:
    assert scheme not in SCHEMES
    with pytest.raises(InvalidDeck) as refused:
        numbered_deck(scheme, 1)
    assert refused.value.reason == "unknown_scheme"
    assert len(str(refused.value.members["scheme"])) <= 16


@examples(100)
@given(st.integers(1, MICROSOFT_LAST))
def test_every_number_is_a_full_deck(number: int) -> None:
    require_full_deck(microsoft_deck(number))


@pytest.mark.skipif(not MAKER, reason="freecell-solver-bin is not installed")
@examples(25)
@given(
    st.one_of(
        st.integers(1, 2**31 - 1), st.integers(2**31, 2**32 - 1), st.integers(2**32, 2**33 - 1)
    )
)
def test_any_number_as_freecell_solver_deals_it(number: int) -> None:
    printed = subprocess.run(
        [str(MAKER), "-t", str(number)], capture_output=True, text=True, check=True
    )
    columns = [line.split() for line in printed.stdout.splitlines() if line]
    theirs = [columns[at % 8][at // 8] for at in range(52)]
    assert deck_text(microsoft_deck(number)) == "".join(theirs)
