"""Open data says what the rows say, line by line, and every game of it replays."""

import json
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from games.models import Deal, SolvedDeal, StockDeal
from games.rules import RULES, Playthrough, parse_deck
from games.services import dump_lines
from games.tasks import make_dumps
from stats.boards import month_of
from stats.models import GameResult
from tests.games.conftest import Player, line_of, stored
from tests.games.dumping import (
    DAY,
    DUE,
    LAST_DAY,
    MONTH,
    account,
    at,
    deck_of,
    lay_october,
    lines_of,
    lost,
    won_daily,
    won_easy,
)


@pytest.fixture(autouse=True)
def _october(one_daily: None, db: None, settings: Any, tmp_path: Path) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    lay_october(easy=12)


def make() -> None:
    with at(DUE):
        make_dumps()


def first_move(moment: datetime) -> str:
    """A move that can be made and undone on a day's daily."""
    player = Player()
    with at(moment):
        game = player.put(f"/dailies/{moment.date()}/bakers_game/attempt").json()
    return str(game["legal_moves"][0]["move"])


def test_boards_are_told_place_by_place_with_ties_and_without_players() -> None:
    detour = first_move(DAY)
    won_daily(account("anna"), DAY, detour, "z")
    won_daily(account("bert"), DAY)
    won_daily(account("carl"), DAY + timedelta(hours=1))
    won_daily(account("dora"), LAST_DAY)
    make()
    lines = lines_of("boards")
    assert [(line["day"], line["rank"]) for line in lines] == [
        ("2026-10-15", 1),
        ("2026-10-15", 1),
        ("2026-10-15", 3),
        ("2026-10-31", 1),
    ]
    for key, told in groupby(lines, key=lambda line: line["board"]):
        rows = Player().get(f"/leaderboards/{key}").json()["items"]
        names = ("rank", "score", "time_ms", "moves", "undos")
        assert [[line[name] for name in names] for line in told] == [
            [row[name] for name in names] for row in rows
        ]
    told = "board variant level rules day rank score time_ms moves undos"
    assert {" ".join(line) for line in lines} == {told}
    assert {(line["variant"], line["level"]) for line in lines} == {("bakers_game", "medium")}


def test_deals_are_told_with_a_line_that_wins_and_their_promise() -> None:
    won = won_easy(account("anna"), DAY)
    proof = StockDeal.objects.get(deck=deck_of(won), level="easy")
    solver = {"name": "patience", "version": "1", "options": {}}
    StockDeal.objects.filter(pk=proof.pk).update(solver=solver)
    for rules, par in ((proof.rules, 71), ("bakers-game-3-cells-1", 80)):
        SolvedDeal.objects.create(
            deal=proof.deal, rules=rules, verdict="winnable", par=par, positions=1, solver=solver
        )
    make()
    lines = lines_of("deals")
    assert {(line["deck"], line["par"]) for line in lines if line["par"]} == {(proof.deck, 71)}
    assert [line["deck"] for line in lines if line["solver"] == solver] == [proof.deck]
    days = {str((DAY + timedelta(days=ahead)).date()) for ahead in range(17)}
    assert {line["daily"] for line in lines} == days | {None}
    assert {line["deck"] for line in lines if line["daily"] is None} == {deck_of(won)}
    for line in lines:
        deal = Deal.objects.get(deck=line["deck"], stock__level=line["level"])
        assert (line["salt"], line["commitment"]) == (deal.salt, deal.commitment)
        assert (line["variant"], line["rules"]) == (deal.stock.variant, deal.stock.rules)
        assert line["verdict"] == "winnable"
        start = Playthrough(RULES[line["rules"]], parse_deck(line["deck"]))
        assert start.append(0, line["line"], 0).is_won
        if line["daily"]:
            assert str(deal.stock.daily.date) == line["daily"]


def test_every_game_replays_to_the_result_that_is_told_with_it() -> None:
    anna = account("anna")
    games = [
        won_daily(anna, DAY),
        won_easy(anna, DAY),
        lost(anna, DAY),
        lost(anna, LAST_DAY, "medium"),
        lost(Player(), DAY),
    ]
    make()
    lines = {line["deck"]: line for line in lines_of("games")}
    assert lines.keys() == {deck_of(game) for game in games}
    for game in games:
        row, line = stored(game), lines[deck_of(game)]
        result = GameResult.objects.get(game_id=row.pk)
        played = Playthrough(
            RULES[line["rules"]], parse_deck(line["deck"]), ranked=line["mode"] == "daily"
        )
        for op in line["ops"]:
            played = played.append(played.version, [op["op"]], op["at_ms"])
        assert played.log == row.playthrough.log
        assert played.is_won == line["won"] == (line["reason"] is None)
        assert (played.moves, played.undos) == (line["moves"], line["undos"])
        if line["won"]:
            assert played.score(0).total == line["score"]
            assert played.elapsed_ms(0) == line["time_ms"]
        for name in ("won", "reason", "assisted", "score", "time_ms", "moves", "undos"):
            assert line[name] == getattr(result, name)
        assert line["day"] == str(result.finished_at.date())
        for name in ("variant", "level", "rules", "custom", "mode"):
            assert line[name] == getattr(row, name)
    told = (
        "variant level rules custom mode day deck ops won reason assisted score time_ms moves undos"
    )
    assert {" ".join(line) for line in lines.values()} == {f"{told} scoring_version"}


@pytest.mark.parametrize("ends", [DUE - timedelta(days=5), LAST_DAY + timedelta(days=1)])
def test_no_game_is_lost_that_ends_between_its_month_and_the_file(ends: datetime) -> None:
    easy, daily, hard = account("anna"), account("bert"), account("carl")
    with at(LAST_DAY):
        games = {
            easy: easy.start("easy"),
            daily: daily.put(f"/dailies/{LAST_DAY.date()}/bakers_game/attempt").json(),
            hard: hard.start("hard"),
        }
    with at(ends):
        for player, game in games.items():
            player.post(f"/games/{game['id']}/resign")
        # A daily that its day's end has closed, while it can still be won for the streak.
        if ends < LAST_DAY + timedelta(days=2):
            late = account("dora")
            games[late] = late.put(f"/dailies/{LAST_DAY.date()}/bakers_game/attempt").json()
            late.post(f"/games/{games[late]['id']}/resign")
    make()
    with at(DUE + timedelta(days=31)):
        make_dumps()
    decks = [line["deck"] for month in (MONTH, "2026-11") for line in lines_of("games", month)]
    assert sorted(decks) == sorted(map(deck_of, games.values()))
    told_deals = {line["deck"] for line in lines_of("deals")}
    october = {line["deck"] for line in lines_of("games")}
    assert october == {deck_of(games[easy]), deck_of(games[daily])} <= told_deals


def test_a_line_of_the_stock_is_what_is_told_of_it() -> None:
    game = won_easy(account("anna"), DAY)
    make()
    (told,) = [line for line in lines_of("deals") if line["deck"] == deck_of(game)]
    assert told["line"] == line_of(game)


def test_nothing_is_lost_where_one_piece_ends_and_the_next_begins(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    anna = account("anna")
    games = [lost(anna, DAY, level) for level in ("hard", "medium", "hard", "medium", "hard")]
    monkeypatch.setattr(dump_lines, "_CHUNK", 2)
    # The games through a cursor, and of each piece the results: as many as it has, not more.
    with django_assert_max_num_queries(4):
        told = list(dump_lines.game_lines(month_of(DAY.date())))
    assert sorted(json.loads(line)["deck"] for line in told) == sorted(map(deck_of, games))
