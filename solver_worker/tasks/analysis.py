"""What a finished game was worth: a verdict after every op, and par; in slices."""

from typing import Any

from games.rules import Move, Position
from games.services.deals import keep_found
from solver_worker.models import Solve
from solver_worker.services import finish, pause
from solver_worker.solver import Effort, Solution, Verdict, solve, verdict
from solver_worker.tasks.course import Course
from solver_worker.tasks.searches import Searches, solver_of_questions
from solver_worker.tasks.slices import Slice

SLICE_SECONDS = 20
# How many positions may stay unknown, each having cost some seconds.
_MOST_UNKNOWN = 8


def answer(question: Solve) -> None:
    """Go on with an analysis, and finish it or keep what was found for the next slice."""
    played = question.game.playthrough
    course, places = Course.of_game(played)
    searches = Searches(question)
    if question.progress:
        course.recall(question.progress["known"])
    elif played.is_won:
        course.learn(places[-1], Verdict.WINNABLE)
    slice_of_time = Slice(SLICE_SECONDS)
    while course.ask(lambda at: searches.ask(verdict, at), most_unknown=_MOST_UNKNOWN):
        if slice_of_time.is_over():
            pause(question, {"known": course.kept()})
            return
    verdicts = [course.verdict_at(place) for place in places]
    deal, par, found = course.positions[0], None, None
    if verdicts[0] is Verdict.WINNABLE:
        found = searches.ask(solve, deal, Effort.PAR)
        par = _par(deal, found)
    if verdicts[0] is not Verdict.UNKNOWN:
        # Before the answer: who dies between the two does both again.
        keep_found(
            game=question.game,
            verdict=verdicts[0].value,
            par=par,
            positions=found.positions if found and par is not None else None,
            solver=solver_of_questions(Effort.PAR),
        )
    finish(question, _answer(verdicts, par, played.moves))


def _answer(verdicts: list[Verdict], par: int | None, moves: int) -> dict[str, Any]:
    winnable = [version for version, each in enumerate(verdicts) if each is Verdict.WINNABLE]
    return {
        "verdicts": verdicts,
        "last_winnable_version": winnable[-1] if winnable else None,
        "par": par,
        "moves": moves,
        "over_par": None if par is None else moves - par,
    }


def _par(deal: Position, found: Solution) -> int | None:
    """The moves of the shortest line that was found, counted as a player's are.

    What auto-finish plays is no move, for the player as for the solver.
    """
    if found.verdict is not Verdict.WINNABLE:
        return None
    return _moves_before_finish(deal, found.line)


def _moves_before_finish(position: Position, line: tuple[Move, ...]) -> int:
    for made, move in enumerate(line):
        if position.rules.finish(position):
            return made
        position = position.play(move)
    return len(line)
