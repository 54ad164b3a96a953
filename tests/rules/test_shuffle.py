"""From seed bytes to a deck: frozen, complete and fair."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import deck_text, ordered_deck, parse_deck, require_full_deck, shuffled
from tests.rules.strategies import examples

# No game may ever see these change: a deal is known by its seed.
FROZEN = {
    b"example": (
        "7S7H3H2DKH6H2H8DAS2S4D8H6SAHTH5H5DQS6D5C5SKDQCTDJS9H"
        "3DKS3CTC4SJDJH4CKCACJC8C9DQHTSQD8S9S9C6C4H7DAD2C7C3S"
    ),
    b"": (
        "AD3S8SKDKSJC6C4H8D7SQCKH8HQS3C6S8CAC3DQHKC2S6H3HAHTH"
        "9S7H7C2DJH5CTCJS9D7D4D9HTDTS2H9C4C6D2CASJD5H5S5D4SQD"
    ),
    bytes(32): (
        "QS6D6S7C4H7S5HTH5DJH3DKHKD7H9HJC3CAH2CAD9S9CTCQHKSJD"
        "8CAC2S2D4SQCJSASTS2H6H5C6C7D5S3H8S8H4CKC9DTD4DQD3S8D"
    ),
}


def by_the_book(seed: bytes, cards: list[str]) -> str:
    """The procedure as the module's docstring tells it, from a long enough stream of bytes."""
    stream = b"".join(sha256(seed + number.to_bytes(8, "big")).digest() for number in range(50))
    at = 0
    for size in range(len(cards), 1, -1):
        while True:
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if word < 2**32 // size * size:
                break
        chosen = word % size
        cards[chosen], cards[size - 1] = cards[size - 1], cards[chosen]
    return "".join(cards)


@pytest.mark.parametrize("seed", FROZEN)
def test_frozen_decks(seed: bytes) -> None:
    assert deck_text(shuffled(seed)) == FROZEN[seed]


def test_frozen_tiny_deck() -> None:
    assert deck_text(shuffled(b"example", 3, 2)) == "AC2D3C2C3DAD"


@examples(100)
@given(st.binary(max_size=100))
def test_procedure(seed: bytes) -> None:
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    assert deck_text(shuffled(seed)) == by_the_book(seed, cards)


@examples(100)
@given(st.binary(max_size=64), st.integers(1, 13), st.integers(1, 4))
def test_every_card_once(seed: bytes, ranks: int, suits: int) -> None:
    deck = shuffled(seed, ranks, suits)
    require_full_deck(deck, ranks, suits)
    assert sorted(deck) == sorted(ordered_deck(ranks, suits))
    assert shuffled(seed, ranks, suits) == deck
    assert parse_deck(deck_text(deck)) == deck


def test_every_order_of_a_tiny_deck_is_equally_likely() -> None:
    seen = Counter(shuffled(number.to_bytes(4, "big"), 2, 2) for number in range(24_000))
    assert set(seen) == set(permutations(ordered_deck(2, 2)))
    # Chi-square with 23 degrees of freedom: above 49.7 in one of a thousand sets of seeds.
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 49.7


def test_every_card_is_equally_likely_at_every_place() -> None:
    decks = [shuffled(b"fair" + number.to_bytes(4, "big")) for number in range(5_200)]
    for place in (0, 1, 25, 50, 51):
        seen = Counter(deck[place] for deck in decks)
        assert len(seen) == 52
        # 51 degrees of freedom: above 87.97 in one of a thousand sets of seeds.
        assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 87.97
