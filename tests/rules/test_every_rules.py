"""Properties of every rules object on offer, and of tiny games."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import RULES, Building, Playthrough, Position, ordered_deck
from tests.rules.strategies import ON_OFFER, Walk, examples, positions, walks


def test_hundred_and_forty_rules_are_on_offer() -> None:
    assert len(RULES) == 140
    assert all(RULES[key].id == key for key in RULES)
    assert len(set(RULES.values())) == 140


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
                suit = "CDHS".index(pile.id[1])
                assert list(cards) == [rank * 4 + suit for rank in range(len(cards))]


@examples(150)
@given(walks())
def test_a_move_takes_as_many_cards_as_it_says(walk: Walk) -> None:
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        count = before.rules.cards_moved(before, move)
        assert len(before.pile(move.source)) - len(after.pile(move.source)) == count
        changed = sum(one != other for one, other in zip(before.piles, after.piles, strict=True))
        assert changed == 2


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


def _looser(rules: Building) -> list[Building]:
    """Rules on the same columns with more cells, or with columns that any card may fill."""
    return [
        other
        for other in RULES.values()
        if isinstance(other, Building)
        and other.columns == rules.columns
        and other.cells >= rules.cells
        and (other.empty_columns in ("any", rules.empty_columns))
    ]


@examples(100)
@given(walks(ON_OFFER), st.data())
def test_a_line_under_stricter_rules_is_a_line_under_looser_ones(
    walk: Walk, data: st.DataObject
) -> None:
    looser = data.draw(st.sampled_from(_looser(walk.last.rules)))
    position = looser.parse_position(str(walk.positions[0]))
    for move in walk.moves:
        position = position.play(position.parse_move(str(move)))
    assert position == looser.parse_position(str(walk.last))
    assert {*map(str, walk.last.legal_moves)} <= {*map(str, position.legal_moves)}
