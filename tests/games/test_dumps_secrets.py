"""Open data tells nothing of anybody, and no cards that anybody can still play for the ledger."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.erasure import erase_due
from accounts.models import Session, User
from accounts.services import update_profile
from accounts.standing import suspend
from games.models import Daily, Deal, Dump, Game, Share, StockDeal
from games.rules import parse_deck
from games.services.stock import StockEmpty, add_proven_deal, claim_proven_deal
from games.tasks import make_dumps
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
