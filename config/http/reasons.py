"""Why one value was refused: the codes of a problem's `errors` that the games raise, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOVE_REASONS: dict[str, str | _StrPromise] = {
    "no_such_pile": _("There is no such pile in this game."),
    "source_empty": _("There is no card on this pile."),
    "cell_occupied": _("This cell already holds a card."),
    "wrong_suit": _("A card goes only on a card of its own suit."),
    "wrong_rank": _("A card goes only on a card that is one rank higher."),
    "not_a_run": _("These cards do not form a run and cannot move together."),
    "run_too_long": ngettext_lazy(
        "Only %(max_run)s card can move there at once.",
        "Only %(max_run)s cards can move there at once.",
        "max_run",
    ),
    "kings_only": _("Only a king goes into an empty column."),
    "not_next_on_foundation": _("This card is not the next one on its foundation."),
    "foundation_is_final": _("A card on the foundation stays there."),
    "no_effect": _("This move would change nothing."),
    "count_not_allowed": _("A count goes only with a move into an empty column."),
    "auto_finish_not_ready": _("The game cannot finish by itself yet."),
    "move_not_possible": _("This move is not possible here."),
}

DEAL_REASONS: dict[str, str | _StrPromise] = {
    "deck_incomplete": _("A deck has each of the 52 cards once."),
    "duplicate_card": _("A card appears twice."),
    "unknown_card": _("This is not the name of a card."),
    "wrong_column_count": _("The number of columns does not fit this game."),
    "too_many_cells": _("There are more cards in cells than the game has cells."),
    "foundation_invalid": _("The foundations cannot stand like this."),
    "deal_number_out_of_range": _("This scheme has no deal with that number."),
    "unknown_scheme": _("There is no numbering with this name."),
}

REASONS: dict[str, str | _StrPromise] = MOVE_REASONS | DEAL_REASONS

CODING_UNKNOWN: str | _StrPromise = _("A compressed body is not read; send it as it is.")
LIMIT_OUT_OF_RANGE: str | _StrPromise = _("A page has from 1 to %(most)s items.")

# Texts of DRF that its own Russian catalogue lacks: named here, ours has them.
DRF_TEXTS = (
    gettext_noop("Must be a valid UUID."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
)
