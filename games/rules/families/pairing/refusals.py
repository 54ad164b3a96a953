"""Why a move of a pairing game is not legal."""

from games.rules.families.pairing.parameters import Parameters
from games.rules.position import LAY, SPACE, Move, Piles


def refused(rules: Parameters, piles: Piles, move: Move) -> str:
    """The reason for a move that is well-formed and not legal."""
    if move.source == LAY:
        if rules.refills:
            return "refills_by_itself"
        return "discards_left" if piles[rules.stock] else "stock_empty"
    destination = move.destination.removeprefix(SPACE)
    at, to = rules.index.get(move.source), rules.index.get(destination or move.source)
    if at is None or to is None:
        return "no_such_pile"
    if not piles[at]:
        return "source_empty"
    if move.count > 1:
        return "count_not_allowed"
    if not destination:
        return "not_a_king"
    if move.destination != destination:
        return _refused_space(rules, piles, to)
    return _refused_pair(rules, piles, at, to)


def _refused_space(rules: Parameters, piles: Piles, to: int) -> str:
    if not rules.spaces:
        return "spaces_stay_empty"
    if piles[to]:
        return "space_occupied"
    return "no_effect" if to < rules.pile_count else "grace_is_no_space"


def _refused_pair(rules: Parameters, piles: Piles, at: int, to: int) -> str:
    if at == to:
        if not rules.pair_beneath:
            return "same_pile"
        return "wrong_total" if len(piles[at]) > 1 else "nothing_beneath"
    if not piles[to]:
        return "source_empty"
    if rules.is_pair(piles[at][-1], piles[to][-1]):
        return "lower_place_first"
    return "wrong_total"
