"""The OpenAPI document is valid, of version 3.1, and tells how everything can fail."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from config.http.problems import PROBLEMS
from config.http.schema import PROBLEM_SCHEMA

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(anonymous):
    response = anonymous.get("/api/v1/schema")
    assert response.status_code == 200
    return json.loads(response.content)


def operations(document):
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_it_is_made_without_a_warning():
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_it_is_valid_3_1(document):
    assert document["openapi"] == "3.1.1"
    OpenAPIV31SpecValidator(document).validate()


def test_nothing_is_nullable_in_the_manner_of_3_0(document):
    def keys(node):
        if isinstance(node, dict):
            for key, inner in node.items():
                yield key
                yield from keys(inner)
        elif isinstance(node, list):
            for inner in node:
                yield from keys(inner)

    assert "nullable" not in set(keys(document))


def test_every_operation_documents_its_problems_with_one_component(document):
    shared = {"$ref": "#/components/responses/Problem"}
    seen = 0
    for path, method, operation in operations(document):
        seen += 1
        problems = {
            status: answer
            for status, answer in operation["responses"].items()
            if status == "default" or int(status) >= 400
        }
        assert {"default", "400", "406", "503"} <= set(problems), (path, method)
        assert all(answer == shared for answer in problems.values()), (path, method)
        if "requestBody" in operation:
            assert {"413", "415", "422"} <= set(problems)
        needs_somebody = bool(operation["security"]) and {} not in operation["security"]
        assert ("401" in problems) == needs_somebody
        assert ("404" in problems) >= ("{" in path)
    assert seen >= 3


def test_every_operation_has_a_name_and_words(document):
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names))
    for path, method, operation in operations(document):
        assert operation.get("description"), (path, method)


def test_every_operation_has_a_quota(document):
    for path, method, operation in operations(document):
        assert operation.get("x-quota"), (path, method)
        assert "429" in operation["responses"]


def test_both_ways_to_sign_in_are_described(document):
    schemes = document["components"]["securitySchemes"]
    assert schemes["bearer"]["scheme"] == "bearer"
    assert schemes["cookie"]["in"] == "cookie"
    guests = document["paths"]["/api/v1/guests"]["post"]
    assert {} in guests["security"]


def test_the_problem_component_describes_real_problems(anonymous, api):
    validator = Draft202012Validator(PROBLEM_SCHEMA)
    for response in (
        anonymous.get("/api/v1/me"),
        anonymous.get("/api/v1/nothing"),
        api.patch("/api/v1/me", {"locale": "de", "x": 1}),
        api.put("/api/v1/me"),
    ):
        assert response.status_code >= 400
        validator.validate(json.loads(response.content))
    assert PROBLEM_SCHEMA["properties"]["code"]["examples"] == sorted(PROBLEMS)


def test_profiles_are_as_described(document, api):
    schema = {"$ref": "#/components/schemas/ProfileShape", "components": document["components"]}
    validator = Draft202012Validator(schema)
    validator.validate(api.get("/api/v1/me").json())
    validator.validate(api.patch("/api/v1/me", {"display_name": "Anna"}).json())


def test_it_is_public_and_cannot_be_written(anonymous):
    assert anonymous.post("/api/v1/schema").status_code in {401, 405}


def test_request_bodies_take_no_unknown_fields(document):
    bodies = {
        name: schema
        for name, schema in document["components"]["schemas"].items()
        if name.endswith("Request") and schema.get("type") == "object"
    }
    assert "GuestRequestRequest" in bodies
    assert all(schema["additionalProperties"] is False for schema in bodies.values())
