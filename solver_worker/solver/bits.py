"""Sets of cards as the bits of one integer, and what one instruction says about them.

A suit has a lane of 15 bits: kings at bit 1, aces at bit 13, bits 0 and 14 always clear. So four
suits fit a non-negative 64-bit integer, `card >> 1` is the card that `card` is built on, and an
addition that carries runs down a lane from a card to the end of the run that hangs on it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import njit, types
from numba.extending import intrinsic

LANE = 15
RANKS = 13
SUITS = 4
ALL_CARDS = sum(((1 << RANKS) - 1 << 1) << (suit * LANE) for suit in range(SUITS))
ACES = sum(1 << (suit * LANE + RANKS) for suit in range(SUITS))

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_compile: Any = njit  # whose own types do not know all options


def _sources() -> tuple[int, int]:
    """What changes when any source of the solver does: the latest change, and all their bytes."""
    facts = [path.stat() for path in Path(__file__).parent.rglob("*.py")]
    return max(fact.st_mtime_ns for fact in facts), sum(fact.st_size for fact in facts)


_SOURCES = _sources()


def _kept(function: Kernel, **options: Any) -> Kernel:
    compiled = _compile(cache=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    # Numba looks at the kernel's own file alone and would keep the old code of its parts. Its own
    # stamp is read after the types of the kept code, which fails where one of them is gone; the
    # version is read before.
    compiled._cache._cache_file._version = (numba.__version__, *_SOURCES)
    return cast(Kernel, compiled)


def kernel(function: Kernel) -> Kernel:
    """Compile on the first call and keep the machine code on disk until a source changes."""
    return _kept(function)


def inner_kernel(function: Kernel) -> Kernel:
    """The same for what kernels call; Python does not."""
    return _kept(function, no_cpython_wrapper=True)


def part(function: Kernel) -> Kernel:
    """Compile as a part of the kernels that call it: its body is put in the place of the call.

    Without ways in from Python and C, which would double the time and the memory it takes.
    """
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    return cast(Kernel, _compile(error_model="numpy", **options)(function))


def card_bit(card: int) -> int:
    """The bit of a card as `games.rules` numbers it: by rank from the aces, then by suit."""
    return 1 << ((card & 3) * LANE + RANKS - (card >> 2))


@intrinsic
def _popcount(_: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _lowest(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic
def _unsigned(_: Any, number: Any) -> Any:
    def generate(_: Any, __: Any, ___: Any, arguments: Any) -> Any:
        return arguments[0]

    return types.uint64(types.int64), generate


Instruction = Callable[[int], int]

# How many bits are set.
popcount = cast(Instruction, _popcount)
# The number of the lowest set bit; there must be one.
lowest = cast(Instruction, _lowest)
# A number that is not negative, as an index without a test for counting from the end.
unsigned = cast(Instruction, _unsigned)


@part
def built_on(carriers: int, loose: int) -> int:
    """The loose cards in unbroken runs that begin on one of the carriers.

    Adding the loose cards just after the carriers makes the carry run to the end of each run;
    what the addition has cleared is the runs. The guard bits keep the carry in its lane.
    """
    return loose & ~(loose + ((carriers << 1) & loose))


@part
def run_on(card: int, attached: int) -> int:
    """The attached cards in the unbroken run on one card."""
    return attached & ~(attached + (card << 1))
