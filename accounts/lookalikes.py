"""Letters that look like others, so that one name does not pass for another."""

import unicodedata

# Small letters of the Cyrillic and the Greek alphabet beside the Latin ones that they look like;
# small or capital, since a name is compared without regard to case.
_LETTERS = dict(
    zip(
        "авекмнорстухісјԁԛԝһѕѵγ" + "αβεηικμνορτυχκ",
        "abekmhopctyxlcjdqwhsvy" + "abehlkuvoptyxk",
        strict=True,
    )
)
_FIGURES = {"0": "o", "1": "l", "i": "l", "|": "l", "ı": "l", "ӏ": "l"}
_SINGLE = str.maketrans(_LETTERS | _FIGURES)
_PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(text: str) -> str:
    """What is the same for two folded texts that a reader would take for each other."""
    letters = unicodedata.normalize("NFD", text).translate(_SINGLE)
    for pair, letter in _PAIRS:
        letters = letters.replace(pair, letter)
    return unicodedata.normalize("NFKC", letters)
