"""Open data says what the rows say, every game of it replays, and nothing of it is a secret."""

import json
import re
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.erasure import erase_due
from accounts.models import Session, User
from accounts.services import update_profile
from accounts.standing import suspend
from games.models import Daily, Deal, Dump, Game, Share, SolvedDeal, StockDeal
from games.rules import RULES, Playthrough, parse_deck
from games.services import dump_lines
from games.services.stock import StockEmpty, add_proven_deal, claim_proven_deal
from games.tasks import make_dumps
from stats.boards import month_of
from stats.models import BoardEntry, GameResult
from stats.services.corrections import correct
from stats.services.reviews import decide
from tests.games.conftest import Player, line_of, stock_up, stored
from tests.games.dumping import (
    DAY,
    DUE,
    LAST_DAY,
    account,
    at,
    change,
    daily_deck,
    deck_of,
    lay_october,
    lines_of,
    lost,
    published,
    text_of,
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


def all_texts() -> str:
    return "".join(text_of(kind) for kind in Dump.Kind)


def test_nothing_leads_to_a_player_or_a_moment() -> None:
    leaving = account("leaving")
    players = [account("anna"), Player(), leaving]
    for player in players:
        won_daily(player, DAY)
        game = won_easy(player, DAY)
        lost(player, DAY)
        with at(DAY):
            player.post(f"/games/{game['id']}/share")
    with at(DAY):
        leaving.client.delete("/api/v1/me", {}, format="json")
    with at(DAY + timedelta(days=8)):
        assert erase_due(timezone.now()) == 1
    make()
    told = all_texts()
    ids = [pk for model in (User, Game, Deal) for pk in model.objects.values_list("pk", flat=True)]
    secrets = [
        *(text for pk in ids for text in (str(pk), pk.hex)),
        *Share.objects.values_list("slug", flat=True),
        *Session.objects.values_list("session_key", flat=True),
        *("anna", "leaving", "example.org"),
    ]
    assert len(secrets) > 20
    for secret in secrets:
        assert secret not in told
    # Days and no times of day; no ids of anything else either.
    assert not re.search(r"\dT\d|\b\d\d:\d\d\b|[0-9a-f]{8}-[0-9a-f]{4}", told)


HIDING: dict[str, dict[str, Any]] = {
    "private": {"visibility": "private"},
    "suspended": {"is_active": False},
    "leaving": {"deletion_at": DUE},
    "erased": {"erased_at": DUE, "is_active": False},
}


@pytest.mark.parametrize("how", HIDING)
def test_games_of_who_is_not_to_be_seen_are_not_told(how: str) -> None:
    anna, other = account("anna"), account("other")
    seen = [lost(other, DAY), won_easy(other, DAY)]
    lost(anna, DAY)
    won_easy(anna, DAY)
    change(anna, **HIDING[how])
    make()
    assert {line["deck"] for line in lines_of("games")} == {deck_of(game) for game in seen}


def test_boards_are_told_as_they_are_listed() -> None:
    players = {name: account(name) for name in ("anna", "hidden", "suspended", "pending", "bad")}
    for name in ("anna", "hidden", "suspended"):
        won_daily(players[name], DAY)
    won_daily(Player(), DAY)  # A guest.
    bad = won_daily(players["bad"], DAY)
    annulled = won_daily(account("annulled"), DAY)
    won_daily(players["pending"], DAY, accepted=False)
    decide(GameResult.objects.get(game_id=bad["id"]), accepted=False, reason="a test")
    update_profile(user=players["hidden"].user, visibility="private")
    suspend(players["suspended"].user)
    assert BoardEntry.objects.filter(board="daily:2026-10-15:bakers_game").count() == 6
    correct(GameResult.objects.get(game_id=annulled["id"]), annulled=True, reason="a test")
    make()
    assert [line["rank"] for line in lines_of("boards")] == [1]
    # Of the games nothing that waits, was rejected or annulled, or is of who is not to be seen.
    assert len(lines_of("games")) == 2


def test_what_is_still_played_or_waits_to_be_is_not_told() -> None:
    anna, bert = account("anna"), account("bert")
    with at(DAY):
        open_easy = anna.start("easy")
        open_hard = bert.start("hard")
        practice = bert.start("hard", deal={"scheme": "ms", "number": 1})
        bert.post(f"/games/{practice['id']}/resign")
    finished = lost(account("carl"), DAY)
    # Served a second time, and open there; and cards that wait at another level as well.
    again, twin = won_easy(account("dora"), DAY), won_easy(account("emma"), DAY)
    Game.objects.filter(pk=open_hard["id"]).update(deal=stored(again).deal)
    cards, line = parse_deck(deck_of(twin)), " ".join(line_of(twin))
    assert add_proven_deal(variant="bakers_game", level="medium", deck=cards, line=line)
    # Cards drawn for a player, and the same again in the stock or in a game that goes on.
    drawn, shared = lost(account("hans"), DAY), lost(account("ida"), DAY)
    unserved = StockDeal.objects.filter(level="easy", served_at=None).first()
    assert unserved
    Deal.objects.filter(pk=drawn["deal"]["id"]).update(deck=unserved.deck)
    with at(DAY):
        goes_on = account("jan").start("medium")
    Game.objects.filter(pk=goes_on["id"]).update(deal=shared["deal"]["id"])
    november = LAST_DAY + timedelta(days=1)
    after = won_easy(account("fred"), november)
    won_daily(account("gina"), november)
    make()
    secrets = {
        deck_of(game) for game in (open_easy, open_hard, again, twin, practice, shared, after)
    }
    secrets |= set(StockDeal.objects.filter(served_at=None).values_list("deck", flat=True))
    secrets |= {each.proof.deck for each in Daily.objects.filter(date__gte=november.date())}
    told = all_texts()
    assert not [deck for deck in secrets if deck in told]
    assert {line["deck"] for line in lines_of("games")} == {deck_of(finished)}
    assert published() == {line["deck"] for line in lines_of("deals")}
    assert daily_deck(DAY) in published()


def test_hidden_cards_are_told_only_when_nobody_can_be_served_them() -> None:
    stock_up(2, "easy", "baroness")
    anna, bert = account("anna"), account("bert")
    with at(DAY):
        first = anna.start("easy", variant="baroness")
        anna.post(f"/games/{first['id']}/resign")
        # The same deal again: no other was left.
        StockDeal.objects.filter(variant="baroness", served_at=None).delete()
        second = bert.start("easy", variant="baroness")
    assert deck_of(first) == deck_of(second)
    make()
    assert deck_of(first) not in all_texts()
    with at(DUE):
        bert.post(f"/games/{second['id']}/resign")
        with pytest.raises(StockEmpty):
            claim_proven_deal(player=bert.user, variant="baroness", level="easy")
        # Somebody new is served it still, so it is a secret still.
        claim_proven_deal(player=account("carl").user, variant="baroness", level="easy")
    with at(DUE + timedelta(days=31)):
        make_dumps()
        assert deck_of(first) in text_of("deals", "2026-11")
        with pytest.raises(StockEmpty):
            claim_proven_deal(player=account("dora").user, variant="baroness", level="easy")


def test_a_deal_that_was_kept_back_comes_with_its_games_once_it_is_over() -> None:
    anna, bert = account("anna"), account("bert")
    game = won_easy(anna, DAY)
    with at(DAY):
        played_on = bert.start("hard")
    Game.objects.filter(pk=played_on["id"]).update(deal=stored(game).deal)
    make()
    deck = deck_of(game)
    assert deck not in all_texts()
    with at(DUE):
        bert.post(f"/games/{played_on['id']}/resign")
    with at(DUE + timedelta(days=30)):
        make_dumps()
    assert deck in text_of("deals", "2026-11")
    told = [line for line in lines_of("games", "2026-11") if line["deck"] == deck]
    assert sorted(line["won"] for line in told) == [False, True]


def test_published_deals_are_served_no_more() -> None:
    won_easy(account("anna"), DAY)
    StockDeal.objects.filter(level="easy", served_at=None).update(served_at=DUE)
    make()
    assert len(published()) == 17 + 1
    newcomer = Player()
    for _ in range(11):
        deal = claim_proven_deal(player=newcomer.user, variant="bakers_game", level="easy")
        Game.objects.create(
            player=newcomer.user, deal=deal, variant="bakers_game", level="easy",
            rules=deal.stock.rules, mode="practice", request={},
        )  # fmt: skip
        assert deal.deck not in published()
    with pytest.raises(StockEmpty):
        claim_proven_deal(player=newcomer.user, variant="bakers_game", level="easy")


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
