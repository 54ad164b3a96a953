"""Compiles the translations that are newer than their compiled form, without GNU gettext."""

import os
import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po


class BadTranslation(Exception):
    """A translation file cannot be read, or a text of it does not fit its original."""


def compile_translations(root: Path) -> int:
    """Compile each `<app>/locale/*/LC_MESSAGES/*.po` that needs it, and count them."""
    stale = [
        source
        for source in sorted(root.glob("*/locale/*/LC_MESSAGES/*.po"))
        if not _is_fresh(source.with_suffix(".mo"), source)
    ]
    for source in stale:
        _compile(source)
    return len(stale)


def _is_fresh(target: Path, source: Path) -> bool:
    return target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns


def _compile(source: Path) -> None:
    with source.open("rb") as file:
        try:
            catalog = read_po(file, locale=source.parents[1].name, abort_invalid=True)
        except (PoFileError, ValueError) as problem:
            raise BadTranslation(f"{source}: {problem}") from problem
    for message, problems in catalog.check():
        raise BadTranslation(f"{source}: line {message.lineno}: {problems[0]}")
    # Another process may read the old file now, or compile the same one.
    number, draft = tempfile.mkstemp(dir=source.parent, prefix=f".{source.stem}-")
    with os.fdopen(number, "wb") as file:
        write_mo(file, catalog)
    Path(draft).chmod(0o644)
    Path(draft).replace(source.with_suffix(".mo"))
