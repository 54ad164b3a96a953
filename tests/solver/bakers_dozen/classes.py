"""Classes of positions that hops lead to and back from, as the rules alone have them."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from typing import NamedTuple

from games.rules import Card, Move, Position
from solver_worker.solver.bakers_dozen.kernels.best_first import EXHAUSTED, go_on
from solver_worker.solver.bakers_dozen.kernels.known import Search
from solver_worker.solver.bakers_dozen.kernels.space import GOAL, NOTHING, STORED
from solver_worker.solver.bakers_dozen.way import Stage, stage_of

Columns = tuple[tuple[Card, ...], ...]
Links = frozenset[tuple[Card, Card]]


class Class(NamedTuple):
    """Loose cards, all that can be lain on, and on what those lie that cannot move for now."""

    loose: frozenset[Card]
    carriers: frozenset[Card]
    links: Links


def links_of_stuck(
    loose: Iterable[Card], carriers: Iterable[Card], below: dict[Card, Card]
) -> Links:
    """What cards lie on that hops do not move.

    Where there is a card on each carrier of a rank, no one of that rank can be bared, and none
    of these cards can move. Elsewhere a card is stuck if it cannot be bared itself.
    """
    links, stuck = set(), set()
    for rank in sorted({carrier >> 2 for carrier in carriers}):
        here = {carrier for carrier in carriers if carrier >> 2 == rank}
        kids = {card for card in loose if card >> 2 == rank - 1}
        fixed = kids if len(kids) == len(here) else kids & stuck
        links |= {(card, below[card]) for card in fixed}
        stuck |= here if len(kids) == len(here) else {below[card] for card in fixed}
    return frozenset(links)


def class_of(position: Position, dealt: Columns) -> Class:
    """The class of a position that legal moves have led to from these columns."""
    loose, carriers, below = set(), set(), {}
    for now, before in zip(position.piles, dealt, strict=False):
        core = 0
        while core < min(len(now), len(before)) and now[core] == before[core]:
            core += 1
        while core > 1 and now[core - 2] >> 2 == (now[core - 1] >> 2) + 1:
            core -= 1
        loose |= set(now[core:])
        carriers |= set(now[max(core - 1, 0) :])
        below |= {card: under for under, card in pairwise(now)}
    return Class(frozenset(loose), frozenset(carriers), links_of_stuck(loose, carriers, below))


def reachable_classes(start: Position, most: int) -> set[Class] | None:
    """The classes of all positions that legal moves lead to, where safe moves home are made.

    A card is safe to go home where no card needs it: all that could be put on it are at home or
    can go there. Where there is one, no other move is made. None for more than `most` positions.
    """
    dealt = start.piles[: start.rules.first_foundation]
    seen, waiting = {start}, deque([start])
    while waiting:
        if len(seen) > most:
            return None
        position = waiting.popleft()
        for after in map(position.play, _moves_with_safe_ones_first(position)):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return {class_of(position, dealt) for position in seen}


def _moves_with_safe_ones_first(position: Position) -> Iterable[Move]:
    least = min(map(len, position.piles[position.rules.first_foundation :]))
    home = [move for move in position.legal_moves if move.destination == "h"]
    by_card = {position.pile(move.source)[-1]: move for move in home}
    lowest = min(by_card, default=None)
    if lowest is not None and lowest >> 2 <= least + 1:
        return [by_card[lowest]]
    return position.legal_moves


def found_stages(position: Position, search: Search) -> list[Stage]:
    """All states that a search from a position can come to, won or not."""
    counts = search.space.counts
    while go_on(search, 1 << 40) != EXHAUSTED:
        counts[GOAL] = NOTHING
    columns = position.piles[: position.rules.first_foundation]
    nodes = search.space.nodes[1 : counts[STORED]]
    return [stage_of(search, columns, node) for node in nodes]


def stands_for(stage: Stage, each: Class) -> bool:
    """Whether a class is one of a state's, which may have forgotten masks."""
    links = dict(each.links)
    return (
        (stage.loose, stage.carriers) == (each.loose, each.carriers)
        and all(links.get(card) in mask for card, mask in stage.masks.items())
        and {carrier for mask in stage.masks.values() for carrier in mask} & stage.loose
        <= {links[card] for card in stage.masks}
    )


def classes_of(stage: Stage) -> Iterator[Class]:
    """The classes that a state stands for.

    In each rank the cards with masks lie in some way within them, on all loose cards in them.
    """
    ways = []
    for rank in {card >> 2 for card in stage.masks}:
        kids = [card for card in stage.masks if card >> 2 == rank]
        masks = [stage.masks[kid] for kid in kids]
        covered = {carrier for mask in masks for carrier in mask} & stage.loose
        ways.append(
            [
                tuple(zip(kids, way, strict=True))
                for way in product(*masks)
                if len(set(way)) == len(kids) and covered <= set(way)
            ]
        )
    for way in product(*ways):
        links = frozenset(link for links in way for link in links)
        yield Class(stage.loose, stage.carriers, links)
