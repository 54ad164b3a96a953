"""Properties of every rules object on offer, and of tiny games."""

from itertools import pairwise, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import (
    RULES,
    Building,
    Pairing,
    Playthrough,
    Position,
    microsoft_deck,
    name,
    ordered_deck,
)
from tests.rules.strategies import ON_OFFER, Walk, examples, goes_home, positions, walks
from tests.rules.test_solutions import ALL as ALL_SOLUTIONS


def test_every_rules_object_is_named_by_its_id() -> None:
    assert len(set(RULES.values())) == len(RULES)
    assert all(RULES[key].id == key for key in RULES)
    assert {key.partition("-cells")[0].rstrip("0123456789-") for key in RULES} == {
        *("bakers-game", "freecell", "eight-off", "good-measure", "spanish-patience"),
        *("bakers-dozen", "bakers-dozen-any-fill", "bakers-dozen-group-moves"),
        *("bakers-dozen-any-fill-group-moves", "good-measure-as-dealt", "eight-off-first"),
        *BARONESSES,
        "thirteens",
    }


BARONESSES = {
    "-".join(["baroness", piles, "piles", *(word for word in words if word)])
    for piles in "567"
    for words in product(
        ("", "kings-first"), ("", "spaces"), ("", "beneath"), ("", "forced"), ("", "first-piles")
    )
}


def check_places(rules: Pairing, position: Position) -> None:
    """Grace piles and refilled places hold one card, and refilled ones are empty last."""
    stock = position.pile("stock")
    for pile, cards in zip(rules.piles, position.piles, strict=True):
        if pile.kind == "grace":
            assert len(cards) <= (not stock)
        if rules.refills and pile.kind == "column":
            assert len(cards) <= 1
            assert cards or not stock
    if not rules.refills and stock:
        laid = rules.cards - len(stock)
        assert laid % rules.pile_count == 0


def is_built_up(rules: Building, suit: str, cards: list[str]) -> bool:
    """Whether these cards lie as they must on the foundation of this suit's ace."""
    suits = [card[1] for card in cards]
    in_order = [card[0] for card in cards] == [*"A23456789TJQK"][: len(cards)]
    if rules.foundations == "suit":
        return in_order and set(suits) <= {suit}
    colours = [each in "DH" for each in suits]
    return in_order and suits[:1] in ([], [suit]) and all(a != b for a, b in pairwise(colours))


@examples(150)
@given(walks())
def test_every_card_is_there_always(walk: Walk) -> None:
    rules = walk.last.rules
    deck = sorted(ordered_deck(rules.ranks, rules.suits))
    for position in walk.positions:
        assert sorted(card for pile in position.piles for card in pile) == deck
        for pile, cards in zip(rules.piles, position.piles, strict=True):
            assert pile.kind != "cell" or len(cards) <= 1
            if pile.kind == "foundation":
                assert is_built_up(rules, pile.id[1], [*map(name, cards)])
        if isinstance(rules, Pairing):
            check_places(rules, position)


@examples(150)
@given(walks())
def test_a_move_takes_as_many_cards_as_it_says(walk: Walk) -> None:
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        rules = before.rules
        count = rules.cards_moved(before, move)
        went_home = rules.cards_home(after) - rules.cards_home(before)
        assert went_home == (count if goes_home(rules, move) else 0)
        grown = [
            len(other) - len(one) for one, other in zip(before.piles, after.piles, strict=True)
        ]
        assert sum(size for size in grown if size < 0) == -count
        if move.source == "n":
            assert grown[rules.index["stock"]] == -count
            assert max(grown) == 1
        elif not isinstance(rules, Pairing) or move.destination.startswith(">"):
            assert grown[rules.index[move.source]] == -count
            assert len(grown) - grown.count(0) == 2


@examples(60)
@given(walks())
def test_positions_are_values(walk: Walk) -> None:
    again = walk.last.rules.lay_out(walk.deck)
    assert again == walk.positions[0]
    for move, expected in zip(walk.moves, walk.positions[1:], strict=True):
        again = again.play(again.parse_move(str(move)))
        assert again == expected
        assert hash(again) == hash(expected)


@examples(60)
@given(walks(most=40), st.data())
def test_play_then_undo_is_the_same(walk: Walk, data: st.DataObject) -> None:
    game = Playthrough(walk.last.rules, walk.deck)
    for move in walk.moves:
        game = game.append(game.version, [str(move)], 0)
    assert game.line == walk.positions
    assume(not game.is_won)
    back = data.draw(st.integers(0, len(walk.moves)))
    undone = game.append(game.version, ["z"] * back, 0)
    assert undone.line == walk.positions[: len(walk.positions) - back]
    assert undone.can_undo == (back < len(walk.moves))
    assert (undone.moves, undone.undos) == (len(walk.moves) + back, back)


@examples(150)
@given(positions())
def test_board_text_reads_back(position: Position) -> None:
    assert position.rules.parse_position(str(position)) == position


@examples(100)
@given(walks())
def test_stuck_means_no_move_and_not_won(walk: Walk) -> None:
    for position in walk.positions:
        assert position.is_stuck == (not position.legal_moves and not position.is_won)
        full = position.rules.ranks * position.rules.suits
        assert position.is_won == (position.rules.cards_home(position) == full)


# Which values of a parameter allow all that another one allows.
LOOSER = {
    "empty_columns": {"none": ("none", "any"), "kings": ("kings", "any"), "any": ("any",)},
    "runs": {"never": ("never", "always"), "always": ("always",)},
}


def _looser(rules: Building) -> list[Building]:
    """Rules on the same columns with more cells, more to fill columns with, or longer runs.

    How cards lie before play makes no difference to this.
    """
    fills = LOOSER["empty_columns"][rules.empty_columns]
    runs = LOOSER["runs"].get(rules.runs, (rules.runs,))
    return [
        other
        for other in RULES.values()
        if isinstance(other, Building)
        and (other.columns, other.fits) == (rules.columns, rules.fits)
        and other.foundations == rules.foundations
        and other.cells >= rules.cells
        and other.empty_columns in fills
        and other.runs in runs
    ]


def _looser_pairings(rules: Pairing) -> list[Pairing]:
    """Rules on the same piles with more switches that allow something.

    Where discards are forced, one that only the looser rules know would have to be made.
    """
    return [
        other
        for other in RULES.values()
        if isinstance(other, Pairing)
        and (other.pile_count, other.kings_first) == (rules.pile_count, rules.kings_first)
        and (other.grace, other.refills) == (rules.grace, rules.refills)
        and other.spaces >= rules.spaces
        and other.pair_beneath >= rules.pair_beneath
        and other.forced_discards <= rules.forced_discards
        and not (other.forced_discards and other.pair_beneath != rules.pair_beneath)
    ]


@examples(100)
@given(walks(ON_OFFER), st.data())
def test_a_line_under_stricter_rules_is_a_line_under_looser_ones(
    walk: Walk, data: st.DataObject
) -> None:
    rules = walk.last.rules
    assert isinstance(rules, Building | Pairing)
    known = _looser(rules) if isinstance(rules, Building) else _looser_pairings(rules)
    looser = data.draw(st.sampled_from(known))
    position = looser.parse_position(str(walk.positions[0]))
    for move in walk.moves:
        position = position.play(position.parse_move(str(move)))
    assert position == looser.parse_position(str(walk.last))
    assert {*map(str, walk.last.legal_moves)} <= {*map(str, position.legal_moves)}


@pytest.mark.parametrize(("rules_id", "number", "line"), ALL_SOLUTIONS[::3])
def test_a_line_that_wins_wins_under_all_looser_rules(
    rules_id: str, number: int, line: list[str]
) -> None:
    strict = RULES[rules_id]
    assert isinstance(strict, Building)
    start = str(strict.lay_out(microsoft_deck(number)))
    for looser in _looser(strict):
        position = looser.parse_position(start)
        for text in line:
            position = position.play(position.parse_move(text))
        assert position.is_won


def test_laws_hold_between_all_levels_and_switches_of_a_variant() -> None:
    looser = {
        (rules.id, other.id)
        for rules in RULES.values()
        if isinstance(rules, Building)
        for other in _looser(rules)
    }
    assert ("bakers-game-3-cells-1", "bakers-game-4-cells-1") in looser
    assert ("bakers-game-4-cells-kings-1", "bakers-game-4-cells-1") in looser
    for switches in ("any-fill", "group-moves", "any-fill-group-moves"):
        assert ("bakers-dozen-1", f"bakers-dozen-{switches}-1") in looser
        assert (f"bakers-dozen-{switches}-1", "bakers-dozen-any-fill-group-moves-1") in looser
    assert ("eight-off-1", "bakers-game-8-cells-1") in looser
    assert ("eight-off-1", "eight-off-first-cells-1") in looser
    assert ("good-measure-1", "good-measure-as-dealt-1") in looser
    assert ("bakers-dozen-1", "spanish-patience-1") not in looser
    assert ("freecell-1", "bakers-game-4-cells-1") not in looser


def test_laws_hold_between_the_switches_of_baroness() -> None:
    looser = {
        (rules.id, other.id)
        for rules in RULES.values()
        if isinstance(rules, Pairing)
        for other in _looser_pairings(rules)
    }
    assert ("baroness-5-piles-forced-1", "baroness-5-piles-1") in looser
    assert ("baroness-5-piles-1", "baroness-5-piles-spaces-1") in looser
    assert ("baroness-6-piles-forced-1", "baroness-6-piles-spaces-beneath-1") in looser
    assert ("baroness-5-piles-forced-1", "baroness-5-piles-beneath-forced-1") not in looser
    assert ("baroness-5-piles-1", "baroness-6-piles-1") not in looser
