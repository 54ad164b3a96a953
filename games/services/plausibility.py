"""What speaks against a win having been played by hand: a reason for the staff to look at it."""

from games.models import Game, StockDeal
from games.rules import COMMANDS, RULES, VARIANTS, Log, Playthrough, moves_in_effect

# Nobody keeps this pace for long, though a single pair of moves may come faster.
FASTEST_MOVE_MS = 200
# By how much a slow network may crowd what was sent over a longer time.
SLACK_MS = 2_000
# A delivery ends with a silence, and at the latest when a working link has caught up.
SILENCE_MS = 1_000
DELIVERY_MS = 5_000
# With two sensible moves at each turn, nobody comes by another player's line of this length.
LONG_LINE = 30


def doubts_about(game: Game, after: Playthrough) -> list[str]:
    """Why a ranked win is to be reviewed; nothing for nearly all of them.

    `impossible_pace`, `solver_line`. That a line is on the board already, the boards know.
    """
    doubts = []
    if is_pace_impossible(after.log):
        doubts.append("impossible_pace")
    if _is_solver_line(game, after):
        doubts.append("solver_line")
    return doubts


def is_pace_impossible(log: Log) -> bool:
    """Whether somewhere more moves came between two deliveries than a hand can make in that time.

    Ops have the time of their receipt, which says when they were made at the latest. What a link
    held up comes in quick succession once it works again, so receipts close to each other are one
    delivery, whose moves may have been made at any time since the delivery before. Undo counts
    for nothing, since one touch may take back many moves.

    Of all stretches the one with the greatest excess is found in one pass: the excess since a
    delivery is by how much `ahead_ms` has grown, (moves so far) * FASTEST_MOVE_MS - time.
    """
    moves = ahead_ms = lowest_ms = received_ms = began_ms = 0
    for op in log:
        if op.at_ms - received_ms > SILENCE_MS or op.at_ms - began_ms > DELIVERY_MS:
            lowest_ms = min(lowest_ms, ahead_ms)
            began_ms = op.at_ms
        received_ms = op.at_ms
        moves += op.text not in COMMANDS
        ahead_ms = moves * FASTEST_MOVE_MS - received_ms
        if ahead_ms - lowest_ms > SLACK_MS:
            return True
    return False


def telling_line(game: Game, after: Playthrough) -> tuple[str, ...]:
    """The moves that won, if they tell who found them; none if others come by the same ones.

    With all cards in sight there are several sensible moves at nearly every turn, and dozens of
    turns. With hidden cards there is little to choose: the discards that the few cards in sight
    offer, then the next cards. The sensible lines are so few there that of players who win one
    deal by themselves a third or more share one, so that it is no reason to doubt any of them.
    """
    moves = moves_in_effect(after.log)
    is_telling = not RULES[game.rules].hidden and len(moves) >= LONG_LINE
    return moves if is_telling else ()


def _is_solver_line(game: Game, after: Playthrough) -> bool:
    """Whether the moves are those that prove the deal, up to where auto-finish took over."""
    is_proven = game.mode == Game.Mode.DAILY or VARIANTS[game.variant].levels[game.level].proven
    moves = telling_line(game, after)
    if not is_proven or not moves:
        return False
    lines = StockDeal.objects.filter(deal_id=game.deal_id, rules=game.rules)
    return any(
        tuple(line.split()[: len(moves)]) == moves for line in lines.values_list("line", flat=True)
    )
