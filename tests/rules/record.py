"""Records a game op by op: `python -m tests.rules.record RULES_ID …`.

A file of `tests/data/playthroughs` says the deck, then for each op `> text:moment`, what is
counted after it, and the board. The game is a recorded winning line where there is one for these
rules, with a detour of undone moves and a pause, and otherwise moves as taps would make them, on
the first deal that is won so.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from games.rules import RULES, Playthrough, Rules, best_first, deck_text, log_text, microsoft_deck
from tests.rules.test_solutions import FILES, solutions

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
LONGEST = 60
MOST_DEALS = 500


def command(rules_id: str) -> str:
    """What to type to make the file of these rules."""
    return f"python -m tests.rules.record {rules_id}"


def path(rules_id: str) -> Path:
    return FOLDER / f"{rules_id}.txt"


def _lines(rules_id: str) -> Iterator[tuple[int, list[str]]]:
    for file, (each, _) in FILES.items():
        if each == rules_id:
            yield from solutions(file)


def _line(rules: Rules) -> tuple[int, list[str]]:
    """A deal and a line for it, the recorded one that moves most runs into empty columns."""
    recorded = list(_lines(rules.id))
    if recorded:
        return max(recorded, key=lambda each: sum(move[2:].isdigit() for move in each[1]))
    tapped = [(number, _tapped(rules, number)) for number in range(1, MOST_DEALS + 1)]
    return next((each for each in tapped if _wins(rules, *each)), tapped[0])


def _tapped(rules: Rules, number: int) -> list[str]:
    position, line = rules.lay_out(microsoft_deck(number)), []
    while len(line) < LONGEST and position.legal_moves:
        move = best_first(position)[0]
        line.append(str(move))
        position = position.play(move)
    return line


def _wins(rules: Rules, number: int, line: list[str]) -> bool:
    return Playthrough(rules, microsoft_deck(number)).append(0, line, 0).is_won


def _ops(rules: Rules, number: int, line: list[str]) -> Iterator[str]:
    """The line with a detour, a pause, and auto-finish as soon as it is offered."""
    position = rules.lay_out(microsoft_deck(number))
    for at, text in enumerate(line):
        if rules.finish(position):
            yield "x"
            return
        if at in (0, 7) and position.legal_moves:
            yield from (str(position.legal_moves[-1]), "z")
        if at == 12:
            yield from ("p", "p", "r")
        yield text
        position = position.play(position.parse_move(text))
        if at == 20:
            yield from ("z", "z", *line[at - 1 : at + 1])


def entry(game: Playthrough) -> str:
    """The last op, what is counted after it, and the board."""
    at_ms = game.log[-1].at_ms if game.log else 0
    score = game.score(at_ms)
    head = log_text(game.log[-1:]) or "deal"
    return (
        f"> {head}\n"
        f"moves {game.moves}, undos {game.undos}, clock {game.elapsed_ms(at_ms)}, "
        f"cards {score.cards}, charge {score.time_charge}, bonus {score.bonus}, "
        f"total {score.total}, paused {game.is_paused}, won {game.is_won}\n"
        f"{game.position}\n"
    )


def text(rules_id: str) -> str:
    rules = RULES[rules_id]
    number, line = _line(rules)
    game = Playthrough(rules, microsoft_deck(number))
    found = [f"# made by: {command(rules_id)}\ndeck {deck_text(game.deck)}\n\n", entry(game)]
    at_ms = 0
    for op in _ops(rules, number, line):
        # Uneven steps, among them none, a full half minute and more than five minutes.
        at_ms += (1_500, 0, 4_250, 30_000, 700, 420_000)[(game.version * 7 + 3) % 11 % 6]
        game = game.append(game.version, [op], at_ms)
        found.append(entry(game))
    return "".join(found)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        path(each).write_text(text(each))
