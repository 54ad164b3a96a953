"""Sets of cards as the bits of one integer.

A suit has a lane of 15 bits: kings at bit 1, aces at bit 13, bits 0 and 14 always clear. So four
suits fit a non-negative 64-bit integer, `card >> 1` is the card that `card` is built on, and an
addition that carries runs down a lane from a card to the end of the run that hangs on it.
"""

from solver_worker.solver.compiling import part

LANE = 15
RANKS = 13
SUITS = 4
ALL_CARDS = sum(((1 << RANKS) - 1 << 1) << (suit * LANE) for suit in range(SUITS))
ACES = sum(1 << (suit * LANE + RANKS) for suit in range(SUITS))


def card_bit(card: int) -> int:
    """The bit of a card as `games.rules` numbers it: by rank from the aces, then by suit."""
    return 1 << ((card & 3) * LANE + RANKS - (card >> 2))


@part
def built_on(carriers: int, loose: int) -> int:
    """The loose cards in unbroken runs that begin on one of the carriers.

    Adding the loose cards just after the carriers makes the carry run to the end of each run;
    what the addition has cleared is the runs. The guard bits keep the carry in its lane.
    """
    return loose & ~(loose + ((carriers << 1) & loose))


@part
def run_on(card: int, attached: int) -> int:
    """The attached cards in the unbroken run on one card."""
    return attached & ~(attached + (card << 1))
