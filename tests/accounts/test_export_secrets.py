"""R28: no line of the export has what is untold, in no part of it and under no encoding."""

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType

from accounts import exporting
from accounts.models import Report, Session, User
from accounts.privacy import Personal, all_personal
from accounts.services import start_session
from solver_worker.models import Solve
from stats.models import Correction, Decision, GameResult
from tests.accounts.conftest import PASSWORD, App
from tests.accounts.test_export import lines, played

pytestmark = pytest.mark.django_db

_CODED = re.compile(rb"[A-Za-z0-9+/_-]{8,}")
# A shorter one, as a number or a yes or no, stands anywhere by chance.
SHORTEST = 8


def decoded(data: bytes, depth: int = 3) -> Iterator[bytes]:
    """The data, and what every part of it is that may be base64, compressed or not, nested too."""
    yield data
    for part in set(_CODED.findall(data)) if depth else ():
        try:
            inner = base64.b64decode(part + b"=" * (-len(part) % 4), altchars=b"-_")
        except binascii.Error:
            continue
        yield from decoded(inner, depth - 1)
        try:
            yield from decoded(zlib.decompress(inner), depth - 1)
        except zlib.error:
            continue


def in_export(app: App, *cursor: str) -> bytes:
    """All that the export tells, and all that can be read out of it."""
    target = "/api/v1/me/export" + "".join(f"?cursor={each}" for each in cursor)
    answer = app.call("GET", target)
    assert answer.status_code == 200
    return b"\n".join(decoded(b"".join(answer.streaming_content))).lower()


def untold_values(each: Personal, user_id: str) -> Iterator[tuple[str, str]]:
    """Fields of a player's rows that are not to be told, with what is in them."""
    for row in each.rows_of(UUID(user_id)):
        for name in each.untold:
            value = str(getattr(row, row._meta.get_field(name).attname)).lower()
            if len(value) >= SHORTEST:
                yield name, value


@pytest.fixture
def full(app: App, new_app: Callable[..., App]) -> str:
    """A player with rows in every table that has something untold, each of it filled."""
    user_id = app.sign_up("anna@example.org")
    user, other, third = (
        User.objects.get(pk=each)
        for each in (user_id, new_app().start_as_guest(), new_app().start_as_guest())
    )
    staff = User.objects.create_superuser(email="staff@example.org", password=PASSWORD)
    for _ in range(2):
        app.token = None
        app.auth("POST", "auth/login", {"email": "anna@example.org", "password": PASSWORD})
        start_session(user=user)
    Report.objects.create(reporter=user, about=other, kind="name", name="Boris the Bad")
    Report.objects.create(reporter=third, about=user, kind="name", text="Anna insults us")
    address = EmailAddress.objects.get(user=user)
    EmailConfirmation.objects.create(email_address=address, key="key-of-a-confirmation")
    (game_id,) = played(app, 1)
    Solve.objects.create(
        game_id=game_id, kind="hint", version=0, line="h4 h5 h6 h7", error="worker-gone",
        progress={"left": "some progress"},
    )  # fmt: skip
    result = GameResult.objects.get(game_id=game_id)
    Decision.objects.create(result=result, accepted=True, reason="Fine", decided_by=staff)
    Correction.objects.create(result=result, annulled=True, reason="Not fine", corrected_by=staff)
    LogEntry.objects.create(
        user=staff, content_type=ContentType.objects.get_for_model(User), object_id=user_id,
        object_repr="Anna as she was", action_flag=ADDITION, change_message="Looked at her",
    )  # fmt: skip
    return user_id


def test_no_line_has_what_is_untold(app: App, full: str) -> None:
    text = in_export(app)
    looked_at = set()
    for each in all_personal():
        if each.kind == "admin.LogEntry":  # Its rows are noted with the player's own id.
            assert b"admin.logentry" not in text
            continue
        for name, value in untold_values(each, full):
            assert value.encode() not in text, f"{each.kind}.{name}"
            looked_at.add(each.kind)
    assert looked_at == {each.kind for each in all_personal() if each.untold and each.told}


def test_no_session_of_the_player_can_be_opened_with_it(app: App, full: str) -> None:
    keys = list(Session.objects.filter(user_id=full).values_list("pk", flat=True))
    assert len(keys) == 5
    told = lines(app)
    for text in (in_export(app), in_export(app, told[0]["cursor"])):
        assert text.count(b'"accounts.session"') >= 5
        assert not [key for key in keys if key.encode() in text]


def test_the_rest_is_found_when_sessions_have_ended(
    app: App, full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of them ended: told already, the one of the cursor, or not told yet."""
    monkeypatch.setattr(exporting, "_ROWS", 2)
    keys = {}
    for number, row in enumerate(Session.objects.filter(user_id=full)):
        row.expire_date = row.expire_date.replace(microsecond=number * 1000)
        row.save()
        keys[row.expire_date.isoformat(timespec="milliseconds").replace("+00:00", "Z")] = row.pk
    told = lines(app)
    at = [number for number, line in enumerate(told) if line["kind"] == "accounts.Session"]
    assert len(at) == 5
    for number in at:
        assert lines(app, told[number]["cursor"]) == told[number + 1 :]
    cursor, rest = told[at[2]]["cursor"], told[at[2] + 1 :]
    for number in (at[0], at[2], at[4]):
        key = keys[told[number]["row"]["expire_date"]]
        if key != app.token:
            Session.objects.filter(pk=key).delete()
            rest = [line for line in rest if line != told[number]]
        assert lines(app, cursor) == rest
