"""Other programs' deal numbers and the decks they stand for."""

from collections.abc import Iterator, Sequence
from random import Random

from games.rules.cards import Card, Deck, ordered_deck
from games.rules.errors import InvalidDeck

MICROSOFT_LAST = 2**33 - 1
# The schemes, each with its last number; the first is 1.
LAST_NUMBERS = {"ms": MICROSOFT_LAST, "pysolfc": 10**20 - 1, "kpat": 2**31 - 1}
SCHEMES = tuple(LAST_NUMBERS)
PYSOLFC_LAST_MICROSOFT = 32_000


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
    _require_number("ms", number)
    left = list(ordered_deck())
    deck = []
    values = _random_values(number)
    while left:
        pick = next(values) % len(left)
        deck.append(left[pick])
        left[pick] = left[-1]
        left.pop()
    return tuple(deck)


def _mersenne_deck(number: int) -> Deck:
    """The deck of PySolFC's own numbers, above those that stand for Microsoft's deals.

    A deck sorted by clubs, spades, hearts and diamonds is shuffled and dealt from its end. Python
    promises that the values of a seed stay the same.
    """
    deck = [Card(rank * 4 + suit) for suit in (0, 3, 2, 1) for rank in range(13)]
    values = Random(number)  # noqa: S311 -- the deck that a number stands for, no secret
    for last in range(len(deck) - 1, 0, -1):
        pick = int(values.random() * (last + 1))
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(reversed(deck))


def numbered_deck(scheme: str, number: int, known: Sequence[str] = SCHEMES) -> Deck:
    """The deck of a deal number under one of the known schemes; `InvalidDeck` if there is none.

    The cards are in the order in which FreeCell is dealt there; what else a program does to the
    deck of another game is for the rules of that game to say.
    """
    if scheme not in known:
        raise InvalidDeck("unknown_scheme", scheme=scheme[:16], known=", ".join(known))
    _require_number(scheme, number)
    if scheme == "pysolfc" and number > PYSOLFC_LAST_MICROSOFT:
        return _mersenne_deck(number)
    return microsoft_deck(number)


def _require_number(scheme: str, number: int) -> None:
    last = LAST_NUMBERS[scheme]
    if not 1 <= number <= last:
        raise InvalidDeck("deal_number_out_of_range", first=1, last=last)
