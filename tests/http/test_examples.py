"""The examples in the OpenAPI document are answers that the service gives."""

import json
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from config.http.examples import FILE, examples
from tests.examples import conversation

MAIN = {"create_guest", "games_start", "games_append_ops", "games_read", "games_resign", "get_me"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))


def shown(node: Any) -> list[tuple[Any, Any]]:
    """Every example in the document, with the schema that it stands beside."""
    found = []
    if isinstance(node, dict):
        if "schema" in node:
            values = [each["value"] for each in node.get("examples", {}).values()]
            values += [node["example"]] if "example" in node else []
            found += [(node["schema"], value) for value in values]
        elif "type" in node and isinstance(node.get("examples"), list):
            found += [(node, value) for value in node["examples"]]
        for inner in node.values():
            found += shown(inner)
    elif isinstance(node, list):
        for inner in node:
            found += shown(inner)
    return found


def test_every_example_is_as_its_schema_says(document: dict[str, Any]) -> None:
    found = shown(document)
    assert len(found) > 2 * len(MAIN)
    for schema, value in found:
        whole = {**schema, "components": document["components"]}
        checker = Draft202012Validator.FORMAT_CHECKER
        Draft202012Validator(whole, format_checker=checker).validate(value)


def test_the_main_operations_have_examples(document: dict[str, Any]) -> None:
    assert {each["operation"] for each in examples()} >= MAIN
    assert {each["status"] for each in examples()} >= {200, 201, 409, 422}
    problems = document["components"]["responses"]["Problem"]["content"]
    assert len(problems["application/problem+json"]["examples"]) >= 3


@pytest.mark.django_db
def test_every_example_is_what_the_service_answers(tmp_path: Path) -> None:
    told = json.loads(json.dumps(conversation()))
    made = tmp_path / FILE.name
    made.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    assert examples() == told, f"the service answers otherwise: look at {made} and take it"
