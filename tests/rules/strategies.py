"""Decks, positions and rules to try properties on."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from games.rules import (
    RULES,
    Building,
    Card,
    Deck,
    Move,
    Pairing,
    Position,
    Rules,
    down_alternating,
    down_any_suit,
    ordered_deck,
    shuffled,
)
from tests.rules.pairing_games import TINY_PAIRINGS, scattered

Test = TypeVar("Test", bound=Callable[..., object])

SIZES = ((1, 1), (3, 2), (5, 1), (4, 3), (13, 1))
TINY = (
    *(
        Building(
            f"tiny-{columns}-{cells}-{empty}-{ranks}-{suits}",
            columns=columns,
            cells=cells,
            empty_columns=empty,
            ranks=ranks,
            suits=suits,
        )
        for columns in (2, 3)
        for cells in (0, 1, 2)
        for empty in ("any", "kings")
        for ranks, suits in SIZES
    ),
    *(
        Building(
            f"tiny-dozen-{columns}-{empty}-{runs}-{foundations}-{ranks}-{suits}",
            columns=columns,
            cells=0,
            fits=down_any_suit,
            empty_columns=empty,
            runs=runs,
            kings="slide",
            first_aces=columns - 2,
            foundations=foundations,
            ranks=ranks,
            suits=suits,
        )
        for columns in (2, 3, 4)
        for empty in ("any", "kings", "none")
        for runs in ("never", "always")
        for foundations in ("suit", "alternating_colour")
        for ranks, suits in ((1, 2), (3, 2), (3, 4), (4, 2))
    ),
    *(
        Building(
            f"tiny-colours-{cells}-{runs}-{ranks}-{suits}",
            columns=3,
            cells=cells,
            fits=down_alternating,
            runs=runs,
            filled_cells="ba"[2 - cells :],
            ranks=ranks,
            suits=suits,
        )
        for cells in (0, 1, 2)
        for runs in ("never", "by_free_places", "always")
        for ranks, suits in ((2, 2), (3, 4), (5, 2))
    ),
)


def examples(number: int) -> Callable[[Test], Test]:
    """Try a property this often, and in proportion under another hypothesis profile."""
    return settings(max_examples=number * settings().max_examples // 100, deadline=None)


ON_OFFER = st.sampled_from(sorted(RULES.values(), key=lambda rules: rules.id))
ALL_RULES = st.one_of(ON_OFFER, st.sampled_from(TINY), st.sampled_from(TINY_PAIRINGS))
BUILDINGS = ALL_RULES.filter(lambda rules: isinstance(rules, Building))
PAIRINGS = ALL_RULES.filter(lambda rules: isinstance(rules, Pairing))


@dataclass(frozen=True)
class Walk:
    """A line of moves from a deal."""

    deck: Deck
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    @property
    def last(self) -> Position:
        return self.positions[-1]


def goes_home(rules: Rules, move: Move) -> bool:
    """Whether a move takes cards to a foundation or discards them."""
    if isinstance(rules, Building):
        return move.destination.startswith("h")
    return move.source != "n" and not move.destination.startswith(">")


def walk(rules: Rules, deck: Deck, length: int, chance: random.Random, *, eager: float) -> Walk:
    """Play up to so many moves, home whenever `eager` comes up, so that piles empty."""
    positions: list[Position] = [rules.lay_out(deck)]
    moves: list[Move] = []
    while len(moves) < length and positions[-1].legal_moves:
        choices = positions[-1].legal_moves
        home = [move for move in choices if goes_home(rules, move)]
        onto = [move for move in choices if move.destination in "123456789ABCD"]
        if chance.random() < eager:
            choices = home or onto or choices
        moves.append(chance.choice(choices))
        positions.append(positions[-1].play(moves[-1]))
    return Walk(deck, tuple(positions), tuple(moves))


@st.composite
def walks(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = ALL_RULES, most: int = 60) -> Walk:
    """Walks over every rules object, from decks that are shuffled well or only a little."""
    chosen = draw(rules)
    chance = random.Random(draw(st.integers(0, 2**32)))
    deck = list(shuffled(chance.randbytes(8), chosen.ranks, chosen.suits))
    if draw(st.booleans()):
        disorder = chance.uniform(1, 25)
        deck.sort(key=lambda card: chance.uniform(0, disorder) - card)
    eager = draw(st.sampled_from((0.0, 0.5, 0.9, 1.0)))
    return walk(chosen, tuple(deck), draw(st.integers(0, most)), chance, eager=eager)


def _home(rules: Building, chance: random.Random) -> list[list[Card]]:
    """Foundations of any height, on which cards of one kind change places at will."""
    tops = [chance.randrange(rules.ranks + 1) for _ in range(rules.suits)]
    if chance.random() < 0.7:
        tops = [max(top, chance.randrange(rules.ranks + 1)) for top in tops]
    home: list[list[Card]] = [[] for _ in tops]
    for rank in range(rules.ranks):
        cards = [Card(rank * 4 + suit) for suit in range(rules.suits)]
        chance.shuffle(cards)
        for suit, top in enumerate(tops):
            here = (card for card in cards if rules.first_foundation + suit in rules.homes[card])
            if rank < top and len(home[suit]) == rank and (card := next(here, None)) is not None:
                home[suit].append(card)
                cards.remove(card)
    return home


def _runs(rules: Building, left: set[Card], chance: random.Random) -> list[list[Card]]:
    """All these cards in runs of any lengths."""
    runs = []
    while left:
        highest = max(card >> 2 for card in left)
        run = [chance.choice(sorted(card for card in left if card >> 2 == highest))]
        length = chance.randint(1, rules.ranks) if chance.random() < 0.8 else 1
        while True:
            left.remove(run[-1])
            fitting = sorted(card for card in left if rules.fits(card, run[-1]))
            if len(run) == length or not fitting:
                break
            run.append(chance.choice(fitting))
        runs.append(run)
    return runs


def _scattered(rules: Building, chance: random.Random) -> Position:
    """Any cards home and the others lying in runs wherever they fell."""
    home = _home(rules, chance)
    left = {*ordered_deck(rules.ranks, rules.suits)} - {card for pile in home for card in pile}
    runs = _runs(rules, left, chance)
    chance.shuffle(runs)
    cells: list[list[Card]] = [[] for _ in range(rules.cells)]
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    used = chance.randint(1, len(columns))
    for run in runs:
        free = [cell for cell in cells if not cell]
        if len(run) == 1 and free and chance.random() < 0.4:
            chance.choice(free).extend(run)
        else:
            columns[chance.randrange(used)] += run
    chance.shuffle(columns)
    return Position(rules, tuple(map(tuple, [*columns, *cells, *home])))


@st.composite
def scattered_positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = ALL_RULES) -> Position:
    """Late positions, reachable or not, with long runs, free cells and empty columns."""
    chosen = draw(rules)
    chance = random.Random(draw(st.integers(0, 2**32)))
    if isinstance(chosen, Pairing):
        return scattered(chosen, chance)
    assert isinstance(chosen, Building)
    return _scattered(chosen, chance)


def positions(rules: st.SearchStrategy[Rules] = ALL_RULES) -> st.SearchStrategy[Position]:
    """Positions of all kinds."""
    return st.one_of(walks(rules).map(lambda walk: walk.last), scattered_positions(rules))
