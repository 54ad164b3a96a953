"""How long the rules take: legal moves of a position, replay of a log."""

import random
from statistics import mean, median
from time import perf_counter

from games.rules import (
    RULES,
    Playthrough,
    Position,
    Rules,
    is_dead,
    log_text,
    microsoft_deck,
    parse_log,
    view_of,
)

RULES_IDS = (
    "bakers-game-4-cells-1",
    "bakers-dozen-1",
    "bakers-dozen-any-fill-group-moves-1",
    "spanish-patience-1",
    "baroness-5-piles-1",
    "baroness-7-piles-spaces-beneath-1",
    "thirteens-1",
)
LOG_LENGTH = 150


def _walk(rules: Rules, seed: int, length: int) -> Playthrough:
    """A game of random moves, with an undo wherever it is stuck or nearly won."""
    choose = random.Random(seed)
    played = Playthrough(rules, microsoft_deck(seed))
    while played.version < length:
        position = played.position
        moves = [move for move in position.legal_moves if not position.play(move).is_won]
        op = str(choose.choice(moves)) if moves else "z"
        played = played.append(played.version, [op], 1000 * played.version)
    return played


def _timed(call, values, of_all=median) -> float:
    times = []
    for value in values:
        start = perf_counter()
        call(value)
        times.append(perf_counter() - start)
    return of_all(times)


def run() -> None:
    """Print the medians for some rules of each family."""
    for rules_id in RULES_IDS:
        _run(RULES[rules_id])


def _run(rules: Rules) -> None:
    games = [_walk(rules, seed, LOG_LENGTH) for seed in range(1, 61)]
    positions: list[Position] = [position for game in games for position in game.line]
    moves = _timed(rules.legal_moves, positions)
    logs = [(game.deck, log_text(game.log)) for game in games]

    def replay(stored: tuple[tuple, str]) -> None:
        deck, text = stored
        assert Playthrough(rules, deck, parse_log(text)).position

    def whole_view(stored: tuple[tuple, str]) -> None:
        deck, text = stored
        view_of(Playthrough(rules, deck, parse_log(text)), 10**6)

    print(rules.id)
    print(f"  legal moves of a position      {moves * 1e6:8.1f} us   (at most 60)")
    # Copies, for a position keeps its legal moves once they were asked for.
    copies = (Position(rules, position.piles) for position in positions)
    print(
        f"  looking for a dead end         {_timed(is_dead, copies, mean) * 1e6:8.1f} us   (mean)"
    )
    print(f"  looking for a finish           {_timed(rules.finish, positions, mean) * 1e6:8.1f} us")
    replayed = _timed(replay, logs)
    print(f"  replay of a {LOG_LENGTH}-op log         {replayed * 1e3:8.3f} ms   (at most 2)")
    print(f"  replay and view of such a game {_timed(whole_view, logs) * 1e3:8.3f} ms")
