"""The admin shows every record, changes none, and gives no cards or secrets away."""

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Attempt, Daily, Deal, Game, StockDeal
from stats.days import day_of
from stats.models import CountedResult, DoubtfulResult, GameResult, Totals
from tests.games.conftest import Player, one_daily, spares, stock_up

__all__ = ["one_daily", "spares"]  # Fixtures.


@pytest.fixture
def staff(db: None) -> Client:
    user = User.objects.create_superuser(email="staff@example.org", password="a long one 1")
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_every_page_opens_and_nothing_can_be_changed(
    staff: Client, player: User, spares: None
) -> None:
    stock_up(1)
    someone = Player()
    someone.put(f"/dailies/{day_of(timezone.now())}/bakers_game/attempt")
    someone.start("easy")
    someone.start("hard", abandon_active=True)
    deals = Deal.objects.filter(stock__isnull=False)
    secrets = {text for each in deals for text in (each.deck, each.salt, each.stock.line)}
    assert len(secrets) == 3 + 3 * 3 - 2  # A deck and a line are in two stocks.
    for model in (User, Game, Deal, StockDeal, Daily, Attempt, GameResult, Totals):
        place = f"/admin/{model._meta.app_label}/{model._meta.model_name}"
        row = model.objects.exclude(pk=player.pk).order_by("pk").first()
        assert staff.get(f"{place}/").status_code == 200
        assert staff.get(f"{place}/?q={row.pk}").status_code == 200
        shown = staff.get(f"{place}/{row.pk}/change/")
        assert shown.status_code == 200
        listed = staff.get(f"{place}/").content.decode()
        for secret in secrets:
            assert secret not in shown.content.decode() + listed
        assert staff.post(f"{place}/{row.pk}/change/", {}).status_code == 403
        assert staff.post(f"{place}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert staff.get(f"{place}/add/").status_code == 403


def test_all_own_models_with_a_page_are_read_only() -> None:
    for model, page in admin.site._registry.items():
        if model in (
            DoubtfulResult,
            CountedResult,
        ):  # Where rows are added.
            assert set(page.get_fields(None)) == set(page.readonly_fields)
        elif model._meta.app_label in {"accounts", "games", "stats", "solver_worker"}:
            assert not page.has_change_permission(None)
            assert not page.has_add_permission(None)
            assert not page.has_delete_permission(None)


def test_players_do_not_get_in(db: None) -> None:
    player = Player()
    client = Client()
    client.force_login(player.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get("/admin/games/game/").status_code == 302


def test_no_page_of_a_library_shows_what_ours_hide(staff: Client, player: User) -> None:
    """allauth's pages would show tokens and log addresses that outlive their players."""
    ours = {"accounts", "games", "stats", "solver_worker"}
    libraries = {m._meta.label for m in admin.site._registry if m._meta.app_label not in ours}
    assert libraries == {"auth.Group"}
    for place in ("account/emailaddress", "usersessions/usersession"):
        assert staff.get(f"/admin/{place}/").status_code == 404
