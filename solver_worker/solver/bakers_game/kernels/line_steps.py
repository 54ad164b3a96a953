"""The steps of the search for short lines, and why no others are needed.

A step is one move of the player, a run in one move, and what follows by itself: all cards home
that can go, then all cards from cells onto the cards they are built on. It loses no wins:

- A card home at once: see `send_home`.
- A card from its cell onto its successor at once: compare with the line that leaves it there.
  Nothing else could have used the successor, and there is one more free cell, so wherever the
  line moves the run that ends in the successor, it moves the run with this card: to build or to
  fill, `(free + 1 + 1) << spaces` is at least one more than `(free + 1) << spaces`; into cells,
  the card takes the cell it had. Where the line moves the card itself, so it is moved from here.
- Whole runs only: a card that follows others and goes to a cell would come back at once. So by
  the same comparison a line that holds followers in cells while their first card moves is
  followed by the run moving as one. A run is split only where its end fills an empty column.
- Moving a run that is a column into another empty column changes nothing but names.

So every move of the rules leads to a position that a step reaches or that was there before, and
a search that has tried all steps from all positions has proved that there is no win.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from solver_worker.solver.bakers_game.bits import built_on, run_on
from solver_worker.solver.bakers_game.kernels.line_board import State, send_home, uncover
from solver_worker.solver.compiling import lowest, part, popcount

# Kernels are compiled again for each type of number, and once more for each constant.
word = cast(Callable[[int], int], np.int64)

JOIN, FILL, HOLD, HOME = range(4)  # onto its successor; into an empty column; into cells; home


class View(NamedTuple):
    """What a state implies: the attached and held cards, all cards that can be built on, free
    cells, spaces (columns with no card at all), and the longest runs that can go onto a card and
    into a space.
    """

    attached: int
    held: int
    carriers: int
    free: int
    spaces: int
    longest: int
    longest_fill: int


@part
def look(game: Any, state: Any) -> Any:
    """The view of a state."""
    singles = state.loose & ~state.home & ~state.bases
    attached = built_on(state.tops | state.bases, singles)
    held = singles & ~attached
    free = game.cells - popcount(held)
    spaces = state.empty - popcount(state.bases)
    doublings = spaces * game.has_room
    return View(
        attached,
        held,
        state.tops | state.bases | attached,
        free,
        spaces,
        (free + 1) << doublings,
        (free + 1) << max(doublings - 1, 0),
    )


@part
def is_possible(game: Any, state: State, view: View, card: int, kind: int) -> bool:
    """Whether a card can move like this with all that is attached to it."""
    followers = popcount(run_on(card, view.attached))
    if kind == FILL:
        return (
            view.spaces > 0
            and card & game.fillers & ~state.bases != 0
            and followers < view.longest_fill
        )
    if not card & (state.tops | state.bases):
        return False
    if (card >> 1) & view.carriers:
        return kind == JOIN and followers < view.longest
    return kind == HOLD and followers < view.free


@part
def take_step(game: Any, layout: Any, state: Any, card: int, kind: int) -> Any:
    """The state after a possible step."""
    if card & state.tops:
        state = uncover(layout, state, lowest(card))
    bases = state.bases | card if kind == FILL else state.bases & ~card
    moved = State(
        state.depths, state.loose, bases, state.tops, state.home, state.buried, state.empty
    )
    return send_home(game, layout, moved)
