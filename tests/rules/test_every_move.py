"""The moves of every rules object: which texts are moves, and which of them are legal."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import RULES, IllegalMove, InvalidMove, Move, Position, shuffled
from tests.rules import naive
from tests.rules.strategies import ON_OFFER, Walk, examples, positions, walks

COLUMNS, CELLS = "123456789ABCD", "abcdefgijk"
PLACES = COLUMNS + CELLS
COUNTS = "23456789ABCD"

# Every text that the notation allows, in any family of games.
WELL_FORMED = frozenset(
    [
        "n",
        *PLACES,
        *map("".join, product(PLACES + "h", PLACES)),
        *(source + "h" + suit for source in PLACES for suit in ("", *"CDHS")),
        *map("".join, product(PLACES + "h", ">", PLACES)),
        *map("".join, product(COLUMNS, COLUMNS, COUNTS)),
    ]
)


class Refused:
    """What each reason claims about a refused move, read from the board text alone."""

    def __init__(self, position: Position, text: str) -> None:
        self.table = naive_table(position)
        self.source, self.destination, self.count = text[0], text[1:2], text[2:]
        self.cards = self.table.columns.get(self.source, [])
        if held := self.table.cells.get(self.source):
            self.cards = [held]
        self.onto = self.table.columns.get(self.destination, [])
        self.is_simple = text[1:] == "h" or self.destination not in ("h", ">", "")

    def has_pile(self, name: str) -> bool:
        return name in self.table.columns or name in self.table.cells

    def suits_of_fitting_rank(self) -> list[bool]:
        """For the card of the run one rank below the target: whether it has the suit, too."""
        starts = range(len(self.cards))
        run = next(self.cards[at:] for at in starts if naive.is_run(self.cards[at:]))
        below = naive.RANKS[: naive.RANKS.index(self.onto[-1][0])][-1:]
        return [card[1] == self.onto[-1][1] for card in run if card[0] == below]

    def length(self) -> int:
        """How many cards the move names, or of the run up to the card that fits."""
        if not self.onto:
            return naive.COUNTS.index(self.count or "1")
        fits = (naive.is_next_lower(card, self.onto[-1]) for card in self.cards)
        return len(self.cards) - list(fits).index(True)

    def cell_occupied(self) -> bool:
        return self.source in self.table.columns and bool(self.table.cells[self.destination])

    def count_not_allowed(self) -> bool:
        return bool(self.count and self.onto)

    def foundation_is_final(self) -> bool:
        return self.source == "h"

    def kings_only(self) -> bool:
        head = self.cards[-self.length()]
        return not self.onto and self.table.rules.kings_only and head[0] != "K"

    def no_effect(self) -> bool:
        both_cells = {self.source, self.destination} <= {*self.table.cells}
        return both_cells or self.source == self.destination

    def no_such_pile(self) -> bool:
        there = self.destination == "h" or self.has_pile(self.destination)
        return not (self.is_simple and self.has_pile(self.source) and there)

    def not_a_run(self) -> bool:
        length = self.length()
        return length > len(self.cards) or not naive.is_run(self.cards[-length:])

    def not_next_on_foundation(self) -> bool:
        return self.destination == "h" and not naive.may_go_home(self.table, self.cards[-1])

    def run_too_long(self) -> bool:
        length = self.length()
        fits = self.onto or self.cards[-length][0] == "K" or not self.table.rules.kings_only
        is_run = naive.is_run(self.cards[-length:])
        return bool(fits and is_run and not naive.may_carry(self.table, length, not self.onto))

    def source_empty(self) -> bool:
        return self.has_pile(self.source) and not self.cards

    def wrong_rank(self) -> bool:
        return bool(self.onto) and not self.suits_of_fitting_rank()

    def wrong_suit(self) -> bool:
        return bool(self.onto) and self.suits_of_fitting_rank() == [False]


@examples(200)
@given(positions(ON_OFFER))
def test_legal_moves_are_those_of_the_naive_rules(position: Position) -> None:
    table = naive_table(position)
    assert naive.board_text(table) == str(position)
    assert [str(move) for move in position.legal_moves] == list(naive.moves(table))


@examples(100)
@given(walks(ON_OFFER, most=30))
def test_moves_lead_where_the_naive_rules_lead(walk: Walk) -> None:
    table = naive_table(walk.positions[0])
    for move, after in zip(walk.moves, walk.positions[1:], strict=True):
        table = naive.play(table, str(move))
        assert naive.board_text(table) == str(after)
        assert naive.is_won(table) == after.is_won


def naive_table(position: Position) -> naive.Table:
    """Read from the board text alone."""
    home, cells, *columns = str(position).splitlines()
    tops = [word.split("-") for word in home.split()[1:]]
    held = [None if word == "-" else word for word in cells.split()[1:]]
    return naive.Table(
        naive.parameters(position.rules.id),
        dict(zip(COLUMNS, (column.split()[1:] for column in columns), strict=False)),
        dict(zip(CELLS, held, strict=False)),
        {suit: None if top == "0" else top + suit for suit, top in tops},
    )


@examples(20)
@given(positions(ON_OFFER))
def test_parse_move_accepts_exactly_the_legal_moves(position: Position) -> None:
    legal = {str(move) for move in position.legal_moves}
    assert len(legal) == len(position.legal_moves)
    assert legal <= WELL_FORMED
    for text in WELL_FORMED - legal:
        with pytest.raises(IllegalMove) as refused:
            position.parse_move(text)
        assert getattr(Refused(position, text), refused.value.reason)(), text
        assert refused.value.code == "illegal_move"
        assert ("max_run" in refused.value.members) == (refused.value.reason == "run_too_long")
    for text in legal:
        assert position.parse_move(text) in position.legal_moves


def test_every_well_formed_move_has_one_spelling() -> None:
    for text in WELL_FORMED:
        assert str(Move.parse(text)) == text
    assert len({Move.parse(text) for text in WELL_FORMED}) == len(WELL_FORMED)


def test_no_other_short_text_is_a_move() -> None:
    letters = sorted(set("".join(WELL_FORMED)) | set("0xzprHKlEN-+ \n\t:.,²١ａ"))
    short = ["".join(text) for size in range(4) for text in product(letters, repeat=size)]
    chance = random.Random(1)
    longer = ["".join(chance.choices(letters, k=4)) for _ in range(20_000)]
    longer += [text + letter for text in sorted(WELL_FORMED)[::20] for letter in letters]
    for text in [*short, *longer]:
        if text not in WELL_FORMED:
            with pytest.raises(InvalidMove):
                Move.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "h", "hh", "hhC", "hC ", "0", "01", "10", "1l", "E1", "1E", "a1b", "1N", "N"),
        *("261", "260", "26E", "26a", "2a2", "a22", "2h2", "h22", "1h1", "1hX", "1hc", "1hCD"),
        *("26\n", "\n26", "26 ", " 26", "26\r", "2 6", "2-6", "2>", ">6", "2>>6", "2>h", "2>63"),
        *(
            "²6",
            "2\uff16",
            "٢6",
            "\uff413",
            "a\u0301",
            "3Һ",
            "h\u200b",
            "\U0001d7da6",
            "26\x00",
            "6A\ufe0f",
        ),
        *("l3", "h3H", "n1", "1n", "nn", "z", "p", "r", "x", "1z", "1x", "zz", "z1", "1H", "1hCC"),
        *("2" * 5000, "26" * 100_000),
    ],
)
def test_malformed_moves(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        Move.parse(text)
    assert refused.value.code == "notation_invalid"
    assert len(str(refused.value.members["text"])) <= 8
    position = next(iter(RULES.values())).lay_out(shuffled(b""))
    with pytest.raises(InvalidMove):
        position.parse_move(text)


@examples(300)
@given(st.text(max_size=5))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    if text in WELL_FORMED:
        assert str(Move.parse(text)) == text
    else:
        with pytest.raises(InvalidMove):
            Move.parse(text)


@examples(100)
@given(positions())
def test_legal_moves_are_in_order_of_source_destination_count(position: Position) -> None:
    places = [*COLUMNS, *CELLS, "h"]
    keys = [
        (places.index(move.source), places.index(move.destination), move.count)
        for move in position.legal_moves
    ]
    assert keys == sorted(set(keys))
    assert Position(position.rules, position.piles).legal_moves == position.legal_moves
