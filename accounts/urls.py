"""Addresses of accounts below /api/v1/."""

from django.urls import path

from accounts.api import GuestsView, MeView
from accounts.leaving import CancelDeletionView, ExportView
from accounts.reports import ReportsView

urlpatterns = [
    path("guests", GuestsView.as_view()),
    path("me", MeView.as_view()),
    path("me/deletion/cancel", CancelDeletionView.as_view()),
    path("reports", ReportsView.as_view()),
    path("me/export", ExportView.as_view()),
]
