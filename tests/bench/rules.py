"""How long the rules take: legal moves of a position, replay of a log."""

import random
from statistics import median
from time import perf_counter

from games.rules import RULES, Playthrough, Position, log_text, microsoft_deck, parse_log, view_of

RULES_ID = "bakers-game-4-cells-1"
LOG_LENGTH = 150


def _walk(seed: int, length: int) -> Playthrough:
    """A game of random moves, with an undo wherever it is stuck."""
    choose = random.Random(seed)
    played = Playthrough(RULES[RULES_ID], microsoft_deck(seed))
    while played.version < length:
        moves = played.position.legal_moves
        op = str(choose.choice(moves)) if moves else "z"
        played = played.append(played.version, [op], 1000 * played.version)
    return played


def _timed(call, values, rounds: int = 1) -> float:
    times = []
    for value in values:
        start = perf_counter()
        for _ in range(rounds):
            call(value)
        times.append((perf_counter() - start) / rounds)
    return median(times)


def run() -> None:
    """Print the medians."""
    games = [_walk(seed, LOG_LENGTH) for seed in range(1, 61)]
    rules = RULES[RULES_ID]
    positions: list[Position] = [position for game in games for position in game.line]
    moves = _timed(rules.legal_moves, positions)
    logs = [(game.deck, log_text(game.log)) for game in games]

    def replay(stored: tuple[tuple, str]) -> None:
        deck, text = stored
        assert Playthrough(rules, deck, parse_log(text)).position

    def whole_view(stored: tuple[tuple, str]) -> None:
        deck, text = stored
        view_of(Playthrough(rules, deck, parse_log(text)), 10**6)

    print(f"legal moves of a position      {moves * 1e6:8.1f} us   (at most 60)")
    replayed = _timed(replay, logs)
    print(f"replay of a {LOG_LENGTH}-op log         {replayed * 1e3:8.3f} ms   (at most 2)")
    print(f"replay and view of such a game {_timed(whole_view, logs) * 1e3:8.3f} ms")
