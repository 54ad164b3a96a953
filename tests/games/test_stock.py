"""The stock takes what is proven and nothing else."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games.management.commands import load_stock
from games.models import Daily, Deal, StockDeal
from games.rules import VARIANTS, Playthrough, deck_text, microsoft_deck, parse_deck, shuffled
from games.services.daily import lay_dailies, lay_missing
from games.services.stock import NotAProof, StockEmpty, add_proven_deal, claim_proven_deal
from stats.days import day_of
from tests.games.conftest import STOCK_ROWS, Player, proven_rows, stock_up, stored

EASY = {"variant": "bakers_game", "level": "easy"}


@pytest.mark.django_db
def test_bg_26_a_deal_enters_only_with_a_line_that_wins_it() -> None:
    # 10 cannot be won, whatever line comes with it; 276 can, though a well-known solver's
    # default says no.
    for line in ("", "1a", STOCK_ROWS[0][1], LINE_276):
        with pytest.raises(NotAProof):
            add_proven_deal(**EASY, deck=microsoft_deck(10), line=line)
    assert not Deal.objects.exists()
    proven = add_proven_deal(**EASY, deck=microsoft_deck(276), line=LINE_276)
    assert proven is not None
    assert proven.rules == VARIANTS["bakers_game"].levels["easy"].rules.id


@pytest.mark.django_db
def test_the_same_cards_come_in_once() -> None:
    deck, line = STOCK_ROWS[0]
    assert add_proven_deal(**EASY, deck=parse_deck(deck), line=line)
    assert add_proven_deal(**EASY, deck=parse_deck(deck), line=line) is None
    assert StockDeal.objects.count() == Deal.objects.count() == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_r19_a_changed_card_or_move_is_no_proof(data: st.DataObject) -> None:
    rules = VARIANTS["bakers_game"].levels["easy"].rules
    text, line = data.draw(st.sampled_from(STOCK_ROWS))
    deck, moves = list(parse_deck(text)), line.split()
    if data.draw(st.booleans()):
        at, to = data.draw(st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True))
        deck[at], deck[to] = deck[to], deck[at]
    else:
        moves.pop(data.draw(st.integers(0, len(moves) - 1)))
    try:
        wins = Playthrough(rules, tuple(deck)).append(0, moves, 0).is_won
    except ValueError:
        wins = False
    # Changes that do not matter to the line still replay; all others are refused.
    if not wins:
        with pytest.raises(NotAProof):
            add_proven_deal(**EASY, deck=tuple(deck), line=" ".join(moves))


@pytest.mark.django_db
def test_the_projects_own_stock_loads_once() -> None:
    proven = [
        (variant.key, level.key)
        for variant in VARIANTS.values()
        for level in variant.levels.values()
        if level.proven
    ]
    for _ in range(2):
        call_command("load_stock", verbosity=0)
        for variant, level in proven:
            stock = StockDeal.objects.filter(variant=variant, level=level)
            assert stock.count() == len(proven_rows(variant, level)) >= 40


@pytest.mark.django_db
def test_what_everybody_can_read_in_the_project_is_served_last(player: Player) -> None:
    def served() -> str:
        return stored(player.start("easy", abandon_active=True)).deal.deck

    rows = STOCK_ROWS[:4]
    for deck, line in rows:
        add_proven_deal(**EASY, deck=parse_deck(deck), line=line)
    assert [served(), served()] == [deck for deck, _ in rows[:1:-1]]
    deck, line = STOCK_ROWS[4]
    add_proven_deal(**EASY, deck=parse_deck(deck), line=line)
    assert [served(), served()] == [deck, rows[1][0]]


@pytest.mark.django_db
def test_a_deal_of_the_project_that_became_a_daily_stays_one() -> None:
    call_command("load_stock", verbosity=0)
    day = day_of(timezone.now())
    lay_missing(timezone.now(), day)
    decks = Daily.objects.filter(date=day).values_list("proof__deck", flat=True)
    assert decks
    call_command("load_stock", verbosity=0)
    for deck in decks:
        assert StockDeal.objects.filter(deck=deck).count() == 1


@pytest.mark.django_db
def test_a_wrong_line_in_the_file_stops_the_loading(tmp_path, monkeypatch) -> None:
    deck, line = STOCK_ROWS[0]
    (tmp_path / "bakers_game_easy.tsv").write_text(f"# a comment\n{deck}\t{line[:-3]}\n")
    monkeypatch.setattr(load_stock, "FOLDER", tmp_path)
    with pytest.raises(CommandError, match="line 2"):
        call_command("load_stock", verbosity=0)


LINE_276 = (
    "1a 1h 2b 2c 7d 72 7h c8 1c a8 1a b7 1b 1h 1h ch 5c 5h b1 5b 5h 51 5h d5 65 61 7d 76 "
    "d6 7d 72 a7 4a 4h 47 d4 3d a3 7a 74 a4 2a 27 a7 2a 27 21 2h 8h 8h 8h 27 82 8h 8h 5h "
    "5h 8h 4h 4h 4h 4h 4h 4h 4h 7h 7h 7h 7h 8h 6h 6h 6h 6h dh ah ch 65 6h 34 37 38 36 3h "
    "3h 3h 6h 5h 1h 1h 1h 1h bh 2h 8h 4h 7h"
)


def looked_at(plan: dict[str, Any]) -> int:
    """How many rows a plan read on its way, those that it then left out among them."""
    own = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
    return int(own * plan["Actual Loops"]) + sum(map(looked_at, plan.get("Plans", ())))


@pytest.mark.django_db
@pytest.mark.parametrize("fresh", [0, 500])
def test_r17_a_claim_looks_at_few_deals_however_many_were_served(fresh: int) -> None:
    """So its time stays flat while the stock is drained, and when nobody fills it any more."""
    rules = VARIANTS["bakers_game"].levels["easy"].rules
    decks = [deck_text(shuffled(number.to_bytes(4, "big"))) for number in range(4000)]
    deals = Deal.objects.bulk_create(Deal(deck=deck, salt="0" * 64) for deck in decks)
    StockDeal.objects.bulk_create(
        StockDeal(
            deal=deal,
            deck=deal.deck,
            rules=rules.id,
            line="",
            served_at=timezone.now() if number < len(deals) - fresh else None,
            **EASY,
        )
        for number, deal in enumerate(deals)
    )
    player = Player()
    with CaptureQueriesContext(connection) as captured:
        claim_proven_deal(player=player.user, **EASY)
    selects = [query["sql"] for query in captured if "FOR UPDATE" in query["sql"]]
    assert len(selects) == (1 if fresh else 2)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_stockdeal, games_deal, games_game")
        for select in selects:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {select}")
            ((plan,),) = cursor.fetchone()
            assert looked_at(plan["Plan"]) < 20, plan


@pytest.mark.django_db
def test_r19_a_deal_proven_under_earlier_rules_is_served_to_nobody(
    player: Player, one_daily: None
) -> None:
    stock_up(2)
    stock_up(2, "medium")
    StockDeal.objects.update(rules="bakers-game-4-cells-0")
    with pytest.raises(StockEmpty):
        claim_proven_deal(player=player.user, **EASY)
    now = timezone.now()
    lay_missing(now, day_of(now))
    assert lay_dailies(now) == 0
    assert not Daily.objects.exists()
