"""All ways in which cards of one rank can lie on the cards one rank higher, as tables.

Four bits say which suits there are. The ways to put the cards `kids` on different carriers are
numbered, and a set of ways is an integer with a bit for each. A way is written as its *code*: a
lane in which each card has the one bit of its carrier.
"""

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SETS = np.arange(16)
_SUITS = np.arange(4)
_MOST = 24  # ways for three or four cards


def _suits_of(some: int) -> list[int]:
    return [suit for suit in range(4) if some >> suit & 1]


def _codes_of(kids: int) -> list[int]:
    suits = _suits_of(kids)
    return [
        sum(1 << 4 * suit + carrier for suit, carrier in zip(suits, carriers, strict=True))
        for carriers in permutations(range(4), len(suits))
    ]


def _part_of(code: int, some: int) -> int:
    return sum(code & 15 << 4 * suit for suit in _suits_of(some))


def _ways_where(holds: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Make sets of ways; the first axis are the kids, the last one says of which ways it holds."""
    bits = np.where(holds, 1 << np.arange(_MOST), 0).sum(-1)
    counts = np.array([len(codes) for codes in _CODES])
    every = (1 << counts) - 1
    every = every.reshape(-1, *[1] * (bits.ndim - 1))
    return np.asarray(bits & every, np.int32)


def _numbers(kids: int) -> list[list[int]]:
    """For each set of suits and each way of the kids, the way of those kids in the set."""
    return [
        [_CODES[kids & some].index(_part_of(code, some)) for code in _CODES[kids]]
        + [0] * (_MOST - len(_CODES[kids]))
        for some in range(16)
    ]


_CODES = [_codes_of(kids) for kids in range(16)]

# int32[kids, way]: the code of a way.
CODES = np.array([codes + [0] * (_MOST - len(codes)) for codes in _CODES], np.int32)

# int8[kids, some, way]: the number of the way in which those kids lie that are among some suits.
PART = np.array([_numbers(kids) for kids in range(16)], np.int8)

_part_codes: NDArray[Any] = CODES[_SETS[:, None, None] & _SETS[:, None], PART]
_met = (_part_codes | _part_codes >> 4 | _part_codes >> 8 | _part_codes >> 12) & 15

# int32[kids, way]: the carriers that are lain on.
MET = _met[:, 15].copy()

# int32[kids, suit, carriers]: the ways in which one kid lies on one of some carriers.
ALLOWED = _ways_where((CODES[:, None, None] >> 4 * _SUITS[:, None, None] & _SETS[:, None]) != 0)

# int32[kids, some, carriers]: the ways in which the kids among some suits lie on all of these.
COVERING = _ways_where((~_met[:, :, None] & _SETS[:, None]) == 0)

# int32[kids, watched, met]: the ways that meet, of the watched carriers, exactly these.
MEETING = _ways_where((MET[:, None, None] & _SETS[:, None, None]) == _SETS[:, None])
