"""Corrections in the admin: any result is found, and corrected with a reason alone."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from stats.models import Correction, GameResult

from .boards import win
from .conftest import record
from .test_corrections import client, figures_of, require_agreement, someone

__all__ = ["client", "someone"]  # Fixtures.
pytestmark = pytest.mark.django_db
PAGE = "/admin/stats/countedresult/"


class TestAdmin:
    @pytest.fixture
    def staff(self):
        user = User.objects.create_superuser("staff@example.org", "a long one 1")
        client = Client()
        client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
        client.user = user
        return client

    def send(self, staff, result, **correction):
        form = {
            "corrections-TOTAL_FORMS": "1",
            "corrections-INITIAL_FORMS": "0",
            "corrections-0-id": "",
            "corrections-0-result": str(result.pk),
            **{f"corrections-0-{name}": value for name, value in correction.items()},
        }
        return staff.post(f"{PAGE}{result.pk}/change/", form)

    def test_any_result_is_found_and_corrected(self, staff, client, someone):
        loss = record(someone, won=False)
        win(someone)
        found = staff.get(PAGE, {"q": str(loss.game_id)}).context["cl"].result_list
        assert [each.pk for each in found] == [loss.pk]
        answer = self.send(staff, loss, annulled="on", reason="the service was down")
        assert answer.status_code == 302, answer.content.decode()
        correction = Correction.objects.get()
        assert (correction.annulled, correction.corrected_by) == (True, staff.user)
        require_agreement(client)
        shown = staff.get(f"{PAGE}{loss.pk}/change/").content.decode()
        assert "the service was down" in shown
        assert 'name="corrections-0-reason"' not in shown.replace("__prefix__", "")
        assert self.send(staff, loss, reason="it was not").status_code == 302
        assert figures_of(client)["lost"] == 1

    @pytest.mark.parametrize("entered", [{"annulled": "on"}, {}])
    def test_without_a_reason_nothing_is_corrected(self, staff, someone, entered):
        answer = self.send(staff, win(someone), **{"reason": ""} | entered)
        assert answer.status_code == 200
        assert "This field is required." in answer.content.decode()
        assert not Correction.objects.exists()

    def test_the_ledger_itself_cannot_be_changed(self, staff, someone):
        result = win(someone, score=900)
        staff.post(f"{PAGE}{result.pk}/change/", {"score": "1", "won": ""})
        assert GameResult.objects.get().score == 900
        assert staff.get(f"{PAGE}add/").status_code == 403
        assert staff.post(f"{PAGE}{result.pk}/delete/", {"post": "yes"}).status_code == 403

    def test_who_may_only_look_corrects_nothing(self, staff, someone):
        result = win(someone)
        staff.user.is_superuser = False
        staff.user.save()
        for name in ("view_countedresult", "view_correction"):
            staff.user.user_permissions.add(Permission.objects.get(codename=name))
        assert staff.get(f"{PAGE}{result.pk}/change/").status_code == 200
        self.send(staff, result, annulled="on", reason="mine")
        assert not Correction.objects.exists()
