import gettext
import os
from pathlib import Path

import pytest

from config.launch.translations import BadTranslation, compile_translations

TEXT = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#, python-format
msgid "%(n)s cards"
msgstr "{translation}"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "games" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT.replace("{translation}", "%(n)s карт"))
    return path


def test_a_translation_is_compiled_once(source: Path, tmp_path: Path) -> None:
    assert compile_translations(tmp_path) == 1
    with source.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("%(n)s cards") == "%(n)s карт"
    assert compile_translations(tmp_path) == 0
    assert {path.name for path in source.parent.iterdir()} == {"django.po", "django.mo"}


def test_a_changed_translation_is_compiled_again(source: Path, tmp_path: Path) -> None:
    compile_translations(tmp_path)
    old = source.with_suffix(".mo").stat().st_mtime_ns - 10**9
    os.utime(source.with_suffix(".mo"), ns=(old, old))
    assert compile_translations(tmp_path) == 1


@pytest.mark.parametrize("translation", ["%(m)s карт", '%(n)s карт"\nmsgid "oops'])
def test_a_translation_that_does_not_fit_is_refused(
    source: Path, tmp_path: Path, translation: str
) -> None:
    source.write_text(TEXT.replace("{translation}", translation))
    with pytest.raises(BadTranslation, match=r"django\.po"):
        compile_translations(tmp_path)
    assert not source.with_suffix(".mo").exists()
