"""A game as a value: rules, deck and log, and everything that follows from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from games.rules.cards import Deck
from games.rules.errors import (
    GameFinished,
    GamePaused,
    IllegalMove,
    LogFull,
    NothingToUndo,
    RulesViolation,
)
from games.rules.ops import (
    AUTO_FINISH,
    LOG_LIMIT,
    PAUSE,
    RESUME,
    UNDO,
    Log,
    Op,
    missing_tail,
    require_well_formed,
)
from games.rules.position import Move, Position, Rules
from games.rules.scoring import CARD_POINTS, Score, charge, ticks_between, time_passed, win_bonus


@dataclass(slots=True)
class _Fold:
    """The log read so far. `line` holds the positions from the deal to now, undone ones gone."""

    line: list[Position]
    ranked: bool
    last_ms: int = 0
    elapsed_ms: int = 0
    time_charge: int = 0
    paused: bool = False
    moves: int = 0
    undos: int = 0

    def copy(self) -> "_Fold":
        return replace(self, line=self.line.copy())

    def cards(self) -> int:
        """The points for the cards home now, beyond those that were home in the deal."""
        rules = self.line[0].rules
        return CARD_POINTS * (rules.cards_home(self.line[-1]) - rules.cards_home(self.line[0]))

    def pass_time(self, at_ms: int) -> None:
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
            self.line.pop()
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
        """Raise what refuses this op now."""
        require_well_formed(text)
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


@dataclass(frozen=True)
class Playthrough:
    """One game: the rules it is played by, the deck it was dealt from, and all accepted ops.

    An immutable value. `ranked` says that its clock never stops.
    """

    rules: Rules
    deck: Deck
    log: Log = ()
    ranked: bool = False
    _known: _Fold | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _fold(self) -> _Fold:
        if self._known:
            return self._known
        fold = _Fold([self.rules.lay_out(self.deck)], self.ranked)
        for op in self.log:
            fold.take(op)
        return fold

    @property
    def _last_at_ms(self) -> int:
        return self.log[-1].at_ms if self.log else 0

    @property
    def version(self) -> int:
        """The length of the log."""
        return len(self.log)

    @property
    def position(self) -> Position:
        """Where the cards are now."""
        return self._fold.line[-1]

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions from the deal to now, without what was undone."""
        return tuple(self._fold.line)

    @property
    def is_won(self) -> bool:
        """Whether the last op won the game."""
        return self.position.is_won

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands until `r`."""
        return self._fold.paused

    @property
    def can_undo(self) -> bool:
        """Whether `z` would be accepted once the clock runs."""
        return len(self._fold.line) > 1 and not self.is_won

    @property
    def undo_reveals(self) -> bool:
        """Whether `z` would take back the sight of hidden cards."""
        if not self.can_undo:
            return False
        before, now = self._fold.line[-2:]
        return any(len(before.pile(each)) != len(now.pile(each)) for each in self.rules.hidden)

    @property
    def moves(self) -> int:
        """Moves made, each undo counting as one more; auto-finish plays are none."""
        return self._fold.moves

    @property
    def undos(self) -> int:
        """How often a move was undone."""
        return self._fold.undos

    def _at(self, at_ms: int) -> _Fold:
        """The sums at a moment after the last op; the winning op stops the clock."""
        if self.is_won or at_ms <= self._fold.last_ms:
            return self._fold
        fold = replace(self._fold)
        fold.pass_time(at_ms)
        return fold

    def elapsed_ms(self, at_ms: int) -> int:
        """The official clock at a moment, in milliseconds since the deal was shown."""
        return self._at(at_ms).elapsed_ms

    def is_clock_running(self, at_ms: int) -> bool:
        """Whether the official clock goes on at a moment, if nothing is done.

        It stands once the game is won, and in casual play while paused and after a silence that
        is as long as one may count.
        """
        now, soon = self._at(at_ms), self._at(at_ms + 1)
        return soon.elapsed_ms > now.elapsed_ms

    def score(self, at_ms: int) -> Score:
        """The score at a moment, in milliseconds since the deal was shown."""
        fold = self._at(at_ms)
        bonus = win_bonus(self.rules.bonus, fold.elapsed_ms) if self.is_won else 0
        return Score(fold.cards(), fold.time_charge, bonus)

    def append(self, base_version: int, sent: Sequence[str], at_ms: int) -> "Playthrough":
        """Append a batch received at a moment, all or nothing; a repeated one changes nothing.

        Ops the log has already are recognised by their text. Raises `VersionConflict` when it
        goes on differently, or what refuses the first op that is not legal, its place in the
        batch as `pointer`. Time never runs backwards: an earlier moment counts as the last op's.
        """
        for index, text in enumerate(sent):
            _pointed(index, require_well_formed, text)
        tail = missing_tail(self.log, base_version, sent)
        if not tail:
            return self
        if len(self.log) + len(tail) > LOG_LIMIT:
            raise LogFull("log_full", limit=LOG_LIMIT)
        fold = self._fold.copy()
        at_ms = max(at_ms, self._last_at_ms)
        for index, text in enumerate(tail, len(sent) - len(tail)):
            _pointed(index, fold.require_legal, text)
            fold.take(Op(text, at_ms))
        log = self.log + tuple(Op(text, at_ms) for text in tail)
        return replace(self, log=log, _known=fold)

    def has(self, base_version: int, sent: Sequence[str]) -> bool:
        """Whether the log goes on from `base_version` with exactly these ops."""
        stored = [op.text for op in self.log[base_version : base_version + len(sent)]]
        return stored == list(sent)

    def left(self) -> "Playthrough":
        """The game as it counts when its player leaves it.

        A position that only needs auto-finish is finished, with the clock of its last op, even
        while paused; any other stays as it is.
        """
        if self.is_won or not self.rules.finish(self.position):
            return self
        fold = self._fold.copy()
        texts = (RESUME, AUTO_FINISH) if fold.paused else (AUTO_FINISH,)
        tail = tuple(Op(text, self._last_at_ms) for text in texts)
        for op in tail:
            fold.take(op)
        return replace(self, log=self.log + tail, _known=fold)


def _pointed(index: int, check: Callable[[str], None], text: str) -> None:
    try:
        check(text)
    except RulesViolation as refused:
        refused.pointer = f"/ops/{index}"
        raise
