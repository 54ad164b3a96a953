"""Games that build down on columns and up on foundations: Baker's Game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar, Literal

from games.rules.boardtext import parse_position, position_text
from games.rules.cards import SUITS, Card, Deck, require_full_deck
from games.rules.errors import IllegalMove
from games.rules.position import (
    CELL_IDS,
    COLUMN_IDS,
    FOUNDATION,
    Blocked,
    Move,
    Pile,
    Piles,
    Position,
)

Fits = Callable[[Card, Card], bool]
EmptyColumns = Literal["any", "kings"]


def down_in_suit(card: Card, onto: Card) -> bool:
    """Whether a card goes on the next higher card of its own suit."""
    return onto - card == 4


_move = cache(Move)


def _run_length(column: Sequence[Card], fits: Fits) -> int:
    """How many cards at the end of a column are built correctly."""
    length = min(len(column), 1)
    while length < len(column) and fits(column[-length], column[-length - 1]):
        length += 1
    return length


@dataclass(frozen=True)
class Building:
    """The rules of one game: its parameters, and what follows from them.

    Piles are the columns, the cells and the foundations, in this order. A foundation holds one
    suit from the ace up, and cards never leave it. Cards move one at a time or as a run; a run
    is one move wherever its cards could go one by one over the free cells and columns.
    """

    id: str
    columns: int = 8
    cells: int = 4
    fits: Fits = down_in_suit
    empty_columns: EmptyColumns = "any"
    ranks: int = 13
    suits: int = 4

    bonus: ClassVar[int] = 600_000
    hidden: ClassVar[frozenset[str]] = frozenset()

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """Columns `1` …, cells `a` …, foundations `hC` …."""
        return (
            *(Pile(pile_id, "column") for pile_id in COLUMN_IDS[: self.columns]),
            *(Pile(pile_id, "cell") for pile_id in CELL_IDS[: self.cells]),
            *(Pile(FOUNDATION + suit, "foundation") for suit in SUITS[: self.suits]),
        )

    @cached_property
    def index(self) -> dict[str, int]:
        """Where a pile id stands in `piles`."""
        return {pile.id: at for at, pile in enumerate(self.piles)}

    @cached_property
    def _first_foundation(self) -> int:
        return self.columns + self.cells

    def lay_out(self, deck: Deck) -> Position:
        """Deal left to right, row by row, all face up; cells and foundations stay empty."""
        require_full_deck(deck, self.ranks, self.suits)
        columns = tuple(deck[at :: self.columns] for at in range(self.columns))
        return Position(self, columns + ((),) * (self.cells + self.suits))

    def is_won(self, position: Position) -> bool:
        """Whether every foundation reaches the king."""
        return self.cards_home(position) == self.ranks * self.suits

    def cards_home(self, position: Position) -> int:
        """How many cards lie on the foundations."""
        return sum(map(len, position.piles[self._first_foundation :]))

    def max_run(self, piles: Piles, into_empty: bool) -> int:
        """How many cards can go at once: one more than the empty cells, doubled by each column.

        The cards are judged before any is lifted. A destination that is empty itself does not
        help, nor do empty columns that only kings may fill.
        """
        run = 1 + piles[self.columns : self._first_foundation].count(())
        if self.empty_columns == "any":
            run <<= piles[: self.columns].count(()) - into_empty
        return run

    def _goes_home(self, piles: Piles, card: Card) -> bool:
        return len(piles[self._first_foundation + (card & 3)]) == card >> 2

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """By source pile, then destination (columns, cells, home), then count."""
        piles = position.piles
        moves: list[Move] = []
        for at, pile in enumerate(piles[: self._first_foundation]):
            if pile:
                source = self.piles[at].id
                moves += self._column_moves(piles, source, at, pile)
                if at < self.columns:
                    for cell in range(self.columns, self._first_foundation):
                        if not piles[cell]:
                            moves.append(_move(source, self.piles[cell].id))
                if self._goes_home(piles, pile[-1]):
                    moves.append(_move(source, FOUNDATION))
        return tuple(moves)

    def _column_moves(
        self, piles: Piles, source: str, at: int, pile: tuple[Card, ...]
    ) -> Iterator[Move]:
        run = _run_length(pile, self.fits)
        for to, column in enumerate(piles[: self.columns]):
            if to == at:
                continue
            destination = COLUMN_IDS[to]
            if column:
                count = (column[-1] >> 2) - (pile[-1] >> 2)
                if (
                    0 < count <= run
                    and self.fits(pile[-count], column[-1])
                    and count <= self.max_run(piles, into_empty=False)
                ):
                    yield _move(source, destination)
            else:
                for count in range(1, min(run, self.max_run(piles, into_empty=True)) + 1):
                    if self._fills(pile[-count]):
                        yield _move(source, destination, count)

    def _fills(self, card: Card) -> bool:
        return self.empty_columns == "any" or card >> 2 == self.ranks - 1

    def cards_moved(self, position: Position, move: Move) -> int:
        """The written count into an empty column; onto a card, the one that fits; else one."""
        to = self.index.get(move.destination, len(self.piles))
        if to >= self.columns or not position.piles[to]:
            return move.count
        return (position.piles[to][-1] >> 2) - (position.pile(move.source)[-1] >> 2)

    def apply(self, position: Position, move: Move) -> Position:
        """Lift the cards and lay them down."""
        piles = list(position.piles)
        at = self.index[move.source]
        count = self.cards_moved(position, move)
        lifted = piles[at][-count:]
        piles[at] = piles[at][:-count]
        if move.destination == FOUNDATION:
            to = self._first_foundation + (lifted[0] & 3)
        else:
            to = self.index[move.destination]
        piles[to] += lifted
        return Position(self, tuple(piles))

    def blocked(self, position: Position) -> tuple[Blocked, ...]:
        """Runs that fit their destination but are longer than the free places allow."""
        piles = position.piles
        found = []
        for at, pile in enumerate(piles[: self.columns]):
            run = _run_length(pile, self.fits)
            for to, column in enumerate(piles[: self.columns]):
                if not pile or to == at:
                    continue
                count = (column[-1] >> 2) - (pile[-1] >> 2) if column else run
                limit = self.max_run(piles, into_empty=not column)
                if limit < count <= run and (
                    self.fits(pile[-count], column[-1]) if column else self._fills(pile[-count])
                ):
                    found.append(Blocked(COLUMN_IDS[at], COLUMN_IDS[to], count, limit))
        return tuple(found)

    def finish(self, position: Position) -> tuple[Move, ...]:
        """The moves home, lowest source first, over and over, if they win the game."""
        left = [list(pile) for pile in position.piles[: self._first_foundation]]
        home = [len(pile) for pile in position.piles[self._first_foundation :]]
        moves: list[Move] = []
        before = -1
        while before < len(moves):
            before = len(moves)
            for at, pile in enumerate(left):
                while pile and home[pile[-1] & 3] == pile[-1] >> 2:
                    home[pile.pop() & 3] += 1
                    moves.append(_move(self.piles[at].id, FOUNDATION))
        return () if any(left) else tuple(moves)

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        """Why a move is not legal, with `max_run` where only the number of cards is wrong."""
        piles, source, destination = position.piles, move.source, move.destination
        if source.startswith(FOUNDATION):
            return IllegalMove("foundation_is_final")
        places = {pile.id: at for at, pile in enumerate(self.piles[: self._first_foundation])}
        at, to = places.get(source), places.get(destination)
        if at is None or (to is None and destination != FOUNDATION):
            return IllegalMove("no_such_pile")
        if not piles[at]:
            return IllegalMove("source_empty")
        if to is None:
            return IllegalMove("not_next_on_foundation")
        if at == to or min(at, to) >= self.columns:
            return IllegalMove("no_effect")
        if to >= self.columns:
            return IllegalMove("cell_occupied")
        if not piles[to]:
            return self._refused_filling(piles, piles[at], move.count)
        if move.count > 1:
            return IllegalMove("count_not_allowed")
        return self._refused_build(piles, piles[at], piles[to][-1])

    def _refused_filling(self, piles: Piles, pile: tuple[Card, ...], count: int) -> IllegalMove:
        if count > _run_length(pile, self.fits):
            return IllegalMove("not_a_run")
        if not self._fills(pile[-count]):
            return IllegalMove("kings_only")
        return IllegalMove("run_too_long", max_run=self.max_run(piles, into_empty=True))

    def _refused_build(self, piles: Piles, pile: tuple[Card, ...], onto: Card) -> IllegalMove:
        count = (onto >> 2) - (pile[-1] >> 2)
        if not 0 < count <= len(pile):
            return IllegalMove("wrong_rank")
        run = _run_length(pile, self.fits)
        if not self.fits(pile[-count], onto):
            return IllegalMove("wrong_suit" if count <= run else "wrong_rank")
        if count > run:
            return IllegalMove("not_a_run")
        return IllegalMove("run_too_long", max_run=self.max_run(piles, into_empty=False))

    def parse_position(self, text: str) -> Position:
        """Read a board text; `InvalidBoard` says what is wrong and where."""
        return parse_position(self, text)

    def position_text(self, position: Position) -> str:
        """Write a position as board text."""
        return position_text(position)
