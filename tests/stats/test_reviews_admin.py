"""Reviews in the admin: what waits is found and decided, always with a reason."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from stats.models import Decision, GameResult

from .boards import SCORE, full_player, rows, win
from .conftest import record

pytestmark = pytest.mark.django_db
DOUBTS = {"doubts": ["impossible_pace"]}
PAGE = "/admin/stats/doubtfulresult/"


@pytest.fixture
def staff():
    user = User.objects.create_superuser("staff@example.org", "a long one 1")
    client = Client()
    client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    client.user = user
    return client


def send(client, result, **decision):
    """What the admin's form sends for one more decision."""
    form = {
        "decisions-TOTAL_FORMS": "1",
        "decisions-INITIAL_FORMS": "0",
        "decisions-0-id": "",
        "decisions-0-result": str(result.pk),
        **{f"decisions-0-{name}": value for name, value in decision.items()},
    }
    return client.post(f"{PAGE}{result.pk}/change/", form)


class TestAdmin:
    def test_what_waits_is_listed_and_decided(self, staff, anonymous):
        player = full_player()
        win(full_player(), score=100)
        result = win(player, score=900, **DOUBTS)
        page = staff.get(PAGE)
        assert page.status_code == 200
        assert list(page.context["cl"].result_list.values_list("pk", flat=True)) == [result.pk]
        answer = send(staff, result, accepted="on", reason="plays so in public", appeal="")
        assert answer.status_code == 302, answer.content.decode()
        decision = Decision.objects.get()
        assert (decision.accepted, decision.reason) == (True, "plays so in public")
        assert decision.decided_by == staff.user
        assert len(rows(anonymous, SCORE)) == 2
        assert not staff.get(PAGE).context["cl"].result_list
        decided = staff.get(PAGE, {"state": "decided"}).context["cl"].result_list
        assert [each.pk for each in decided] == [result.pk]

    @pytest.mark.parametrize("entered", [{"accepted": "on"}, {}, {"appeal": "I have a video."}])
    def test_a_decision_without_a_reason_is_refused(self, staff, entered):
        result = win(full_player(), **DOUBTS)
        answer = send(staff, result, **{"reason": "", "appeal": ""} | entered)
        assert answer.status_code == 200
        assert "This field is required." in answer.content.decode()
        assert not Decision.objects.exists()

    def test_an_appeal_is_noted_beside_the_earlier_decision(self, staff):
        result = win(full_player(), **DOUBTS)
        send(staff, result, reason="a script", appeal="")
        shown = staff.get(f"{PAGE}{result.pk}/change/").content.decode()
        assert "a script" in shown
        assert 'name="decisions-0-reason"' not in shown.replace("__prefix__", "")
        send(staff, result, accepted="on", reason="it is in a video", appeal="I have a video")
        assert [each.accepted for each in Decision.objects.all()] == [False, True]

    def test_the_ledger_itself_cannot_be_changed(self, staff):
        result = win(full_player(), score=900, **DOUBTS)
        form = {"score": "1", "doubts": "", "won": ""}
        staff.post(f"{PAGE}{result.pk}/change/", form)
        kept = GameResult.objects.get()
        assert (kept.score, kept.doubts) == (900, ["impossible_pace"])
        assert staff.get(f"{PAGE}add/").status_code == 403
        assert staff.post(f"{PAGE}{result.pk}/delete/", {"post": "yes"}).status_code == 403

    def test_who_may_only_look_decides_nothing(self, staff):
        result = win(full_player(), **DOUBTS)
        staff.user.is_superuser = False
        staff.user.save()
        for name in ("view_doubtfulresult", "view_decision"):
            staff.user.user_permissions.add(Permission.objects.get(codename=name))
        assert staff.get(f"{PAGE}{result.pk}/change/").status_code == 200
        send(staff, result, accepted="on", reason="mine", appeal="")
        assert not Decision.objects.exists()

    def test_a_listed_result_without_doubts_is_found_and_may_be_rejected(self, staff, anonymous):
        result = win(full_player())
        assert not staff.get(PAGE).context["cl"].result_list
        found = staff.get(PAGE, {"state": "all", "q": str(result.game_id)}).context["cl"]
        assert [each.pk for each in found.result_list] == [result.pk]
        assert send(staff, result, reason="reported, and a script").status_code == 302
        assert rows(anonymous, SCORE) == []

    def test_a_result_that_boards_do_not_take_is_not_there(self, staff):
        result = record(full_player())
        assert staff.get(f"{PAGE}{result.pk}/change/").status_code == 302
        assert not staff.get(PAGE, {"state": "all"}).context["cl"].result_list
