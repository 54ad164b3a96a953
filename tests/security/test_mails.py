"""Mails say where the service is by its settings, never by what a request says of itself."""

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings

from tests.accounts.conftest import PASSWORD, App

pytestmark = pytest.mark.django_db

KNOWN = "anna@example.org"
FORGED = [
    {"Host": "evil.example"},
    {"Host": "play.example.org.evil.example"},
    {"X-Forwarded-Host": "evil.example"},
    {"Forwarded": "host=evil.example"},
    {"Origin": "https://evil.example", "Referer": "https://evil.example/"},
]


def post(path: str, headers: dict[str, str], **body: str) -> int:
    answer = Client().post(
        f"/api/auth/app/v1/{path}", body, content_type="application/json", headers=headers
    )
    return answer.status_code


@pytest.mark.parametrize("headers", FORGED)
@override_settings(ALLOWED_HOSTS=["*"])
def test_no_mail_leads_where_a_request_says(headers: dict[str, str]) -> None:
    """Not even of a service that is, by mistake, configured to answer to any name."""
    App().sign_up(KNOWN)
    mail.outbox.clear()
    cache.clear()  # How often one address gets a mail.
    post("auth/signup", headers, email="boris@example.org", password=PASSWORD)
    post("auth/signup", headers, email=KNOWN, password=PASSWORD)
    post("auth/password/request", headers, email=KNOWN)
    post("auth/password/request", headers, email="nobody@example.org")
    known, unknown = [KNOWN], ["boris@example.org", "nobody@example.org"]
    assert sorted(message.to[0] for message in mail.outbox) == known * 2 + unknown
    for message in mail.outbox:
        assert "evil" not in message.body + message.subject + str(message.extra_headers)
        assert "testserver" not in message.body
        assert "127.0.0.1" in message.body


@pytest.mark.parametrize(
    "address",
    [
        "a@example.org\nBcc: victim@example.org",
        "a@example.org\r\nSubject: x",
        "a@example.org,victim@example.org",
        "a@example.org victim@example.org",
        "<a@example.org>",
        "a@example.org\x00",
        "a@exam\u2028ple.org",
    ],
)
@pytest.mark.parametrize("path", ["auth/signup", "auth/password/request", "auth/login"])
def test_an_address_is_one_address_and_no_header(path: str, address: str) -> None:
    assert post(path, {}, email=address, password=PASSWORD) == 400
    assert not mail.outbox
