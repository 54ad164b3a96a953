"""Auto-finish: whether the cards that are left can simply be lifted home, and in which order."""

from collections.abc import Iterator

from games.rules.families.building.foundations import move_home, takers
from games.rules.families.building.parameters import Parameters
from games.rules.position import Move, Piles

MOST_TRIES = 100

Lift = tuple[int, int]  # from which pile to which foundation


def finish(rules: Parameters, piles: Piles) -> tuple[Move, ...]:
    """The moves home that win with nothing else, lowest source first; empty when none do.

    In suit this is exact at no cost: a card takes no other card's place, so it goes as soon as it
    can. In alternating colour two cards may want the same place, and all orders that could matter
    are tried, up to `MOST_TRIES` choices; a table that needs more is left to its player.
    """
    left = [len(pile) for pile in piles[: rules.first_foundation]]
    heights = [len(pile) for pile in piles]
    if not _is_possible(rules, piles, left, heights):
        return ()
    lifts = _lifts(rules, piles, left, heights, set()) or []
    cards = [list(pile) for pile in piles]
    return tuple(move_home(rules, rules.piles[at].id, cards[at].pop(), to) for at, to in lifts)


def _is_possible(rules: Parameters, piles: Piles, left: list[int], heights: list[int]) -> bool:
    """Whether all could go home if it were enough that one foundation has the rank below.

    It must be so, and it is seen at once; in the middle of a game it almost never is.
    """
    left, heights = left.copy(), heights.copy()
    before = -1
    while before != sum(left):
        before = sum(left)
        for at, pile in enumerate(piles[: rules.first_foundation]):
            while left[at]:
                card = pile[left[at] - 1]
                to = next((to for to in rules.homes[card] if heights[to] >= card >> 2), 0)
                if not to:
                    break
                heights[to] = max(heights[to], (card >> 2) + 1)
                left[at] -= 1
    return not before


def _lifts(
    rules: Parameters,
    piles: Piles,
    left: list[int],
    heights: list[int],
    tried: set[tuple[int, ...]],
) -> list[Lift] | None:
    """Lifts that empty the piles, where so many cards are `left`; None when there are none.

    Where a card goes does not matter: foundations that can take the same cards and are of one
    height take the same cards for ever. When it goes matters only while one such foundation has
    the rank below and another has not: then another card of its rank could go instead. Each of
    them is tried; how many cards were left in each pile then is not looked at again.
    """
    lifts = _certain_lifts(rules, piles, left, heights)
    if not any(left):
        return lifts
    if tuple(left) in tried or len(tried) == MOST_TRIES:
        return None
    tried.add(tuple(left))
    if not _is_possible(rules, piles, left, heights):
        return None
    for at, to in list(_contested_lifts(rules, piles, left, heights)):
        fewer, higher = left.copy(), heights.copy()
        fewer[at] -= 1
        higher[to] += 1
        further = _lifts(rules, piles, fewer, higher, tried)
        if further is not None:
            return [*lifts, (at, to), *further]
    return None


def _certain_lifts(
    rules: Parameters, piles: Piles, left: list[int], heights: list[int]
) -> list[Lift]:
    """Lift, over and over, cards that take no other card's place; counts down and heights up.

    Such a card's foundations all have the rank below: every card that could lie in its place has
    one, too. Whatever follows it in some order of lifts is just as possible after it.
    """
    lifts: list[Lift] = []
    before = -1
    while before < len(lifts):
        before = len(lifts)
        for at, pile in enumerate(piles[: rules.first_foundation]):
            while left[at]:
                card = pile[left[at] - 1]
                places = takers(rules, heights, card)
                if not places or any(heights[to] < card >> 2 for to in rules.homes[card]):
                    break
                left[at] -= 1
                heights[places[0]] += 1
                lifts.append((at, places[0]))
    return lifts


def _contested_lifts(
    rules: Parameters, piles: Piles, left: list[int], heights: list[int]
) -> Iterator[Lift]:
    """Cards that fit on one of their foundations now, each with that one."""
    for at, count in enumerate(left):
        if count:
            for to in takers(rules, heights, piles[at][count - 1])[:1]:
                yield at, to
