"""Auto-finish: whether the cards that are left can simply be lifted home, and in which order."""

from games.rules.families.building.foundations import move_home
from games.rules.families.building.parameters import Parameters
from games.rules.position import Move, Piles

Lift = tuple[int, int]  # from which pile to which


def finish(rules: Parameters, piles: Piles) -> tuple[Move, ...]:
    """The moves home that win with nothing else, lowest source first; empty when none do.

    Exact for all parameters. What decides is when each card goes, never where: foundations that
    can take the same cards and are of one height take the same cards for ever.
    """
    left = [len(pile) for pile in piles[: rules.first_foundation]]
    heights = [len(pile) for pile in piles]
    if not _is_possible(rules, piles, left, heights):
        return ()
    lifts = _lifts(rules, piles, left, heights, set()) or []
    cards = [list(pile) for pile in piles]
    return tuple(move_home(rules, rules.piles[at].id, cards[at].pop(), to) for at, to in lifts)


def _is_possible(rules: Parameters, piles: Piles, left: list[int], heights: list[int]) -> bool:
    """Whether lifts would empty the piles if no card could take another one's place.

    A necessary condition that decides almost every position: a card goes only where a foundation
    that can take it has the rank below, and here it goes as soon as any has.
    """
    left, heights = left.copy(), heights.copy()
    before = -1
    while before != sum(left):
        before = sum(left)
        for at, pile in enumerate(piles[: rules.first_foundation]):
            while left[at]:
                card = pile[left[at] - 1]
                height = card >> 2
                reached = [to for to in rules.homes[card] if heights[to] >= height]
                if not reached:
                    break
                heights[reached[0]] = max(heights[reached[0]], height + 1)
                left[at] -= 1
    return not before


def _lifts(
    rules: Parameters,
    piles: Piles,
    left: list[int],
    heights: list[int],
    failed: set[tuple[int, ...]],
) -> list[Lift] | None:
    """Lifts that empty the piles, of which so many cards are left; None when there are none.

    A card is lifted at once when all foundations that can ever take it have the rank below: then
    every card that could lie in its place has a place as well, and whatever follows it in some
    order of lifts is as possible after it. In suit this is all there is. Where one foundation is
    behind, only one of the cards that could go is able to, and each is tried; what was left when
    that failed is not looked at again.
    """
    lifts = _certain_lifts(rules, piles, left, heights)
    if not any(left):
        return lifts
    if tuple(left) in failed or not _is_possible(rules, piles, left, heights):
        return None
    failed.add(tuple(left))
    for at, count in enumerate(left):
        card = piles[at][count - 1] if count else None
        if card is None:
            continue
        for to in [to for to in rules.homes[card] if heights[to] == card >> 2][:1]:
            fewer, higher = left.copy(), heights.copy()
            fewer[at] -= 1
            higher[to] += 1
            further = _lifts(rules, piles, fewer, higher, failed)
            if further is not None:
                return [*lifts, (at, to), *further]
    return None


def _certain_lifts(
    rules: Parameters, piles: Piles, left: list[int], heights: list[int]
) -> list[Lift]:
    """Lift over and over what takes no other card's place; counts cards down and heights up."""
    lifts: list[Lift] = []
    before = -1
    while before < len(lifts):
        before = len(lifts)
        for at, pile in enumerate(piles[: rules.first_foundation]):
            while left[at]:
                card = pile[left[at] - 1]
                height, homes = card >> 2, rules.homes[card]
                if not homes or min(heights[to] for to in homes) != height:
                    break
                to = next(to for to in homes if heights[to] == height)
                left[at] -= 1
                heights[to] += 1
                lifts.append((at, to))
    return lifts
