"""What players read about the games that discard pairs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAMES: dict[str, Text] = {"baroness": _("Baroness"), "thirteens": _("Thirteens")}

_DISCARDS = _(
    "A king is discarded alone. Two available cards that total thirteen are discarded together, "
    "whatever their suits: a queen and an ace, a jack and a two, a ten and a three, a nine and a "
    "four, an eight and a five, a seven and a six."
)
_ENDING = _(
    "The game is won when all cards are discarded. A game that is given up for a new one is lost, "
    "at the level it was played at."
)

RULES_TEXTS: dict[str, tuple[Text, ...]] = {
    "baroness": (
        _(
            "One card is laid face up on each of five piles; a custom game may have six or seven. "
            "The other cards lie face down in the stock. The last card of each pile is available."
        ),
        _DISCARDS,
        _("The card beneath a discarded one is available at once."),
        _(
            "Laying puts the next card of the stock on each pile, from left to right, whether it "
            "is empty or not. On the hard level every possible discard must be made first; else "
            "you may lay when you like. The stock is gone through once."
        ),
        _(
            "The last cards, two with five piles, do not make a full row. They are grace cards: "
            "each becomes a pile of its own, and a pile of that kind is not used again."
        ),
        _(
            "A custom game may discard the kings before the first row, let available cards move "
            "to empty piles, let a card go with the one right beneath it, demand every discard "
            "before laying, or lay the last cards on the first piles."
        ),
        _(
            "A discarded card is worth 10 points, a king that is discarded before the first row "
            "nothing. Every full 30 seconds cost 30 points, as far as there are any. A win adds "
            "200,000 divided by the seconds it took. An undo gives back the points of its move "
            "and counts as a move."
        ),
        _(
            "An undone laying has shown what comes next: the same cards are laid again, and the "
            "game counts as assisted."
        ),
        _ENDING,
    ),
    "thirteens": (
        _(
            "Ten cards are laid face up, each on a place of its own. The other cards lie face "
            "down in the stock."
        ),
        _DISCARDS,
        _(
            "Every place that becomes empty gets the next card of the stock at once, of two places "
            "the one with the lower number first. When the stock is empty, places stay empty."
        ),
        _("In which order you discard makes no difference: the deal alone decides."),
        _(
            "A discarded card is worth 10 points. Every full 30 seconds cost 30 points, as far as "
            "there are any. A win adds nothing. An undo gives back the points of its move and "
            "counts as a move."
        ),
        _(
            "An undone discard has shown what comes next: the same cards come again, and the game "
            "counts as assisted."
        ),
        _ENDING,
    ),
}

_KING = ("3", _("discard the king on pile 3"))

NOTATION: dict[str, tuple[tuple[str, Text], ...]] = {
    "pairing": (
        ("n", _("lay the next cards of the stock")),
        _KING,
        (
            "25",
            _(
                "discard the last cards of piles 2 and 5, the lower number first; the grace piles "
                "are numbered on from the last pile, 10 is A"
            ),
        ),
        (
            "33",
            _("discard the last card of pile 3 with the one beneath it, where the game lets you"),
        ),
        (
            "2>5",
            _("move the last card of pile 2 to the empty pile 5, where the game lets you"),
        ),
    ),
    "thirteens": (
        _KING,
        ("2A", _("discard the cards of piles 2 and 10, the lower number first")),
    ),
}
