"""The addresses of the statistics and the boards under /api/v1/."""

from django.urls import path

from stats.api.boards import BoardAroundView, BoardMeView, BoardView
from stats.api.me import MyResultsView, MyStatsView, UserStatsView
from stats.api.streaks import MyStreaksView

urlpatterns = [
    path("me/stats", MyStatsView.as_view(), name="me-stats"),
    path("users/<uuid:user_id>/stats", UserStatsView.as_view(), name="user-stats"),
    path("me/results", MyResultsView.as_view(), name="me-results"),
    path("me/streaks", MyStreaksView.as_view(), name="me-streaks"),
    path("leaderboards/<str:key>", BoardView.as_view(), name="leaderboard"),
    path("leaderboards/<str:key>/me", BoardMeView.as_view(), name="leaderboard-me"),
    path("leaderboards/<str:key>/around-me", BoardAroundView.as_view(), name="leaderboard-around"),
]
