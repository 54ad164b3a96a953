"""Words that no display name may have, in English, Russian and French.

The list is short on purpose: it stops what nobody takes for an accident. The rest is reported.
"""

import re
import unicodedata
from itertools import chain

from accounts.lookalikes import skeleton

# Who is not of the staff does not look like it.
_TITLES = """
    admin admins administrator administrators moderator moderators mod mods official patience
    root staff support system
    админ админы администратор администрация модератор модераторы поддержка система техподдержка
    administrateur administrateurs administratrice modérateur modérateurs modératrice assistance
    système
"""
# Denied as a word of its own: they are also parts of good words.
_WORDS = """
    bitch cunt fag nazi nigga rape rapist shit slut whore
    бля блядь блять ебаный ебать жид нацист пидор сука хуйня шлюха
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
_INNER_CAPITAL = re.compile(r"(?<=[a-zà-ÿа-яё])(?=[A-ZÀ-ÞА-ЯЁ])")
_NUMBER = re.compile(r"(?<![^\W_])\d+|\d+(?![^\W_])")


def _plain(text: str) -> str:
    """A text without marks, in the letters that its own look like, digits read as letters."""
    folded = skeleton(text.casefold().translate(_DIGITS))
    letters = unicodedata.normalize("NFD", folded)
    return "".join(each for each in letters if not unicodedata.combining(each))


_DENIED = frozenset(_plain(word) for word in (_TITLES + _WORDS).split())
_DENIED_PARTS = tuple(_plain(part) for part in _PARTS.split())


def is_denied(name: str) -> bool:
    """Whether a name has a denied word.

    Also one that is spelled apart or with look-alikes, that begins with a capital inside of the
    name, or that has a number before or behind it.
    """
    apart = _INNER_CAPITAL.sub(" ", unicodedata.normalize("NFC", name))
    ways = [_words(text) for text in (name, apart, _NUMBER.sub(" ", name), _NUMBER.sub(" ", apart))]
    joined = ["".join(words) for words in ways]
    is_word = not _DENIED.isdisjoint([*chain(*ways), *joined])
    return is_word or any(part in text for text in joined for part in _DENIED_PARTS)


def _words(text: str) -> list[str]:
    return [word for word in _BREAK.split(_plain(text)) if word]
