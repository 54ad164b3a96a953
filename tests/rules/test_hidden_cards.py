"""What a player may not know changes nothing of what the rules say."""

import json
import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    COMMANDS,
    RULES,
    Deck,
    Pairing,
    Playthrough,
    Rules,
    RulesViolation,
    is_dead,
    name,
    shuffled,
    view_of,
)
from tests.rules.strategies import PAIRINGS, Walk, examples, walks
from tests.rules.test_baroness_cases import W, table
from tests.rules.test_every_move import WELL_FORMED

HIDING = [rules for rules in RULES.values() if rules.hidden]
TEXTS = sorted(WELL_FORMED)
OPTIONAL, THIRTEENS = RULES["baroness-5-piles-1"], RULES["thirteens-1"]


def alike(rules: Rules, deck: Deck, unseen: Deck, chance: random.Random) -> Deck:
    """Another deck that shows the same cards: what was not seen lies in another order.

    Kings that are discarded before the first row may have lain anywhere.
    """
    assert isinstance(rules, Pairing)
    kings = [card for card in deck if rules.kings_first and card >> 2 == rules.ranks - 1]
    seen = [card for card in deck if card not in unseen and card not in kings]
    other = seen + chance.sample(unseen, len(unseen))
    for king in kings:
        other.insert(chance.randint(0, len(other)), king)
    return tuple(other)


def said(game: Playthrough, text: str) -> object:
    """All that a player is told about an op."""
    try:
        return view_of(game.append(game.version, [text], 5), 10)
    except RulesViolation as refused:
        return refused.code, refused.reason, refused.members, refused.pointer, str(refused)


@examples(100)
@given(walks(PAIRINGS), st.integers(0, 2**32), st.integers(0, 5), st.booleans())
def test_r20_games_alike_to_the_player_are_told_alike(
    walk: Walk, seed: int, undone: int, paused: bool
) -> None:
    rules = walk.last.rules
    chance = random.Random(seed)
    ops = [*map(str, walk.moves)]
    if not walk.last.is_won:
        ops += ["z"] * min(undone, len(ops)) + ["p"] * paused
    games = [
        Playthrough(rules, deck).append(0, ops, 0)
        for deck in (walk.deck, alike(rules, walk.deck, walk.last.pile("stock"), chance))
    ]
    one, other = games
    assert view_of(one, 10) == view_of(other, 10)
    assert view_of(one, 10, is_over=True) == view_of(other, 10, is_over=True)
    assert (one.undo_reveals, one.undid_reveal) == (other.undo_reveals, other.undid_reveal)
    shows = {"n"} | {str(m) for m in one.position.legal_moves if _shows(one, str(m))}
    legal = {*map(str, one.position.legal_moves)}
    for text in {*chance.sample(TEXTS, 200)} | legal | COMMANDS | {"n", "261", "", "q"}:
        if text not in shows:
            assert said(one, text) == said(other, text)


def _shows(game: Playthrough, text: str) -> bool:
    before = game.position
    return before.play(before.parse_move(text)).unseen != before.unseen


@examples(100)
@given(walks(st.sampled_from(HIDING)))
def test_r20_a_view_has_each_card_that_lies_open_once_and_no_other(walk: Walk) -> None:
    game = Playthrough(walk.last.rules, walk.deck).append(0, [*map(str, walk.moves)], 0)
    view = view_of(game, 0)
    words = Counter(json.dumps(view).replace('"', " ").replace(",", " ").split())
    # The pair of the piles A and C is spelled as the ace of clubs is.
    moves = Counter(entry["move"] for entry in view["legal_moves"])
    hidden = walk.last.pile("stock")
    for card in walk.deck:
        assert words[name(card)] == (card not in hidden) + moves[name(card)]


@examples(100)
@given(walks(PAIRINGS))
def test_an_undo_marks_the_game_exactly_when_it_takes_back_the_sight_of_cards(walk: Walk) -> None:
    game = Playthrough(walk.last.rules, walk.deck).append(0, [*map(str, walk.moves)], 0)
    marked = False
    while game.can_undo:
        shown = len(game.line[-2].pile("stock")) > len(game.position.pile("stock"))
        assert game.undo_reveals == view_of(game, 0)["undo_reveals"] == shown
        marked |= shown
        game = game.append(game.version, ["z"], 0)
        assert game.undid_reveal == marked
        stored = Playthrough(game.rules, game.deck, game.log)
        assert stored.undid_reveal == marked


def test_the_mark_stays_when_the_cards_are_laid_again() -> None:
    game = Playthrough(OPTIONAL, W).append(0, ["1", "z", "1"], 0)
    assert not game.undid_reveal
    game = game.append(3, ["n", "z", "n"], 0)
    assert game.undid_reveal
    assert game.append(6, ["1"], 0).undid_reveal


def test_in_thirteens_every_discard_shows_cards_while_there_is_a_stock() -> None:
    game = Playthrough(THIRTEENS, shuffled(b"some thirteens"))
    while game.position.legal_moves:
        had_stock = bool(game.position.pile("stock"))
        game = game.append(game.version, [str(game.position.legal_moves[0])], 0)
        assert game.is_won or game.undo_reveals == had_stock


# Dead ends


def test_a_table_with_two_unseen_cards_is_not_called_dead() -> None:
    position = table(": 5C\n: 5D\n: 5H\n: 5S\n:\nStock: 2C 2D")
    assert not position.is_stuck
    assert not is_dead(position)


def test_a_single_unseen_card_is_known() -> None:
    rules = "baroness-6-piles-kings-first-1"
    assert RULES[rules].piles[6].kind == "stock"
    grace = table(": 5C\n: 5D\n: 5H\n: 5S\n:\n:\nStock: 2C 2D 2H 2S JC AC", rules)
    assert not is_dead(grace)
    places = "\n".join([": 5C", ": 5D", ": 5H", ": 5S", ": AC", ": AD", ": QC", ": 4C", ": 4D"])
    last = table(f"{places}\n: 4H\nStock: 2C", THIRTEENS.id)
    assert is_dead(last)
    assert not is_dead(table(f"{places}\n: 4H\nStock: 2C 2D", THIRTEENS.id))


def test_dead_with_an_empty_stock() -> None:
    position = table(": 5C\n: 8D AC\n: QC\n:\n: 7C")
    assert not is_dead(table(": 5C\n: 8D AC\n: QC\n:\n:"))
    assert is_dead(position)
    assert not position.is_stuck


def test_dead_when_cards_only_go_round_in_spaces() -> None:
    position = table(":\n: AD 2D\n: 3D\n: 4D\n: 5D 6D", "baroness-5-piles-spaces-1")
    assert is_dead(position)
    assert not position.is_stuck
