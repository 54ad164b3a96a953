"""The addresses of questions to the solver; `<id:>` comes from the games."""

from django.urls import path

from solver_worker.api import AnalysisView, HintView, SolveView, VerdictView

urlpatterns = [
    path("games/<id:game_id>/hint", HintView.as_view(), name="game-hint"),
    path("games/<id:game_id>/verdict", VerdictView.as_view(), name="game-verdict"),
    path("games/<id:game_id>/analysis", AnalysisView.as_view(), name="game-analysis"),
    path("solves/<id:solve_id>", SolveView.as_view(), name="solve"),
]
