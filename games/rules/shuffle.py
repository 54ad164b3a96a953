"""From seed bytes to a deck: every order equally likely, and the same for ever.

The bytes of SHA-256(seed ‖ counter), counter as eight big-endian bytes from 0, are read as
32-bit big-endian numbers. A number below the largest multiple of n gives one of n cards,
a higher one is skipped, so no card is favoured. The order is frozen by test vectors.
"""

from collections.abc import Iterator
from hashlib import sha256

from games.rules.cards import Deck, ordered_deck

_WORDS = 2**32


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def shuffled(seed: bytes, ranks: int = 13, suits: int = 4) -> Deck:
    """The deck that belongs to this seed; 256 random bits make every deal possible in practice."""
    deck = list(ordered_deck(ranks, suits))
    words = _words(seed)
    for left in range(len(deck), 1, -1):
        fair = _WORDS - _WORDS % left
        pick = next(word for word in words if word < fair) % left
        deck[pick], deck[left - 1] = deck[left - 1], deck[pick]
    return tuple(deck)
