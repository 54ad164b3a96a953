"""Positions as boards for the kernels."""

from typing import Any

import numpy as np

from games.rules import Card, Pairing, Position
from solver_worker.solver.pairing.kernels.board import BOARD, NOTHING, PILES, SLOTS, Records
from solver_worker.solver.solution import UnsupportedRules


def rules_of(position: Position) -> Pairing:
    """The rules of a position; `UnsupportedRules` where they are beyond the kernels.

    That is so where a rank goes with itself, which an odd number of ranks, kings included, rules
    out, and for more piles than any game of this family has.
    """
    rules = position.rules
    if not isinstance(rules, Pairing) or rules.ranks % 2 == 0:
        raise UnsupportedRules(rules.id)
    if not rules.refills and (rules.pile_count > SLOTS or rules.stock > PILES):
        raise UnsupportedRules(rules.id)
    return rules


def cards_of(position: Position) -> tuple[Card, ...]:
    """The card that each number stands for: those on the table pile by pile, then the stock."""
    table = position.piles[: rules_of(position).stock + 1]
    return tuple(card for pile in table for card in pile)


def board_of(position: Position) -> Records:
    """The board of a position, which `prepare` has still to complete; BOARD[1]."""
    rules = rules_of(position)
    table, stock = position.piles[: rules.stock], position.piles[rules.stock]
    boards = np.zeros(1, BOARD)
    board: Any = boards[0]
    cards = cards_of(position)
    on_table = len(cards) - len(stock)
    board["deck"][: len(cards)] = cards
    board["piles"][:on_table] = np.repeat(np.arange(len(table)), [len(pile) for pile in table])
    rows, places = np.divmod(np.arange(len(stock)), rules.pile_count)
    last = -(-len(stock) // rules.pile_count)
    if rules.grace_count:
        places[rows == last - 1] += rules.pile_count
    board["piles"][on_table : len(cards)] = places
    board["rows"][on_table : len(cards)] = rows + 1
    laid = on_table + rules.pile_count * np.arange(last + 1)
    board["laid"][: last + 1] = np.minimum(laid, len(cards))
    board["slots"], board["size"], board["last"] = rules.pile_count, rules.stock, last
    board["king"] = rules.ranks
    is_hasty = rules.grace_count and stock and not rules.forced_discards
    board["hasty"] = last if is_hasty else NOTHING
    board["spaces"], board["beneath"] = rules.spaces, rules.pair_beneath
    board["forced"] = rules.forced_discards
    return boards
