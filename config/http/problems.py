"""The one table of problems: code, status, title and detail, in words that are translated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Kind:
    """What every answer with one code has in common.

    `detail` may hold `%(name)s`, filled from the members of the problem. `retryable` says that
    the same request may succeed later; `retry_after` is the usual wait in seconds.
    """

    status: int
    title: str | _StrPromise
    detail: str | _StrPromise
    retryable: bool = False
    retry_after: int | None = None


PROBLEMS: dict[str, Kind] = {
    # The request cannot be read.
    "bad_request": Kind(
        400, _("Bad request"), _("The request is not well-formed and was not read.")
    ),
    "malformed_json": Kind(
        400,
        _("Malformed JSON"),
        _("The body is not valid JSON in UTF-8: no NaN, no repeated keys, not nested too deeply."),
    ),
    "cursor_invalid": Kind(
        400,
        _("Invalid cursor"),
        _("This cursor belongs to another list or was changed. Start again without a cursor."),
    ),
    "not_authenticated": Kind(
        401, _("Not signed in"), _("Send a session token, or start as a guest.")
    ),
    "token_invalid": Kind(
        401,
        _("Invalid token"),
        _("The session token is unknown, expired or revoked. Sign in again."),
    ),
    "permission_denied": Kind(403, _("Not allowed"), _("You are not allowed to do this.")),
    "csrf_failed": Kind(
        403,
        _("CSRF token missing"),
        _("Requests with a session cookie need the CSRF token in the X-CSRFToken header."),
    ),
    "not_found": Kind(404, _("Not found"), _("There is nothing at this address.")),
    "method_not_allowed": Kind(
        405,
        _("Method not allowed"),
        _("This address does not take this method; the Allow header lists those it takes."),
    ),
    "not_acceptable": Kind(
        406,
        _("Not acceptable"),
        _("The answer does not exist in any of the formats that the Accept header names."),
    ),
    "length_required": Kind(
        411, _("Length required"), _("Send the body with a Content-Length header.")
    ),
    "precondition_failed": Kind(
        412,
        _("Precondition failed"),
        _("This is not, or no longer, in the state that If-Match or If-Unmodified-Since asks for."),
    ),
    "body_too_large": Kind(
        413, _("Body too large"), _("A request's body may have at most %(limit)s bytes.")
    ),
    "unsupported_media_type": Kind(
        415, _("Unsupported media type"), _("Send the body as application/json.")
    ),
    "validation_failed": Kind(
        422, _("Invalid values"), _("Some values are not valid; the list of errors names them.")
    ),
    "quota_exceeded": Kind(
        429,
        _("Too many requests"),
        _("The quota is used up. Wait as long as the Retry-After header says."),
        retryable=True,
    ),
    # Accounts.
    "name_taken": Kind(409, _("Name taken"), _("Another player already has this display name.")),
    "name_not_allowed": Kind(
        422,
        _("Name not allowed"),
        _(
            "A display name has 3 to 20 characters, at least 3 of them letters or digits, and no "
            "invisible characters or heaps of accents."
        ),
    ),
    "reauth_required": Kind(
        401, _("Password needed"), _("Send the password of this account to do this.")
    ),
    # Games.
    "active_game_exists": Kind(
        409,
        _("A game is still open"),
        _("A new game counts the open one as lost. Repeat with abandon_active set to true."),
    ),
    "id_reused": Kind(
        409,
        _("Id already used"),
        _("A game with this id was started with another request. Make a new id."),
    ),
    "too_many_practice_games": Kind(
        409,
        _("Too many practice games"),
        _("Finish or resign one of your open practice games first."),
    ),
    "daily_closed": Kind(
        410,
        _("The day is over"),
        _("This daily can no longer be won. Its deal is there to practise."),
    ),
    "pool_empty": Kind(
        503,
        _("No proven deal at hand"),
        _("No deal proven winnable is ready for you at the moment. Try again soon."),
        retryable=True,
        retry_after=30,
    ),
    "board_invalid": Kind(
        422, _("Invalid cards"), _("These cards do not make a deal of this variant.")
    ),
    "notation_invalid": Kind(422, _("Unreadable move"), _("This is not the notation of a move.")),
    "illegal_move": Kind(
        422, _("Illegal move"), _("This move is not possible here; nothing was played.")
    ),
    "nothing_to_undo": Kind(
        422, _("Nothing to undo"), _("The game stands at its deal; nothing was played.")
    ),
    "game_finished": Kind(409, _("The game is over"), _("A finished game takes no more moves.")),
    "game_paused": Kind(409, _("The game is paused"), _("Resume the game before you play on.")),
    "game_active": Kind(409, _("The game goes on"), _("This is told of a game when it is over.")),
    "deal_in_play": Kind(
        403,
        _("This deal is in play"),
        _("These cards are played where help is not allowed; ask again when that is over."),
    ),
    "version_conflict": Kind(
        409,
        _("The game has moved on"),
        _("The game is at version %(current_version)s; your moves follow another one."),
    ),
    "log_full": Kind(409, _("The game is too long"), _("A game takes at most %(limit)s ops.")),
    "batch_too_large": Kind(
        413, _("Too many moves at once"), _("Send at most %(limit)s ops in one request.")
    ),
    # The service.
    "internal": Kind(
        500,
        _("Internal error"),
        _("The fault is ours. Quote the trace_id when you report it."),
    ),
    "temporarily_unavailable": Kind(
        503,
        _("Temporarily unavailable"),
        _("The service cannot answer at the moment. Try again soon."),
        retryable=True,
        retry_after=5,
    ),
}
