"""The README's table of risks is whole, and every test that it names is one."""

import ast
import re
from pathlib import Path

from tests.readme import README, ROOT


def section() -> str:
    return README.read_text().partition("\n## Security\n")[2].partition("\n## ")[0]


def names_in(folder: Path) -> set[str]:
    """The names of all test functions and methods."""
    return {
        node.name
        for file in folder.rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_each_of_the_ten_risks_has_its_row() -> None:
    rows = re.findall(r"^\| API(\d+) [^|]+ \| ([^|]+) \| ([^|]+) \|$", section(), re.M)
    assert [int(number) for number, _, _ in rows] == list(range(1, 11))
    for _, held, shown in rows:
        assert len(held) > 80
        assert len(re.findall(r"`test_\w+`", shown)) >= 2


def test_every_test_that_is_named_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", section()))
    assert len(named) > 40
    assert named <= names_in(ROOT / "tests"), named - names_in(ROOT / "tests")
