"""Display names: their normal form, what is allowed in them, and when two are the same."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.denied import is_denied
from accounts.lookalikes import LIKE_PAIRS, skeleton

if TYPE_CHECKING:
    from accounts.models import User

SHORTEST, LONGEST = 3, 20
DAYS_BETWEEN_NAMES = 30

# Letters and marks that show nothing (Unicode's Default_Ignorable_Code_Point, outside of the
# category of format characters that is refused as a whole), and the blank Braille pattern.
_INVISIBLE = frozenset(
    chain(
        (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
    )
)
# Without vowels, and without digits that are read as such, so that they make no words.
_NAMELESS, _NAMELESS_LENGTH = "Player-", 4
_NAMELESS_LETTERS = "2689BCDFGHJKMNPQRSTVWXZ"
# Control, format (with the bidirectional overrides), surrogate, private, unassigned,
# line and paragraph separators.
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Of what `_kind` returns. Marks follow a letter, and few of them: a heap of accents hides what
# is written above. The vowel signs of many scripts are marks with a width, as good as letters.
_BAD_MARKS = re.compile(r"(?<![LVM])[VM]|[VM]{3}")
_SEEN = re.compile(r"[LV]")


class NameNotAllowed(Exception):
    """The text cannot be a display name."""

    code = "name_not_allowed"
    pointer = "/display_name"
    reason = "name_not_allowed"


class NameDenied(NameNotAllowed):
    """The name insults, or passes for one of the staff."""

    reason = "name_denied"


class RenamedLately(NameNotAllowed):
    """The player has changed the name not long ago."""

    reason = "renamed_lately"


class NameTaken(Exception):
    """Another player already has this name, or one that looks like it."""

    code = "name_taken"
    pointer = "/display_name"
    reason = "name_taken"


def normalise_name(text: str) -> str:
    """Return the name in NFKC with single spaces; raise NameNotAllowed for what cannot be one."""
    if any(unicodedata.category(character) in _REFUSED for character in text):
        raise NameNotAllowed
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise NameNotAllowed
    if any(ord(character) in _INVISIBLE for character in name):
        raise NameNotAllowed
    kinds = "".join(_kind(character) for character in name)
    if "!" in kinds or _BAD_MARKS.search(kinds) or len(_SEEN.findall(kinds)) < SHORTEST:
        raise NameNotAllowed
    if is_denied(name) or _passes_for_nameless(name):
        raise NameDenied
    return name


def _kind(character: str) -> str:
    """Return L for a letter or digit, V for a mark with a width, M for another mark."""
    category = unicodedata.category(character)
    if category in _REFUSED:
        return "!"
    if category[0] == "M":
        return "V" if category == "Mc" else "M"
    return "L" if category[0] in "LN" else "."


def name_key(name: str) -> str:
    """Return what is equal for two names exactly when they count as the same.

    Neither case makes a difference nor letters that look alike.

    Folding once more after composing makes the key its own key (Unicode, definition D146).
    """
    key = unicodedata.normalize("NFD", name)
    for _round in range(2):
        key = unicodedata.normalize("NFKC", key.casefold())
    return skeleton(key)


def shown_name(user: User) -> str:
    """Return how allauth's answers and mails name a player."""
    return user.display_name or user.email or _("Guest")


def public_name(user: User) -> str:
    """Return how others see a player by name: one whose name was taken away, or who has none, too.

    Such a player is called the same for ever. The name tells nothing of the id, of which it has
    some bits of a digest; so two players may share one, and nobody can choose it.
    """
    if user.display_name:
        return user.display_name
    rest = int.from_bytes(sha256(b"nameless " + user.pk.bytes).digest())
    letters = ""
    for _place in range(_NAMELESS_LENGTH):
        rest, at = divmod(rest, len(_NAMELESS_LETTERS))
        letters += _NAMELESS_LETTERS[at]
    return _NAMELESS + letters


def _passes_for_nameless(name: str) -> bool:
    """Whether a name looks like one that is given to players without a name."""
    key, given = name_key(name), name_key(_NAMELESS)
    if not key.startswith(given):
        return False
    rest = key.removeprefix(given)
    # Where a letter of the key looks like two, the name may have had either.
    longest = len(rest) + sum(rest.count(letter) for letter in LIKE_PAIRS)
    return len(rest) <= _NAMELESS_LENGTH <= longest


def public_player(user: User) -> dict[str, str] | None:
    """Return how others see a player; None for one who is not to be seen."""
    if not user.is_active or user.visibility != "public":
        return None
    return {"id": str(user.pk), "display_name": public_name(user)}
