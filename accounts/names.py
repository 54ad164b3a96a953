"""Display names: their normal form, what is allowed in them, and when two are the same."""

from __future__ import annotations

import unicodedata
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User

SHORTEST, LONGEST = 3, 20

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
# Control, format (with the bidirectional overrides), surrogate, private, unassigned,
# line and paragraph separators.
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


class NameNotAllowed(Exception):
    """The text cannot be a display name."""

    code = "name_not_allowed"
    pointer = "/display_name"
    reason = "name_not_allowed"


class NameTaken(Exception):
    """Another player already has this name, or one that differs in case alone."""

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
    for character in name:
        if ord(character) in _INVISIBLE or unicodedata.category(character) in _REFUSED:
            raise NameNotAllowed
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise NameNotAllowed
    return name


def name_key(name: str) -> str:
    """Return what is equal for two names exactly when they count as the same.

    Folding once more after composing makes the key its own key (Unicode, definition D146).
    """
    key = unicodedata.normalize("NFD", name)
    for _ in range(2):
        key = unicodedata.normalize("NFKC", key.casefold())
    return key


def shown_name(user: User) -> str:
    """Return how a mail addresses a player."""
    return user.display_name or user.email or "Patience"
