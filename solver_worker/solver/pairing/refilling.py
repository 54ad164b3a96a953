"""Games whose places are refilled at once: whoever plays on until nothing goes finds the truth.

No choice matters, which is seen from the ranks on the table, as a set with repetitions, and the
number of cards in the stock. Two discards that share no card can follow each other in either
order, and both orders end with the same: as many cards come from the stock. Of two pairs that
share a card one leaves what is left of the other, a card of the same rank in its place: the ranks
are the same at once. So wherever two ways part they meet again after one more discard each at
most, and since no way is endless, all of them end with the same ranks on the table and the same
number in the stock. Which place is refilled first changes nothing but where cards lie.
"""

from time import perf_counter

from games.rules import Move, Position
from solver_worker.solver.solution import Solution, Verdict


def play_out(position: Position) -> tuple[tuple[Move, ...], Position]:
    """The first legal move, over and over, until there is none; the moves and where they end."""
    line: list[Move] = []
    while position.legal_moves:
        line.append(position.legal_moves[0])
        position = position.play(line[-1])
    return tuple(line), position


def find_line(position: Position) -> Solution:
    """Say whether a position is won, and how; all lines that win have the same length."""
    started = perf_counter()
    line, end = play_out(position)
    return Solution(
        Verdict.WINNABLE if end.is_won else Verdict.UNWINNABLE,
        line=line if end.is_won else (),
        positions=len(line),
        depth=len(line) if end.is_won else 0,
        seconds=perf_counter() - started,
    )
