"""The moves of every rules object: which texts are moves, and which of them are legal."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import RULES, IllegalMove, InvalidMove, Move, Pairing, Position, name, shuffled
from tests.rules import naive
from tests.rules.naive_games import naive_of
from tests.rules.refused_pairing import RefusedPairing
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
        self.rules = self.table.rules

    def has_pile(self, name: str) -> bool:
        return name in self.table.columns or name in self.table.cells

    def suits_of_fitting_rank(self) -> list[bool]:
        """For the card of the run one rank below the target: whether it has the suit, too."""
        starts = range(len(self.cards))
        run = next(self.cards[at:] for at in starts if naive.is_run(self.rules, self.cards[at:]))
        return [
            naive.may_join(self.rules.builds, card, self.onto[-1])
            for card in run
            if naive.is_next_lower(card, self.onto[-1])
        ]

    def length(self) -> int:
        """How many cards the move names, or of the run up to the card that fits."""
        if not self.onto:
            return naive.COUNTS.index(self.count or "1")
        fits = [naive.may_lie_on(self.rules, card, self.onto[-1]) for card in self.cards]
        return 1 + fits[::-1].index(True)

    def is_run(self) -> bool:
        length = self.length()
        return length <= len(self.cards) and naive.is_run(self.rules, self.cards[-length:])

    def has_choice_of_foundations(self) -> bool:
        return self.rules.goes_up == "other colour" and self.cards[-1][0] != "A"

    def cell_occupied(self) -> bool:
        return self.source in self.table.columns and bool(self.table.cells[self.destination])

    def count_not_allowed(self) -> bool:
        return bool(self.count and self.onto)

    def column_stays_empty(self) -> bool:
        return self.table.columns[self.destination] == [] and self.rules.fills == "nothing"

    def foundation_is_final(self) -> bool:
        return self.source == "h"

    def foundation_needed(self) -> bool:
        return self.destination == "h" and not self.count and self.has_choice_of_foundations()

    def foundation_not_named(self) -> bool:
        named = self.destination == "h" and bool(self.count)
        return named and not self.has_choice_of_foundations()

    def kings_only(self) -> bool:
        head = self.cards[-self.length()]
        return not self.onto and self.rules.fills == "kings" and head[0] != "K"

    def no_effect(self) -> bool:
        both_cells = {self.source, self.destination} <= {*self.table.cells}
        return both_cells or self.source == self.destination

    def no_such_pile(self) -> bool:
        there = self.destination == "h" or self.has_pile(self.destination)
        return not (self.has_pile(self.source) and there)

    def not_a_run(self) -> bool:
        return not self.is_run()

    def not_next_on_foundation(self) -> bool:
        words = naive.words_home(self.table, self.cards[-1])
        return self.destination == "h" and "h" + self.count not in words

    def one_card_at_a_time(self) -> bool:
        return self.rules.carries == "one card" and self.length() > 1 and self.is_run()

    def run_too_long(self) -> bool:
        length = self.length()
        fits = self.onto or naive.may_fill(self.rules, self.cards[-length])
        too_long = not naive.may_carry(self.table, length, not self.onto)
        return bool(fits and self.is_run() and too_long and self.rules.carries != "one card")

    def source_empty(self) -> bool:
        return self.has_pile(self.source) and not self.cards

    def wrong_rank(self) -> bool:
        return bool(self.onto) and not self.suits_of_fitting_rank()

    def wrong_suit(self) -> bool:
        return self.rules.builds == "own suit" and self.suits_of_fitting_rank() == [False]

    def wrong_colour(self) -> bool:
        return self.rules.builds == "other colour" and self.suits_of_fitting_rank() == [False]


@examples(200)
@given(positions(ON_OFFER))
def test_legal_moves_are_those_of_the_naive_rules(position: Position) -> None:
    slow, table = naive_of(position.rules.id), naive_table(position)
    assert slow.board_text(table) == str(position)
    assert [str(move) for move in position.legal_moves] == list(slow.moves(table))


@examples(100)
@given(walks(ON_OFFER, most=30))
def test_moves_lead_where_the_naive_rules_lead(walk: Walk) -> None:
    slow = naive_of(walk.last.rules.id)
    table = slow.deal(slow.parameters(walk.last.rules.id), [*map(name, walk.deck)])
    assert slow.board_text(table) == str(walk.positions[0])
    for move, after in zip(walk.moves, walk.positions[1:], strict=True):
        table = slow.play(table, str(move))
        assert slow.board_text(table) == str(after)
        assert slow.is_won(table) == after.is_won


def naive_table(position: Position) -> Any:
    """Read from the board text alone."""
    slow = naive_of(position.rules.id)
    return slow.read_board(slow.parameters(position.rules.id), str(position))


@examples(20)
@given(positions(ON_OFFER))
def test_parse_move_accepts_exactly_the_legal_moves(position: Position) -> None:
    legal = {str(move) for move in position.legal_moves}
    assert len(legal) == len(position.legal_moves)
    assert legal <= WELL_FORMED
    claims = RefusedPairing if isinstance(position.rules, Pairing) else Refused
    for text in WELL_FORMED - legal:
        with pytest.raises(IllegalMove) as refused:
            position.parse_move(text)
        assert getattr(claims(position, text), refused.value.reason)(), text
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
    sources = [*COLUMNS, *CELLS, "n"]
    places = ["", *PLACES, "h", "hC", "hD", "hH", "hS", *(">" + column for column in COLUMNS)]
    keys = [
        (sources.index(move.source), places.index(move.destination), move.count)
        for move in position.legal_moves
    ]
    assert keys == sorted(set(keys))
    assert Position(position.rules, position.piles).legal_moves == position.legal_moves
