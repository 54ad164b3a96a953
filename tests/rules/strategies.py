"""Decks, positions and rules to try properties on."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from games.rules import RULES, Building, Deck, Move, Position, Rules, shuffled

Test = TypeVar("Test", bound=Callable[..., object])

TINY = tuple(
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
    for ranks, suits in ((1, 1), (3, 2), (5, 1), (4, 3), (13, 1))
)


def examples(number: int) -> Callable[[Test], Test]:
    """Try a property this often, and in proportion under another hypothesis profile."""
    return settings(max_examples=number * settings().max_examples // 100, deadline=None)


ON_OFFER = st.sampled_from(sorted(RULES.values(), key=lambda rules: rules.id))
ALL_RULES = st.one_of(ON_OFFER, st.sampled_from(TINY))


@dataclass(frozen=True)
class Walk:
    """A line of moves from a deal."""

    deck: Deck
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    @property
    def last(self) -> Position:
        return self.positions[-1]


def walk(rules: Rules, deck: Deck, length: int, chance: random.Random, *, eager: float) -> Walk:
    """Play up to so many moves, home whenever `eager` comes up, so that columns empty."""
    positions: list[Position] = [rules.lay_out(deck)]
    moves: list[Move] = []
    while len(moves) < length and positions[-1].legal_moves:
        choices = positions[-1].legal_moves
        home = [move for move in choices if move.destination.startswith("h")]
        onto = [move for move in choices if move.destination.isdigit()]
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


def _scattered(rules: Rules, chance: random.Random) -> str:
    """A board text with any cards home and the others lying in runs wherever they fell."""
    home = [chance.randrange(rules.ranks + 1) for _ in range(rules.suits)]
    if chance.random() < 0.7:
        home = [max(top, chance.randrange(rules.ranks + 1)) for top in home]
    runs: list[list[str]] = []
    for suit, top in zip("CDHS", home, strict=False):
        cards = [rank + suit for rank in reversed("A23456789TJQK"[top : rules.ranks])]
        while cards:
            cut = chance.randint(1, len(cards)) if chance.random() < 0.8 else 1
            runs.append(cards[:cut])
            del cards[:cut]
    chance.shuffle(runs)
    kinds = [pile.kind for pile in rules.piles]
    cells = ["-"] * kinds.count("cell")
    columns: list[list[str]] = [[] for _ in range(kinds.count("column"))]
    used = chance.randint(1, len(columns))
    for run in runs:
        free = [at for at, cell in enumerate(cells) if cell == "-"]
        if len(run) == 1 and free and chance.random() < 0.4:
            cells[chance.choice(free)] = run[0]
        else:
            columns[chance.randrange(used)] += run
    chance.shuffle(columns)
    tops = " ".join(
        f"{suit}-{'0A23456789TJQK'[top]}" for suit, top in zip("CDHS", home, strict=False)
    )
    lines = [f"Foundations: {tops}", " ".join(["Freecells:", *cells])]
    return "\n".join(lines + [" ".join([":", *column]) for column in columns]) + "\n"


@st.composite
def scattered_positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = ALL_RULES) -> Position:
    """Late positions, reachable or not, with long runs, free cells and empty columns."""
    chosen = draw(rules)
    return chosen.parse_position(_scattered(chosen, random.Random(draw(st.integers(0, 2**32)))))


def positions(rules: st.SearchStrategy[Rules] = ALL_RULES) -> st.SearchStrategy[Position]:
    """Positions of all kinds."""
    return st.one_of(walks(rules).map(lambda walk: walk.last), scattered_positions(rules))
