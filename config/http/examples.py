"""Real requests and answers in the OpenAPI document, as `examples.json` beside this has them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")


@cache
def examples() -> list[dict[str, Any]]:
    """What was asked, of which operation, and what was answered."""
    told: list[dict[str, Any]] = json.loads(FILE.read_text())
    return told


def add_examples(result: dict[str, Any], generator: Any, request: Any, public: Any) -> Any:
    """Put each example to its operation's body and answer; a refusal to the shared problem."""
    operations = {
        operation["operationId"]: operation
        for path in result["paths"].values()
        for operation in path.values()
    }
    for each in examples():
        operation = operations[each["operation"]]
        if each["status"] < 400:
            if each["body"] is not None:
                _add(operation["requestBody"], each["name"], each["body"])
            _add(operation["responses"][str(each["status"])], each["name"], each["answer"])
        else:
            _add(result["components"]["responses"]["Problem"], each["name"], each["answer"])
    return result


def _add(place: dict[str, Any], name: str, value: Any) -> None:
    (media_type, *_others) = place["content"].values()
    media_type.setdefault("examples", {})[name] = {"value": value}
