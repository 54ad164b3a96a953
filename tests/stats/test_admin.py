"""The operator may look at results and totals, and change neither."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from stats.models import GameResult, Totals

from .conftest import record

KINDS = {"gameresult": GameResult, "totals": Totals}


@pytest.fixture
def operator(client, db):
    client.force_login(get_user_model().objects.create_superuser("operator@example.org", "x"))
    return client


@pytest.mark.parametrize("kind", KINDS)
def test_operator_sees_lists_and_rows(operator, player, kind):
    record(player)
    row = KINDS[kind].objects.get()
    assert operator.get(reverse(f"admin:stats_{kind}_changelist")).status_code == 200
    found = operator.get(reverse(f"admin:stats_{kind}_changelist"), {"q": str(player.pk)})
    assert b"bakers_game" in found.content
    nothing = operator.get(reverse(f"admin:stats_{kind}_changelist"), {"q": "no uuid"})
    assert nothing.status_code == 200
    assert b"bakers_game" not in nothing.content
    shown = operator.get(reverse(f"admin:stats_{kind}_change", args=[row.pk]))
    assert shown.status_code == 200
    assert b'name="_save"' not in shown.content


@pytest.mark.parametrize("kind", KINDS)
def test_operator_cannot_write(operator, player, kind):
    record(player)
    row = KINDS[kind].objects.get()
    for page, args in (("add", []), ("change", [row.pk]), ("delete", [row.pk])):
        answer = operator.post(reverse(f"admin:stats_{kind}_{page}", args=args), {"post": "yes"})
        assert answer.status_code == 403
    assert KINDS[kind].objects.get() == row
