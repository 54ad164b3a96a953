"""How kernels are compiled and kept, and what one instruction of the machine answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.extending import intrinsic

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_compile: Any = njit  # whose own types do not know all options


def _sources() -> tuple[int, int]:
    """What changes when any source of the solver does: the latest change, and all their bytes."""
    facts = [path.stat() for path in Path(__file__).parent.rglob("*.py")]
    return max(fact.st_mtime_ns for fact in facts), sum(fact.st_size for fact in facts)


_SOURCES = _sources()


def _kept(function: Kernel, **options: Any) -> Kernel:
    compiled = _compile(error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    try:
        compiled.enable_caching()
    except RuntimeError:
        # Neither the folder of the sources nor the user's own can be written, as in a container.
        return cast(Kernel, compiled)
    # Numba looks at the kernel's own file alone and would keep the old code of its parts. The
    # version is what it compares before it reads the rest of the file, which fails where that
    # speaks of a class that is no more.
    compiled._cache._cache_file._version += f" {_SOURCES}"
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
    return _inlined(function)


def _inlined(function: Kernel, **options: Any) -> Kernel:
    options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    return cast(Kernel, _compile(error_model="numpy", **options)(function))


_LEAN = {"_nrt": False}


def lean_kernel(function: Kernel) -> Kernel:
    """A kernel that does not count references to its arrays, which can take a fifth of its time.

    Only for functions that make no arrays, which does not compile, and hand none back, which
    would free them too early; neither may what they call.
    """
    return _kept(function, **_LEAN)


def lean_inner_kernel(function: Kernel) -> Kernel:
    """The same for what lean kernels call."""
    return _kept(function, no_cpython_wrapper=True, **_LEAN)


def lean_part(function: Kernel) -> Kernel:
    """The same for what is put in the place of the call."""
    return _inlined(function, **_LEAN)


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
def _highest(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
        above = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
        return builder.sub(context.get_constant(types.int64, 63), above)

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
# The number of the highest set bit; there must be one.
highest = cast(Instruction, _highest)
# A number that is not negative, as an index without a test for counting from the end.
unsigned = cast(Instruction, _unsigned)
