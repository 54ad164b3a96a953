"""Pairing games, a test a sentence of their rules, and their board text."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    RULES,
    InvalidBoard,
    InvalidDeck,
    Pairing,
    Playthrough,
    Position,
    best_first,
    ordered_deck,
    shuffled,
)
from tests.rules.boards import after, cards, is_legal
from tests.rules.strategies import PAIRINGS, Walk, examples, walks
from tests.rules.test_baroness_cases import THIRTEENS, WK, W, table

OPTIONAL = RULES["baroness-5-piles-1"]
KINGS_FIRST = RULES["baroness-5-piles-kings-first-1"]


# The table


def test_the_stock_is_hidden_and_in_dealing_order() -> None:
    position = OPTIONAL.lay_out(W)
    assert OPTIONAL.hidden == {"stock"}
    assert position.pile("stock") == W[5:]
    assert after(position, "n").pile("stock") == W[10:]
    assert position.unseen == 47


def test_the_discard_is_in_the_order_of_discarding() -> None:
    position = after(OPTIONAL.lay_out(W), "45", "1", "23")
    assert cards(position, "discard") == "2C JC KC AC QC"
    other = after(OPTIONAL.lay_out(W), "23", "1", "45")
    assert position != other
    assert position.in_play == other.in_play


def test_a_discard_of_a_pair_puts_the_first_named_card_down_first() -> None:
    assert cards(after(OPTIONAL.lay_out(W), "23"), "discard") == "AC QC"


def test_laying_goes_from_left_to_right_on_full_and_empty_piles() -> None:
    position = after(OPTIONAL.lay_out(W), "23", "n")
    assert [cards(position, each) for each in "12345"] == [*("KC KD", "AD", "QD", "2C 2D", "JC JD")]


@pytest.mark.parametrize("rules", [OPTIONAL, KINGS_FIRST, THIRTEENS])
def test_only_a_full_deck_is_laid(rules: Pairing) -> None:
    for deck in ((), ordered_deck()[:51], (*ordered_deck()[:51], ordered_deck()[0])):
        with pytest.raises(InvalidDeck):
            rules.lay_out(deck)


def test_thirteens_has_ten_places_of_one_card() -> None:
    position = THIRTEENS.lay_out(W)
    assert [pile.id for pile in THIRTEENS.piles] == [*"123456789A", "stock", "discard"]
    assert [len(pile) for pile in position.piles] == [1] * 10 + [42, 0]
    assert not is_legal(position, "n")


def test_a_tiny_thirteens_ends_alike_in_every_order_of_discards() -> None:
    rules = Pairing("tiny", pile_count=2, refills=True, ranks=3, suits=2)
    for deck in permutations(ordered_deck(3, 2)):
        waiting, ends = [rules.lay_out(deck)], set()
        while waiting:
            position = waiting.pop()
            waiting += map(position.play, position.legal_moves)
            if not position.legal_moves:
                ends.add(rules.cards_home(position))
        assert len(ends) == 1, deck


@examples(100)
@given(st.binary(min_size=8, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_discards_in_thirteens_does_not_matter(seed: bytes, chance: Random) -> None:
    ends = set()
    for _ in range(3):
        position = THIRTEENS.lay_out(shuffled(seed))
        while position.legal_moves:
            position = position.play(chance.choice(position.legal_moves))
        ends.add(THIRTEENS.cards_home(position))
    assert len(ends) == 1


@pytest.mark.parametrize("deck", [W, WK, shuffled(b"a"), shuffled(b"b")])
def test_cards_that_go_home_are_paid_once(deck: tuple) -> None:
    game = Playthrough(OPTIONAL, deck)
    while moves := best_first(game.position):
        game = game.append(game.version, [str(moves[0])], 0)
    discarded = len(game.position.pile("discard"))
    assert game.score(0).cards == 10 * discarded


def test_kings_that_are_out_first_pay_nothing_and_count_for_the_win() -> None:
    rules = RULES["baroness-5-piles-kings-first-beneath-1"]
    game = Playthrough(rules, W)
    assert rules.cards_home(game.position) == 4
    assert game.score(0).cards == 0
    while moves := best_first(game.position):
        game = game.append(game.version, [str(moves[0])], 50_000)
    assert game.is_won
    assert rules.cards_home(game.position) == 52
    score = game.score(60_000)
    assert (score.cards, score.bonus) == (480, 200_000 // 50)


def test_thirteens_pays_no_bonus() -> None:
    seeds = (bytes([seed]) for seed in range(50))
    games = (tapped(Playthrough(THIRTEENS, shuffled(seed))) for seed in seeds)
    won = next(game for game in games if game.is_won)
    assert (won.score(0).cards, won.score(0).bonus) == (520, 0)


def tapped(game: Playthrough) -> Playthrough:
    while moves := best_first(game.position):
        game = game.append(game.version, [str(moves[0])], 0)
    return game


@examples(100)
@given(walks(PAIRINGS))
def test_nothing_finishes_by_itself_and_no_run_is_blocked(walk: Walk) -> None:
    for position in walk.positions:
        assert position.rules.finish(position) == ()
        assert position.rules.blocked(position) == ()


@examples(100)
@given(walks(PAIRINGS), st.data())
def test_forced_discards_forbid_laying_exactly_while_one_is_possible(
    walk: Walk, data: st.DataObject
) -> None:
    position = data.draw(st.sampled_from(walk.positions))
    rules = position.rules
    assert isinstance(rules, Pairing)
    moves = [*map(str, position.legal_moves)]
    discards = [move for move in moves if move != "n" and ">" not in move]
    if rules.refills or not position.pile("stock"):
        assert "n" not in moves
    else:
        assert ("n" in moves) == (not rules.forced_discards or not discards)


# Board text

TEXT = """: KC
: AC 2D
:
: 2C
: JC
Grace: 6S -
Stock:
"""


def test_text_of_a_deal() -> None:
    lines = str(OPTIONAL.lay_out(W)).splitlines()
    assert lines[:6] == [": KC", ": AC", ": QC", ": 2C", ": JC", "Grace: - -"]
    assert lines[6].startswith("Stock: KD AD QD")
    assert lines[6].endswith("8S 6S 7S")
    assert lines[7:] == ["Discard:"]
    assert "Grace" not in str(THIRTEENS.lay_out(W))


def full(text: str, rules: Pairing = OPTIONAL) -> Position:
    """A position with the cards that the text does not have discarded."""
    return table(text.rstrip("\n"), rules.id)


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda text: text.replace("\n: ", "\n"),
        lambda text: text.replace("T", "10"),
        lambda text: text.replace("Grace", "  GRACE "),
        lambda text: text.replace("6S -", "6S"),
        lambda text: text.replace("Stock:\n", ""),
        lambda text: text.replace("\n", "\r\n\n"),
        lambda text: "Discard: KC\n" + text,
        lambda text: "\n".join(sorted(text.splitlines(), key=lambda line: line[:1] == ":")),
    ],
)
def test_other_spellings(change) -> None:
    position = full(TEXT)
    assert OPTIONAL.parse_position(change(str(position))) == position


DEAL = str(OPTIONAL.lay_out(W))


@pytest.mark.parametrize(
    ("text", "reason", "members"),
    [
        ("", "wrong_column_count", {"count": 0, "right": 5}),
        (DEAL + ":\n", "wrong_column_count", {"count": 6, "right": 5}),
        (DEAL.replace("- -", "- - 7S"), "too_many_grace_cards", {"count": 3, "line": 6}),
        (DEAL.replace("- -", "- 7S"), "duplicate_card", {"card": "7S", "line": 7}),
        (DEAL.replace(" 7S", ""), "deck_incomplete", {"missing": "7S"}),
        (DEAL.replace(" 7S", " XS"), "unknown_card", {"card": "XS", "line": 7}),
        (DEAL.replace("Stock", "Talon"), "unknown_card", {"card": "Talon", "line": 7}),
        (DEAL.replace("Stock:", "Stock: -"), "unknown_card", {"card": "-", "line": 7}),
        (DEAL.replace(" 7S", "").replace("- -", "- 7S"), "grace_before_end", {}),
        (DEAL.replace(" 7S", "").replace("Discard:", "Discard: 7S"), "stock_size_wrong", {}),
    ],
)
def test_what_is_no_board(text: str, reason: str, members: dict[str, object]) -> None:
    with pytest.raises(InvalidBoard) as refused:
        OPTIONAL.parse_position(text)
    assert refused.value.reason == reason
    assert members.items() <= refused.value.members.items()


def test_a_board_without_its_kings_has_none_on_the_table() -> None:
    with pytest.raises(InvalidBoard) as refused:
        KINGS_FIRST.parse_position(DEAL.replace("Grace: - -", "Grace: - - -"))
    assert refused.value.reason == "kings_not_discarded"


@pytest.mark.parametrize("places", [[": 2C", ":"], [": 2C", ": 2D 2H"]])
def test_a_place_of_thirteens_has_one_card_while_there_is_a_stock(places: list[str]) -> None:
    others = [f": {rank}S" for rank in "A2345678"]
    with pytest.raises(InvalidBoard) as refused:
        full("\n".join([*places, *others, "Stock: 9S"]), THIRTEENS)
    assert refused.value.reason == "not_refilled"


@examples(200)
@given(st.text(max_size=200) | st.text("A23TKQ10CDHS:-\n StockGraceDiscard", max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(InvalidBoard):
        OPTIONAL.parse_position(text)
