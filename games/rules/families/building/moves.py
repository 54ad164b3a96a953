"""The moves that are legal, and the runs that only want free places."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.families.building.fits import run_length
from games.rules.families.building.foundations import move_home, takers, write_move
from games.rules.families.building.parameters import Parameters
from games.rules.position import COLUMN_IDS, Blocked, Move, Piles

Column = tuple[Card, ...]


@dataclass(slots=True)
class Places:
    """Where cards may go in a position, looked up once for all of them.

    `onto` holds the columns by the rank of their last card, `empty` the columns that may be
    filled; `most_onto` and `most_into` say how many cards can go there at once.
    """

    onto: dict[int, list[int]]
    empty: list[int]
    cells: list[str]
    most_onto: int
    most_into: int


def _places(rules: Parameters, piles: Piles) -> Places:
    onto: dict[int, list[int]] = {}
    empty = []
    for at, column in enumerate(piles[: rules.columns]):
        if column:
            onto.setdefault(column[-1] >> 2, []).append(at)
        else:
            empty.append(at)
    if rules.empty_columns == "none":
        empty.clear()
    cells = range(rules.columns, rules.first_foundation)
    return Places(
        onto,
        empty,
        [rules.piles[at].id for at in cells if not piles[at]],
        rules.max_run(piles, into_empty=False),
        rules.max_run(piles, into_empty=True) if empty else 0,
    )


def legal_moves(rules: Parameters, piles: Piles) -> tuple[Move, ...]:
    """All legal moves by source pile, then destination (columns, cells, home), then count."""
    places = _places(rules, piles)
    one_by_one_onto_cards = places.most_onto == 1 and not places.empty
    heights = [len(pile) for pile in piles]
    moves: list[Move] = []
    for at in range(rules.first_foundation):
        pile = piles[at]
        if not pile:
            continue
        source, last = rules.piles[at].id, pile[-1]
        # Where cards go one by one onto cards alone, most have nowhere to go.
        if not one_by_one_onto_cards or (last >> 2) + 1 in places.onto:
            moves += _column_moves(rules, piles, places, source, pile)
        if at < rules.columns:
            moves += [write_move(source, cell) for cell in places.cells]
        moves += [move_home(rules, source, last, to) for to in takers(rules, heights, last)]
    return tuple(moves)


def _column_moves(
    rules: Parameters, piles: Piles, places: Places, source: str, pile: Column
) -> list[Move]:
    most = max(places.most_onto, places.most_into)
    run = 1 if most == 1 else min(run_length(pile, rules.fits), most)
    rank = pile[-1] >> 2
    found = []
    for count in range(1, run + 1):
        card = pile[-count]
        if count <= places.most_onto:
            for to in places.onto.get(rank + count, ()):
                if rules.fits(card, piles[to][-1]):
                    found.append((to, 1))
        if count <= places.most_into and rules.fills(card):
            found += [(to, count) for to in places.empty]
    if len(found) > 1:
        # Onto a card the count is not written; so moves to one column differ in the count alone.
        found.sort()
    return [write_move(source, COLUMN_IDS[to], count) for to, count in found]


def cards_moved(rules: Parameters, piles: Piles, move: Move) -> int:
    """The written count into an empty column; onto a card, the one that fits; else one."""
    to = rules.index.get(move.destination, len(piles))
    if to >= rules.columns or not piles[to]:
        return move.count
    return (piles[to][-1] >> 2) - (piles[rules.index[move.source]][-1] >> 2)


def play(rules: Parameters, piles: Piles, move: Move) -> Piles:
    """Lift the cards and lay them down."""
    after = list(piles)
    at = rules.index[move.source]
    count = cards_moved(rules, piles, move)
    lifted = after[at][-count:]
    after[at] = after[at][:-count]
    to = rules.index.get(move.destination)
    # A foundation that is not named is that of the card's suit.
    after[rules.first_foundation + (lifted[0] & 3) if to is None else to] += lifted
    return tuple(after)


def blocked(rules: Parameters, piles: Piles) -> Iterator[Blocked]:
    """Runs that fit their destination but are longer than the free places allow."""
    if rules.runs != "by_free_places":
        return
    places = _places(rules, piles)
    for at, pile in enumerate(piles[: rules.columns]):
        run = run_length(pile, rules.fits)
        if run <= min(places.most_onto, places.most_into or places.most_onto):
            continue
        for to, column in enumerate(piles[: rules.columns]):
            count = (column[-1] >> 2) - (pile[-1] >> 2) if column else run
            limit = places.most_onto if column else places.most_into
            if limit < count <= run and _takes(rules, column, pile[-count]):
                yield Blocked(COLUMN_IDS[at], COLUMN_IDS[to], count, limit)


def _takes(rules: Parameters, column: Column, card: Card) -> bool:
    return rules.fits(card, column[-1]) if column else rules.fills(card)
