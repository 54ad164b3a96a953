"""What players read about the games: names, rules and notation, in their language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.api import building_texts, pairing_texts
from games.rules import VARIANTS

Text = str | Promise

VARIANT_NAMES: dict[str, Text] = {**building_texts.NAMES, **pairing_texts.NAMES}

LEVEL_NAMES: dict[str, Text] = {
    "easy": _("Easy"),
    "medium": _("Medium"),
    "hard": _("Hard"),
    "custom": _("Custom"),
}

_BUILDING = [variant for variant in VARIANTS.values() if variant.family == "building"]

RULES_TEXTS: dict[str, tuple[Text, ...]] = {
    **{each.key: building_texts.rules_text(each, LEVEL_NAMES) for each in _BUILDING},
    **pairing_texts.RULES_TEXTS,
}

_OPS: tuple[tuple[str, Text], ...] = (
    ("z", _("undo the last move")),
    ("p", _("pause: the clock stops and the cards are covered")),
    ("r", _("resume after a pause")),
)
_FINISH: tuple[str, Text] = ("x", _("let the rest of the cards go to the foundations"))

# By variant, or by family for all of its variants that have none of their own.
NOTATION: dict[str, tuple[tuple[str, Text], ...]] = {
    **{each.key: (*building_texts.moves_text(each), *_OPS, _FINISH) for each in _BUILDING},
    **{key: (*moves, *_OPS) for key, moves in pairing_texts.NOTATION.items()},
}

NOTICE_TEXTS: dict[str, Text] = {
    "game_expires": _(
        "You have not played this game for a long time. Play on, or it will be counted as lost."
    ),
    "game_expired": _("This game was counted as lost, since it was not played for 30 days."),
    "result_accepted": _("This result was reviewed. It stands, and is on its boards."),
    "result_rejected": _("This result was reviewed, and is on no board. You may appeal."),
    "result_annulled": _("This result was annulled: it counts neither as won nor as lost."),
    "result_restored": _("This result counts again."),
}

FAIRNESS_STEPS: tuple[Text, ...] = (
    _("Keep the commitment: it was fixed before the first move, a daily's long before its day."),
    _("When deck and salt are told, write one directly after the other, without a space."),
    _("Take the SHA-256 of this text, in hexadecimal digits, and put `sha256:` before it."),
    _("If it is the commitment, no card has been changed."),
)
