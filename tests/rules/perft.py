"""Counts lines of moves with the naive rules: `python -m tests.rules.perft RULES_ID …`.

A file of `tests/data/perft` has a line for each start: the 104 characters of the deck, the moves
played first (`-` for none), the depth, and the number of lines of that many moves.
"""

import random
import sys
from pathlib import Path
from typing import Any

from tests.rules import naive
from tests.rules.naive_games import goes_home, naive_of

FOLDER = Path(__file__).parents[1] / "data" / "perft"
MOST_LINES = 40_000
STARTS = 6
WALKS = 40
NOISE = 4  # how many ranks a card of an easy deck lies off its place
LONGEST_WALK = 90


def command(rules_id: str) -> str:
    """What to type to make the file of these rules."""
    return f"python -m tests.rules.perft {rules_id}"


def path(rules_id: str) -> Path:
    return FOLDER / f"{rules_id}.txt"


def _walk(rules_id: str, table: Any, chance: random.Random) -> tuple[Any, list[str]]:
    """A way into the game that likes to go home and to build, so that piles become empty."""
    slow = naive_of(rules_id)
    line: list[str] = []
    for _ in range(chance.randrange(LONGEST_WALK)):
        moves = list(slow.moves(table))
        home = [move for move in moves if goes_home(rules_id, move)]
        builds = [move for move in moves if move[1:] and move[1] in naive.COLUMNS]
        if not moves:
            break
        choice = chance.choice(home or (builds if builds and chance.random() < 0.7 else moves))
        after = slow.play(table, choice)
        if not list(slow.moves(after)):
            break
        table = after
        line.append(choice)
    return table, line


def _worth(rules_id: str, table: Any) -> tuple[int, int]:
    """Moves of runs into empty columns first, then other moves: there mistakes would hide."""
    moves = list(naive_of(rules_id).moves(table))
    return sum(len(move) == 3 and move[1] != "h" for move in moves), len(moves)


def _counts(rules_id: str, table: Any) -> list[int]:
    """The numbers of lines of one, two, … moves, as long as they stay small."""
    counts: list[int] = []
    while len(counts) < 5 and (not counts or counts[-1] * max(3, counts[0]) < MOST_LINES):
        counts.append(naive_of(rules_id).count_lines(table, len(counts) + 1))
        if not counts[-1]:
            break
    return counts


def text(rules_id: str) -> str:
    chance = random.Random(rules_id)
    slow = naive_of(rules_id)
    rules = slow.parameters(rules_id)
    lines = [f"# made by: {command(rules_id)}", "# deck, moves played first, depth, lines"]
    for number in range(STARTS):
        deck = [rank + suit for rank in naive.RANKS for suit in naive.SUITS]
        chance.shuffle(deck)
        if number % 2:
            order = {card: naive.RANKS.index(card[0]) + chance.uniform(0, NOISE) for card in deck}
            deck.sort(key=order.__getitem__, reverse=True)
        table, walked = slow.deal(rules, deck), []
        if number:
            walks = [_walk(rules_id, table, chance) for _ in range(WALKS)]
            table, walked = max(walks, key=lambda walk: _worth(rules_id, walk[0]))
        for depth, count in enumerate(_counts(rules_id, table), 1):
            lines.append(f"{''.join(deck)}\t{' '.join(walked) or '-'}\t{depth}\t{count}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in sys.argv[1:]:
        path(each).write_text(text(each))
