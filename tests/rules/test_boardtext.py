"""Board text: what is read, what is refused and where, and that other programs read ours."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import RULES, InvalidBoard, Position, microsoft_deck, shuffled
from tests.rules.boards import FOUR_CELLS, board, cards
from tests.rules.strategies import ON_OFFER, examples, positions

FC_SOLVE = shutil.which("fc-solve")
P3 = board("p3")
TEXT = str(P3)
DEAL = str(FOUR_CELLS.lay_out(microsoft_deck(1)))
COLUMNS = DEAL.splitlines()[2:]


def read(text: str) -> Position:
    return FOUR_CELLS.parse_position(text)


def refused(text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(InvalidBoard) as wrong:
        read(text)
    assert wrong.value.code == "board_invalid"
    assert wrong.value.reason
    assert len(str(wrong.value)) < 600
    return wrong.value.reason, wrong.value.members


# What is written


def test_text_of_a_deal() -> None:
    assert DEAL == (
        "Foundations: C-0 D-0 H-0 S-0\nFreecells: - - - -\n"
        ": JD KD 2S 4C 3S 6D 6S\n: 2D KC KS 5C TD 8S 9C\n: 9H 9S 9D TS 4S 8D 2H\n"
        ": JC 5S QD QH TH QS 6H\n: 5D AD JS 4H 8H 6C\n: 7H QC AS AC 2C 3D\n"
        ": 7C KH AH 4D JH 8C\n: 5H 3H 3C 7S 7D TC\n"
    )


def test_text_of_cells_foundations_and_empty_columns() -> None:
    assert TEXT.splitlines()[:2] == ["Foundations: C-9 D-9 H-9 S-0", "Freecells: JC QC QH JH"]
    assert TEXT.endswith(": QD\n: JD\n:\n:\n")


# What is read


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.lower(),
        TEXT.rstrip("\n"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("Freecells", "FC").replace("Foundations", "Founds"),
        TEXT.replace("Freecells", "FREECELLS ").replace("Foundations", "  founds"),
        TEXT.replace("T", "10"),
        TEXT.replace("AS", "1S"),
        TEXT.replace(" S-0", ""),
        TEXT.replace("\n: ", "\n:"),
        re.sub(r"\n: (\w)", r"\n\1", TEXT),
        re.sub(" ", "   ", TEXT),
        re.sub(" ", "\t", TEXT),
        "\n\n" + TEXT.replace("\n", "\n \n") + "\n\n",
        "Foundations: C-K\nFreecells: AC AC AC AC\n" + TEXT,
        "Freecells: - -\n" + TEXT,
        "\n".join([*TEXT.splitlines()[2:], *TEXT.splitlines()[:2]]),
    ],
)
def test_other_spellings(text: str) -> None:
    assert read(text) == P3


def test_a_column_alone_is_enough() -> None:
    assert read("\n".join(COLUMNS)) == FOUR_CELLS.lay_out(microsoft_deck(1))
    for head in ("FC: -\n", "FC:\n", "Founds:\n", "Foundations: h-0 c-0\n"):
        assert str(read(head + "\n".join(COLUMNS))) == DEAL


@pytest.mark.parametrize(("top", "count"), [("T", 10), ("10", 10), ("t", 10), ("A", 1), ("1", 1)])
def test_ranks_of_foundations(top: str, count: int) -> None:
    ranks = "A23456789TJQK"
    rest = " ".join(rank + "C" for rank in ranks[count:])
    full = "\n".join(":" + " ".join(rank + suit for rank in ranks) for suit in "DHS")
    position = read(f"Founds: C-{top}\n: {rest}\n{full}\n" + ":\n" * 4)
    assert len(position.pile("hC")) == count


# What is refused


@pytest.mark.parametrize("text", ["", " ", "\n", "\n\n\t\n", "Foundations: C-0\n"])
def test_an_empty_text(text: str) -> None:
    assert refused(text) == ("wrong_column_count", {"count": 0, "right": 8})


@pytest.mark.parametrize(
    ("text", "count"), [("\n".join(COLUMNS[:7]), 7), (DEAL + ":\n", 9), (DEAL + COLUMNS[0], 9)]
)
def test_too_few_or_too_many_columns(text: str, count: int) -> None:
    assert refused(text) == ("wrong_column_count", {"count": count, "right": 8})


def test_a_missing_card() -> None:
    assert refused(DEAL.replace(" TC", "")) == ("deck_incomplete", {"missing": "TC", "count": 1})
    assert refused(":\n" * 8)[1]["count"] == 52


def test_a_card_that_is_there_twice_is_shown_where_it_comes_again() -> None:
    text = DEAL.replace("7H QC", "7H JD")
    assert refused(text) == ("duplicate_card", {"card": "JD", "line": 8, "column": 6})
    text = DEAL.replace("- - - -", "- - TC -")
    assert refused(text) == ("duplicate_card", {"card": "TC", "line": 10, "column": 18})


def test_a_card_that_is_on_its_foundation_too() -> None:
    text = DEAL.replace("S-0", "S-A")
    assert refused(text) == ("duplicate_card", {"card": "AS", "line": 8, "column": 9})


def test_too_many_cells() -> None:
    text = DEAL.replace("- - - -", "- - - - -")
    assert refused(text) == ("too_many_cells", {"count": 5, "most": 4, "line": 2, "column": 20})


@pytest.mark.parametrize(
    "word", ["1", "A", "XS", "11S", "0S", "ASS", "S", "A-S", "10", "-", "A\u017f", "\uff21S", "♠A"]
)
def test_a_word_that_is_no_card(word: str) -> None:
    text = DEAL.replace("KC KS", f"KC {word}")
    assert refused(text) == ("unknown_card", {"card": word[:8], "line": 4, "column": 9})


@pytest.mark.parametrize("word", ["C", "C-", "C-X", "C-11", "X-3", "C3", "3C", "C-3-", "\u017f-3"])
def test_a_word_that_is_no_foundation(word: str) -> None:
    text = DEAL.replace("C-0", word)
    assert refused(text) == ("foundation_invalid", {"card": word, "line": 1, "column": 14})


@pytest.mark.parametrize("label", ["Stock", "Cells", "Foundation", "AS", "Column 1", "1"])
def test_an_unknown_label(label: str) -> None:
    reason, members = refused(f"{DEAL}{label}: AS\n")
    assert (reason, members["line"], members["column"]) == ("unknown_card", 11, 1)


@pytest.mark.parametrize(
    "text",
    ["A" * 10**6, "AS " * 350_000, "\n" * 10**6, ":\n" * 500_000, "\U0001f0a1" * 250_000, "\x00"],
    ids=["word", "cards", "lines", "columns", "unicode", "zero"],
)
def test_a_megabyte_of_anything(text: str) -> None:
    refused(text)


@examples(300)
@given(st.one_of(st.text(max_size=200), st.text("A23TKQ10CDHS:-\n FCfoundsre", max_size=300)))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused(text)


@examples(200)
@given(positions(ON_OFFER), st.data())
def test_one_letter_changed_is_read_or_refused(position: Position, data: st.DataObject) -> None:
    text = str(position)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("A2TKCDHS0-: \n\tx"))
    changed = text[:at] + letter + text[at + 1 :]
    try:
        again = position.rules.parse_position(changed)
    except InvalidBoard:
        return
    assert sorted(card for pile in again.piles for card in pile) == list(range(52))


# Freecell Solver


@pytest.mark.skipif(not FC_SOLVE, reason="freecell-solver-bin is not installed")
@pytest.mark.parametrize("cells", [2, 4])
@pytest.mark.parametrize("columns", [6, 8, 10])
def test_freecell_solver_reads_and_plays_our_text(cells: int, columns: int) -> None:
    rules = RULES[f"bakers-game-{cells}-cells{'' if columns == 8 else f'-{columns}-columns'}-1"]
    position = rules.lay_out(shuffled(bytes([cells, columns])))
    for move in ("1a", "2b"):
        position = position.play(position.parse_move(move))
    settings = ["-g", "bakers_game", "--freecells-num", str(cells), "--stacks-num", str(columns)]
    shown = subprocess.run(
        [str(FC_SOLVE), *settings, "-p", "-t", "-s", "-mi", "1"],
        input=str(position),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    first = shown.partition("Foundations:")[2].partition("=====")[0].splitlines()
    # It sorts the cells and the columns.
    held = [cards(position, cell) for cell in "ab"]
    assert sorted(first[1].split()[1:]) == sorted(held)
    theirs = [line.split() for line in first[2:] if line.startswith(":")]
    assert sorted(theirs) == sorted(line.split() for line in str(position).splitlines()[2:])
