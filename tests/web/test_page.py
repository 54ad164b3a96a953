"""The page and the files of the web client, without a browser."""

import gzip
import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.test import Client

from config.http import client
from config.pages.frame import TABLE
from config.pages.words import words
from tests.games.conftest import Player
from tests.web.visitors import visitor

MODULES = [path for path in client.files() if path.suffix == ".js"]
LANGUAGES = [code for code, _ in settings.LANGUAGES]
PAGES = [
    "/",
    "/replays/abc",
    "/boards/best_score:bakers_game:easy",
    "/daily",
    "/stats",
    "/account",
    "/account?step=reset",
]

# Ways to make HTML or script of text, which the policy refuses, and styles written as text.
SINKS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|"
    r"setAttribute\(.style|\bon\w+=\""
)


def catalogue(language: str) -> dict[str, Any]:
    """The messages that modules speak."""
    text = (client.FOLDER / "i18n" / f"{language}.json").read_text()
    return cast("dict[str, Any]", json.loads(text))


def texts(message: Any) -> list[str]:
    """All forms of a message."""
    return [message] if isinstance(message, str) else list(message.values())


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_w41_every_page_has_the_strict_policy(page: str) -> None:
    response = Client().get(page)
    assert response.status_code == 200
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    html = response.content.decode()
    for attributes, inline in re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL):
        assert not inline.strip() or 'type="application/json"' in attributes
    assert not re.search(r"\sstyle=", html)
    assert "csrftoken" in response.cookies


@pytest.mark.django_db
def test_w41_so_have_a_game_and_one_that_is_somebody_elses() -> None:
    player, other = Player(), Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    for whose, status in ((player, 200), (other, 404)):
        response = visitor(whose).get(f"/play/{game['id']}")
        assert response.status_code == status
        assert "require-trusted-types-for 'script'" in response["Content-Security-Policy"]
        assert (game["deal"]["commitment"] in response.content.decode()) == (status == 200)


@pytest.mark.django_db
def test_nobody_is_led_from_a_game_to_the_first_page() -> None:
    response = Client().get("/play/00000000-0000-4000-8000-000000000000")
    assert (response.status_code, response["Location"]) == (302, "/")


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_w43_the_page_names_what_comes_before_the_first_deal(language: str) -> None:
    html = Client(headers={"Accept-Language": language}).get("/").content.decode()
    assert f'<html lang="{language}" data-theme="system">' in html
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', html)
    assert len(preloaded) <= 9
    assert re.findall(
        r'rel="preload" as="fetch" crossorigin href="[^"]+/i18n/(\w+)\.json"', html
    ) == [language]
    # What the first module imports, and the table, is among them: nothing is found late.
    waiting, seen = {"main.js", "start.js", "table.js"}, set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        imported = re.findall(r'from "\./([\w.]+)";', (client.FOLDER / module).read_text())
        waiting |= set(imported) - seen
    assert seen == {address.rpartition("/")[2] for address in preloaded}


@pytest.mark.django_db
def test_files_are_kept_for_ever() -> None:
    html = Client().get("/").content.decode()
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
    assert len(addresses) >= 12
    for address in addresses:
        response = Client().get(address)
        assert response.status_code == 200, address
        assert "immutable" in response["Cache-Control"]


@pytest.mark.django_db
def test_files_come_compressed_and_whole() -> None:
    compressed = 0
    for path in client.files():
        address = f"{client.address()}{path.relative_to(client.FOLDER).as_posix()}"
        plain = Client().get(address)
        assert b"".join(plain.streaming_content) == path.read_bytes()  # type: ignore[attr-defined]
        small = Client(headers={"Accept-Encoding": "gzip"}).get(address)
        content = b"".join(small.streaming_content)  # type: ignore[attr-defined]
        if path.suffix != ".png":
            assert small["Content-Encoding"] == "gzip"
            assert "Accept-Encoding" in small["Vary"]
            compressed += len(content) if path.suffix in (".js", ".css") else 0
            content = gzip.decompress(content)
        assert content == path.read_bytes()
    assert compressed < 62_000


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_w42_modules_are_plain(module: Path) -> None:
    text = module.read_text()
    assert not SINKS.search(text)
    assert len(text.splitlines()) <= 250
    for imported in re.findall(r'\bfrom "([^"]+)"|import\("([^"]+)"\)', text):
        name = "".join(imported)
        assert name.startswith("./")
        assert (module.parent / name).exists(), name


def test_w42_one_policy_is_made_in_one_place() -> None:
    assert [path.name for path in MODULES if "createPolicy" in path.read_text()] == ["app.js"]


def test_w42_styles_load_nothing() -> None:
    for style in client.FOLDER.glob("*.css"):
        assert "url(" not in style.read_text()
        assert "@import" not in style.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_w42_every_message_is_there_in_every_language(language: str) -> None:
    english, other = words("en"), words(language)
    assert len(english) > 200
    assert list(english) == list(other)
    # A text of one form in English may have several elsewhere, and each must fill the same blanks.
    forms = {"en": {"one", "other"}, "fr": {"one", "other"}, "ru": {"one", "few", "other"}}
    for key, message in other.items():
        blanks = set(re.findall(r"\{\w+\}", " ".join(texts(english[key]))))
        for text in texts(message):
            assert set(re.findall(r"\{\w+\}", text)) <= blanks, key
        assert blanks <= set(re.findall(r"\{\w+\}", " ".join(texts(message)))), key
        if isinstance(message, dict):
            assert set(message) >= forms[language], key


def test_w42_messages_that_modules_ask_for_exist() -> None:
    told = re.compile(r'\bt\("([\w.]+)"|"(account\.\w+)"')
    asked = {"".join(found) for module in MODULES for found in told.findall(module.read_text())}
    assert len(asked) > 70
    assert asked <= set(catalogue("en"))


def test_w42_messages_that_pages_ask_for_exist_once() -> None:
    templates = (settings.BASE_DIR / "games" / "templates").rglob("*.html")
    asked = {
        key
        for file in templates
        for key in re.findall(r'\{% word "([\w.]+)"[ %]', file.read_text())
    }
    assert len(asked) > 70
    assert asked <= set(words("en"))
    of_pages = settings.BASE_DIR / "config" / "pages" / "catalogue"
    for language in LANGUAGES:
        own = json.loads((of_pages / f"{language}.json").read_text())
        assert not set(own) & set(catalogue(language))


def test_the_client_stays_small() -> None:
    """Bytes of all modules, of those before the first deal, and packed as they are sent.

    For the words letters, since those beyond Latin have two bytes.
    """
    first = [client.FOLDER / f"{name}.js" for name in TABLE]
    assert sum(path.stat().st_size for path in first) <= 59_000
    assert sum(path.stat().st_size for path in MODULES) <= 100_000
    assert sum(len(gzip.compress(path.read_bytes())) for path in MODULES) <= 45_000
    letters = [len(json.dumps(catalogue(code), ensure_ascii=False)) for code in LANGUAGES]
    assert max(letters) <= 12_500
    styles = [client.FOLDER / f"{name}.css" for name in ("client", "cards")]
    assert sum(path.stat().st_size for path in styles) <= 16_000
