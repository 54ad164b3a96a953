"""Recorded games come out as they were recorded, op by op."""

import pytest

from games.rules import RULES, VARIANTS, Building, Playthrough, parse_deck, parse_log
from tests.rules import naive, record
from tests.rules.naive_games import goes_home, naive_of

COUNTS = [*"23456789ABCD"]
NAMED = {
    level.rules.id for each in VARIANTS.values() for level in each.levels.values() if level.rules
}


def recorded(rules_id: str) -> tuple[str, list[str]]:
    """The deck, and the entries from the deal on."""
    path = record.path(rules_id)
    assert path.exists(), f"{path.name} is missing; make it with: {record.command(rules_id)}"
    head, *entries = path.read_text().split("> ")
    return head.split()[-1], [f"> {entry}" for entry in entries]


@pytest.mark.parametrize("rules_id", sorted(NAMED))
def test_playthrough(rules_id: str) -> None:
    deck, entries = recorded(rules_id)
    game = Playthrough(RULES[rules_id], parse_deck(deck))
    assert record.entry(game) == entries[0]
    for expected in entries[1:]:
        (op,) = parse_log(expected.split()[1])
        game = game.append(game.version, [op.text], op.at_ms)
        assert record.entry(game) == expected
    stored = Playthrough(game.rules, game.deck, game.log)
    assert record.entry(stored) == entries[-1]


@pytest.mark.parametrize("rules_id", sorted(NAMED))
def test_recorded_boards_are_those_of_the_naive_rules(rules_id: str) -> None:
    deck, entries = recorded(rules_id)
    cards = [deck[at : at + 2] for at in range(0, len(deck), 2)]
    slow = naive_of(rules_id)
    line = [slow.deal(slow.parameters(rules_id), cards)]
    seen = set()
    for entry in entries:
        head, _, board = entry.split("\n", 2)
        text = head.split()[1].partition(":")[0]
        is_run = text[1:2] != "h" and text[2:] in COUNTS
        seen.add(text if text in "zprx" else "run" if is_run else "move")
        if text == "z":
            line.pop()
        elif text == "x":
            line.append(line[-1])
            while home := [move for move in slow.moves(line[-1]) if goes_home(rules_id, move)]:
                line[-1] = slow.play(line[-1], home[0])
        elif text not in ("deal", "p", "r"):
            assert text in list(slow.moves(line[-1]))
            line.append(slow.play(line[-1], text))
        assert slow.board_text(line[-1]) == board.rstrip("\n") + "\n"
    assert seen >= {"z", "p", "r", "move"}
    assert slow is not naive or "x" in seen
    rules = RULES[rules_id]
    has_counts = isinstance(rules, Building) and rules.runs != "never"
    assert has_counts == ("run" in seen)
    assert slow.is_won(line[-1])
