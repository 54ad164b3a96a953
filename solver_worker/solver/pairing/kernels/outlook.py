"""Whether the rows to come can still be cleared if a card, once it can go, were in nobody's way.

The test plays on with more freedom than the rules give, so that what is lost here is lost in
truth. A card that can go once is *done*: it stays as a partner of others, as often as they like,
and covers nothing from then on. A row that is laid covers what it is laid on.

A card can go when nothing in its pile covers it and the same is so of a partner in another pile.
And it needs partners enough: all cards of its rank on it have gone before it, since its own row
was laid, each with a partner of its own. So as many partners in other piles as there are such
cards, itself among them, must have been covered by nothing at some time since then. Where cards
go with those right beneath them, any partner in the same pile will do that nothing which covers
keeps apart. (If a card on it has gone with the one beneath, that one is such a partner.)

A playing pile whose cards are all done may be empty. With spaces every card on the table can then
have been moved: all are *loose*, which means that they cover nothing either, and that each may be
at the base of any pile. After the next row they are out of reach beneath it, until a pile has no
card that covers once more. Cards that float or are in a pool are loose from the start.

Every line of the real game can be followed here, and a win is a table on which nothing covers. By
induction over the line: what it has taken is done; what can go in its position can go here, since
what covered it in this position has gone in that one, or covers nothing here. Taking a card never
takes another one away, so no order has to be searched for.
"""

from typing import Any

import numpy as np

from solver_worker.solver.compiling import highest, inner_kernel, part, popcount
from solver_worker.solver.pairing.kernels.board import PILES, ROWS, Board, State, Tableau

# The game that is played on: of each pile all cards and those that still cover, the loose cards,
# and of each row, but not before the first one, the cards that have been in the way of nothing
# at some time since it was laid.
OUTLOOK = np.dtype(
    [
        ("piles", np.int64, (PILES,)),
        ("covering", np.int64, (PILES,)),
        ("loose", np.int64),
        ("shown", np.int64, (ROWS,)),
    ],
    align=True,
)

Outlook = Any


@part
def open_cards(outlook: Outlook, pile: int) -> int:
    """The cards of a pile that can be taken, as far as their place goes."""
    covering = outlook.covering[pile]
    if covering == 0:
        return int(outlook.piles[pile])
    return int((outlook.piles[pile] >> highest(covering)) << highest(covering))


@part
def finds_beneath(board: Board, outlook: Outlook, pile: int, card: int) -> bool:
    """Whether a card has a partner in its own pile with nothing between that still covers."""
    partners = board.partners[board.ranks[card]]
    rest = outlook.covering[pile] & ((1 << card) - 1)
    if rest:
        return bool((partners & outlook.piles[pile]) >> highest(rest))
    return bool(partners & (outlook.piles[pile] | outlook.loose))


@part
def has_partners(board: Board, outlook: Outlook, pile: int, card: int, exposed: int) -> bool:
    """Whether a card has a partner in another pile, and each of its rank on it another one."""
    rank = board.ranks[card]
    elsewhere = board.partners[rank] & ~(outlook.piles[pile] & ~outlook.loose)
    if elsewhere & exposed == 0:
        return False
    same = (board.partners[board.king - rank] & outlook.piles[pile]) >> card
    return popcount(same) <= popcount(elsewhere & (exposed | outlook.shown[board.rows[card]]))


@part
def take_all(board: Board, outlook: Outlook, pile: int, exposed: int) -> int:
    """Take what can be taken from the end of a pile; what is exposed then, in all piles."""
    while outlook.covering[pile]:
        card = highest(outlook.covering[pile])
        can_go = (
            (board.kings >> card) & 1 != 0
            or has_partners(board, outlook, pile, card, exposed)
            or (board.beneath != 0 and finds_beneath(board, outlook, pile, card))
        )
        if not can_go:
            break
        outlook.covering[pile] ^= 1 << card
        exposed |= open_cards(outlook, pile)
    return exposed


@part
def show(board: Board, outlook: Outlook, row: int, cards: int) -> None:
    """Note cards that are in the way of nothing before the row after this one is laid."""
    for each in range(row + 1):
        outlook.shown[each] |= cards


@part
def clear(board: Board, outlook: Outlook, row: int) -> bool:
    """Take all that can be taken before the next row; whether that empties a playing pile."""
    exposed = int(np.int64(0))  # a number, not a literal, for which Numba would compile once more
    for pile in range(board.size):
        exposed |= open_cards(outlook, pile)
    while True:
        changed = 0
        for pile in range(board.size):
            covering = outlook.covering[pile]
            exposed = take_all(board, outlook, pile, exposed)
            changed |= covering ^ outlook.covering[pile]
            if pile < board.slots and outlook.covering[pile] == 0 and board.spaces:
                return True
        if changed == 0:
            show(board, outlook, row, exposed)
            return False


@inner_kernel
def is_hopeless(board: Board, tableau: Tableau, state: State, outlook: Outlook) -> bool:
    """Whether a card is left that covers to the end; never so for a state that can be won."""
    for pile in range(board.size):
        outlook.piles[pile] = outlook.covering[pile] = tableau.piles[pile]
    outlook.loose = 0
    for row in range(board.last + 1):
        outlook.shown[row] = 0
    for slot in range(board.slots):
        if tableau.bases[slot]:
            outlook.loose |= 1 << (tableau.bases[slot] - 1)
    row = state.row
    while True:
        is_open = clear(board, outlook, row)
        if is_open:
            outlook.loose = state.present & ((1 << board.laid[row]) - 1)
            show(board, outlook, row, outlook.loose)
            for pile in range(board.size):
                outlook.covering[pile] = 0
        elif row == state.row:
            for slot in range(board.slots):
                if (tableau.floating >> slot) & 1:
                    outlook.loose |= outlook.piles[slot]
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
