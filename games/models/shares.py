"""Finished games that everybody may replay."""

import secrets

from django.db import models
from django.utils import timezone

from games.models.games import Game


def new_slug() -> str:
    """An address that nobody guesses."""
    return secrets.token_urlsafe(12)


class Share(models.Model):
    """A finished game that its player shows to everybody, under an address of its own."""

    slug = models.CharField(max_length=16, primary_key=True, default=new_slug, editable=False)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="share")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.slug
