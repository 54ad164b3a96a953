"""What an analysis finds of a deal stays with the deal, and is told with its cards, not before."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.models import Daily, Game, SolvedDeal, StockDeal
from games.rules import RULES, parse_deck
from games.services.daily import lay_dailies
from solver_worker.models import Solve
from solver_worker.solver import Limits, identity
from solver_worker.solver.identity import version
from solver_worker.solver.solution import Effort
from solver_worker.tasks import proving, searches
from solver_worker.tasks.proving import prove_one
from tests.games.conftest import Player, line_of
from tests.games.test_schema import closed, require_valid
from tests.solver_worker.conftest import ask

DAY = datetime(2026, 11, 20, 10, tzinfo=UTC)


def deal(reader: Any, game: dict[str, Any], part: str = "") -> dict[str, Any]:
    client = getattr(reader, "client", reader)
    answer = client.get(f"/api/v1/deals/{game['deal']['id']}{part}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def resigned(player: Player, **body: Any) -> dict[str, Any]:
    game = player.start(**body)
    return dict(player.post(f"/games/{game['id']}/resign").json())


def test_par_is_told_as_the_analysis_found_it_and_outlives_it(player: Player, stock: None) -> None:
    game = player.start("easy")
    game = player.play(game, *line_of(game))
    assert deal(player, game)["difficulty"] is None
    answer = ask(player, game, "analysis")["answer"]
    Solve.objects.all().delete()
    difficulty = deal(player, game)["difficulty"]
    assert (difficulty["verdict"], difficulty["par"]) == ("winnable", answer["par"])
    assert difficulty["positions"] > 0
    assert difficulty["solver"] == identity(Effort.PAR, searches.LIMITS)


def test_a_deal_that_cannot_be_won_says_so_and_has_no_par(player: Player) -> None:
    game = resigned(player, deal={"scheme": "ms", "number": 10})
    ask(player, game, "analysis")
    difficulty = deal(player, game)["difficulty"]
    assert difficulty.pop("solver")["name"] == "patience"
    assert difficulty == {"verdict": "unwinnable", "par": None, "positions": None}


def test_what_is_not_known_is_not_told(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game = resigned(player, deal={"scheme": "ms", "number": 617})
    monkeypatch.setattr(searches, "LIMITS", Limits(positions=1))
    assert ask(player, game, "analysis")["answer"]["verdicts"] == ["unknown"]
    assert not SolvedDeal.objects.exists()
    assert deal(player, game)["difficulty"] is None


def test_other_rules_have_another_difficulty(player: Player) -> None:
    first = resigned(player, deal={"scheme": "ms", "number": 10})
    ask(player, first, "analysis")
    custom = {"cells": 8}
    again = resigned(player, level="custom", custom=custom, deal={"id": first["deal"]["id"]})
    ask(player, again, "analysis")
    told = set(SolvedDeal.objects.values_list("rules", "verdict"))
    assert told == {(first["rules"], "unwinnable"), (again["rules"], "winnable")}


def test_asked_again_it_is_kept_once(player: Player) -> None:
    game = resigned(player, deal={"scheme": "ms", "number": 617})
    for _ in range(2):
        ask(player, game, "analysis")
        Solve.objects.all().delete()
    assert SolvedDeal.objects.count() == 1


def test_nothing_is_told_to_who_plays_the_deal(player: Player, stock: None) -> None:
    game = resigned(player, level="easy")
    ask(player, game, "analysis")
    assert deal(player, game)["difficulty"]
    other = Player()
    # The same deal in a counted game of another, who is told of it by a replay besides.
    player.post(f"/games/{game['id']}/share")
    assert deal(APIClient(), game)["difficulty"]
    counted = other.start("hard")
    Game.objects.filter(pk=counted["id"]).update(deal=game["deal"]["id"])
    assert deal(other, game)["difficulty"] is None
    assert deal(other, game)["deck"] is None


def test_nothing_is_told_of_the_same_cards_in_a_counted_game(player: Player) -> None:
    counted = player.start()
    cards = Game.objects.get(pk=counted["id"]).deal.deck
    same = resigned(player, deal={"cards": [cards[at : at + 2] for at in range(0, 104, 2)]})
    SolvedDeal.objects.create(
        deal_id=same["deal"]["id"], rules=same["rules"], verdict="unwinnable", solver={}
    )
    assert deal(player, same)["difficulty"] is None
    player.post(f"/games/{counted['id']}/resign")
    assert deal(player, same)["difficulty"]["verdict"] == "unwinnable"


def test_a_dailys_par_is_told_when_its_board_closes(player: Player, spares: None) -> None:
    with time_machine.travel(DAY, tick=False) as clock:
        lay_dailies(DAY)
        proof = Daily.objects.get(date=DAY.date()).proof
        SolvedDeal.objects.create(
            deal=proof.deal, rules=proof.rules, verdict="winnable", par=70, positions=9,
            solver=identity(Effort.PAR, searches.LIMITS),
        )  # fmt: skip
        game = player.put("/dailies/2026-11-20/bakers_game/attempt").json()
        player.post(f"/games/{game['id']}/resign")
        assert deal(player, game)["difficulty"] is None
        clock.move_to(datetime(2026, 11, 21, tzinfo=UTC))
        for reader in (player, APIClient()):
            assert deal(reader, game)["difficulty"]["par"] == 70


def test_a_certificate_names_the_solver_and_the_same_finds_the_same_line(
    player: Player, db: None
) -> None:
    while not prove_one("bakers_game", "easy"):
        pass
    game = resigned(player, level="easy")
    told = deal(player, game, "/certificate")["solver"]
    assert told == identity(proving.EFFORT, proving.LIMITS)
    assert told["version"] == version()
    options = told["options"]
    proof = StockDeal.objects.get(deal=game["deal"]["id"])
    start = RULES[proof.rules].lay_out(parse_deck(proof.deck))
    limits = Limits(options["positions"], options["megabytes"])
    found = proving.solve(start, limits, Effort(options["effort"]))
    assert " ".join(map(str, found.line)) == proof.line


def test_a_certificate_of_the_projects_own_deals_invents_no_solver(
    player: Player, stock: None
) -> None:
    game = resigned(player, level="easy")
    assert deal(player, game, "/certificate")["solver"] is None


def test_the_version_is_of_the_sources_and_nothing_of_the_machine() -> None:
    assert re.fullmatch("[0-9a-f]{16}", version())
    assert version.__wrapped__() == version()


def test_all_of_it_is_as_described(player: Player, db: None) -> None:
    components = closed(SchemaGenerator().get_schema(request=None, public=True)["components"])
    while not prove_one("bakers_game", "easy"):
        pass
    game = player.start("easy")
    require_valid(deal(player, game), "Deal", components)
    player.post(f"/games/{game['id']}/resign")
    ask(player, game, "analysis")
    assert deal(player, game)["difficulty"]
    require_valid(deal(player, game), "Deal", components)
    require_valid(deal(player, game, "/certificate"), "Certificate", components)
