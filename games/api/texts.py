"""What players read about the games: names, rules and notation, in their language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

VARIANT_NAMES: dict[str, Text] = {"bakers_game": _("Baker's Game")}

LEVEL_NAMES: dict[str, Text] = {
    "easy": _("Easy"),
    "medium": _("Medium"),
    "hard": _("Hard"),
    "custom": _("Custom"),
}

RULES_TEXTS: dict[str, tuple[Text, ...]] = {
    "bakers_game": (
        _(
            "All 52 cards are dealt face up, row by row, into eight columns. Beside them there "
            "are four cells, three on the hard level, and a foundation for each suit."
        ),
        _(
            "A foundation takes the cards of its suit in order, from the ace to the king. A card "
            "that lies there stays there."
        ),
        _(
            "On a column a card goes on the card of its own suit that is one rank higher: a nine "
            "of spades on the ten of spades. Nothing goes on an ace. An empty column takes any "
            "card; a custom game may allow kings only."
        ),
        _("A cell holds one card, which may go back to a column or on to its foundation."),
        _(
            "Cards at the end of a column that follow each other in suit and rank can move "
            "together, as one move, wherever they could have moved one by one: one more than "
            "there are empty cells, and twice that for every empty column. An empty column that "
            "they move into does not count, nor does any when only kings may fill it."
        ),
        _(
            "A card on its foundation is worth 10 points. Every full 30 seconds cost 30 points, "
            "as far as there are any. A win adds 600,000 divided by the seconds it took. An undo "
            "gives back the points of its move and counts as a move."
        ),
        _(
            "The game is won when all cards are on the foundations. Once nothing is left but to "
            "lift them there, that is done for you. A game that is given up for a new one is "
            "lost, at the level it was played at."
        ),
    ),
}

_OPS: tuple[tuple[str, Text], ...] = (
    ("z", _("undo the last move")),
    ("p", _("pause: the clock stops and the cards are covered")),
    ("r", _("resume after a pause")),
    ("x", _("let the rest of the cards go to the foundations")),
)

NOTATION: dict[str, tuple[tuple[str, Text], ...]] = {
    "building": (
        (
            "26",
            _(
                "from column 2 onto the last card of column 6, as many cards as fit; or one card, "
                "if column 6 is empty"
            ),
        ),
        (
            "264",
            _("four cards from column 2 into the empty column 6; the counts above nine are A to D"),
        ),
        ("6a", _("from column 6 into the first cell; the cells are a to g, then i, j and k")),
        ("a3", _("from the first cell to column 3; column 10 is A")),
        ("4h", _("from column 4 to its foundation")),
        *_OPS,
    ),
}
