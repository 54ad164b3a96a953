"""Ops and the log: what is accepted when, and what a refusal says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    BATCH_LIMIT,
    COMMANDS,
    LOG_LIMIT,
    RULES,
    GameFinished,
    GamePaused,
    IllegalMove,
    InvalidMove,
    LogFull,
    NothingToUndo,
    Op,
    Playthrough,
    RulesViolation,
    VersionConflict,
    log_text,
    microsoft_deck,
    parse_log,
)
from tests.rules.strategies import Walk, examples, walks
from tests.rules.test_solutions import solutions

RULES_4 = RULES["bakers-game-4-cells-1"]
DEAL = Playthrough(RULES_4, microsoft_deck(1))
LINE = dict(solutions("bakers_game_4_cells_solutions.tsv"))[1]


def playthrough(*ops: str) -> Playthrough:
    return DEAL.append(0, ops, 0)


WON = playthrough(*LINE)


def ready() -> tuple[list[str], Playthrough]:
    """The first position of the line from which moves home alone win."""
    for length in range(len(LINE)):
        game = playthrough(*LINE[:length])
        if game.rules.finish(game.position):
            return LINE[:length], game
    raise AssertionError


# Joining


def test_limits_are_those_of_the_service() -> None:
    assert (LOG_LIMIT, BATCH_LIMIT) == (5_000, 200)
    assert {"z", "p", "r", "x"} == COMMANDS


def test_a_batch_goes_on_from_the_version_it_was_made_for() -> None:
    game = playthrough("1a", "2b").append(2, ["3c", "z"], 1000)
    assert log_text(game.log) == "1a:0 2b:0 3c:1000 z:1000"
    assert game.version == 4


@pytest.mark.parametrize(
    ("base_version", "sent"), [(0, ["1a"]), (0, ["1a", "2b"]), (1, ["2b", "z"]), (2, ["z"])]
)
def test_a_repeated_batch_changes_nothing(base_version: int, sent: list[str]) -> None:
    game = playthrough("1a", "2b", "z")
    assert game.append(base_version, sent, 99_000) is game


def test_only_what_is_missing_is_appended() -> None:
    game = playthrough("1a", "2b").append(0, ["1a", "2b", "3c"], 5_000)
    assert log_text(game.log) == "1a:0 2b:0 3c:5000"


def test_another_continuation_is_a_conflict() -> None:
    game = playthrough("1a", "2b", "3c")
    with pytest.raises(VersionConflict) as refused:
        game.append(0, ["1a", "4d"], 0)
    assert refused.value.members == {
        "current_version": 3,
        "common_version": 1,
        "server_ops": ["2b", "3c"],
    }
    assert refused.value.code == "version_conflict"


def test_a_version_ahead_of_the_log_is_a_conflict() -> None:
    with pytest.raises(VersionConflict) as refused:
        playthrough("1a").append(2, ["2b"], 0)
    assert refused.value.members == {
        "current_version": 1,
        "common_version": 1,
        "server_ops": [],
    }


def test_an_empty_batch_changes_nothing() -> None:
    game = playthrough("1a", "2b")
    for base_version in (0, 1, 2):
        assert game.append(base_version, [], 50_000) is game


# All or nothing


@pytest.mark.parametrize(
    ("sent", "index", "kind"),
    [
        (["1a", "2a", "3b"], 1, IllegalMove),
        (["2b", "1a", "26 "], 2, InvalidMove),
        (["z"], 0, NothingToUndo),
        (["1a", "z", "z"], 2, NothingToUndo),
        (["p", "1a"], 1, GamePaused),
        (["1a", "p", "r", "p", "z"], 4, GamePaused),
        (["x"], 0, IllegalMove),
        (["p", "x"], 1, GamePaused),
        ([*LINE, "z"], len(LINE), GameFinished),
        ([*LINE, "p"], len(LINE), GameFinished),
        ([*LINE, "x"], len(LINE), GameFinished),
        ([*LINE, "1h"], len(LINE), GameFinished),
    ],
)
def test_one_refused_op_refuses_the_batch(
    sent: list[str], index: int, kind: type[RulesViolation]
) -> None:
    with pytest.raises(kind) as refused:
        DEAL.append(0, sent, 0)
    assert type(refused.value) is kind
    assert refused.value.pointer == f"/ops/{index}"
    assert DEAL.version == 0
    assert DEAL.append(0, ["1a"], 0).version == 1


def test_the_pointer_counts_the_ops_that_were_sent_again() -> None:
    with pytest.raises(IllegalMove) as refused:
        playthrough("1a", "2b").append(0, ["1a", "2b", "3c", "4c"], 0)
    assert refused.value.pointer == "/ops/3"
    assert refused.value.reason == "cell_occupied"


@pytest.mark.parametrize("bad", ["", "Z", "26\n", "261", "hh", "xx", "²6", "z" * 10**6])
def test_malformed_ops_are_named_before_anything_else(bad: str) -> None:
    for game, base_version in ((playthrough("1a"), 1), (playthrough("1a"), 7), (WON, WON.version)):
        with pytest.raises(InvalidMove) as refused:
            game.append(base_version, ["2b", bad], 0)
        assert refused.value.pointer == "/ops/1"


def test_a_full_log_takes_no_more() -> None:
    game = DEAL
    while game.version < LOG_LIMIT:
        game = game.append(game.version, ["1a", "z"] * 100, 0)
    assert game.append(LOG_LIMIT - 2, ["1a", "z"], 0) is game
    for sent in (["1a"], ["p"], ["2b", "z"]):
        with pytest.raises(LogFull) as refused:
            game.append(LOG_LIMIT, sent, 0)
        assert refused.value.members == {"limit": LOG_LIMIT}
    with pytest.raises(LogFull):
        DEAL.append(0, ["p"] * (LOG_LIMIT + 1), 0)
    assert DEAL.append(0, ["p"] * LOG_LIMIT, 0).version == LOG_LIMIT


# Undo, pause, the end


def test_undo_goes_back_to_the_deal_and_skips_pauses() -> None:
    game = playthrough("1a", "p", "r", "2b", "p", "p", "r", "r", "z")
    assert str(game.position) == str(playthrough("1a").position)
    game = game.append(game.version, ["z"], 0)
    assert game.position == DEAL.position
    assert not game.can_undo
    assert (game.moves, game.undos, game.version) == (4, 2, 10)


def test_pause_and_resume_are_accepted_always_and_repeated_ones_have_no_effect() -> None:
    game = playthrough("r", "p", "p", "p")
    assert game.is_paused
    assert game.version == 4
    game = game.append(4, ["r", "r"], 0)
    assert not game.is_paused
    assert (game.moves, game.undos) == (0, 0)


@pytest.mark.parametrize("op", ["1a", "z", "x", "1h", "11", "26"])
def test_a_paused_game_waits(op: str) -> None:
    game = playthrough("1a", "p")
    with pytest.raises(GamePaused) as refused:
        game.append(2, [op], 0)
    assert refused.value.code == "game_paused"
    assert game.append(2, ["r", "z"], 0).version == 4


def test_a_ranked_game_can_be_paused_too() -> None:
    game = Playthrough(DEAL.rules, DEAL.deck, ranked=True).append(0, ["p"], 0)
    assert game.is_paused
    with pytest.raises(GamePaused):
        game.append(1, ["1a"], 0)


def test_a_won_game_accepts_its_own_end_again() -> None:
    assert WON.append(0, LINE, 10**6) is WON
    assert WON.append(WON.version - 1, LINE[-1:], 10**6) is WON


@pytest.mark.parametrize("op", ["z", "p", "r", "x", "1a", "1h", "h1"])
def test_a_won_game_accepts_nothing_new(op: str) -> None:
    with pytest.raises(GameFinished) as refused:
        WON.append(WON.version, [op], 0)
    assert refused.value.code == "game_finished"
    assert not WON.can_undo


def test_auto_finish_is_one_op_and_wins() -> None:
    line, game = ready()
    won = game.append(len(line), ["x"], 0)
    assert won.is_won
    assert won.version == len(line) + 1
    assert (won.moves, won.undos) == (len(line), 0)
    assert won.score(0).cards == 520
    assert Playthrough(won.rules, won.deck, won.log).position == WON.position


@examples(200)
@given(walks(), st.booleans())
def test_auto_finish_is_legal_exactly_when_it_is_offered(walk: Walk, paused: bool) -> None:
    sent = [*map(str, walk.moves), *(["p"] if paused and not walk.last.is_won else [])]
    game = Playthrough(walk.last.rules, walk.deck).append(0, sent, 0)
    offered = bool(game.rules.finish(game.position)) and not game.is_paused
    try:
        won = game.append(game.version, ["x"], 0).is_won
    except (IllegalMove, GamePaused, GameFinished):
        won = False
    assert won == offered


# Text


@examples(100)
@given(
    st.lists(
        st.builds(Op, st.sampled_from(["26", "264", "3hS", "2>5", "n", *"zprx"]), st.integers(0))
    )
)
def test_log_text_reads_back(log: list[Op]) -> None:
    assert parse_log(log_text(log)) == tuple(log)
