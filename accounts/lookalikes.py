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
# Those of alphabets that are rarely used for names, which are all the better for passing for
# another: Latin capitals as small as small letters and phonetic ones, Greek, Armenian, and the
# capitals of Cherokee and Lisu, which have no small letters or are compared as capitals.
_RARE = dict(
    zip(
        "ɑɡɩɪʏʜʙɢʀɴʟᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱꜰȷʋ"
        + "ϳωσ"
        + "օոսհցզյլ"
        + "ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᎤᏚᏙᏢᏞᏟᏦᏴ"
        + "ꓐꓑꓓꓔꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ",
        "agllyhbgrnlacdejkmoptuvwzsfjv"
        + "jwo"
        + "onuhgqjl"
        + "drtajewmhgzosvplckb"
        + "bpdtkjczfmnlsrvhwxyaelou",
        strict=True,
    )
)
_FIGURES = {"0": "o", "1": "l", "i": "l", "|": "l", "ı": "l", "ӏ": "l", "з": "3"}
_SINGLE = str.maketrans(_LETTERS | _RARE | _FIGURES)
_PAIRS = (("rn", "m"), ("vv", "w"))
# The letters of a skeleton that may stand for two.
LIKE_PAIRS = frozenset(letter for _, letter in _PAIRS)
# Those that Unicode does not call dashes: a modifier letter's, a bullet, and the sign.
_DASHES = frozenset("\u02d7\u2043\u2212")


def skeleton(text: str) -> str:
    """What is the same for two folded texts that a reader would take for each other."""
    letters = "".join(map(_plain, unicodedata.normalize("NFD", text))).translate(_SINGLE)
    for pair, letter in _PAIRS:
        letters = letters.replace(pair, letter)
    return unicodedata.normalize("NFKC", letters)


def _plain(character: str) -> str:
    """A digit of any script as what it counts, a dash as `-`, any other character as it is."""
    if unicodedata.category(character) == "Pd" or character in _DASHES:
        return "-"
    value = unicodedata.decimal(character, None)
    return character if value is None else str(value)
