"""Positions from and to the plain text that Freecell Solver, PySolFC and KPat share."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.rules.boardtext import (
    Line,
    Place,
    read_lines,
    require_each_once,
    require_whole_deck,
    usual_rank,
)
from games.rules.cards import NAMES, RANKS, SUITS, Card, deck_text, parse_card
from games.rules.errors import InvalidBoard
from games.rules.position import Position, Rules

_RANK = "(?:10|[A1-9TJQK])"
_FOUNDATION = re.compile(rf"([CDHS])-(?:(0|{_RANK})|((?:{_RANK}[CDHS])+))")
_CARD = re.compile(f"{_RANK}[CDHS]")
FoundationCheck = Callable[[int, Sequence[Card]], bool]


@dataclass(frozen=True)
class Board:
    """The cards of a board text; nothing is checked but that they are cards.

    `foundations` holds the cards on that of each suit.
    """

    foundations: tuple[tuple[Card, ...], ...]
    cells: tuple[Place, ...]
    columns: tuple[tuple[Place, ...], ...]


def _up_to(suit: int, top: int) -> tuple[Card, ...]:
    return tuple(Card(rank * 4 + suit) for rank in range(top))


def _foundations(line: Line) -> tuple[tuple[Card, ...], ...]:
    piles: list[tuple[Card, ...]] = [()] * len(SUITS)
    for word, column in line.words():
        found = _FOUNDATION.fullmatch(word)
        if not found:
            raise InvalidBoard("foundation_invalid", card=word[:8], line=line.number, column=column)
        suit = SUITS.index(found[1])
        if found[3]:
            names = _CARD.findall(found[3])
            piles[suit] = tuple(parse_card(usual_rank(name[:-1]) + name[-1]) for name in names)
        else:
            piles[suit] = _up_to(suit, ("0" + RANKS).index(usual_rank(found[2])))
    return tuple(piles)


def read_board(text: str) -> Board:
    """Read a board: a line a column, base first, after lines for foundations and cells.

    A column may start with `:` and must when it is empty. `Foundations:` (`Founds:`) and
    `Freecells:` (`FC:`) come before the columns; of several the last counts. Blank lines and
    letter case do not matter, `10` is as good as `T`. A foundation is given by its top rank, or
    by its cards where they are of several suits: `S-AS2D3C`. `InvalidBoard` names the place.
    """
    foundations: tuple[tuple[Card, ...], ...] = ((),) * len(SUITS)
    cells: tuple[Place, ...] = ()
    columns: list[tuple[Place, ...]] = []
    for line in read_lines(text):
        match line.label:
            case "foundations" | "founds":
                foundations = _foundations(line)
            case "freecells" | "fc":
                cells = line.places_or_empty()
            case "":
                columns.append(line.places())
            case _:
                raise line.unknown()
    return Board(foundations, cells, tuple(columns))


def _is_in_suit(suit: int, cards: Sequence[Card]) -> bool:
    return tuple(cards) == _up_to(suit, len(cards))


def _cards_of(
    board: Board, rules: Rules, kind: str, is_foundation: FoundationCheck
) -> list[tuple[Card, ...]]:
    """The piles of one kind that a board gives, as many as the rules have."""
    size = sum(pile.kind == kind for pile in rules.piles)
    if kind == "foundation":
        piles = board.foundations
        fits = all(len(p) <= rules.ranks and is_foundation(s, p) for s, p in enumerate(piles))
        if any(piles[size:]) or not fits:
            raise InvalidBoard("foundation_invalid")
        return list(piles[:size])
    if kind == "cell":
        if len(board.cells) > size:
            _, line, column = board.cells[size]
            count = len(board.cells)
            raise InvalidBoard("too_many_cells", count=count, most=size, line=line, column=column)
        held = [() if each.card is None else (each.card,) for each in board.cells]
        return [*held, *[()] * (size - len(held))]
    if len(board.columns) != size:
        raise InvalidBoard("wrong_column_count", count=len(board.columns), right=size)
    return [tuple(each.card for each in cards if each.card is not None) for cards in board.columns]


def parse_position(
    rules: Rules, text: str, is_foundation: FoundationCheck = _is_in_suit
) -> Position:
    """Read a position: the right number of columns, no more cells, every card once.

    `is_foundation` says whether cards can lie, base first, on the foundation of a suit.
    `InvalidBoard` says what is wrong, and where when it is in one place.
    """
    board = read_board(text)
    kinds = {
        kind: iter(_cards_of(board, rules, kind, is_foundation))
        for kind in ("column", "cell", "foundation")
    }
    piles = tuple(next(kinds[pile.kind]) for pile in rules.piles)
    home = [card for pile in board.foundations for card in pile]
    require_each_once([*board.cells, *(each for cards in board.columns for each in cards)], home)
    require_whole_deck(piles, rules.ranks, rules.suits)
    return Position(rules, piles)


def _foundation_text(suit: int, cards: Sequence[Card]) -> str:
    return ("0" + RANKS)[len(cards)] if _is_in_suit(suit, cards) else deck_text(cards)


def position_text(position: Position) -> str:
    """Write a position so that `parse_position` and Freecell Solver read it back."""
    cards: dict[str, list[tuple[Card, ...]]] = {"column": [], "cell": [], "foundation": []}
    for pile, held in zip(position.rules.piles, position.piles, strict=True):
        cards[pile.kind].append(held)
    home = [f"{SUITS[s]}-{_foundation_text(s, pile)}" for s, pile in enumerate(cards["foundation"])]
    lines = [" ".join(["Foundations:", *home])]
    if cards["cell"]:
        cells = (NAMES[cell[0]] if cell else "-" for cell in cards["cell"])
        lines.append(" ".join(["Freecells:", *cells]))
    lines += [" ".join([":", *(NAMES[card] for card in column)]) for column in cards["column"]]
    return "\n".join(lines) + "\n"
