"""Every text that players read is there in every language, with the same placeholders."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
import rest_framework
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from django.conf import settings

APPS = ("config", "accounts", "stats", "games", "solver_worker")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
}
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]")


def texts_in(folder: Path) -> set[str]:
    """The texts that the sources in a folder mark for translation."""
    found = extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS)
    return {text[0] if isinstance(text, tuple) else text for _, _, text, _, _ in found}


def catalog_of(app: str, language: str) -> dict[str, Message]:
    """The translations of an app by their text."""
    file = settings.BASE_DIR / app / "locale" / language / "LC_MESSAGES" / "django.po"
    catalog = read_po(file.open("rb"), locale=language) if file.exists() else Catalog(language)
    by_text = {}
    for message in catalog:
        text = message.id[0] if isinstance(message.id, tuple) else message.id
        if text:
            by_text[text] = message
    return by_text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    wanted = set().union(*(texts_in(settings.BASE_DIR / app) for app in APPS))
    catalog: dict[str, Message] = {}
    for app in APPS:
        catalog |= catalog_of(app, language)
    assert not [text for text in wanted if text not in catalog]
    # Some texts of the framework have no translation of its own, so they are translated here.
    assert not set(catalog) - wanted - texts_in(Path(rest_framework.__file__).parent)
    for message in catalog.values():
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        assert all(strings), message.id
        assert not message.fuzzy, message.id
        for string in strings:
            assert set(PLACEHOLDER.findall(string)) == set(PLACEHOLDER.findall(ids[-1])), message.id


def test_one_text_has_one_translation() -> None:
    seen: dict[tuple[str, str], set[object]] = defaultdict(set)
    for language in LANGUAGES:
        for app in APPS:
            for text, message in catalog_of(app, language).items():
                seen[language, text].add(message.string)
    assert not {key: values for key, values in seen.items() if len(values) > 1}


def test_the_catalogs_that_exist_are_looked_at() -> None:
    files = {path.relative_to(settings.BASE_DIR).parts[0] for path in _catalogs()}
    assert files <= set(APPS)
    assert "games" in files


def _catalogs() -> list[Path]:
    skipped = {".venv", "var"}
    found = settings.BASE_DIR.glob("*/locale/*/LC_MESSAGES/django.po")
    return [path for path in found if path.relative_to(settings.BASE_DIR).parts[0] not in skipped]


# What a thing of the table is called in each language is told in the rules of the games; these
# are other words for the same things.
OTHER_WORDS = {
    "ru": ("колонк", "последовательност", " дом ", " дома ", " доме", "Дома "),
    "fr": ("pile libre", "cascade"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_word(language: str) -> None:
    for app in APPS:
        for message in catalog_of(app, language).values():
            for word in OTHER_WORDS[language]:
                assert word not in str(message.string), message.id
