"""Who is on a board: confirmed guests, nobody hidden or suspended, the erased without a name."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.messages.storage.cookie import CookieStorage
from django.utils import timezone

from accounts.adapters import AccountAdapter
from accounts.erasure import erase
from accounts.models import User
from accounts.services import update_profile
from accounts.standing import confirm, restore, standing_changed, suspend
from stats.models import BoardEntry
from stats.services.verification import entries_that_differ

from .boards import DAILY, NOON, SCORE, board, full_player, ranked, rows, win
from .conftest import new_player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def five():
    """Five players on the boards, the best one first; the second and third share a rank."""
    players = [full_player() for _ in range(5)]
    for minute, (player, score) in enumerate(zip(players, (900, 800, 800, 700, 600), strict=True)):
        finished_at = NOON - timedelta(minutes=30 - minute)
        win(player, score=score, daily=NOON.date(), finished_at=finished_at)
    return players


class TestGuests:
    def test_a_guest_sees_the_place_and_nobody_else_does(self, five, anonymous, client_for):
        guest = new_player()
        win(guest, score=800, daily=NOON.date())
        for key in (DAILY, SCORE):
            assert len(rows(anonymous, key)) == board(anonymous, key)["size"] == 5
            told = board(client_for(guest), key, "/around-me")
            assert (told["entry"]["rank"], told["entry"]["unlisted_reason"]) == (2, "guest")
            assert [row["rank"] for row in told["items"]] == [1, 2, 2, 2, 4, 5]
            assert [row["is_me"] for row in told["items"]].count(True) == 1

    def test_once_confirmed_the_same_day_the_guest_is_listed(self, five, anonymous, clock):
        guest = new_player()
        win(guest, score=850, daily=NOON.date())
        clock.move_to(datetime(2026, 11, 29, 23, 59, 59, 999_000, tzinfo=UTC))
        confirm(guest)
        assert ranked(anonymous, DAILY)[1] == (2, str(guest.pk))
        assert [rank for rank, _ in ranked(anonymous, DAILY)] == [1, 2, 3, 3, 5, 6]

    def test_confirmed_later_only_on_boards_that_are_open(self, five, anonymous, clock):
        guest = new_player()
        win(guest, score=850, daily=NOON.date())
        clock.move_to(datetime(2026, 11, 30, tzinfo=UTC))
        confirm(guest)
        assert len(rows(anonymous, DAILY)) == 5
        assert len(rows(anonymous, f"{SCORE}:2026-W48")) == 5
        assert len(rows(anonymous, f"{SCORE}:2026-11")) == 6
        assert len(rows(anonymous, SCORE)) == 6

    def test_a_win_after_the_confirmation_is_listed_at_once(self, anonymous):
        guest = new_player()
        win(guest, score=100)
        confirm(guest)
        win(guest, score=200)
        assert [row["score"] for row in rows(anonymous, SCORE)] == [200]


class TestOthers:
    def test_who_hides_leaves_and_comes_back(self, five, anonymous, client_for):
        client = client_for(five[1])
        assert client.patch("/api/v1/me", {"visibility": "private"}).status_code == 200
        for key in (DAILY, SCORE):
            assert [rank for rank, _ in ranked(anonymous, key)] == [1, 2, 3, 4]
            told = board(client, key, "/me")["entry"]
            assert (told["rank"], told["unlisted_reason"]) == (2, "not_public")
        win(five[1], score=1000)
        assert len(rows(anonymous, SCORE)) == 4
        client.patch("/api/v1/me", {"visibility": "public"})
        assert ranked(anonymous, SCORE)[0] == (1, str(five[1].pk))
        assert [rank for rank, _ in ranked(anonymous, DAILY)] == [1, 2, 2, 4, 5]

    def test_who_is_suspended_leaves_and_ranks_are_right(self, five, anonymous, client_for):
        suspend(five[0])
        assert ranked(anonymous, DAILY) == [
            (rank, str(player.pk)) for rank, player in zip((1, 1, 3, 4), five[1:], strict=True)
        ]
        assert board(client_for(five[4]), SCORE, "/me")["entry"]["rank"] == 4
        restore(five[0])
        assert [rank for rank, _ in ranked(anonymous, DAILY)] == [1, 2, 2, 4, 5]

    @pytest.mark.parametrize("act", ["is shown", "confirms", "sets a password", "has a new name"])
    def test_nothing_begun_before_a_suspension_takes_it_back(self, five, anonymous, act, rf):
        before = User.objects.get(pk=five[0].pk)
        suspend(five[0])
        request = rf.post("/")
        request.user, request.session = before, {}
        request._messages = CookieStorage(request)
        if act == "is shown":
            update_profile(user=before, visibility="public")
        elif act == "has a new name":
            update_profile(user=before, display_name="Anna")
        elif act == "sets a password":
            AccountAdapter(request).set_password(before, "a long one 1")
        else:
            address = EmailAddress.objects.create(user=before, email=before.email)
            AccountAdapter(request).confirm_email(request, address)
        assert len(rows(anonymous, DAILY)) == 4
        assert not User.objects.get(pk=five[0].pk).is_active

    def test_the_staff_suspends_in_the_admin(self, five, anonymous, client):
        staff = User.objects.create_superuser("staff@example.org", "a long one 1")
        client.force_login(staff, "allauth.account.auth_backends.AuthenticationBackend")
        chosen = {"_selected_action": [str(five[0].pk), str(staff.pk)]}
        for action, listed in (("suspend_players", 4), ("restore_players", 5)):
            client.post("/admin/accounts/user/", {"action": action, **chosen})
            assert len(rows(anonymous, DAILY)) == listed
            staff.refresh_from_db()
            assert staff.is_active

    def test_the_row_of_an_erased_player_stays_without_the_player(self, five, anonymous):
        erased = five[1]
        erase(erased, timezone.now())
        shown = rows(anonymous, DAILY)
        assert [row["rank"] for row in shown] == [1, 2, 2, 4, 5]
        assert [row["player"] is None for row in shown].count(True) == 1
        assert str(erased.pk) not in str(shown)

    def test_what_was_hidden_stays_hidden_when_its_player_is_erased(self, five, anonymous):
        suspend(five[1])
        update_profile(user=five[2], visibility="private")
        for player in five[1:3]:
            erase(User.objects.get(pk=player.pk), timezone.now())
        assert len(rows(anonymous, DAILY)) == 3
        assert list(entries_that_differ()) == []

    def test_one_statement_a_change_however_many_entries(self, five, django_assert_num_queries):
        for days in range(40):
            win(five[0], score=900, finished_at=NOON - timedelta(days=7 * days))
        assert BoardEntry.objects.filter(player=five[0]).count() > 80
        five[0].confirmed_at = NOON - timedelta(days=400)
        with django_assert_num_queries(2):
            standing_changed(five[0])
