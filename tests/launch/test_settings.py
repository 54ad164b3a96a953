import ast
import os
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.launch.options import CHECKOUT, Options

SET_BY_TOOLS = {"MAKELEVEL", "DJANGO_SETTINGS_MODULE"}


def settings() -> dict[str, Any]:
    """All settings, of Django and of Celery."""
    queues, django = (
        runpy.run_path(str(CHECKOUT / "config" / name)) for name in ("queues.py", "settings.py")
    )
    return {**queues, **django}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgres://u%40x:p%2Fw@db.example:5433/na%20me",
            ("u@x", "p/w", "db.example", "5433", "na me", {}),
        ),
        ("postgresql://localhost/patience", ("", "", "localhost", "", "patience", {})),
        (
            "postgres://patience@/patience?host=/tmp/a%20b&port=5432",
            ("patience", "", "/tmp/a b", "5432", "patience", {}),
        ),
        (
            "postgres://h/d?user=u&password=p&sslmode=verify-full&options=-c%20jit%3Doff",
            ("u", "p", "h", "", "d", {"sslmode": "verify-full", "options": "-c jit=off"}),
        ),
        ("", ("", "", "", "", "patience", {})),
    ],
)
def test_the_database_address_is_understood(
    monkeypatch: pytest.MonkeyPatch, url: str, expected: tuple[object, ...]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    database = settings()["DATABASES"]["default"]
    names = ("USER", "PASSWORD", "HOST", "PORT", "NAME", "OPTIONS")
    assert tuple(database[name] for name in names) == expected


@pytest.mark.parametrize("url", ["sqlite:///x", "mysql://h/d", "patience"])
def test_another_engine_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        settings()


@pytest.mark.parametrize("key", [None, ""])
def test_nothing_starts_without_a_secret_key(
    monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        settings()


def test_only_with_redis_more_than_one_process_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_PROCESSES", "4")
    monkeypatch.setenv("REDIS_URL", "")
    assert Options.from_environment().web_processes == 1
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1/0")
    assert Options.from_environment().web_processes == 4


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("cards.example", "http://cards.example:8000"),
    ],
)
def test_the_address_is_one_a_client_can_use(
    monkeypatch: pytest.MonkeyPatch, host: str, address: str
) -> None:
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", "")
    assert Options.from_environment().address == address


def is_environ(node: ast.expr) -> bool:
    return ast.unparse(node) in {"os.environ", "environ"}


def keys(tree: ast.AST) -> Iterator[ast.expr]:
    """What is looked up in the environment anywhere in the tree."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=target, slice=key) if is_environ(target):
                yield key
            case ast.Compare(left=key, comparators=[target]) if is_environ(target):
                yield key
            case ast.Call(func=ast.Attribute(value=target), args=[key, *_]) if is_environ(target):
                yield key
            case ast.Call(func=function, args=[key, *_]) if ast.unparse(function) == "os.getenv":
                yield key


def variables(path: Path) -> set[str]:
    """The environment variables that a module reads, directly or through a helper of its own."""
    tree = ast.parse(path.read_text())
    names, helpers = set(), set()
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        parameters = {argument.arg for argument in function.args.args}
        if any(isinstance(key, ast.Name) and key.id in parameters for key in keys(function)):
            helpers.add(function.name)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    found = [call.args[0] for call in calls if ast.unparse(call.func) in helpers]
    for key in [*keys(tree), *found]:
        if isinstance(key, ast.Constant):
            names.add(str(key.value))
    return names


class Recorded(dict[str, str]):
    """An environment that remembers what was looked up in it, by whatever name it was made."""

    def __init__(self) -> None:
        super().__init__(SECRET_KEY="x")
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


def test_the_readme_lists_every_environment_variable_with_its_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment = Recorded()
    monkeypatch.setattr(os, "environ", environment)
    settings()
    read = environment.names.union(
        *(variables(path) for path in (CHECKOUT / "config").rglob("*.py"))
    )
    rows = re.findall(
        r"^\| `([A-Z_]+)` \| (.*?) \| .+ \|$", (CHECKOUT / "README.md").read_text(), re.M
    )
    assert {name for name, _ in rows} == read - SET_BY_TOOLS
    assert len(rows) == len(dict(rows))
    assert all(default.strip() for _, default in rows)
    assert {"PORT", "DATABASE_URL", "DEBUG"} <= read


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name not in {"PATH", "HOME"}:
            monkeypatch.delenv(name)
    monkeypatch.setenv("SECRET_KEY", "x")
    unset = settings()
    rows = re.findall(r"^\| `([A-Z_]+)` \|", (CHECKOUT / "README.md").read_text(), re.M)
    for name in set(rows) - {"SECRET_KEY"}:
        monkeypatch.setenv(name, "")
    empty = settings()
    assert {key: value for key, value in empty.items() if key.isupper()} == {
        key: value for key, value in unset.items() if key.isupper()
    }


@pytest.mark.parametrize("name", ["EMAIL_PORT", "TASK_SECONDS", "TRUSTED_PROXY_COUNT"])
@pytest.mark.parametrize("value", ["x", "-1", "1.5", "²"])
def test_a_number_that_is_none_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        settings()
