"""The stock takes what is proven and nothing else."""

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.management.commands import load_stock
from games.models import Deal, StockDeal
from games.rules import VARIANTS, Playthrough, microsoft_deck, parse_deck
from games.services.stock import NotAProof, add_proven_deal
from tests.games.conftest import STOCK_ROWS

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
    call_command("load_stock", verbosity=0)
    assert StockDeal.objects.count() == len(STOCK_ROWS) >= 40
    call_command("load_stock", verbosity=0)
    assert StockDeal.objects.count() == len(STOCK_ROWS)


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
