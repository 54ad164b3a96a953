"""Why one value was refused, in words: the codes in `errors` that games and accounts raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOVE_REASONS: dict[str, str | _StrPromise] = {
    "no_such_pile": _("There is no such pile or move in this game."),
    "source_empty": _("There is no card on this pile."),
    "cell_occupied": _("This cell already holds a card."),
    "wrong_suit": _("A card goes only on a card of its own suit."),
    "wrong_colour": _("A card goes only on a card of the other colour."),
    "wrong_rank": _("A card goes only on a card that is one rank higher."),
    "not_a_run": _("These cards do not form a run and cannot move together."),
    "run_too_long": ngettext_lazy(
        "Only %(max_run)s card can move there at once.",
        "Only %(max_run)s cards can move there at once.",
        "max_run",
    ),
    "one_card_at_a_time": _("Cards move one at a time in this game."),
    "kings_only": _("Only a king goes into an empty column."),
    "column_stays_empty": _("An empty column stays empty in this game."),
    "not_next_on_foundation": _("This card is not the next one on its foundation."),
    "foundation_needed": _("Name the foundation, by h and the suit of its ace."),
    "foundation_not_named": _("This card has but one foundation, which is not named."),
    "foundation_is_final": _("A card on the foundation stays there."),
    "no_effect": _("This move would change nothing."),
    "count_not_allowed": _("A count goes only with a move into an empty column."),
    "not_a_king": _("Only a king is discarded alone."),
    "wrong_total": _("These two cards do not total thirteen."),
    "same_pile": _("A pair takes the last cards of two piles."),
    "nothing_beneath": _("There is no card beneath this one."),
    "lower_place_first": _("Of a pair the pile with the lower number is named first."),
    "spaces_stay_empty": _("No card moves to an empty pile in this game."),
    "space_occupied": _("A card moves only to an empty pile."),
    "grace_is_no_space": _("The pile of a grace card is not used again."),
    "stock_empty": _("The stock is empty."),
    "discards_left": _("Every possible discard must be made before the next cards are laid."),
    "refills_by_itself": _("Empty places are filled by themselves in this game."),
    "auto_finish_not_ready": _("The game cannot finish by itself here."),
    "move_not_possible": _("This move is not possible here."),
}

DEAL_REASONS: dict[str, str | _StrPromise] = {
    "deck_incomplete": _("A deck has each of the 52 cards once."),
    "duplicate_card": _("A card appears twice."),
    "unknown_card": _("This is not the name of a card."),
    "wrong_column_count": _("The number of columns does not fit this game."),
    "too_many_cells": _("There are more cards in cells than the game has cells."),
    "too_many_grace_cards": _("There are more grace cards than the game has."),
    "kings_not_discarded": _("In this game the kings are discarded before the first row."),
    "not_refilled": _("Each place has one card while there is a stock."),
    "grace_before_end": _("Grace cards are laid only when the stock ends."),
    "stock_size_wrong": _("No game has a stock of this size."),
    "foundation_invalid": _("The foundations cannot stand like this."),
    "not_a_deal": _("Only a board on which nothing was played yet can be dealt."),
    "deal_number_out_of_range": _("This scheme has no deal with that number."),
    "unknown_scheme": _("There is no numbering of this name for this game."),
}

ACCOUNT_REASONS: dict[str, str | _StrPromise] = {
    "renamed_lately": _("A name can be changed once in 30 days."),
    "name_denied": _("This name is not given: it insults, or looks like one of the staff."),
    "wrong_password": _("The password is wrong."),
}

REASONS: dict[str, str | _StrPromise] = MOVE_REASONS | DEAL_REASONS | ACCOUNT_REASONS

CODING_UNKNOWN: str | _StrPromise = _("A compressed body is not read; send it as it is.")

# Texts of DRF that its own Russian catalogue lacks: named here, ours has them.
DRF_TEXTS = (
    gettext_noop("Must be a valid UUID."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
)
