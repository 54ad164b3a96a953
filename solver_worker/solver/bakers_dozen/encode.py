"""Positions as boards for the kernels."""

from games.rules import Building, Position, down_any_suit
from solver_worker.solver.bakers_dozen.kernels.board import COLUMNS, NO_SUIT, Board, new_board
from solver_worker.solver.solution import UnsupportedRules


def board_of(position: Position) -> tuple[Board, int]:
    """A board to be prepared, and the part of its frame for the foundations.

    Any position will do, also one that no deal leads to. Raises `UnsupportedRules` unless cards
    move singly onto any card one rank higher, or home by suits, and never to an empty column.
    """
    rules = position.rules
    if not isinstance(rules, Building) or not _is_of_this_kind(rules):
        raise UnsupportedRules(rules.id)
    board = new_board()
    row = 0
    for at in range(COLUMNS):
        cards = position.piles[at] if at < rules.columns else ()
        board.columns[at]["row"] = row
        board.columns[at]["length"] = len(cards)
        board.cards[row + 1 : row + 1 + len(cards)] = cards
        row += 1 + len(cards)
    home = 0
    for suit in range(4):
        cards_home = NO_SUIT
        if suit < rules.suits:
            cards_home = len(position.piles[rules.first_foundation + suit])
        home |= cards_home << (4 * suit)
    return board, home


def _is_of_this_kind(rules: Building) -> bool:
    return (
        rules.fits is down_any_suit
        and (rules.empty_columns, rules.runs, rules.foundations) == ("none", "never", "suit")
        and rules.cells == 0
        and rules.columns <= COLUMNS
    )
