"""The way that a search has found: its states from the first to the won one."""

from dataclasses import dataclass
from typing import Any

from solver_worker.solver.bakers_dozen.kernels.known import Search
from solver_worker.solver.bakers_dozen.kernels.space import GOAL, NOTHING

Columns = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Stage:
    """A state, and the event that led to it.

    `loose` cards lie on `carriers`; those in `masks` on one of the carriers that these list.
    `card` has been dug or has gone home; what it is of the first stage means nothing.
    """

    loose: frozenset[int]
    carriers: frozenset[int]
    masks: dict[int, list[int]]
    card: int
    is_dig: bool


def way_of(search: Search, columns: Columns) -> list[Stage]:
    """The stages to the node that has won."""
    nodes, number = search.space.nodes, int(search.space.counts[GOAL])
    stages = []
    while number != NOTHING:
        stages.append(stage_of(search, columns, nodes[number]))
        number = int(nodes[number]["parent"])
    return stages[::-1]


def stage_of(search: Search, columns: Columns, node: Any) -> Stage:
    """What a node says."""
    frame, event = int(node["frame"]), int(node["event"])
    home = [frame >> 4 * suit & 15 for suit in range(4)]
    loose, tops = set(), set()
    for column, place in zip(columns, search.board.columns, strict=False):
        depth = frame >> int(place["shift"]) & int(place["field"])
        loose |= {card for card in column[depth:] if card >> 2 >= home[card & 3]}
        tops |= set(column[depth - 1 : depth])
    masks = _masks(node)
    return Stage(frozenset(loose), frozenset(loose | tops), masks, event >> 1, bool(event & 1))


def _masks(node: Any) -> dict[int, list[int]]:
    """The carriers that each card with a mask may lie on."""
    found = {}
    for at, name in enumerate(("low", "mid", "high")):
        word = int(node[name])
        for card in range(16 * at, 16 * at + 16):
            carriers = range(card // 4 * 4 + 4, card // 4 * 4 + 8)
            mask = word >> 4 * (card % 16)
            if mask & 15:
                found[card] = [carrier for carrier in carriers if mask >> (carrier & 3) & 1]
    return found
