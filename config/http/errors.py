"""Turns every failure of the API into one problem document (RFC 9457)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.http.request import UnreadablePostError
from django.utils.functional import Promise
from redis.exceptions import RedisError
from rest_framework import exceptions
from rest_framework.response import Response

from config.http.problems import PROBLEMS
from config.http.reasons import REASONS
from config.http.validation import flatten
from config.tracing import trace_id

if TYPE_CHECKING:
    from config.http.throttling import QuotaExceeded

MEDIA_TYPE = "application/problem+json"
TYPE_BASE = "/api/docs/errors"
BODY_LIMIT = 256 * 1024
# How much of a text that a client may have made up is repeated to it.
LONGEST_TEXT = 200

logger = logging.getLogger("patience.http")

# The first match decides. `code` of an exception, when it is in the table, goes before.
_CODES: tuple[tuple[type[BaseException], str], ...] = (
    (exceptions.ValidationError, "validation_failed"),
    (exceptions.ParseError, "malformed_json"),
    (exceptions.AuthenticationFailed, "token_invalid"),
    (exceptions.NotAuthenticated, "not_authenticated"),
    (exceptions.PermissionDenied, "permission_denied"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "quota_exceeded"),
    (Http404, "not_found"),
    (PermissionDenied, "permission_denied"),
    (RequestDataTooBig, "body_too_large"),
    (UnreadablePostError, "bad_request"),
    (SuspiciousOperation, "bad_request"),
    (OperationalError, "temporarily_unavailable"),
    (InterfaceError, "temporarily_unavailable"),
    (RedisError, "temporarily_unavailable"),
)


class _Blanks(dict[str, object]):
    """Members for `%`: a text must never turn a refusal into a failure of the server."""

    def __missing__(self, name: str) -> str:
        return "…"


def say(text: str | Promise, members: Mapping[str, object]) -> str:
    """Fill a table's text, in the language of the request."""
    try:
        return str(text % _Blanks(members))
    except (KeyError, TypeError):
        # A text whose plural depends on a number that is not there.
        return say(REASONS["move_not_possible"], members)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def problem(
    code: str,
    *,
    members: Mapping[str, object] | None = None,
    errors: list[dict[str, str]] | None = None,
) -> dict[str, object]:
    """Build the document of one failure."""
    kind = PROBLEMS[code]
    extra = dict(members or {})
    return {
        **extra,
        "type": f"{TYPE_BASE}#{code}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": _cut(say(kind.detail, {"limit": BODY_LIMIT, **extra})),
        "code": code,
        "errors": [{name: _cut(text) for name, text in error.items()} for error in errors or []],
        "retryable": kind.retryable,
        "trace_id": trace_id(),
    }


def code_of(failure: BaseException) -> str | None:
    """Name the problem that an exception is, or None when nobody foresaw it."""
    own = getattr(failure, "code", None)
    if own is None and isinstance(failure, exceptions.APIException):
        own = failure.get_codes()
    if isinstance(own, str) and own in PROBLEMS:
        return own
    for kind, code in _CODES:
        if isinstance(failure, kind):
            return code
    return None


def errors_of(failure: BaseException, request: HttpRequest | None) -> list[dict[str, str]]:
    """List which values were refused and why."""
    if isinstance(failure, exceptions.ValidationError):
        in_query = request is not None and request.method in {"GET", "HEAD"}
        return flatten(failure.detail, in_query=in_query)
    pointer = getattr(failure, "pointer", None)
    reason = getattr(failure, "reason", None)
    if pointer is None and reason is None:
        return []
    code: str = reason or failure.code  # type: ignore[attr-defined]
    text = REASONS.get(code) or PROBLEMS[failure.code].detail  # type: ignore[attr-defined]
    members = getattr(failure, "members", None) or {}
    return [{"pointer": pointer or "", "code": code, "detail": say(text, members)}]


def headers_of(failure: BaseException, code: str) -> dict[str, str]:
    """Say how long to wait and how to sign in, where that applies."""
    headers = {}
    wait = getattr(failure, "wait", None) or PROBLEMS[code].retry_after
    if wait:
        headers["Retry-After"] = str(max(1, round(wait)))
    if challenge := getattr(failure, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    return headers


def handle(failure: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a view's exception; DRF calls this for whatever a view raises.

    The exception is known by its `code`, a key of the table; it may carry `members` (more members
    of the document, and values for its texts), `pointer` and `reason`. One without a known code
    goes on to Django, which logs it and answers 500 through `handlers.server_error`.
    """
    code = code_of(failure)
    if code is None:
        return None
    if PROBLEMS[code].status >= 500:
        # A domain's own refusal (an empty stock) is expected; a lost server needs its traceback.
        is_expected = getattr(failure, "code", None) == code
        logger.warning("%s: %s", code, failure, exc_info=None if is_expected else failure)
    request = getattr(context.get("request"), "_request", None)
    members = getattr(failure, "members", None)
    body = problem(code, members=members, errors=errors_of(failure, request))
    return Response(
        body,
        status=PROBLEMS[code].status,
        headers=headers_of(failure, code),
        content_type=MEDIA_TYPE,
    )


def problem_response(
    code: str,
    *,
    members: Mapping[str, object] | None = None,
    errors: list[dict[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JsonResponse:
    """Answer with a problem outside of a DRF view."""
    kind = PROBLEMS[code]
    response = JsonResponse(
        problem(code, members=members, errors=errors),
        status=kind.status,
        content_type=MEDIA_TYPE,
        json_dumps_params={"ensure_ascii": False},
    )
    if kind.retry_after:
        response["Retry-After"] = str(kind.retry_after)
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def quota_response(exceeded: QuotaExceeded) -> JsonResponse:
    """Answer, outside of a DRF view, whoever has used a quota up."""
    wait = {"Retry-After": str(exceeded.wait)}
    return problem_response(exceeded.code, members=exceeded.members, headers=wait)
