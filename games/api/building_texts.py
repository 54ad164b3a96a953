"""What players read about the games that build on columns, put together from their rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.rules import Variant, down_any_suit, down_in_suit

if TYPE_CHECKING:
    from django.utils.functional import Promise, _StrPromise

    Text = str | _StrPromise

NAMES: dict[str, Text] = {
    "bakers_game": _("Baker's Game"),
    "bakers_dozen": _("Baker's Dozen"),
    "good_measure": _("Good Measure"),
    "spanish_patience": _("Spanish Patience"),
}

# A sentence for each value of a parameter, None where there is nothing to say.
_FIRST_ACES: dict[Any, Text | None] = {
    0: None,
    2: _("The first two aces of the deck start on their foundations, and are worth no points."),
}
_KINGS: dict[Any, Text | None] = {
    "as_dealt": None,
    "slide": _(
        "Before play the kings of every column slide to its base, beneath its other cards. They "
        "keep their order, and so do the others."
    ),
}
_FOUNDATIONS: dict[Any, Text | None] = {
    "suit": _(
        "A foundation takes the cards of its suit in order, from the ace to the king. A card "
        "that lies there stays there."
    ),
    "alternating_colour": _(
        "A foundation is opened by an ace and goes up to the king, red on black and black on "
        "red, whatever the suits: either red two on a black ace. A card that lies there stays "
        "there."
    ),
}
_FITS: dict[Any, Text | None] = {
    down_in_suit: _(
        "On a column a card goes on the card of its own suit that is one rank higher: a nine of "
        "spades on the ten of spades. Nothing goes on an ace."
    ),
    down_any_suit: _(
        "On a column a card goes on any card that is one rank higher, whatever the suits: a nine "
        "on any ten. Nothing goes on an ace."
    ),
}
_EMPTY_COLUMNS: dict[Any, Text | None] = {
    "any": _("An empty column takes any card."),
    "kings": _("An empty column takes kings only."),
    "none": _("An empty column stays empty."),
}
_RUNS: dict[Any, Text | None] = {
    "by_free_places": _(
        "Cards at the end of a column that follow each other in suit and rank can move together, "
        "as one move, wherever they could have moved one by one: one more than there are empty "
        "cells, and twice that for every empty column. An empty column that they move into does "
        "not count, nor does any when only kings may fill it."
    ),
    "never": _("Cards move one at a time."),
    "always": _(
        "Cards at the end of a column that follow each other in rank can move together, as one "
        "move, however many they are."
    ),
}
# How many there are at the level medium, and at others; more than one number is a choice.
_COLUMNS = (
    _("All cards are dealt face up, row by row, into {count} columns."),
    _("{level}: {count} columns."),
)
_CELLS = (
    _(
        "There are {count} cells. A cell holds one card, which may go back to a column or on to "
        "its foundation."
    ),
    _("{level}: {count} cells."),
)
_AT_LEVEL = _("{level}: {sentence}")
_IF_CHOSEN = _("{level}, if you choose so: {sentence}")
_POINTS = _(
    "A card on its foundation is worth 10 points. Every full 30 seconds cost 30 points, as far as "
    "there are any. A win adds 600,000 divided by the seconds it took. An undo gives back the "
    "points of its move and counts as a move."
)
_ENDING = _(
    "The game is won when all cards are on the foundations. Once nothing is left but to lift them "
    "there, that is done for you. A game that is given up for a new one is lost, at the level it "
    "was played at."
)


def rules_text(variant: Variant, level_names: Mapping[str, str | Promise]) -> tuple[Text, ...]:
    """The rules in sentences: what holds at the level medium, then what differs at others."""
    game = _Game(variant, level_names)
    return (
        *game.number("columns", *_COLUMNS),
        *game.number("cells", *_CELLS),
        *game.parameter("first_aces", _FIRST_ACES),
        *game.parameter("kings", _KINGS),
        *game.parameter("foundations", _FOUNDATIONS),
        *game.parameter("fits", _FITS),
        *game.parameter("empty_columns", _EMPTY_COLUMNS),
        *game.parameter("runs", _RUNS),
        _POINTS,
        _ENDING,
    )


def moves_text(variant: Variant) -> tuple[tuple[str, Text], ...]:
    """The moves that some rules of the variant know, with what they say."""
    game = _Game(variant, {})
    runs, fills = game.values("runs"), game.values("empty_columns")
    moves: list[tuple[str, Text]] = [("26", _ONE_CARD)]
    if fills != {"none"} and runs != {"never"}:
        moves = [("26", _CARDS), ("264", _COUNTED)]
    if min(game.values("columns")) > 9:
        moves.append(("2B", _BEYOND_NINE))
    if game.values("cells") != {0}:
        moves += [("6a", _INTO_CELL), ("a3", _OUT_OF_CELL)]
    if game.values("foundations") == {"suit"}:
        return (*moves, ("4h", _HOME))
    return (*moves, ("4h", _ACE_HOME), ("3hS", _NAMED_HOME))


_ONE_CARD = _("the last card of column 2 onto that of column 6")
_CARDS = _(
    "from column 2 onto the last card of column 6, as many cards as fit; or one card, if column 6 "
    "is empty"
)
_BEYOND_NINE = _("from column 2 to column 11; columns 10 to 13 are A to D")
_COUNTED = _("four cards from column 2 into the empty column 6; the counts above nine are A to D")
_INTO_CELL = _("from column 6 into the first cell; the cells are a to g, then i, j and k")
_OUT_OF_CELL = _("from the first cell to column 3; column 10 is A")
_HOME = _("from column 4 to its foundation")
_ACE_HOME = _("an ace from column 4, which opens its foundation")
_NAMED_HOME = _("from column 3 to the foundation that the ace of spades has opened")


class _Game:
    """A variant and what its levels are called."""

    def __init__(self, variant: Variant, level_names: Mapping[str, str | Promise]) -> None:
        self.variant = variant
        self.level_names = level_names

    def values(self, parameter: str, *levels: str) -> set[Any]:
        """The values that a parameter has at these levels, or at all."""
        found = set()
        for key in levels or self.variant.levels:
            rules = self.variant.levels[key].rules
            for each in (rules,) if rules else self.variant.customs.values():
                found.add(getattr(each, parameter))
        return found

    def number(self, parameter: str, here: Text, elsewhere: Text) -> Iterator[Text]:
        """A sentence with the usual number unless it is 0, and one for each level that differs."""
        (usual,) = self.values(parameter, "medium")
        if usual:
            yield format_lazy(here, count=usual)
        for key in self.variant.levels:
            counts = sorted(self.values(parameter, key))
            if counts != [usual]:
                span = "-".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
                yield format_lazy(elsewhere, level=self.level_names[key], count=span)

    def parameter(self, parameter: str, sentences: Mapping[Any, Text | None]) -> Iterator[Text]:
        """The sentence of the usual value, and those of others with their level."""
        (usual,) = self.values(parameter, "medium")
        if (sentence := sentences[usual]) is not None:
            yield sentence
        order = list(sentences)
        for key, level in self.variant.levels.items():
            for value in sorted(self.values(parameter, key) - {usual}, key=order.index):
                template = _AT_LEVEL if level.rules else _IF_CHOSEN
                yield format_lazy(template, level=self.level_names[key], sentence=sentences[value])
