"""Addresses of accounts below /api/v1/."""

from django.urls import path

from accounts.api import GuestsView, MeView

urlpatterns = [
    path("guests", GuestsView.as_view()),
    path("me", MeView.as_view()),
]
