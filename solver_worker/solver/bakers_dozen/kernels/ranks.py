"""Sets of cards as the bits of one integer, four bits a rank, and questions to all ranks at once.

A card has the bit of its number in `games.rules`: four times its rank, aces 0, plus its suit. So
the cards of one rank are four neighbouring bits, a *nibble*, and `cards << 4` puts each of them
on the nibble of the cards that it can lie on. A full deck is 52 bits: no set is negative.
"""

from solver_worker.solver.compiling import part

RANKS = 13
FULL = (1 << 4 * RANKS) - 1
ONES = FULL // 15  # the lowest bit of each nibble: the cards of suit 0


@part
def nibble(cards: int, rank: int) -> int:
    """The suits that a set has of one rank, as four bits."""
    return (cards >> (4 * rank)) & 15


@part
def counts(cards: int) -> int:
    """How many cards a set has of each rank: a nibble is a number from 0 to 4."""
    pairs = cards - ((cards >> 1) & (5 * ONES))
    return (pairs & (3 * ONES)) + ((pairs >> 2) & (3 * ONES))


@part
def ranks_of(nibbles: int) -> int:
    """The ranks whose nibble is not 0: the lowest bit of each."""
    pairs = nibbles | (nibbles >> 1)
    return (pairs | (pairs >> 2)) & ONES
