"""The addresses of the statistics under /api/v1/."""

from django.urls import path

from stats.api import MyResultsView, MyStatsView

urlpatterns = [
    path("me/stats", MyStatsView.as_view(), name="me-stats"),
    path("me/results", MyResultsView.as_view(), name="me-results"),
]
