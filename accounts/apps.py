"""The accounts app: who is calling."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Registers the user model."""

    name = "accounts"
