"""The readable docs load nothing from elsewhere, and explain every code."""

import re

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from config.http.problems import PROBLEMS
from config.http.reasons import REASONS
from games.rules import BATCH_LIMIT, LOG_LIMIT

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader():
    return Client()


@pytest.mark.parametrize("page", ["/api/docs", "/api/docs/accounts"])
def test_pages_have_no_inline_script_and_load_from_here_alone(reader, page):
    response = reader.get(page)
    assert response.status_code == 200
    html = response.content.decode()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL)
    assert scripts
    for attributes, inline in scripts:
        assert inline.strip() == ""
        assert re.search(r'src="/', attributes)
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'none'" in policy


def test_what_the_pages_load_is_there(reader):
    html = reader.get("/api/docs").content.decode()
    sources = re.findall(r'(?:src|href)="(/[^"]*)"', html)
    assert len(sources) >= 4
    for source in sources:
        response = reader.get(source.replace("&amp;", "&"))
        assert response.status_code == 200, source
    script = reader.get("/api/docs?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert "/api/v1/schema" in script.content.decode()


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_every_code_is_explained_at_the_address_its_problems_name(reader, language):
    response = reader.get("/api/docs/errors", headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response["Content-Language"] == language
    html = response.content.decode()
    assert f'<html lang="{language}">' in html
    with override(language):
        for code, kind in PROBLEMS.items():
            assert f'id="{code}"' in html
            assert escape(str(kind.title)) in html
    for code in REASONS:
        assert f'id="reason-{code}"' in html
    assert "%(" not in html


def test_data_loads_nothing_and_is_not_sniffed(reader):
    response = reader.get("/health/live")
    assert response["Content-Security-Policy"].startswith("default-src 'none'")
    assert response["X-Content-Type-Options"] == "nosniff"


def test_each_limit_on_the_page_is_its_own(anonymous):
    page = anonymous.get("/api/docs/errors").content.decode()
    for text in (f"at most {BATCH_LIMIT} ops", f"at most {LOG_LIMIT} ops", "at most 262144 bytes"):
        assert text in page


@pytest.mark.parametrize("page", ["/api/docs", "/api/docs/accounts", "/api/docs/errors"])
def test_a_page_that_is_kept_keeps_its_policy(reader, page):
    """The fields of a 304 take the place of those that the browser keeps."""
    tag = reader.get(page)["ETag"]
    again = reader.get(page, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert "Content-Security-Policy" not in again
