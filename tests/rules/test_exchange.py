"""Boards and moves as other programs write them, read by us and the other way round."""

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    RULES,
    VARIANTS,
    InvalidBoard,
    InvalidMove,
    Move,
    Playthrough,
    Rules,
    deck_of_board,
    microsoft_deck,
    moves_played,
    name,
    read_replay_text,
    read_standard_move,
    replay_text,
    shuffled,
    standard_move,
)
from tests.rules.strategies import examples

FC_SOLVE = shutil.which("fc-solve")
FOUR_CELLS = RULES["bakers-game-4-cells-1"]
EIGHT_CELLS = RULES["bakers-game-8-cells-1"]
ON_OFFER = sorted(
    {
        rules.id: rules
        for variant in VARIANTS.values()
        for rules in (
            *(level.rules for level in variant.levels.values()),
            *variant.customs.values(),
        )
        if rules
    }.values(),
    key=lambda rules: rules.id,
)[::3]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("26", "26"),
        ("4h", "4h"),
        ("1i", "1k"),
        ("j3", "l3"),
        ("kh", "mh"),
        ("264", "26v4"),
        ("1DC", "1Dvc"),
        ("3hS", "3hS"),
        ("n", "n"),
        ("3", "3"),
        ("2>5", "2>5"),
    ],
)
def test_a_move_in_both_notations(ours: str, theirs: str) -> None:
    assert standard_move(Move.parse(ours)) == theirs
    assert str(read_standard_move(theirs)) == ours


@pytest.mark.parametrize("text", ["", "1i", "j3", "26v", "26v1", "26v0", "264", "v4", "2hv3", "1n"])
def test_what_is_no_move_there_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove):
        read_standard_move(text)


@pytest.mark.parametrize("rules", ON_OFFER, ids=lambda rules: rules.id)
@given(seed=st.binary(max_size=8))
@examples(5)
def test_the_board_of_a_deal_gives_its_deck(rules: Rules, seed: bytes) -> None:
    laid = rules.lay_out(shuffled(seed))
    assert rules.lay_out(deck_of_board(rules, str(laid))) == laid


def test_kings_may_stand_where_they_were_dealt() -> None:
    dozen = RULES["bakers-dozen-1"]
    deck = shuffled(b"kings")
    as_dealt = "\n".join(": " + " ".join(map(name, deck[at::13])) for at in range(13))
    assert as_dealt != str(dozen.lay_out(deck)).partition("\n")[2].strip()
    assert deck_of_board(dozen, as_dealt) == deck


@pytest.mark.parametrize("rules", ON_OFFER, ids=lambda rules: rules.id)
def test_a_board_that_was_played_on_is_no_deal(rules: Rules) -> None:
    laid = rules.lay_out(shuffled(b"played"))
    after = laid.play(laid.legal_moves[0])
    with pytest.raises(InvalidBoard) as refused:
        deck_of_board(rules, str(after))
    assert refused.value.reason == "not_a_deal"


def test_undone_moves_are_gone_and_pauses_leave_no_trace() -> None:
    game = Playthrough(FOUR_CELLS, microsoft_deck(1))
    game = game.append(0, ["1a", "z", "p", "r", "2b", "1a", "z"], 5)
    assert [str(move) for move in moves_played(game)] == ["2b"]


def test_a_replay_text_is_read_back() -> None:
    game = Playthrough(EIGHT_CELLS, microsoft_deck(1)).append(0, ["1a", "2i"], 5)
    text = replay_text(game, {"Rules": EIGHT_CELLS.id, "Name": "a: b"})
    read = read_replay_text(text)
    assert read.facts == {"Rules": EIGHT_CELLS.id, "Name": "a: b"}
    assert read.board == str(game.line[0])
    assert read.moves == ("1a", "2k")
    nothing_played = read_replay_text(replay_text(Playthrough(EIGHT_CELLS, microsoft_deck(1)), {}))
    assert nothing_played.moves == ()
    with pytest.raises(InvalidBoard):
        read_replay_text("# Patience replay\n# Rules: x\n")


@pytest.mark.skipif(not FC_SOLVE, reason="fc-solve is not installed")
@pytest.mark.parametrize("rules", [FOUR_CELLS, EIGHT_CELLS], ids=lambda rules: rules.id)
@pytest.mark.parametrize("number", [1, 3, 25])
def test_boards_go_through_freecell_solver_and_back(rules: Rules, number: int) -> None:
    board = rules.lay_out(microsoft_deck(number))
    assert FC_SOLVE
    cells = sum(pile.kind == "cell" for pile in rules.piles)
    command = [FC_SOLVE, "-g", "bakers_game", "--freecells-num", str(cells), "-p", "-t"]
    done = subprocess.run(
        [*command, "-sam", "-snx", "-m"],
        input=str(board),
        capture_output=True,
        text=True,
        timeout=60,
    )
    moves = done.stdout.partition("=-\n")[2].partition("This game is solveable")[0].split()
    position = board
    for text in moves:
        position = position.play(position.parse_move(str(read_standard_move(text))))
    assert position.is_won
    shown = subprocess.run(command, input=str(board), capture_output=True, text=True, timeout=60)
    states = shown.stdout.partition("=-\n")[2].split("\n\n====================\n\n")
    assert rules.parse_position(states[0]) == board
    # What we write of it is what was read.
    texts = [str(read_standard_move(text)) for text in moves]
    game = Playthrough(rules, microsoft_deck(number)).append(0, texts, 0)
    assert [standard_move(move) for move in moves_played(game)] == moves
