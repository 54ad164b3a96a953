"""Why a move is not legal."""

from games.rules.cards import Card
from games.rules.errors import IllegalMove
from games.rules.families.building.fits import Fits, down_alternating, down_in_suit, run_length
from games.rules.families.building.parameters import Parameters
from games.rules.position import FOUNDATION, Move, Piles

_MISFITS: dict[Fits, str] = {down_in_suit: "wrong_suit", down_alternating: "wrong_colour"}


def refusal(rules: Parameters, piles: Piles, move: Move) -> IllegalMove:
    """The first reason that there is, with `max_run` where only the number of cards is wrong."""
    source, destination = move.source, move.destination
    if source.startswith(FOUNDATION):
        return IllegalMove("foundation_is_final")
    at = rules.index.get(source)
    to = rules.index.get(destination, len(piles) if destination == FOUNDATION else None)
    if at is None or to is None:
        return IllegalMove("no_such_pile")
    if not piles[at]:
        return IllegalMove("source_empty")
    if to >= rules.first_foundation:
        return _refused_home(rules, piles[at][-1], is_named=destination != FOUNDATION)
    if at == to or min(at, to) >= rules.columns:
        return IllegalMove("no_effect")
    if to >= rules.columns:
        return IllegalMove("cell_occupied")
    if not piles[to]:
        return _refused_filling(rules, piles, piles[at], move.count)
    if move.count > 1:
        return IllegalMove("count_not_allowed")
    return _refused_build(rules, piles, piles[at], piles[to][-1])


def _refused_home(rules: Parameters, card: Card, *, is_named: bool) -> IllegalMove:
    has_choice = rules.foundations != "suit" and card >> 2 > 0
    if is_named and not has_choice:
        return IllegalMove("foundation_not_named")
    if has_choice and not is_named:
        return IllegalMove("foundation_needed")
    return IllegalMove("not_next_on_foundation")


def _refused_filling(
    rules: Parameters, piles: Piles, pile: tuple[Card, ...], count: int
) -> IllegalMove:
    if rules.empty_columns == "none":
        return IllegalMove("column_stays_empty")
    if count > run_length(pile, rules.fits):
        return IllegalMove("not_a_run")
    if not rules.fills(pile[-count]):
        return IllegalMove("kings_only")
    return _too_long(rules, piles, into_empty=True)


def _refused_build(
    rules: Parameters, piles: Piles, pile: tuple[Card, ...], onto: Card
) -> IllegalMove:
    count = (onto >> 2) - (pile[-1] >> 2)
    if not 0 < count <= len(pile):
        return IllegalMove("wrong_rank")
    run = run_length(pile, rules.fits)
    if not rules.fits(pile[-count], onto):
        return IllegalMove(_MISFITS[rules.fits] if count <= run else "wrong_rank")
    if count > run:
        return IllegalMove("not_a_run")
    return _too_long(rules, piles, into_empty=False)


def _too_long(rules: Parameters, piles: Piles, *, into_empty: bool) -> IllegalMove:
    if rules.runs == "never":
        return IllegalMove("one_card_at_a_time")
    return IllegalMove("run_too_long", max_run=rules.max_run(piles, into_empty))
