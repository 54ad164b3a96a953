"""The admin shows every record, changes none, and gives no cards or secrets away."""

import pytest
from django.contrib import admin
from django.test import Client

from accounts.models import User
from games.models import Deal, Game, StockDeal
from stats.models import GameResult, Totals
from tests.games.conftest import Player, stock_up


@pytest.fixture
def staff(db: None) -> Client:
    user = User.objects.create_superuser(email="staff@example.org", password="a long one 1")
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_every_page_opens_and_nothing_can_be_changed(staff: Client, player: User) -> None:
    stock_up(1)
    someone = Player()
    someone.start("easy")
    someone.start("hard", abandon_active=True)
    deal = Deal.objects.filter(stock__isnull=False).get()
    for model in (User, Game, Deal, StockDeal, GameResult, Totals):
        place = f"/admin/{model._meta.app_label}/{model._meta.model_name}"
        row = model.objects.exclude(pk=player.pk).order_by("pk").first()
        assert staff.get(f"{place}/").status_code == 200
        assert staff.get(f"{place}/?q={row.pk}").status_code == 200
        shown = staff.get(f"{place}/{row.pk}/change/")
        assert shown.status_code == 200
        for secret in (deal.deck, deal.salt, deal.stock.line):
            assert secret not in shown.content.decode()
        assert staff.post(f"{place}/{row.pk}/change/", {}).status_code == 403
        assert staff.post(f"{place}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert staff.get(f"{place}/add/").status_code == 403


def test_all_own_models_with_a_page_are_read_only() -> None:
    for model, page in admin.site._registry.items():
        if model._meta.app_label in {"accounts", "games", "stats"}:
            assert not page.has_change_permission(None)
            assert not page.has_add_permission(None)
            assert not page.has_delete_permission(None)


def test_players_do_not_get_in(db: None) -> None:
    player = Player()
    client = Client()
    client.force_login(player.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get("/admin/games/game/").status_code == 302
