"""The published cases of Baroness and Thirteens, by their numbers."""

import random

import pytest

from games.rules import (
    RULES,
    VARIANTS,
    IllegalMove,
    Pairing,
    Playthrough,
    Position,
    deck_text,
    name,
    parse_deck,
    shuffled,
)
from tests.rules.boards import after, cards, is_legal, refusal

OPTIONAL, FORCED = RULES["baroness-5-piles-1"], RULES["baroness-5-piles-forced-1"]
BENEATH = RULES["baroness-5-piles-beneath-1"]
SPACES = RULES["baroness-5-piles-spaces-1"]
KINGS_FIRST = RULES["baroness-5-piles-kings-first-1"]
THIRTEENS = RULES["thirteens-1"]

W = parse_deck(
    "KCACQC2CJC KDADQD2DJD KHAHQH2HJH KSASQS2SJS 3CTC4C9C5C 8C6C7C3DTD 3HTH4D9D5D "
    "8D6D7D3STS 4H9H5H8H6H 7H4S9S5S8S 6S7S".replace(" ", "")
)
# Its kings come later, but for one in the first place.
WK = parse_deck(
    "7CACQC2CJC KCADQD2DJD KDAHQH2HJH KHASQS2SJS 3CTC4C9C5C 8C6C7D3DTD 3HTH4D9D5D "
    "8D6D7H3STS 4H9H5H8H6H 7S4S9S5S8S 6SKS".replace(" ", "")
)


def first_pair_first(position: Position, *, lays: int) -> Position:
    """Every discard as it comes, then the next lay, so many times."""
    for _ in range(lays):
        position = all_discarded(position)
        position = after(position, "n")
    return position


def all_discarded(position: Position) -> Position:
    while discards := [move for move in position.legal_moves if move.source != "n"]:
        position = position.play(discards[0])
    return position


def sizes(position: Position) -> list[int]:
    return [len(pile) for pile in position.piles]


def table(text: str, rules_id: str = OPTIONAL.id) -> Position:
    """A position with these piles (and `Grace:`, `Stock:` lines); the other cards are discarded."""
    rules = RULES[rules_id]
    shown = set(text.replace(":", " ").split())
    gone = [name(card) for card in shuffled(b"") if name(card) not in shown]
    return rules.parse_position(f"{text}\nDiscard: {' '.join(gone)}\n")


def test_ba_01_five_piles_of_one_card_and_a_stock_of_47() -> None:
    position = OPTIONAL.lay_out(W)
    assert sizes(position) == [1, 1, 1, 1, 1, 0, 0, 47, 0]
    assert [pile.kind for pile in OPTIONAL.piles] == [
        *(["column"] * 5), "grace", "grace", "stock", "discard"
    ]  # fmt: skip
    assert [pile.id for pile in OPTIONAL.piles] == [*"1234567", "stock", "discard"]
    assert [cards(position, each) for each in "12345"] == ["KC", "AC", "QC", "2C", "JC"]
    assert position.pile("stock") == W[5:]


@pytest.mark.parametrize("pair", ["7C 6D", "8H 5H", "9S 4C", "TD 3S", "JC 2H", "QD AD"])
@pytest.mark.parametrize("turned", [False, True])
def test_ba_02_two_cards_that_total_thirteen_go_whatever_their_suits(
    pair: str, turned: bool
) -> None:
    one, other = pair.split()[:: -1 if turned else 1]
    position = table(f":\n: {one}\n:\n: {other}\n:")
    assert [str(move) for move in position.legal_moves] == ["24"]
    won = after(position, "24")
    assert won.is_won
    assert cards(won, "discard").endswith(f"{one} {other}")


def test_ba_02_two_sixes_or_a_king_with_an_ace_do_not_go_and_a_king_goes_alone() -> None:
    assert refusal(table(": 6C\n: 6D\n:\n:\n:"), "12") == ("wrong_total", {})
    position = table(": KC\n: AD\n:\n:\n:")
    assert refusal(position, "12") == ("wrong_total", {})
    assert [str(move) for move in position.legal_moves] == ["1"]
    assert refusal(position, "2") == ("not_a_king", {})
    assert cards(after(position, "1"), "1") == ""


def sixth_deal() -> Position:
    """Deck W after the sixth deal, all discarded before it."""
    return first_pair_first(OPTIONAL.lay_out(W), lays=5)


def test_ba_03_the_card_beneath_is_available_at_once() -> None:
    position = sixth_deal()
    assert [cards(position, each) for each in "12345"] == ["8C", "6C", "7C", "3D", "5C TD"]
    after(position, "45", "15")


def test_ba_04_a_covered_card_is_not_available() -> None:
    assert refusal(sixth_deal(), "15") == ("wrong_total", {})


def test_ba_05_laying_while_a_king_is_available() -> None:
    assert cards(OPTIONAL.lay_out(W), "1") == "KC"
    assert refusal(FORCED.lay_out(W), "n") == ("discards_left", {})
    laid = after(OPTIONAL.lay_out(W), "n")
    assert [cards(laid, each) for each in "12345"] == [
        "KC KD", "AC AD", "QC QD", "2C 2D", "JC JD"
    ]  # fmt: skip


@pytest.mark.parametrize("rules", [OPTIONAL, FORCED])
def test_ba_06_deck_w_comes_out(rules: Pairing) -> None:
    position = first_pair_first(rules.lay_out(W), lays=10)
    assert sizes(position)[-2:] == [0, 50]
    position = all_discarded(position)
    assert position.is_won
    assert rules.cards_home(position) == 52
    assert not position.is_stuck
    assert position.legal_moves == ()


def test_ba_07_a_grace_card_with_a_grace_card_wins() -> None:
    position = first_pair_first(OPTIONAL.lay_out(W), lays=10)
    assert (cards(position, "6"), cards(position, "7")) == ("6S", "7S")
    assert [str(move) for move in position.legal_moves] == ["67"]
    assert after(position, "67").is_won


def test_ba_08_a_grace_card_goes_with_a_pile_and_a_grace_king_alone() -> None:
    position = first_pair_first(OPTIONAL.lay_out(WK), lays=10)
    assert [cards(position, each) for each in "1234567"] == [
        *("7S", "", "", "", ""), "6S", "KS"
    ]  # fmt: skip
    assert [str(move) for move in position.legal_moves] == ["16", "7"]
    assert after(position, "7", "16").is_won


@pytest.mark.parametrize("rules", [OPTIONAL, RULES["baroness-5-piles-first-piles-1"]])
def test_ba_09_a_stock_of_seven_lays_five(rules: Pairing) -> None:
    position = first_pair_first(rules.lay_out(W), lays=8)
    assert len(position.pile("stock")) == 7
    laid = after(position, "n")
    assert rules.cards_moved(position, position.parse_move("n")) == 5
    assert cards(laid, "stock") == "6S 7S"


def test_ba_10_a_stock_of_two_becomes_two_more_piles() -> None:
    position = after(OPTIONAL.lay_out(W), *["n"] * 9)
    assert OPTIONAL.cards_moved(position, position.parse_move("n")) == 2
    laid = after(position, "n")
    assert sizes(laid) == [10, 10, 10, 10, 10, 1, 1, 0, 0]
    assert laid.piles[:5] == position.piles[:5]
    assert (cards(laid, "6"), cards(laid, "7")) == ("6S", "7S")


def test_ba_10_or_they_go_on_the_first_two_piles() -> None:
    rules = RULES["baroness-5-piles-first-piles-1"]
    laid = after(rules.lay_out(W), *["n"] * 10)
    assert sizes(laid) == [11, 11, 10, 10, 10, 0, 0]
    assert cards(laid, "1").endswith("7H 6S")
    assert cards(laid, "2").endswith("4S 7S")


def test_ba_11_an_empty_stock_lays_nothing() -> None:
    position = after(OPTIONAL.lay_out(W), *["n"] * 10)
    assert refusal(position, "n") == ("stock_empty", {})


# Piles, whether the kings go first, the full rows, the cards left over.
ROWS = [(5, False, 10, 2), (6, False, 8, 4), (7, False, 7, 3)]
ROWS_WITHOUT_KINGS = [(5, True, 9, 3), (6, True, 8, 0), (7, True, 6, 6)]


def _lay_all(piles: int, kings_first: bool, rows: int, left: int) -> Position:
    suffix = "-kings-first" if kings_first else ""
    rules = RULES[f"baroness-{piles}-piles{suffix}-1"]
    position = rules.lay_out(W)
    home = 4 if kings_first else 0
    assert sizes(position) == [1] * piles + [0] * left + [52 - home - piles, home]
    for row in range(2, rows + 1):
        position = after(position, "n")
        assert sizes(position)[: piles + left] == [row] * piles + [0] * left
    assert len(position.pile("stock")) == left
    return position


@pytest.mark.parametrize(("piles", "kings_first", "rows", "left"), ROWS)
def test_ba_12_full_rows_and_grace_cards(
    piles: int, kings_first: bool, rows: int, left: int
) -> None:
    position = after(_lay_all(piles, kings_first, rows, left), "n")
    assert sizes(position) == [rows] * piles + [1] * left + [0, 0]


@pytest.mark.parametrize(("piles", "kings_first", "rows", "left"), ROWS_WITHOUT_KINGS)
def test_ba_13_with_the_kings_out_first_there_are_48_cards(
    piles: int, kings_first: bool, rows: int, left: int
) -> None:
    position = _lay_all(piles, kings_first, rows, left)
    assert cards(position, "discard") == "KC KD KH KS"
    if left:
        position = after(position, "n")
    assert sizes(position) == [rows] * piles + [1] * left + [0, 4]
    assert refusal(position, "n") == ("stock_empty", {})


def test_ba_13_grace_piles_are_numbered_on_from_the_piles() -> None:
    ids = [pile.id for pile in RULES["baroness-7-piles-kings-first-1"].piles]
    assert ids == [*"123456789ABCD", "stock", "discard"]


def _deck_w_with_kings_first(rules: Pairing) -> Position:
    position = first_pair_first(rules.lay_out(W), lays=9)
    return all_discarded(position)


def test_ba_14_deck_w_with_the_kings_out_first_is_lost() -> None:
    position = _deck_w_with_kings_first(KINGS_FIRST)
    assert [cards(position, each) for each in "12345678"] == [*[""] * 4, "AD QH", "", "", ""]
    # The four kings that were out at the start count as discarded, too.
    assert KINGS_FIRST.cards_home(position) == 50
    assert position.is_stuck
    assert not position.is_won


@pytest.mark.parametrize("rules", [BENEATH, RULES["baroness-5-piles-kings-first-beneath-1"]])
def test_ba_15_a_pair_within_a_pile_goes_where_the_rules_let_it(rules: Pairing) -> None:
    position = table(":\n:\n: AD QH\n:\n:", rules.id)
    assert [str(move) for move in position.legal_moves] == ["33"]
    won = after(position, "33")
    assert won.is_won
    assert cards(won, "discard").endswith("QH AD")


def test_ba_15_and_not_elsewhere() -> None:
    assert refusal(table(":\n:\n: AD QH\n:\n:"), "33") == ("same_pile", {})
    assert refusal(table(":\n:\n: QH\n:\n: AD", BENEATH.id), "33") == ("nothing_beneath", {})
    assert refusal(table(":\n:\n: AD 2D QH JH\n:\n:", BENEATH.id), "33") == ("wrong_total", {})


def test_with_pairs_beneath_forced_they_count_as_discards_too() -> None:
    rules = RULES["baroness-5-piles-beneath-forced-1"]
    stock = "Stock: 2S 2H"
    position = table(f":\n:\n: AD QH\n:\n:\n{stock}", rules.id)
    assert refusal(position, "n") == ("discards_left", {})
    assert is_legal(table(f":\n:\n: AD QH\n:\n:\n{stock}", FORCED.id), "n")


def test_ba_17_in_the_base_game_no_card_goes_to_an_empty_pile() -> None:
    position = table(":\n: AD 2D\n:\n:\n:")
    assert refusal(position, "2>1") == ("spaces_stay_empty", {})
    assert position.is_stuck


def test_ba_18_with_spaces_a_card_goes_to_an_empty_pile_alone() -> None:
    position = table(":\n: AD 2D\n: 5H 7H\n:\n:", SPACES.id)
    assert refusal(position, "2>3") == ("space_occupied", {})
    assert refusal(position, "23") == ("wrong_total", {})
    assert [str(move) for move in position.legal_moves] == [
        *("2>1", "2>4", "2>5", "3>1", "3>4", "3>5")
    ]
    moved = after(position, "2>1")
    assert (cards(moved, "1"), cards(moved, "2")) == ("2D", "AD")
    assert SPACES.cards_home(moved) == SPACES.cards_home(position)


def test_ba_18_the_only_card_of_a_pile_goes_to_a_space_while_there_is_a_stock() -> None:
    with_stock = table(":\n: AD\n:\n:\n: 2C\nStock: 2S 2H", SPACES.id)
    assert is_legal(with_stock, "2>1")
    position = table(":\n: AD\n:\n:\n: 2C", SPACES.id)
    assert refusal(position, "2>1") == ("no_effect", {})
    assert position.is_stuck


def test_ba_18_a_grace_card_goes_to_a_space_and_its_place_is_none() -> None:
    position = table(":\n: AD 2D\n: 3C\n: 4C\n: 5C\nGrace: 6S -", SPACES.id)
    assert [str(move) for move in position.legal_moves] == ["2>1", "6>1"]
    assert refusal(position, "2>7") == ("grace_is_no_space", {})
    moved = after(position, "6>1")
    assert (cards(moved, "1"), cards(moved, "6")) == ("6S", "")
    assert moved.is_stuck


def test_ba_18_forced_discards_do_not_force_moves_to_spaces() -> None:
    rules = RULES["baroness-5-piles-spaces-forced-1"]
    position = table(":\n: AD 2D\n:\n:\n: 2C\nStock: 2S 2H", rules.id)
    assert is_legal(position, "2>1")
    assert is_legal(position, "n")


def test_ba_19_thirteens_with_one_card_left_refills_the_place_that_was_named_first() -> None:
    position = table(
        ": 2C\n: AC\n: 3C\n: 3D\n: 3H\n: 3S\n: 4C\n: 4D\n: QC\n: 4H\nStock: 7H", THIRTEENS.id
    )
    assert refusal(position, "92") == ("lower_place_first", {})
    refilled = after(position, "29")
    assert (cards(refilled, "2"), cards(refilled, "9"), cards(refilled, "stock")) == ("7H", "", "")
    assert cards(refilled, "discard").endswith("AC QC")


def test_ba_19_two_cards_refill_the_lower_place_first() -> None:
    position = table(
        ": 2C\n: AC\n: KC\n: 3D\n: 3H\n: 3S\n: 4C\n: 4D\n: QC\n: 4H\nStock: 7H 8H", THIRTEENS.id
    )
    refilled = after(position, "29")
    assert (cards(refilled, "2"), cards(refilled, "9")) == ("7H", "8H")
    assert cards(after(position, "3"), "3") == "7H"
    assert refusal(position, "n") == ("refills_by_itself", {})


@pytest.mark.parametrize("seed", range(60))
def test_ba_20_in_thirteens_the_order_of_discards_does_not_matter(seed: int) -> None:
    deck = shuffled(b"thirteens" + bytes([seed]))
    finals = set()
    for order in range(20):
        chance = random.Random(order)
        position = THIRTEENS.lay_out(deck)
        while position.legal_moves:
            position = position.play(chance.choice(position.legal_moves))
        finals.add((THIRTEENS.cards_home(position), position.is_won))
    assert len(finals) == 1


def test_ba_21_an_undone_lay_is_laid_again_card_for_card() -> None:
    game = Playthrough(OPTIONAL, W).append(0, ["1", "n"], 0)
    laid = game.position
    assert game.undo_reveals
    game = game.append(2, ["z"], 0)
    assert game.position.pile("stock") == W[5:]
    assert not game.undo_reveals
    assert game.append(3, ["n"], 0).position == laid


def test_the_card_moved_to_a_space_is_covered_by_the_next_lay() -> None:
    position = table(":\n: AD 2D\n:\n:\n: 2C\nStock: 3C 3D 3H 3S 4C 4D 4H", SPACES.id)
    laid = after(position, "2>1", "n")
    assert [cards(laid, each) for each in "12345"] == [
        "2D 3C", "AD 3D", "3H", "3S", "2C 4C"
    ]  # fmt: skip


def test_levels_of_baroness_and_thirteens() -> None:
    levels = VARIANTS["baroness"].levels
    assert [level.rules and level.rules.id for level in levels.values()] == [
        OPTIONAL.id, OPTIONAL.id, FORCED.id, None
    ]  # fmt: skip
    assert [level.proven for level in levels.values()] == [True, False, False, False]
    assert [*VARIANTS["thirteens"].levels] == ["medium"]


def test_decks_w_and_wk_are_whole() -> None:
    assert len({*W}) == len({*WK}) == 52
    assert deck_text(W).startswith("KCAC")
    with pytest.raises(IllegalMove):
        OPTIONAL.lay_out(WK).parse_move("1")
