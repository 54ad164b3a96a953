"""The OpenAPI document of what is offered below /api/auth/, cut out of allauth's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from allauth.headless.spec.internal.schema import get_schema

from accounts.offered import OFFERED

INTRODUCTION = """\
Signing up, signing in, confirming an address, resetting a password and the list of sessions, in \
the way of django-allauth's headless API.

`{client}` is `app` or `browser`. An app sends `Authorization: Bearer` with the token that it \
finds as `meta.session_token`, in the answers here as in `POST /api/v1/guests`; whenever an answer \
has a new one, it takes the place of the old. A browser has a session cookie and sends \
`X-CSRFToken` with every writing request.

Answers have the members `status`, `data`, `meta` and `errors`. 401 with a list of `flows` says \
what has to be done to be signed in: a flow that `is_pending` has begun, such as `verify_email`, \
which waits for the code from the mail. 409 means that the call does not fit the state of the \
session: somebody is signed in already, or there is no code to enter. 410 means that an app's \
token has ended. What is refused before it gets here (a body that is not JSON, an unknown \
address, a wrong method) is answered by a problem document as under `/api/v1`.

A guest is signed in too. Posting an address to `account/email`, then the code to \
`auth/email/verify`, then a password to `account/password/change` makes it a full account with \
the same id.
"""
# What allauth words for every way in which it can be set up, for the one way that it is here.
_TEXTS = {
    ("auth/login", "post"): "Sign in with an e-mail address and a password.",
    ("auth/signup", "post"): (
        "Begin an account; 401 with the pending flow `verify_email`, whether or not the address "
        "is known already. The code comes by mail."
    ),
    ("auth/email/verify", "post"): "Confirm the address by the code from the mail.",
    ("auth/password/request", "post"): (
        "Ask for a code to set a new password; 401 with the pending flow "
        "`password_reset_by_code`, whether or not there is such an account."
    ),
    ("auth/email/verify/resend", "post"): "Have another code mailed; the one before is void.",
    ("auth/password/reset", "get"): "Try the code from the mail before the new password is asked.",
    ("auth/password/reset", "post"): (
        "Set a new password by the code from the mail. Every session ends; 401, as signing in is "
        "a step of its own."
    ),
    ("account/email", "get"): "The account's address, and one that waits for its code.",
    ("account/email", "post"): (
        "Add an address or change to another one. It takes the place of the old address when the "
        "code from the mail has confirmed it."
    ),
    ("account/password/change", "post"): (
        "Change the password, or set the first one. Every session ends; the answer has a new one."
    ),
}
_FLOW = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {
            "type": "string",
            "enum": ["login", "signup", "verify_email", "password_reset_by_code"],
        },
        "is_pending": {"type": "boolean"},
    },
}
_PATH = re.compile(r"/api/auth/\{client\}/v1/(.+)")
# Parts of what is offered that only matter with what is not.
_ELSEWHERE = re.compile(
    r"2fa|mfa|provider|social|phone|webauthn|authenticator|passkey|re\)?authenti|username(?!/)"
    r"|access_token|login_by_code|code sent by email",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def description() -> bytes:
    """Return the document in JSON, made once in a process: it takes a good part of a second."""
    return json.dumps(_describe(), ensure_ascii=False).encode()


def _describe() -> dict[str, Any]:
    document = _without_the_rest(get_schema())
    document["info"] = {"title": "Patience: accounts", "version": "1", "description": INTRODUCTION}
    document.pop("externalDocs", None)
    offered = {}
    for path, item in document["paths"].items():
        match = _PATH.fullmatch(path)
        if match and match[1] in OFFERED:
            offered[path] = item
            for method, operation in item.items():
                text = _TEXTS.get((match[1], method))
                operation["description"] = text or operation.get("description", "")
    document["paths"] = offered
    document["components"]["schemas"]["Flow"] = _FLOW
    changed = offered["/api/auth/{client}/v1/account/password/change"]["post"]
    changed["responses"]["200"] = {"$ref": "#/components/responses/AuthenticatedByPassword"}
    _drop_unused_tags(document)
    _drop_unused_components(document)
    return document


def _without_the_rest(node: Any) -> Any:
    """Leave out examples, choices and members for what is not offered."""
    if isinstance(node, list):
        return [_without_the_rest(item) for item in node if not _is_elsewhere(item)]
    if isinstance(node, dict):
        return {
            name: _without_the_rest(inner)
            for name, inner in node.items()
            if not (_is_elsewhere(str(name)) or (isinstance(inner, dict) and _is_elsewhere(inner)))
        }
    return node


def _is_elsewhere(node: Any) -> bool:
    if isinstance(node, dict):
        node = node.get("$ref") or node.get("id") or node.get("title") or ""
    return isinstance(node, str) and bool(_ELSEWHERE.search(node))


def _drop_unused_tags(document: dict[str, Any]) -> None:
    operations = [each for item in document["paths"].values() for each in item.values()]
    used = {tag for operation in operations for tag in operation["tags"]}
    document["tags"] = [{"name": tag["name"]} for tag in document["tags"] if tag["name"] in used]
    groups = document["x-tagGroups"]
    for group in groups:
        group["tags"] = [tag for tag in group["tags"] if tag in used]
    document["x-tagGroups"] = [group for group in groups if group["tags"]]


def _drop_unused_components(document: dict[str, Any]) -> None:
    components = document["components"]
    used: set[str] = set()
    waiting = list(_references(document["paths"]))
    while waiting:
        reference = waiting.pop()
        if reference not in used:
            used.add(reference)
            _hash, _components, kind, name = reference.split("/")
            waiting += _references(components[kind][name])
    for kind, named in list(components.items()):
        if kind != "securitySchemes":
            kept = {n: each for n, each in named.items() if f"#/components/{kind}/{n}" in used}
            components[kind] = kept


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for inner in node:
            yield from _references(inner)
