"""The audit of packages tells three things apart: clean, found, and nobody there to ask."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import advisories

UNSAFE = {"name": "django", "version": "3.2.0", "vulns": [{"id": "PYSEC-2021-98"}]}
CLEAN = {"name": "celery", "version": "5.7.0", "vulns": []}
BAD = {"name": "kombu", "version": "5.7.0", "vulns": [{"id": "CVE-2030-1"}]}
ABSENT = {"name": "django", "skip_reason": "Dependency not found on PyPI"}


def auditor(folder: Path, canary: Any, others: Any, status: int = 0) -> str:
    """A program that answers as pip-audit does."""
    program = folder / "pip-audit"
    told = {"canary": canary, "others": others}
    program.write_text(
        "#!/usr/bin/env python3\n"
        "import json, sys\n"
        f"told = json.loads({json.dumps(json.dumps(told))})\n"
        "answer = told['canary' if '--no-deps' in sys.argv else 'others']\n"
        "if isinstance(answer, str): print(answer, file=sys.stderr)\n"
        "else: print(json.dumps({'dependencies': answer, 'fixes': []}))\n"
        f"sys.exit({status})\n"
    )
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(
    ("canary", "others", "status", "words"),
    [
        ([UNSAFE], [CLEAN], 0, "0 known, 0 not audited"),
        ([UNSAFE], [CLEAN, BAD], 1, "KNOWN: kombu 5.7.0: CVE-2030-1"),
        ([UNSAFE], [CLEAN, ABSENT], 0, "NOT AUDITED: django: Dependency not found"),
        ([ABSENT], [CLEAN], 0, "NOT AUDITED: no advisories can be had from here"),
        ([], [CLEAN], 0, "NOT AUDITED: no advisories can be had from here"),
        ("no connection", [CLEAN], 0, "NOT AUDITED: no advisories can be had from here"),
        ([UNSAFE], "no connection", 0, "NOT AUDITED: no advisories can be had from here"),
    ],
)
def test_clean_found_and_silent_are_told_apart(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    canary: Any,
    others: Any,
    status: int,
    words: str,
) -> None:
    assert advisories.main(auditor(tmp_path, canary, others)) == status
    said = capsys.readouterr().out
    assert words in said
    assert ("NOT AUDITED" in said) == (words.startswith("NOT AUDITED"))


def test_a_program_that_is_not_there_is_silence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert advisories.main(str(tmp_path / "none")) == 0
    assert "NOT AUDITED" in capsys.readouterr().out


def test_all_locks_are_asked_about() -> None:
    (folder,) = {lock.parent for lock in advisories.LOCKS}
    assert sorted(folder.glob("*.txt")) == sorted(advisories.LOCKS)
