"""Other programs' deal numbers and the decks they stand for."""

from collections.abc import Iterator

from games.rules.cards import Deck, ordered_deck
from games.rules.errors import InvalidDeck

SCHEMES = ("ms",)
MICROSOFT_LAST = 2**33 - 1


def _random_values(number: int) -> Iterator[int]:
    """The values of the C run-time's generator, widened for numbers beyond 31 bits.

    15 bits of each state below 2^31; from there to 2^32 the sixteenth bit is always set; above,
    the state starts without the 33rd bit and all sixteen bits plus one are taken. So Freecell
    Pro, PySolFC and Freecell Solver have it.
    """
    state = number & 0xFFFFFFFF
    while True:
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        if number < 2**31:
            yield state >> 16 & 0x7FFF
        elif number < 2**32:
            yield state >> 16 | 0x8000
        else:
            yield (state >> 16) + 1


def microsoft_deck(number: int) -> Deck:
    """The deck of a Microsoft FreeCell deal in dealing order, 1 to 2^33 - 1."""
    if not 1 <= number <= MICROSOFT_LAST:
        raise InvalidDeck("deal_number_out_of_range", first=1, last=MICROSOFT_LAST)
    left = list(ordered_deck())
    deck = []
    values = _random_values(number)
    while left:
        pick = next(values) % len(left)
        deck.append(left[pick])
        left[pick] = left[-1]
        left.pop()
    return tuple(deck)


def numbered_deck(scheme: str, number: int) -> Deck:
    """The deck of a deal number under one of `SCHEMES`; `InvalidDeck` when there is none."""
    if scheme not in SCHEMES:
        raise InvalidDeck("unknown_scheme", scheme=scheme[:16], known=", ".join(SCHEMES))
    return microsoft_deck(number)
