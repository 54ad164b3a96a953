"""The page and the files of the web client, without a browser."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.http import client

MODULES = [path for path in client.files() if path.suffix == ".js"]
LOCALES = [path for path in MODULES if path.parent.name == "i18n"]
PAGES = ["/", "/daily", "/stats", "/play/00000000-0000-4000-8000-000000000000"]

# Ways to make HTML or script of text, which the policy refuses, and styles written as text.
SINKS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|"
    r"setAttribute\(.style|createPolicy|\bon\w+=\""
)


TEXT = r'"(?:[^"\\]|\\.)*"'
ENTRY = re.compile(rf'"?([\w.]+)"?: ({TEXT}|\{{(?:[^}}"]|{TEXT})*\}})')


def words(file: Path) -> dict[str, str]:
    """The messages of a language; plural forms as one text."""
    return dict(ENTRY.findall(file.read_text()))


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
    assert "style=" not in html
    assert "csrftoken" in response.cookies


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_w43_the_page_names_what_comes_before_the_first_deal(language: str) -> None:
    html = Client(headers={"Accept-Language": language}).get("/").content.decode()
    assert f'<html lang="{language}">' in html
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', html)
    assert len(preloaded) <= 9
    assert preloaded[-1].endswith(f"/i18n/{language}.js")
    # What the first module imports, and the table, is among them: nothing is found late.
    waiting, seen = {"main.js", "table.js"}, set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        imported = re.findall(r'from "\./([\w.]+)";', (client.FOLDER / module).read_text())
        waiting |= set(imported) - seen
    assert seen == {address.rpartition("/")[2] for address in preloaded[:-1]}


@pytest.mark.django_db
def test_files_are_kept_for_ever() -> None:
    html = Client().get("/").content.decode()
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
    assert len(addresses) >= 12
    for address in addresses:
        response = Client().get(address)
        assert response.status_code == 200, address
        assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_w42_modules_are_plain(module: Path) -> None:
    text = module.read_text()
    assert not SINKS.search(text)
    assert len(text.splitlines()) <= 250
    for imported in re.findall(r'\bfrom "([^"]+)"|import\("([^"]+)"\)', text):
        name = "".join(imported)
        assert name.startswith("./")
        assert (module.parent / name).exists(), name


def test_w42_styles_load_nothing() -> None:
    for style in client.FOLDER.glob("*.css"):
        assert "url(" not in style.read_text()
        assert "@import" not in style.read_text()


@pytest.mark.parametrize("language", ["ru", "fr"])
def test_w42_every_message_is_there_in_every_language(language: str) -> None:
    english, other = (words(client.FOLDER / "i18n" / f"{code}.js") for code in ("en", language))
    assert len(english) > 200
    assert list(english) == list(other)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", other[key])), key
        if text.startswith("{") and language == "ru":
            assert "few:" in other[key], key


def test_w42_messages_that_modules_ask_for_exist() -> None:
    known = words(client.FOLDER / "i18n" / "en.js")
    asked = {
        key
        for module in MODULES
        if module not in LOCALES
        for key in re.findall(r'\bt\("([\w.]+)"', module.read_text())
    }
    assert len(asked) > 70
    assert asked <= set(known)


def test_the_client_is_small() -> None:
    code = sum(path.stat().st_size for path in MODULES if path not in LOCALES)
    assert code <= 93_500
    # Letters, not bytes: those beyond Latin have two bytes.
    assert max(len(path.read_text()) for path in LOCALES) <= 12_000
    assert sum(path.stat().st_size for path in client.FOLDER.glob("*.css")) <= 17_000
