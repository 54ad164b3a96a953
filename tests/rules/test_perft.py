"""The number of lines from recorded starts, as the naive rules counted them."""

import pytest

from games.rules import RULES, VARIANTS, Position, parse_deck
from tests.rules import perft

CUSTOMS = {
    "bakers-game-1-cells-4-columns-1",
    "bakers-game-2-cells-kings-1",
    "bakers-game-4-cells-kings-1",
    "bakers-game-7-cells-9-columns-1",
    "bakers-game-10-cells-10-columns-kings-1",
    "bakers-dozen-group-moves-1",
    "bakers-dozen-any-fill-group-moves-1",
    "good-measure-as-dealt-1",
    "eight-off-1",
    "eight-off-first-cells-1",
    "freecell-1",
    "baroness-5-piles-first-piles-1",
    "baroness-5-piles-kings-first-spaces-beneath-1",
    "baroness-6-piles-spaces-forced-1",
    "baroness-7-piles-beneath-forced-1",
    "baroness-7-piles-kings-first-spaces-beneath-forced-first-piles-1",
}
FIXED = {
    level.rules.id for each in VARIANTS.values() for level in each.levels.values() if level.rules
}


def count_lines(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.legal_moves)
    return sum(count_lines(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize("rules_id", sorted(FIXED | CUSTOMS))
def test_number_of_lines(rules_id: str) -> None:
    path = perft.path(rules_id)
    assert path.exists(), f"{path.name} is missing; make it with: {perft.command(rules_id)}"
    rows = [line.split("\t") for line in path.read_text().splitlines() if line[0] != "#"]
    assert len(rows) > perft.STARTS
    for deck, walked, depth, lines in rows:
        position = RULES[rules_id].lay_out(parse_deck(deck))
        for text in walked.split() if walked != "-" else ():
            position = position.play(position.parse_move(text))
        assert count_lines(position, int(depth)) == int(lines), (walked, depth)
