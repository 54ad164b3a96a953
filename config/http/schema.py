"""What the OpenAPI document says of every operation: who may call, and how it can fail."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema as SpectacularSchema

from config.http.problems import PROBLEMS

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A failure (RFC 9457). More members may follow, depending on `code`.",
    "required": [
        "type", "title", "status", "detail", "code", "errors", "retryable", "trace_id",
    ],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string", "description": "In the language of the request."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "In the language of the request."},
        "code": {
            "type": "string",
            "description": "Stable and never translated. More codes may be added.",
            "examples": sorted(PROBLEMS),
        },
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "code", "detail"],
                "properties": {
                    "pointer": {
                        "type": "string",
                        "description": "JSON pointer into the body, or a query parameter's name.",
                    },
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
        "retryable": {
            "type": "boolean",
            "description": "Whether the same request may succeed later.",
        },
        "trace_id": {"type": "string"},
    },
}  # fmt: skip


class BearerScheme(OpenApiAuthenticationExtension):
    """Describes `BearerAuthentication`."""

    target_class = "accounts.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: SpectacularSchema) -> dict[str, Any]:
        """Return the security scheme."""
        description = "The session token of `POST /api/v1/guests` or of `/api/auth/app/v1/`."
        return {"type": "http", "scheme": "bearer", "description": description}


class CookieScheme(OpenApiAuthenticationExtension):
    """Describes `CookieAuthentication`."""

    target_class = "accounts.authentication.CookieAuthentication"
    name = "cookie"

    def get_security_definition(self, auto_schema: SpectacularSchema) -> dict[str, Any]:
        """Return the security scheme."""
        description = "The web client's session; writing requests also send `X-CSRFToken`."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": description}


class AutoSchema(SpectacularSchema):
    """Knows this API's conventions: `throttle_scope` names a quota, `ordering` makes a list."""

    def _is_list_view(self, serializer: Any = None) -> bool:
        if self.method == "GET" and hasattr(self.view, "ordering"):
            return True
        return bool(super()._is_list_view(serializer))

    def _get_request_body(self, direction: Any = "request") -> Any:
        # The library leaves out what a DELETE sends, but a password belongs in a body.
        if self.method != "DELETE" or self.get_request_serializer() is None:
            return super()._get_request_body(direction)
        self.method = "POST"
        try:
            return super()._get_request_body(direction)
        finally:
            self.method = "DELETE"

    def get_extensions(self) -> dict[str, Any]:
        """Name the quota, for clients that plan ahead."""
        scope = getattr(self.view, "throttle_scope", None)
        return {"x-quota": scope} if scope else {}


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: Any) -> Any:
    """Give every operation its problem answers, all of one shared shape; close the bodies."""
    components = result.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Problem"] = PROBLEM_SCHEMA
    for name, schema in schemas.items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)  # Unknown fields are refused.
    components.setdefault("responses", {})["Problem"] = {
        "description": "A problem; its `code` says which.",
        "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        },
    }
    answer = {"$ref": "#/components/responses/Problem"}
    for path in result["paths"].values():
        for method, operation in path.items():
            for status in _problem_statuses(method, operation):
                operation["responses"].setdefault(status, answer)
            if operation.get("security") == [{}]:
                operation["security"] = []  # Generators take the other for a need to sign in.
            if method == "get":
                operation["responses"].setdefault("304", {"description": "Unchanged."})
    return result


def _problem_statuses(method: str, operation: dict[str, Any]) -> list[str]:
    statuses = ["400", "406", "503", "default"]
    is_writing = method != "get"
    parameters = operation.get("parameters", [])
    security = operation.get("security", [])
    if {} not in security and security:
        statuses.append("401")
    if any("cookie" in way for way in security) and is_writing:
        statuses.append("403")
    if is_writing or any(parameter["in"] == "path" for parameter in parameters):
        statuses.append("404")
    if is_writing:
        statuses += ["409", "411", "413", "415"]
    if is_writing or any(p["in"] == "query" for p in parameters):
        statuses.append("422")
    if "x-quota" in operation:
        statuses.append("429")
    return statuses
