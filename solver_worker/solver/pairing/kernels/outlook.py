"""Whether the rows to come can still be cleared if each card had to be uncovered just once.

The test plays on with more freedom than the rules give, so that what is lost here is lost in
truth. A card that can be taken once is *done*: it stays as a partner of others, as often as they
like, and covers nothing from then on. When a row is laid, its cards cover what they are laid on.

A card can be taken when it is the last of its pile but for cards that are done, and a partner of
it is so, too, in another pile. Where cards go with those right beneath them, any partner in the
same pile will do that nothing but cards that are done keeps apart.

A pile whose cards are all done may be empty. With spaces every card on the table can then have
been moved: all of them are *loose*, which means that they cover nothing either, that each may be
at the base of any pile, and that each is done if a partner is on the table. After the next row
they are out of reach beneath it, until a pile has only such cards once more. Cards that float or
are in a pool are loose from the start.

In this game every line of the real one can be followed, and a win is all cards done. (By induction
over the moves: what the line has taken is done, and what can be taken in its position can be taken
here, since what covers it there has not gone, or covers nothing here.) It needs no search: to take
a card hinders nothing.
"""

from typing import Any

import numpy as np

from solver_worker.solver.compiling import highest, inner_kernel, part
from solver_worker.solver.pairing.kernels.board import PILES, Board, State, Tableau

# The game that is played on: of each pile all cards, and those that still cover.
OUTLOOK = np.dtype([("piles", np.int64, (PILES,)), ("covering", np.int64, (PILES,))], align=True)

Outlook = Any


@part
def open_cards(outlook: Outlook, pile: int) -> int:
    """The cards of a pile that can be taken, as far as their place goes."""
    covering = outlook.covering[pile]
    if covering == 0:
        return int(outlook.piles[pile])
    return int((outlook.piles[pile] >> highest(covering)) << highest(covering))


@part
def finds_beneath(board: Board, outlook: Outlook, pile: int, card: int, loose: int) -> bool:
    """Whether a card has a partner in its own pile with nothing between that still covers."""
    partners = board.partners[board.ranks[card]]
    rest = outlook.covering[pile] & ((1 << card) - 1)
    if rest:
        return bool((partners & outlook.piles[pile]) >> highest(rest))
    return bool(partners & (outlook.piles[pile] | loose))


@part
def take_all(board: Board, outlook: Outlook, pile: int, exposed: int, loose: int) -> int:
    """Take what can be taken from the end of a pile; what is exposed then, in all piles."""
    while outlook.covering[pile]:
        card = highest(outlook.covering[pile])
        partners = board.partners[board.ranks[card]]
        can_go = (
            (board.kings >> card) & 1 != 0
            or partners & exposed & ~outlook.piles[pile] != 0
            or (board.beneath != 0 and finds_beneath(board, outlook, pile, card, loose))
        )
        if not can_go:
            break
        outlook.covering[pile] ^= 1 << card
        exposed |= open_cards(outlook, pile)
    return exposed


@part
def clear(board: Board, outlook: Outlook, loose: int) -> bool:
    """Take all that can be taken before the next row; whether that empties a playing pile."""
    exposed = int(np.int64(0))
    for pile in range(board.size):
        exposed |= open_cards(outlook, pile)
    while True:
        changed = 0
        for pile in range(board.size):
            covering = outlook.covering[pile]
            exposed = take_all(board, outlook, pile, exposed, loose)
            changed |= covering ^ outlook.covering[pile]
            if pile < board.slots and outlook.covering[pile] == 0 and board.spaces:
                return True
        if changed == 0:
            return False


@inner_kernel
def is_hopeless(board: Board, tableau: Tableau, state: State, outlook: Outlook) -> bool:
    """Whether a card is left that is never done; never so for a state that can be won."""
    for pile in range(board.size):
        outlook.piles[pile] = outlook.covering[pile] = tableau.piles[pile]
    # A number, not a literal, for which Numba would compile the parts once more.
    loose = int(np.int64(0))
    for slot in range(board.slots):
        if tableau.bases[slot]:
            loose |= 1 << (tableau.bases[slot] - 1)
    row = state.row
    while True:
        is_open = clear(board, outlook, loose)
        if is_open:
            loose = state.present & ((1 << board.laid[row]) - 1)
            for pile in range(board.size):
                outlook.covering[pile] = 0
        elif row == state.row:
            for slot in range(board.slots):
                if (tableau.floating >> slot) & 1:
                    loose |= outlook.piles[slot]
                    outlook.piles[slot] = outlook.covering[slot] = 0
        if row == board.last:
            break
        row += 1
        for card in range(board.laid[row - 1], board.laid[row]):
            outlook.piles[board.piles[card]] |= 1 << card
            outlook.covering[board.piles[card]] |= 1 << card
    left = 0
    for pile in range(board.size):
        left |= outlook.covering[pile]
    return left != 0
