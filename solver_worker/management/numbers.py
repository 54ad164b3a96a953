"""Which deals are meant: numbers and ranges, as one ascending sequence without repetitions."""

import re
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator

_RANGE = re.compile(r"(\d+)(?:\.\.(\d+))?", re.ASCII)


def parse_range(text: str) -> range:
    """Read `7` or `1..20000`, both ends included."""
    found = _RANGE.fullmatch(text)
    if not found:
        raise ArgumentTypeError(f"{text!r} is neither a number nor a range like 1..20000")
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise ArgumentTypeError(f"{text!r} ends before it begins")
    return range(first, last + 1)


def merged(ranges: Iterable[range]) -> list[range]:
    """The same numbers, each once, in ascending ranges that do not touch."""
    whole: list[range] = []
    for each in sorted(ranges, key=lambda each: each.start):
        if whole and each.start <= whole[-1].stop:
            whole[-1] = range(whole[-1].start, max(whole[-1].stop, each.stop))
        else:
            whole.append(each)
    return whole


def without_first(ranges: Iterable[range], count: int) -> Iterator[range]:
    """What is left when the first `count` numbers are done."""
    for each in ranges:
        if count < len(each):
            yield each[count:]
        count = max(count - len(each), 0)


def in_pieces(ranges: Iterable[range], size: int) -> Iterator[range]:
    """The same numbers in ranges of at most this size."""
    for each in ranges:
        for at in range(0, len(each), size):
            yield each[at : at + size]
