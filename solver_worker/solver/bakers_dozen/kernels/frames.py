"""Frames: how much of each core is left and how many cards of each suit are home.

A frame is one integer: four bits for each suit, then some bits for each column. It settles which
cards are loose and which can be lain on, but not who lies on whom.
"""

from typing import NamedTuple

from solver_worker.solver.bakers_dozen.kernels.board import COLUMNS, Board
from solver_worker.solver.bakers_dozen.kernels.ranks import FULL, ONES, counts, ranks_of
from solver_worker.solver.compiling import lean_part, lowest, part, unsigned


class Scene(NamedTuple):
    """A frame and the sets of cards that follow from it.

    `loose`: cards that are neither home nor in a core. `tops`: the last cards of the cores.
    `fresh`: the loose cards and tops that the last event has uncovered.
    """

    frame: int
    loose: int
    tops: int
    fresh: int


@part
def home_of(frame: int, suit: int) -> int:
    """How many cards of a suit are home."""
    return (frame >> (4 * suit)) & 15


@lean_part
def scene_of(board: Board, frame: int) -> Scene:
    """Derive what follows from a frame."""
    loose, tops = 0, 0
    for at in range(COLUMNS):
        column = board.columns[unsigned(at)]
        cut = board.cuts[unsigned(column.row + ((frame >> column.shift) & column.field))]
        loose |= cut.loose
        tops |= cut.top
    for suit in range(4):
        loose &= ~((ONES & ((1 << (4 * home_of(frame, suit))) - 1)) << suit)
    return Scene(frame, loose, tops, 0)


@part
def free_ranks(scene: Scene) -> int:
    """The ranks of which more cards can be lain on than there are loose ones to lie there.

    Ranks of which there is no card that can be lain on are not free. One bit each, as `ranks_of`.
    """
    return ranks_of(counts(scene.loose | scene.tops) - counts((scene.loose << 4) & FULL))


@part
def saturated_ranks(scene: Scene) -> int:
    """The ranks of which each card that can be lain on is lain on, and there is one."""
    return ranks_of((scene.loose << 4) & FULL) & ~free_ranks(scene)


@lean_part
def without_home(board: Board, scene: Scene, card: int) -> Scene:
    """The scene after a card, given as a set, has gone home."""
    frame = scene.frame + (1 << (4 * (lowest(card) & 3)))
    if card & scene.loose:
        return Scene(frame, scene.loose ^ card, scene.tops, 0)
    return _cut(board, Scene(frame, scene.loose, scene.tops, 0), card)


@lean_part
def with_dug(board: Board, scene: Scene, card: int) -> Scene:
    """The scene after the last card of a core, given as a set, has been put on another card."""
    return _cut(board, Scene(scene.frame, scene.loose | card, scene.tops, 0), card)


@lean_part
def _cut(board: Board, scene: Scene, card: int) -> Scene:
    place = board.places[unsigned(lowest(card))]
    cut = board.cuts[unsigned(place.row - 1)]
    return Scene(
        scene.frame - ((place.length - cut.depth) << place.shift),
        scene.loose | cut.chain,
        (scene.tops ^ card) | cut.top,
        cut.chain | cut.top,
    )
