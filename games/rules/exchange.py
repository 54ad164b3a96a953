"""Games as other programs read and write them: boards, and moves in the notation of Freecell.

That notation is ours but for two things: cells eight to ten are `k l m`, and a count stands
behind a `v`, in hexadecimal digits: our `k3` is `m3`, our `26A` is `26va`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.cards import Deck
from games.rules.errors import InvalidBoard, InvalidMove, RulesViolation
from games.rules.ops import AUTO_FINISH, PAUSE, RESUME, UNDO
from games.rules.playthrough import Playthrough
from games.rules.position import Move, Position, Rules

_THEIR_CELLS = str.maketrans("ijk", "klm")
_OUR_CELLS = str.maketrans("klm", "ijk")
_MOVES_A_LINE = 10
REPLAY_TITLE = "# Patience replay"


def deck_of_board(rules: Rules, text: str) -> Deck:
    """The deck that is laid out as a board text shows it.

    Kings that slide to their base may stand where they were dealt. `InvalidBoard` for a text that
    is no board of these rules, or a board that has been played on.
    """
    position = rules.parse_position(text)
    deck = rules.gather(position)
    laid = rules.lay_out(deck)
    if [sorted(pile) for pile in laid.piles] != [sorted(pile) for pile in position.piles]:
        raise InvalidBoard("not_a_deal")
    return deck


def standard_move(move: Move) -> str:
    """A move as players of Freecell write it."""
    places = (move.source + move.destination).translate(_THEIR_CELLS)
    return places if move.count == 1 else f"{places}v{move.count:x}"


def read_standard_move(text: str) -> Move:
    """Read what `standard_move` wrote; `InvalidMove` when that is no move."""
    places, counts, count = text.partition("v")
    # Our own spellings of what they write differently are no moves there.
    is_theirs = places == places.translate(_OUR_CELLS).translate(_THEIR_CELLS) and len(places) < 4
    ours = Move.parse(places.translate(_OUR_CELLS) + count.upper())
    if not is_theirs or (ours.count > 1) != bool(counts):
        raise InvalidMove("notation_invalid", text=text[:8])
    return ours


def play_standard(position: Position, moves: Sequence[str]) -> Position:
    """Play moves as `standard_move` writes them; what refuses one has its number."""
    for number, text in enumerate(moves, 1):
        try:
            position = position.play(position.parse_move(str(read_standard_move(text))))
        except RulesViolation as refused:
            refused.members["number"] = number
            raise
    return position


def play_ops(game: Playthrough, ops: Sequence[tuple[str, int]]) -> Playthrough:
    """Play ops at their times, which must be in order; what refuses one has its number."""
    for number, (text, at_ms) in enumerate(ops, 1):
        try:
            game = game.append(game.version, [text], at_ms)
        except RulesViolation as refused:
            refused.members["number"] = number
            raise
        # A time that is no whole number, or before the last one, would count as another.
        if type(at_ms) is not int or game.log[-1].at_ms != at_ms:
            raise RulesViolation("time_invalid", number=number)
    return game


def moves_played(playthrough: Playthrough) -> tuple[Move, ...]:
    """The moves that lead from the deal to now: undone ones gone, auto-finish written out."""
    steps: list[tuple[Move, ...]] = []
    for op in playthrough.log:
        if op.text == UNDO:
            steps.pop()
        elif op.text == AUTO_FINISH:
            steps.append(playthrough.rules.finish(playthrough.line[len(steps)]))
        elif op.text not in (PAUSE, RESUME):
            steps.append((Move.parse(op.text),))
    return tuple(move for step in steps for move in step)


def replay_text(playthrough: Playthrough, facts: Mapping[str, object]) -> str:
    """A replay to read: facts as comments, the board of the deal, and the moves."""
    moves = [standard_move(move) for move in moves_played(playthrough)]
    comments = "".join(f"# {name}: {value}\n" for name, value in facts.items())
    lines = (moves[at : at + _MOVES_A_LINE] for at in range(0, len(moves), _MOVES_A_LINE))
    written = "".join(" ".join(line) + "\n" for line in lines)
    return f"{REPLAY_TITLE}\n{comments}\n{playthrough.line[0]}\n{written}"


@dataclass(frozen=True)
class ReplayText:
    """The parts of a replay that was written as text."""

    facts: Mapping[str, str]
    board: str
    moves: tuple[str, ...]


def read_replay_text(text: str) -> ReplayText:
    """Take a replay's text apart; `InvalidBoard` without board and moves, or with a fact twice."""
    lines = text.splitlines()
    comments = (line[1:].partition(":") for line in lines if line.startswith("#"))
    told = [(name.strip().title(), value.strip()) for name, colon, value in comments if colon]
    facts = dict(told)
    board, blank, moves = _body(lines).partition("\n\n")
    if not board or not blank or len(facts) < len(told):
        raise InvalidBoard("not_a_replay")
    return ReplayText(facts, board + "\n", tuple(moves.split()))


def _body(lines: Iterable[str]) -> str:
    kept = "\n".join(line.strip() for line in lines if not line.startswith("#"))
    return kept.strip("\n") + "\n\n"
