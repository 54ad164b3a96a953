"""Positions that lead to each other, where one verdict tells of many."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from games.rules import AUTO_FINISH, COMMANDS, Playthrough, Position
from solver_worker.solver import Solution, Verdict, WrongProof

_LETTERS = {Verdict.WINNABLE: "w", Verdict.UNWINNABLE: "u", Verdict.UNKNOWN: "x", None: "-"}
_VERDICTS = {letter: verdict for verdict, letter in _LETTERS.items()}


@dataclass
class Course:
    """Positions in the order they were first met, and what is known of each.

    Whatever leads to a position that can be won can be won too, and whatever follows on one that
    cannot, cannot. So most verdicts follow from few: on a way from a position that can be won to
    one that cannot, the turning point is found by halving.
    """

    positions: list[Position] = field(default_factory=list)
    known: list[Verdict | None] = field(default_factory=list)
    _places: dict[Position, int] = field(default_factory=dict)
    _before: list[list[int]] = field(default_factory=list)
    _after: list[list[int]] = field(default_factory=list)

    @classmethod
    def of_line(cls, line: Iterable[Position]) -> tuple["Course", list[int]]:
        """Positions of which each follows on the one before, and the place of each."""
        course = cls()
        places = [-1]
        for position in line:
            places.append(course._add(position, places[-1]))
        return course, places[1:]

    @classmethod
    def of_game(cls, playthrough: Playthrough) -> tuple["Course", list[int]]:
        """All positions of a game, and at which place the one after each op stands."""
        course = cls()
        deal, *reached = playthrough.positions
        places = [course._add(deal, -1)]
        for op, position in zip(playthrough.log, reached, strict=True):
            is_move = op.text == AUTO_FINISH or op.text not in COMMANDS
            places.append(course._add(position, places[-1] if is_move else -1))
        return course, places

    def _add(self, position: Position, before: int) -> int:
        place = self._places.setdefault(position, len(self.positions))
        if place == len(self.positions):
            self.positions.append(position)
            self.known.append(None)
            self._before.append([])
            self._after.append([])
        if before not in (-1, place):
            self._before[place].append(before)
            self._after[before].append(place)
        return place

    def learn(self, place: int, verdict: Verdict) -> None:
        """Take a verdict, and all that follows from it."""
        if verdict is Verdict.UNKNOWN:
            self.known[place] = self.known[place] or verdict
            return
        ways = self._before if verdict is Verdict.WINNABLE else self._after
        found = [place]
        while found:
            at = found.pop()
            if self.known[at] is verdict:
                continue
            if self.known[at] not in (None, Verdict.UNKNOWN):
                raise WrongProof(f"What leads to a win cannot be won:\n{self.positions[at]}")
            self.known[at] = verdict
            found += ways[at]

    def next_place(self) -> int | None:
        """Where to ask next, the middle of the longest way without verdicts; None if all have one.

        Each position was met first by a way over earlier ones, so one pass measures all ways.
        """
        lengths: list[int] = []
        for place, verdict in enumerate(self.known):
            before = self._before[place][0] if self._before[place] else -1
            is_open = verdict is None
            lengths.append((lengths[before] if 0 <= before < place else 0) + 1 if is_open else 0)
        longest = max(lengths, default=0)
        if not longest:
            return None
        place = lengths.index(longest)
        for _ in range(longest // 2):
            place = self._before[place][0]
        return place

    def ask(self, search: Callable[[Position], Solution], *, most_unknown: int) -> bool:
        """Ask for one verdict that is missing; False when there is none, or no hope for more."""
        if self.known.count(Verdict.UNKNOWN) >= most_unknown:
            return False
        place = self.next_place()
        if place is None:
            return False
        self.learn(place, search(self.positions[place]).verdict)
        return True

    def verdict_at(self, place: int) -> Verdict:
        """What is known of a position."""
        return self.known[place] or Verdict.UNKNOWN

    def kept(self) -> str:
        """What is known, as a letter for each position."""
        return "".join(_LETTERS[verdict] for verdict in self.known)

    def recall(self, kept: str) -> None:
        """Know again what was kept of the same course."""
        self.known = [_VERDICTS[letter] for letter in kept]
