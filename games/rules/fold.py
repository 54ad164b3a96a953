"""The running sums over a log: positions, clock, charge and counts, op by op."""

from dataclasses import dataclass, replace

from games.rules.errors import GameFinished, GamePaused, IllegalMove, NothingToUndo
from games.rules.ops import AUTO_FINISH, PAUSE, RESUME, UNDO, Op
from games.rules.position import Move, Position
from games.rules.scoring import CARD_POINTS, charge, ticks_between, time_passed


@dataclass(slots=True)
class Fold:
    """The log read so far. `line` holds the positions from the deal to now, undone ones gone."""

    line: list[Position]
    ranked: bool
    last_ms: int = 0
    elapsed_ms: int = 0
    time_charge: int = 0
    paused: bool = False
    moves: int = 0
    undos: int = 0
    undid_reveal: bool = False

    def copy(self) -> "Fold":
        """A fold that goes on by itself."""
        return replace(self, line=self.line.copy())

    def cards(self) -> int:
        """The points for the cards home now, beyond those that were home in the deal."""
        rules = self.line[0].rules
        return CARD_POINTS * (rules.cards_home(self.line[-1]) - rules.cards_home(self.line[0]))

    def pass_time(self, at_ms: int) -> None:
        """Let the clock run to a moment, and charge for it; an earlier one changes nothing."""
        silence_ms = max(0, at_ms - self.last_ms)
        counted = time_passed(silence_ms, paused=self.paused, ranked=self.ranked)
        ticks = ticks_between(self.elapsed_ms, self.elapsed_ms + counted)
        if ticks:
            self.time_charge = charge(self.cards(), self.time_charge, ticks)
        self.elapsed_ms += counted
        self.last_ms += silence_ms

    def take(self, op: Op) -> None:
        """Take an op that is known to be legal; a repeated `p` or `r` has no effect at all."""
        if op.text == (PAUSE if self.paused else RESUME):
            return
        self.pass_time(op.at_ms)
        position = self.line[-1]
        if op.text == UNDO:
            undone = self.line.pop()
            self.undid_reveal |= undone.unseen != self.line[-1].unseen
            self.moves += 1
            self.undos += 1
        elif op.text == PAUSE:
            self.paused = True
        elif op.text == RESUME:
            self.paused = False
        elif op.text == AUTO_FINISH:
            for move in position.rules.finish(position):
                position = position.play(move)
            self.line.append(position)
        else:
            self.line.append(position.play(Move.parse(op.text)))
            self.moves += 1

    def require_legal(self, text: str) -> None:
        """Raise what refuses this well-formed op now."""
        position = self.line[-1]
        if position.is_won:
            raise GameFinished("game_finished")
        if text in (PAUSE, RESUME):
            return
        if self.paused:
            raise GamePaused("game_paused")
        if text == UNDO:
            if len(self.line) == 1:
                raise NothingToUndo("nothing_to_undo")
        elif text == AUTO_FINISH:
            if not position.rules.finish(position):
                raise IllegalMove("auto_finish_not_ready")
        else:
            position.parse_move(text)
