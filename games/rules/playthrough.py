"""A game as a value: rules, deck and log, and everything that follows from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from games.rules.cards import Deck
from games.rules.errors import LogFull, RulesViolation
from games.rules.fold import Fold
from games.rules.ops import (
    AUTO_FINISH,
    LOG_LIMIT,
    RESUME,
    Log,
    Op,
    missing_tail,
    require_well_formed,
)
from games.rules.position import Position, Rules
from games.rules.scoring import Score, win_bonus


@dataclass(frozen=True)
class Playthrough:
    """One game: the rules it is played by, the deck it was dealt from, and all accepted ops.

    An immutable value. `ranked` says that its clock never stops.
    """

    rules: Rules
    deck: Deck = field(repr=False)
    log: Log = ()
    ranked: bool = False
    _known: Fold | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _fold(self) -> Fold:
        if self._known:
            return self._known
        fold = Fold([self.rules.lay_out(self.deck)], self.ranked)
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
    def positions(self) -> tuple[Position, ...]:
        """Where the cards were at every version, the deal first."""
        fold = Fold([self.rules.lay_out(self.deck)], self.ranked)
        found = fold.line.copy()
        for op in self.log:
            fold.take(op)
            found.append(fold.line[-1])
        return tuple(found)

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
        return before.unseen != now.unseen

    @property
    def undid_reveal(self) -> bool:
        """Whether an op was ever undone that had shown hidden cards."""
        return self._fold.undid_reveal

    @property
    def moves(self) -> int:
        """Moves made, each undo counting as one more; auto-finish plays are none."""
        return self._fold.moves

    @property
    def undos(self) -> int:
        """How often a move was undone."""
        return self._fold.undos

    def _at(self, at_ms: int) -> Fold:
        """The sums at a moment; one before the last op counts as its, and a win stops the clock."""
        at_ms = max(at_ms, self._last_at_ms)
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
        at_ms = max(at_ms, self._last_at_ms)
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

    def checked(self) -> "Playthrough":
        """The same game, with a log that nobody has to vouch for.

        Raises what refuses the first op that was not legal when it was made, its place in the log
        as `pointer`, and `ValueError` where time runs backwards.
        """
        fold = Fold([self.rules.lay_out(self.deck)], self.ranked)
        last_ms = 0
        for index, op in enumerate(self.log):
            _pointed(index, require_well_formed, op.text)
            _pointed(index, fold.require_legal, op.text)
            if op.at_ms < last_ms:
                raise ValueError(f"time runs backwards at op {index}")
            fold.take(op)
            last_ms = op.at_ms
        return replace(self, _known=fold)

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
