"""The moves that are legal, and the runs that only want free places."""

from collections.abc import Iterator

from games.rules.cards import Card
from games.rules.families.building.fits import run_length
from games.rules.families.building.foundations import move_home, takers, write_move
from games.rules.families.building.parameters import Parameters
from games.rules.position import COLUMN_IDS, Blocked, Move, Piles


def legal_moves(rules: Parameters, piles: Piles) -> tuple[Move, ...]:
    """All legal moves by source pile, then destination (columns, cells, home), then count."""
    moves: list[Move] = []
    free_cells = [
        rules.piles[at].id for at in range(rules.columns, rules.first_foundation) if not piles[at]
    ]
    for at, pile in enumerate(piles[: rules.first_foundation]):
        if pile:
            source = rules.piles[at].id
            moves += _column_moves(rules, piles, at)
            if at < rules.columns:
                moves += [write_move(source, cell) for cell in free_cells]
            moves += [
                move_home(rules, source, pile[-1], to) for to in takers(rules, piles, pile[-1])
            ]
    return tuple(moves)


def _column_moves(rules: Parameters, piles: Piles, at: int) -> Iterator[Move]:
    pile, source = piles[at], rules.piles[at].id
    run = 1 if rules.runs == "never" else run_length(pile, rules.fits)
    last_rank = pile[-1] >> 2
    for to, column in enumerate(piles[: rules.columns]):
        if to == at:
            continue
        if column:
            count = (column[-1] >> 2) - last_rank
            if (
                0 < count <= run
                and rules.fits(pile[-count], column[-1])
                and count <= rules.max_run(piles, into_empty=False)
            ):
                yield write_move(source, COLUMN_IDS[to])
        elif rules.empty_columns != "none":
            for count in range(1, min(run, rules.max_run(piles, into_empty=True)) + 1):
                if rules.fills(pile[-count]):
                    yield write_move(source, COLUMN_IDS[to], count)


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
    for at, pile in enumerate(piles[: rules.columns]):
        run = run_length(pile, rules.fits)
        for to, column in enumerate(piles[: rules.columns]):
            if not pile or to == at:
                continue
            count = (column[-1] >> 2) - (pile[-1] >> 2) if column else run
            limit = rules.max_run(piles, into_empty=not column)
            if limit < count <= run and _takes(rules, column, pile[-count]):
                yield Blocked(COLUMN_IDS[at], COLUMN_IDS[to], count, limit)


def _takes(rules: Parameters, column: tuple[Card, ...], card: Card) -> bool:
    return rules.fits(card, column[-1]) if column else rules.fills(card)
