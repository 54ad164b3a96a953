"""What a player is shown, and what not."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    RULES,
    Playthrough,
    best_first,
    is_dead,
    name,
    ordered_deck,
    parse_deck,
    view_of,
)
from tests.rules.boards import FOUR_CELLS
from tests.rules.easy import EASY, HOME, MINUTE, SECOND, play
from tests.rules.strategies import Walk, examples, walks
from tests.rules.test_ops import DEAL, WON, playthrough

NOTHING_TO_DO = {
    "legal_moves": [],
    "blocked": [],
    "auto_finish": False,
    "can_undo": False,
    "undo_reveals": False,
    "dead": False,
}


def nothing_to_do(seen: dict[str, Any]) -> bool:
    return {key: seen[key] for key in NOTHING_TO_DO} == NOTHING_TO_DO


def test_the_view_of_a_deal() -> None:
    seen = view_of(DEAL, 1500)
    assert seen["piles"][0] == {
        "id": "1",
        "kind": "column",
        "cards": ["JD", "KD", "2S", "4C", "3S", "6D", "6S"],
    }
    assert seen["piles"][8] == {"id": "a", "kind": "cell", "cards": []}
    assert seen["piles"][-1] == {"id": "hS", "kind": "foundation", "cards": []}
    assert seen["legal_moves"][0] == {"move": "1a", "from": "1", "to": "a", "n": 1}
    assert {"move": "72", "from": "7", "to": "2", "n": 1} in seen["legal_moves"]
    del seen["piles"], seen["legal_moves"]
    assert seen == {
        "blocked": [],
        "auto_finish": False,
        "can_undo": False,
        "undo_reveals": False,
        "stuck": False,
        "dead": False,
        "paused": False,
        "moves": 0,
        "undos": 0,
        "score": {"total": 0, "cards": 0, "time_charge": 0, "bonus": 0, "scoring_version": 1},
        "clock": {"elapsed_ms": 1500, "running": True},
    }


@examples(150)
@given(walks(), st.booleans(), st.booleans(), st.booleans())
def test_the_view_of_any_game(walk: Walk, paused: bool, is_over: bool, ranked: bool) -> None:
    game = Playthrough(walk.last.rules, walk.deck, ranked=ranked)
    game = game.append(0, [*map(str, walk.moves)], SECOND)
    if paused and not game.is_won:
        game = game.append(game.version, ["p"], SECOND)
    seen = view_of(game, 2 * SECOND, is_over=is_over)
    over = is_over or game.is_won
    covered = game.is_paused and not over
    assert seen["paused"] == covered
    assert seen["clock"]["running"] == (not over and (ranked or not covered))
    assert seen["stuck"] == walk.last.is_stuck
    for pile, cards, shown in zip(
        walk.last.rules.piles, walk.last.piles, seen["piles"], strict=True
    ):
        expected: dict[str, Any] = {"id": pile.id, "kind": pile.kind}
        hidden = covered or pile.kind == "stock"
        expected |= {"count": len(cards)} if hidden else {"cards": [*map(name, cards)]}
        assert shown == expected
    if over or covered:
        assert nothing_to_do(seen)
    else:
        _check_what_can_be_done(game, seen)


def _check_what_can_be_done(game: Playthrough, seen: dict[str, Any]) -> None:
    position = game.position
    moves = [each["move"] for each in seen["legal_moves"]]
    assert [*dict.fromkeys(moves)] == [*map(str, best_first(position))]
    for each, tap in zip(seen["legal_moves"], position.rules.taps(position), strict=True):
        move = position.parse_move(each["move"])
        assert (move, each["from"], each["to"]) == (tap.move, tap.source, tap.destination)
        assert each["n"] == position.rules.cards_moved(position, move)
    assert len(seen["blocked"]) == len(position.rules.blocked(position))
    assert seen["auto_finish"] == bool(position.rules.finish(position))
    assert seen["can_undo"] == game.can_undo
    assert seen["dead"] == is_dead(position)


def test_a_paused_game_covers_its_cards() -> None:
    seen = view_of(playthrough("1a", "p"), 0)
    assert seen["piles"][0] == {"id": "1", "kind": "column", "count": 6}
    assert not any("cards" in pile for pile in seen["piles"])
    assert nothing_to_do(seen)
    assert seen["clock"] == {"elapsed_ms": 0, "running": False}
    opened = view_of(playthrough("1a", "p", "r"), 0)
    assert opened == view_of(playthrough("1a"), 0)


def test_a_game_that_was_given_up_while_paused_shows_its_cards() -> None:
    seen = view_of(playthrough("1a", "p"), 0, is_over=True)
    assert seen["piles"][8]["cards"] == ["6S"]
    assert not seen["paused"]
    assert nothing_to_do(seen)


def test_a_won_game_shows_its_points_and_nothing_to_do() -> None:
    seen = view_of(WON, 10**9)
    assert nothing_to_do(seen)
    assert not seen["stuck"]
    assert seen["score"]["total"] == 520 + 600_000
    assert seen["clock"]["running"] is False
    assert [len(pile["cards"]) for pile in seen["piles"]] == [0] * 12 + [13] * 4


def test_a_run_is_shown_with_its_length_and_a_long_one_with_its_limit() -> None:
    rules = RULES["bakers-game-1-cells-4-columns-1"]
    rest = [card for card in ordered_deck() if name(card) not in ("KC", "QC", "JC", "TC")]
    columns = [rest[:12], rest[12:22], rest[22:35], rest[35:]]
    columns[0] += parse_deck("KC")
    columns[1] += parse_deck("QCJCTC")
    game = Playthrough(rules, tuple(column[row] for row in range(13) for column in columns))
    seen = view_of(game, 0)
    limit = {"n": 3, "max_run": 2, "reason": "run_too_long"}
    assert {"from": "2", "to": "1", **limit} in seen["blocked"]
    looser = Playthrough(RULES["bakers-game-2-cells-4-columns-1"], game.deck)
    assert {"move": "21", "from": "2", "to": "1", "n": 3} in view_of(looser, 0)["legal_moves"]
    assert view_of(looser, 0)["blocked"] == []


def test_a_stuck_game_can_be_undone_until_it_is_given_up() -> None:
    stuck = Playthrough(FOUR_CELLS, DEAL.deck).append(0, ["2a", "2b", "4c", "8d"], 0)
    assert view_of(stuck, 0)["stuck"]
    assert view_of(stuck, 0)["can_undo"]
    assert not view_of(stuck, 0, is_over=True)["can_undo"]


def test_points_and_clock_are_those_of_the_moment() -> None:
    game = play((SECOND, HOME[0]), (2 * SECOND, HOME[1]), (3 * SECOND, "z"))
    seen = view_of(game, MINUTE)
    assert seen["score"] == {
        "total": 0,
        "cards": 10,
        "time_charge": 10,
        "bonus": 0,
        "scoring_version": 1,
    }
    assert (seen["moves"], seen["undos"]) == (3, 1)
    assert seen["clock"] == {"elapsed_ms": MINUTE, "running": True}
    assert view_of(EASY, 0)["auto_finish"]
