"""Hints and verdicts: the truth about a position, its odds, or that it was not found."""

from typing import Any

from games.rules import Move, Playthrough, Position
from solver_worker.models import Solve
from solver_worker.services import finish
from solver_worker.solver import Verdict, odds, solve, verdict
from solver_worker.tasks.course import Course
from solver_worker.tasks.searches import Searches, reason_of

HIDDEN_CARDS = "hidden_cards"
# How many positions may stay unknown before the way back is left open.
_MOST_UNKNOWN = 3


def answer(question: Solve) -> None:
    """Answer a hint or a verdict about the game as it stood when it was asked.

    While cards are hidden no verdict is given, for it would tell of them, and a hint gives odds.
    """
    played = _as_asked(question, question.version)
    if played.position.unseen:
        facts = {} if question.kind == Solve.Kind.VERDICT else _odds(question, played.position)
        finish(question, _unknown(question.kind, HIDDEN_CARDS) | facts)
    elif question.kind == Solve.Kind.VERDICT:
        found = Searches(question).ask(verdict, played.position)
        finish(question, {"verdict": found.verdict, "reason": reason_of(found)})
    else:
        _answer_hint(question, played)


def _answer_hint(question: Solve, played: Playthrough) -> None:
    line = _line_that_goes_on(question, played.position)
    searches = Searches(question)
    if not line:
        found = searches.ask(solve, played.position)
        if found.verdict is Verdict.UNKNOWN:
            finish(question, _unknown(Solve.Kind.HINT, reason_of(found)))
            return
        if found.verdict is Verdict.UNWINNABLE:
            finish(question, _way_back(searches, played))
            return
        line = found.line
    answer = _hint(Verdict.WINNABLE, move=str(line[0]), moves_left=len(line))
    finish(question, answer, " ".join(map(str, line)))


def _odds(question: Solve, position: Position) -> dict[str, Any]:
    """What each legal move is worth, from what the player sees alone.

    The orders are drawn by the game and its version: nothing in the deal chooses them.
    """
    found = odds(position, f"{question.game_id} {question.version}".encode())
    question.positions += found.positions
    question.seconds += found.seconds
    moves = [
        {
            "move": str(each.move),
            "winnable": each.winnable,
            "unwinnable": each.unwinnable,
            "unknown": each.unknown,
            "share": round(each.share, 4),
            "error": round(each.error, 4),
        }
        for each in found.moves
    ]
    orders = max((each.orders for each in found.moves), default=0)
    return {"odds": {"orders": orders, "is_complete": found.is_complete, "moves": moves}}


def _line_that_goes_on(question: Solve, position: Position) -> tuple[Move, ...]:
    """What is left of the last hint's line, when the player has followed it; else nothing.

    Whoever follows one hint after the other so comes to the win: lines found anew each time might
    lead in a circle.
    """
    earlier = Solve.objects.filter(
        game_id=question.game_id, kind=Solve.Kind.HINT, version__lt=question.version
    )
    last = earlier.exclude(line="").order_by("-version").first()
    if last is None:
        return ()
    line = tuple(map(Move.parse, last.line.split()))
    reached = _as_asked(question, last.version).position
    for at, move in enumerate(line):
        if reached == position:
            return line[at:]
        reached = reached.play(move)
    return ()


def _way_back(searches: Searches, played: Playthrough) -> dict[str, Any]:
    """The fewest undos that lead back to where the game could be won, as far as it is known."""
    course, places = Course.of_line(played.line)
    course.learn(places[-1], Verdict.UNWINNABLE)
    while course.ask(lambda at: searches.ask(verdict, at), most_unknown=_MOST_UNKNOWN):
        pass
    winnable = [
        at for at, place in enumerate(places) if course.verdict_at(place) is Verdict.WINNABLE
    ]
    undo = len(places) - 1 - winnable[-1] if winnable else None
    return _hint(Verdict.UNWINNABLE, undo=undo, deal_verdict=course.verdict_at(places[0]))


def _hint(found: Verdict, **facts: Any) -> dict[str, Any]:
    blank = dict.fromkeys(("move", "moves_left", "undo", "reason", "odds"))
    return {"verdict": found, "deal_verdict": found, **blank, **facts}


def _unknown(kind: str, reason: str | None) -> dict[str, Any]:
    if kind == Solve.Kind.VERDICT:
        return {"verdict": Verdict.UNKNOWN, "reason": reason}
    return _hint(Verdict.UNKNOWN, reason=reason)


def _as_asked(question: Solve, version: int) -> Playthrough:
    whole = question.game.playthrough
    return Playthrough(whole.rules, whole.deck, whole.log[:version], whole.ranked)
