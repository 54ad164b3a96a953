"""The numbered conformance cases of Baker's Dozen and its relatives that the rules decide."""

import pytest

from games.rules import (
    RULES,
    IllegalMove,
    Playthrough,
    Position,
    Rules,
    is_dead,
    microsoft_deck,
    ordered_deck,
    view_of,
)
from tests.rules.boards import after, available, cards, is_legal, refusal

CLASSIC = RULES["bakers-dozen-1"]
ANY_FILL = RULES["bakers-dozen-any-fill-1"]
GROUP_MOVES = RULES["bakers-dozen-group-moves-1"]
GOOD_MEASURE = RULES["good-measure-1"]
SPANISH = RULES["spanish-patience-1"]
COLUMNS = "123456789ABCD"

# Boards dealt forwards with the kings slid, a column each.
MS_128 = (
    *("KC JC TH 4S", "5D 6C AD 7D", "JH QS 9S TC", "QH AC 7C 4D", "5C 3C 2D TS", "3D 8S 8C 4C"),
    *("KS 5S 6H 7H", "KD KH 6S 2H", "8H AH AS 2C", "9H 3S 4H 5H", "9D 2S 8D QC", "7S 3H JD 6D"),
    "JS TD 9C QD",
)
MS_23555 = (
    *("9S AS 8D 3C", "KH 2D 4D 7D", "KC JD 5S TS", "6C 4C TH AH", "4S JH TD QH", "KS 6H 6D 7S"),
    *("8H 6S 8S 5C", "9C 4H 5H 2C", "KD 3S TC 7H", "2H JS 5D QD", "AD 9H 3D QC", "8C AC JC 7C"),
    "2S 9D QS 3H",
)
MS_104 = (
    *("4H JS JH TD", "5D 5H AD QD", "TC 2S 3D AC", "AH 8C TH 6H", "9S 7H 3C QH", "8H 2D 5C TS"),
    *("3H 4S 9H 3S", "KD KS QS 2H", "AS 9D 9C 8D", "KC JD 7C QC", "4D 6C 7S 6D", "KH 2C 5S 6S"),
    "7D 8S JC 4C",
)


def deal(number: int, rules_id: str = CLASSIC.id) -> Position:
    return RULES[rules_id].lay_out(microsoft_deck(number))


def columns(position: Position) -> tuple[str, ...]:
    piles = position.rules.piles
    return tuple(cards(position, pile.id) for pile in piles if pile.kind == "column")


def reachable(start: Position) -> set[Position]:
    seen, waiting = {start}, [start]
    while waiting:
        current = waiting.pop()
        new = {current.play(move) for move in current.legal_moves} - seen
        seen |= new
        waiting += new
    return seen


def four_kings() -> Position:
    """A column of kings, beside all queens, and everything else home but the jacks."""
    text = "Foundations: C-T D-T H-T S-T\n: KC KS KD KH\n: QC\n: QD\n: QH\n: QS\n: JC\n: JD\n"
    return CLASSIC.parse_position(text + ": JH\n: JS\n" + ":\n" * 4)


def test_bd_01_first_microsoft_deal() -> None:
    assert columns(deal(1))[:5] == (
        *("JD QC TS 7D", "KH 2D QH 6D", "9H 3H 4H 8S", "JC 2S AC 8D", "KS 5D 4D QS"),
    )
    assert [len(column.split()) for column in columns(deal(1))] == [4] * 13


def test_bd_02_a_king_on_top_slides_under_all_others() -> None:
    for number in range(1, 200):
        deck, position = microsoft_deck(number), deal(number)
        for at, column in enumerate(COLUMNS):
            dealt = deck[at::13]
            kings = [card for card in dealt if card >> 2 == 12]
            others = [card for card in dealt if card >> 2 != 12]
            assert position.pile(column) == (*kings, *others)


def test_bd_03_two_kings_keep_their_order_and_so_do_the_others() -> None:
    assert columns(deal(33))[8] == "KS KD 7C 2S"


def test_bd_05_three_kings() -> None:
    assert columns(deal(170))[5] == "KC KS KH 3S"


def test_bd_06_four_kings_lie_on_each_other() -> None:
    position = four_kings()
    assert [move for move in position.legal_moves if move.source == "1"] == []
    for to in "23456789ABCD":
        assert refusal(position, f"1{to}")[0] in ("wrong_rank", "column_stays_empty")
    assert refusal(position, "1h")[0] == "not_next_on_foundation"
    assert is_legal(after(position, "8h", "4h"), "1h")
    again = CLASSIC.lay_out(tuple(card for row in zip(*_with_kings(), strict=True) for card in row))
    assert cards(again, "1") == "KC KS KD KH"


def _with_kings() -> list[tuple[int, ...]]:
    """Thirteen columns, of which the first was dealt four kings."""
    others = [card for card in microsoft_deck(1) if card >> 2 != 12]
    kings = tuple(48 + suit for suit in (0, 3, 1, 2))
    return [kings, *(tuple(others[at : at + 4]) for at in range(0, 48, 4))]


def test_bd_07_suits_do_not_matter() -> None:
    assert columns(deal(128)) == MS_128
    assert cards(after(deal(128), "AC"), "C") == "7S 3H JD 6D 5H"


def test_bd_08_two_cards_move_together_where_runs_do() -> None:
    assert refusal(after(deal(128), "AC"), "C2") == ("one_card_at_a_time", {})
    position = after(deal(128, GROUP_MOVES.id), "AC", "C2")
    assert cards(position, "2") == "5D 6C AD 7D 6D 5H"


def test_bd_09_stuck_after_two_moves() -> None:
    position = after(deal(128), "AC", "4C")
    assert position.is_stuck
    assert available(position) == "4S 7D TC 7C TS 4C 7H 2H 2C 4H QC 4D QD"
    assert view_of(Playthrough(CLASSIC, microsoft_deck(128)).append(0, ["AC", "4C"], 0), 0)["stuck"]


def test_bd_10_stuck_before_the_first_move() -> None:
    assert deal(72548).is_stuck
    assert not is_dead(deal(72548))


def test_bd_11_a_two_between_two_threes_for_ever() -> None:
    position = deal(23555)
    assert columns(position) == MS_23555
    assert [str(move) for move in position.legal_moves] == ["48", "4h", "81", "8D"]
    known = reachable(position)
    assert len(known) == 9
    assert not any(each.is_stuck or each.is_won for each in known)
    assert all(is_dead(each) for each in known)
    assert view_of(Playthrough(CLASSIC, microsoft_deck(23555)), 0)["dead"]


@pytest.mark.parametrize(
    ("number", "positions"),
    [(23555, 9), (26372, 9), (14748, 13), (3849, 40), (18537, 4), (20112, 12)],
)
def test_bd_11_small_closed_deals_are_dead(number: int, positions: int) -> None:
    assert len(reachable(deal(number))) == positions
    assert is_dead(deal(number))


def test_bd_12_moves_without_a_win() -> None:
    position = deal(104)
    assert columns(position) == MS_104
    assert position.legal_moves
    # Too many positions to be told to the player, and none of them is won.
    assert not is_dead(position)
    assert not any(each.is_won for each in reachable(position))


def test_bd_13_only_on_the_next_higher_rank() -> None:
    position = deal(128)
    assert refusal(position, "14") == ("wrong_rank", {})
    assert refusal(position, "46") == ("wrong_rank", {})
    assert refusal(position, "12") == ("wrong_rank", {})
    for to in "23456789ABC":
        assert refusal(four_kings(), f"1{to}")[0] in ("wrong_rank", "column_stays_empty")


def test_bd_14_an_emptied_column_stays_empty_unless_any_card_may_fill_it() -> None:
    text = "Foundations: C-K D-K H-K S-T\n: KS\n: QS\n: JS\n" + ":\n" * 10
    position = CLASSIC.parse_position(text)
    for source in "123":
        assert refusal(position, f"{source}4") == ("column_stays_empty", {})
    looser = ANY_FILL.parse_position(text)
    for source in "123":
        assert cards(after(looser, f"{source}4"), "4") == cards(looser, source)
    run = ANY_FILL.parse_position(text.replace(": QS\n: JS\n", ": QS JS\n:\n"))
    assert refusal(run, "242") == ("one_card_at_a_time", {})
    together = RULES["bakers-dozen-any-fill-group-moves-1"].parse_position(str(run))
    assert cards(after(together, "242"), "4") == "QS JS"


@pytest.mark.parametrize("rules", [CLASSIC, ANY_FILL, GROUP_MOVES, GOOD_MEASURE, SPANISH])
def test_bd_15_nothing_comes_back_from_a_foundation(rules: Rules) -> None:
    # Aces come last in this deck, so that one can go home at once.
    position = rules.lay_out(ordered_deck()[::-1])
    position = position.play(next(each for each in position.legal_moves if str(each)[1] == "h"))
    for to in COLUMNS[: rules.columns]:
        assert refusal(position, f"h{to}") == ("foundation_is_final", {})


def test_bd_17_good_measure_starts_with_two_aces_home() -> None:
    position = GOOD_MEASURE.lay_out(microsoft_deck(1))
    assert [cards(position, f"h{suit}") for suit in "CDHS"] == ["", "AD", "", "AS"]
    assert columns(position)[:4] == (
        *("JD 9S AH 3S 8D", "2D 5S 3C TD QS", "9H QC 4C 4S 6C", "KH JC 5C TH 3D"),
    )
    assert [len(column.split()) for column in columns(position)] == [5] * 10


def test_bd_18_the_first_aces_pay_nothing() -> None:
    game = Playthrough(GOOD_MEASURE, microsoft_deck(1))
    assert game.rules.cards_home(game.position) == 2
    assert game.score(0).total == game.score(0).cards == 0
    assert game.score(10**6).total == 0


@pytest.mark.parametrize(
    ("rules_id", "number", "first_columns"),
    [
        (CLASSIC.id, 1, ("6H JH 5C AD", "2H 2C 4C 5S", "9C 8H 3C 9S", "KC TH AH 6S")),
        (CLASSIC.id, 33, ("AS 4S 3H 8D", "3D 9S TC 9H", "8S 3S 7S QC", "AD QH QS TS")),
        (CLASSIC.id, 32001, ("7C 5H TS JH", "9H 5D QD TC", "8C QH 4H 7H", "3S 5C 3C 4S")),
        (SPANISH.id, 104, ("4C JC 8S 7D", "KH 6S 5S 2C", "6D 7S 6C 4D", "KC 7C JD QC")),
    ],
)
def test_bd_19_pysolfc_numbers(rules_id: str, number: int, first_columns: tuple) -> None:
    rules, deck = RULES[rules_id].numbered("pysolfc", number)
    assert rules.id == rules_id
    assert columns(rules.lay_out(deck))[:4] == first_columns


def test_bd_20_pysolfc_leaves_kings_of_good_measure_where_they_fell() -> None:
    rules, deck = GOOD_MEASURE.numbered("pysolfc", 2)
    position = rules.lay_out(deck)
    assert columns(position)[3] == "AS 9H KD TD 3S"
    assert rules.id == "good-measure-as-dealt-1"
    assert RULES[rules.id] == rules
    assert columns(GOOD_MEASURE.lay_out(deck))[3] == "KD AS 9H TD 3S"


def test_bd_21_foundations_of_spanish_patience_change_colour() -> None:
    rest = " ".join(
        rank + suit for rank in "KQJT98765432" for suit in "CDHS" if rank + suit not in ("2S", "2H")
    )
    text = f"Foundations: H-A C-A D-A S-A\n: {rest}\n: 2S\n: 2H\n" + ":\n" * 10
    position = SPANISH.parse_position(text)
    assert cards(after(position, "2hH"), "hH") == "AH 2S"
    assert refusal(position, "3hH") == ("not_next_on_foundation", {})
    assert [str(move) for move in position.legal_moves if move.source == "3"] == ["3hC", "3hS"]
    assert refusal(position, "2h") == ("foundation_needed", {})
    with pytest.raises(IllegalMove):
        position.parse_move("2hC")


def test_bd_23_the_last_card_wins_though_no_move_is_left() -> None:
    position = CLASSIC.parse_position("Foundations: C-K D-K H-K S-Q\n: KS\n" + ":\n" * 12)
    position = after(position, "1h")
    assert position.is_won
    assert position.legal_moves == ()
    assert not position.is_stuck
    assert not is_dead(position)
