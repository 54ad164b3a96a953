"""Deals that catch rules which look sound and are not: each was decided wrongly by one of them.

Numbers up to 20000 are decided by the published lists; the others were decided by Freecell
Solver with all its moves (`-to 01ABCDE`).
"""

import pytest

from games.rules import RULES, microsoft_deck
from solver_worker.solver.bakers_game.verdicts import verdict
from solver_worker.solver.solution import Verdict


def is_winnable(number: int, cells: int = 4) -> bool:
    position = RULES[f"bakers-game-{cells}-cells-1"].lay_out(microsoft_deck(number))
    return verdict(position).verdict is Verdict.WINNABLE


def test_deal_1104_and_1565_the_end_of_a_column_is_no_target_while_it_is_dug() -> None:
    assert is_winnable(1104)
    assert not is_winnable(1565)


@pytest.mark.parametrize("number", [2689, 6743])
def test_deal_2689_and_6743_a_card_that_can_leave_is_a_target_for_others_too(number: int) -> None:
    assert is_winnable(number)


@pytest.mark.parametrize("number", [12123, 15393, 16518])
def test_deal_12123_15393_and_16518_a_card_may_leave_or_stay_as_a_target(number: int) -> None:
    assert is_winnable(number)


@pytest.mark.parametrize("number", [249, 364, 541])
def test_deal_249_364_and_541_a_run_is_not_dissolved_into_the_last_slot(number: int) -> None:
    assert not is_winnable(number)


@pytest.mark.parametrize("number", [10307, 12915, 13153, 17513, 17978])
def test_deal_10307_12915_13153_17513_and_17978_a_run_is_split_to_be_joined(number: int) -> None:
    assert is_winnable(number)


@pytest.mark.parametrize(("number", "cells"), [(35515, 4), (51339, 4), (54330, 4), (4679, 3)])
def test_deal_35515_51339_54330_and_4679_a_card_takes_the_column_though_its_carrier_waits(
    number: int, cells: int
) -> None:
    assert is_winnable(number, cells)


def test_deal_9905580_no_two_states_have_one_key() -> None:
    assert is_winnable(9905580)
