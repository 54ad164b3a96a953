"""Words that no display name may have, in English, Russian and French.

The list is short on purpose: it stops what nobody takes for an accident. The rest is reported.
"""

import re
import unicodedata

from accounts.lookalikes import skeleton

# Who is not of the staff does not look like it.
_TITLES = """
    admin administrator moderator mod official patience root staff support system
    админ администратор модератор поддержка система техподдержка
    administrateur administratrice modérateur modératrice assistance système
"""
# Denied as a word of its own: they are also parts of good words.
_WORDS = """
    bitch cunt fag nazi nigga rape rapist shit slut whore
    блядь ебать жид нацист пидор сука хуйня шлюха
    bite négro nique pédé pute salop youpin
"""
# Denied wherever they are.
_PARTS = """
    faggot fuck hitler nigger
    гитлер мудак пизд хуесос хуй
    bougnoule connard encule enculé hitler putain salope
"""
_DIGITS = str.maketrans("34579@$", "eastg" + "as")
_BREAK = re.compile(r"[\W_]+")


def _plain(text: str) -> str:
    """A text without marks, in the letters that its own look like, digits read as letters."""
    folded = skeleton(text.casefold().translate(_DIGITS))
    letters = unicodedata.normalize("NFD", folded)
    return "".join(each for each in letters if not unicodedata.combining(each))


_DENIED = frozenset(_plain(word) for word in (_TITLES + _WORDS).split())
_DENIED_PARTS = tuple(_plain(part) for part in _PARTS.split())


def is_denied(name: str) -> bool:
    """Whether a name has a denied word, also one that is spelled apart or with look-alikes."""
    words = [word for word in _BREAK.split(_plain(name)) if word]
    joined = "".join(words)
    return not _DENIED.isdisjoint([*words, joined]) or any(part in joined for part in _DENIED_PARTS)
