"""docker-compose.yml as Compose reads it: merged, and with the environment's values in it."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from config.launch.options import CHECKOUT

FILE = CHECKOUT / "docker-compose.yml"
# An innermost `${NAME}`, `${NAME:-default}` or `${NAME:?what is missing}`.
_VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^${}]*))?\}")


class Missing(Exception):
    """A variable that the file requires is not set."""


def raw() -> dict[str, Any]:
    """The file with its merges done."""
    return dict(yaml.safe_load(FILE.read_text()))


def variables() -> set[str]:
    """The variables that the file asks for."""
    named = set(re.findall(r"\$\{(\w+)", FILE.read_text()))
    services = raw()["services"].values()
    handed_on = {
        name
        for service in services
        for name, value in service.get("environment", {}).items()
        if value is None
    }
    return named | handed_on


def interpolated(text: str, environment: Mapping[str, str]) -> str:
    """A text with the values of its variables, from the innermost outwards."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        if given := environment.get(name):
            return given
        if kind == "?":
            raise Missing(f"{name}: {rest}")
        return rest or ""

    while _VARIABLE.search(text):
        text = _VARIABLE.sub(value, text)
    return text


def _filled(node: Any, environment: Mapping[str, str]) -> Any:
    match node:
        case str():
            return interpolated(node, environment)
        case list():
            return [_filled(each, environment) for each in node]
        case dict():
            return {key: _filled(each, environment) for key, each in node.items()}
    return node


def services(environment: Mapping[str, str]) -> dict[str, Any]:
    """The services under an environment; what is only handed on has its value, if there is one."""
    filled = _filled(raw()["services"], environment)
    for service in filled.values():
        given = service.get("environment", {})
        service["environment"] = {
            name: str(environment[name] if value is None else value)
            for name, value in given.items()
            if value is not None or name in environment
        }
    return dict(filled)
