"""Auto-finish: whether the cards that are left can simply be lifted home, and in which order."""

from collections.abc import Iterator

from games.rules.cards import Card
from games.rules.families.building.foundations import move_home
from games.rules.families.building.parameters import Parameters
from games.rules.position import Move, Piles

Lift = tuple[int, int]


def finish(rules: Parameters, piles: Piles) -> tuple[Move, ...]:
    """The moves home that win with nothing else, lowest source first; empty when none do.

    Exact for all parameters. What decides is when each card goes, never where: foundations of a
    kind that are of one height take the same cards for ever. A card is lifted at once when every
    foundation of its kind has the rank below it. Then it takes no other card's place, for all
    cards of its rank and kind have one; and whatever follows it in some order of lifts is just as
    possible after it. In suit this is all there is. Where one foundation is behind another of its
    kind, only one card of the next rank can go, and which one is tried out; positions that were
    seen without success are not looked at again.
    """
    left = [list(pile) for pile in piles[: rules.first_foundation]]
    heights = [len(pile) for pile in piles]
    lifts = _lifts(rules, left, heights, set())
    if not lifts:
        return ()
    cards = [list(pile) for pile in piles]
    return tuple(move_home(rules, rules.piles[at].id, cards[at].pop(), to) for at, to in lifts)


def _lifts(
    rules: Parameters, left: list[list[Card]], heights: list[int], failed: set[tuple[int, ...]]
) -> list[Lift] | None:
    """Lifts that empty the piles, None when there are none; works on its arguments."""
    lifts = _certain_lifts(rules, left, heights)
    if not any(left):
        return lifts
    now = tuple(map(len, left))
    if now in failed:
        return None
    failed.add(now)
    for at, to in _contested_lifts(rules, left, heights):
        after, higher = [pile.copy() for pile in left], heights.copy()
        after[at].pop()
        higher[to] += 1
        further = _lifts(rules, after, higher, failed)
        if further is not None:
            return [*lifts, (at, to), *further]
    return None


def _certain_lifts(rules: Parameters, left: list[list[Card]], heights: list[int]) -> list[Lift]:
    """Lift what takes no other card's place, over and over."""
    lifts: list[Lift] = []
    before = -1
    while before < len(lifts):
        before = len(lifts)
        for at, pile in enumerate(left):
            while pile and (to := _taker(rules, pile[-1], heights, certain=True)):
                pile.pop()
                heights[to] += 1
                lifts.append((at, to))
    return lifts


def _contested_lifts(
    rules: Parameters, left: list[list[Card]], heights: list[int]
) -> Iterator[Lift]:
    for at, pile in enumerate(left):
        if pile and (to := _taker(rules, pile[-1], heights, certain=False)):
            yield at, to


def _taker(rules: Parameters, card: Card, heights: list[int], *, certain: bool) -> int:
    """The index in `piles` of a foundation that takes the card, 0 for none."""
    height = card >> 2
    if not height:
        return rules.first_foundation + card
    same = rules.of_kind.get(rules.kind(card), ())
    if certain and any(heights[at] < height for at in same):
        return 0
    return next((at for at in same if heights[at] == height), 0)
