"""The positions that a search has found, and which of them is next."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.columns.kernels.board import NOTHING, WORDS, word
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, unsigned

# The numbers in `progress`.
STORED, EXPANDED, SLOTS, BUCKET, LATER, TAKEN, HAS_DROPPED, GOAL = range(8)
BUCKETS = 4096
FIRST_SLOTS = 1 << 11  # 8 KB, which stay in the first cache and are enough for most deals
GROWTH = 4

NODE = np.dtype(
    [
        ("key", np.int64, WORDS),
        *((name, np.int32) for name in ("parent", "next", "moves")),
        *((name, np.int8) for name in ("card", "code", "is_expanded")),
    ],
    align=True,
)


class Pool(NamedTuple):
    """The positions found so far, as nodes with numbers from 0.

    `nodes`, NODE[capacity]: a position as in TABLE, the node it was reached from, by moving which
    card onto what (a code of the key), after how many moves that do not go home, and the next
    node in its bucket. `slots`, int32[a power of 2, more than the capacity]: an open hash table of
    the numbers, as much of it as is needed. `buckets`, int32[2, 1024]: the first node for each
    sum of cost and estimate, of this layer and of the next; the last bucket takes all above.
    `progress`, int64[8]: what the constants above name. NOTHING ends every chain and marks free
    slots.
    """

    nodes: NDArray[np.void]
    slots: NDArray[np.int32]
    buckets: NDArray[np.int32]
    progress: NDArray[np.int64]


@lean_part
def slot_of(pool: Pool, slots: int, key: Any) -> int:
    """The slot of the node with this key, or the free one where it belongs."""
    mixed = (key[0] * -7046029254386353131) ^ (key[1] * -4417276706812531889)
    mixed = (mixed ^ ((mixed >> 29) & 0x7FFFFFFFF)) * -7046029254386353131
    mixed ^= key[2] * -2960836687068489061
    mixed = (mixed ^ ((mixed >> 32) & 0xFFFFFFFF)) * -4417276706812531889
    slot: int = (mixed >> 20) & (slots - 1)
    while pool.slots[unsigned(slot)] != NOTHING:
        other = pool.nodes[unsigned(word(pool.slots[unsigned(slot)]))].key
        if other[0] == key[0] and other[1] == key[1] and other[2] == key[2]:
            break
        slot = (slot + 1) & (slots - 1)
    return slot


@lean_inner_kernel
def use_slots(pool: Pool, slots: int) -> None:
    """Use this many slots, for the nodes that are stored and nothing else."""
    pool.progress[SLOTS] = slots
    for slot in range(slots):
        pool.slots[unsigned(slot)] = NOTHING
    for number in range(pool.progress[STORED]):
        slot = slot_of(pool, slots, pool.nodes[unsigned(number)].key)
        pool.slots[unsigned(slot)] = number


@lean_inner_kernel
def clear(pool: Pool) -> None:
    """Forget all nodes, and all that was counted but how many were expanded."""
    progress = pool.progress
    expanded = progress[EXPANDED]
    for at in range(progress.size):
        progress[at] = 0
    progress[EXPANDED], progress[GOAL] = expanded, NOTHING
    progress[BUCKET] = progress[LATER] = BUCKETS
    for bucket in range(BUCKETS):
        pool.buckets[0, bucket] = pool.buckets[1, bucket] = NOTHING
    use_slots(pool, word(FIRST_SLOTS))


@lean_part
def find_node(pool: Pool, key: Any, last_layer: int) -> int:
    """The number of a new node with this key; NOTHING if the position is known.

    In layers it may be known and not have been looked at: its layer is over, and better ones
    filled it. Such a node gets another chance in the layer where it is met again. It has led
    nowhere yet, so it may be reached by another way from now on.
    """
    progress = pool.progress
    slot = slot_of(pool, progress[SLOTS], key)
    number = word(pool.slots[unsigned(slot)])
    if number != NOTHING:
        known = pool.nodes[unsigned(number)]
        return word(NOTHING) if known.is_expanded or known.moves >= last_layer else number
    number = word(progress[STORED])
    progress[STORED] += 1
    pool.slots[unsigned(slot)] = number
    for at in range(WORDS):
        pool.nodes[unsigned(number)].key[unsigned(at)] = key[unsigned(at)]
    if 2 * progress[STORED] > progress[SLOTS] and progress[SLOTS] < pool.slots.size:
        use_slots(pool, min(GROWTH * progress[SLOTS], pool.slots.size))
    return number


@lean_part
def push(pool: Pool, number: int, total: int, is_later: int) -> None:
    """Put a node into its bucket, in this layer or the next."""
    bucket = min(total, BUCKETS - 1)
    pool.nodes[unsigned(number)].next = pool.buckets[unsigned(is_later), unsigned(bucket)]
    pool.buckets[unsigned(is_later), unsigned(bucket)] = number
    first = BUCKET + is_later
    pool.progress[first] = min(pool.progress[first], bucket)


@lean_part
def pop(pool: Pool) -> int:
    """Take the most promising node of this layer; NOTHING if there is none."""
    bucket = pool.progress[BUCKET]
    while bucket < BUCKETS and pool.buckets[0, unsigned(bucket)] == NOTHING:
        bucket += 1
    pool.progress[BUCKET] = bucket
    if bucket == BUCKETS:
        return word(NOTHING)
    number = word(pool.buckets[0, unsigned(bucket)])
    pool.buckets[0, unsigned(bucket)] = pool.nodes[unsigned(number)].next
    return number


@lean_part
def turn_to_next_layer(pool: Pool) -> None:
    """Drop what is left of this layer."""
    progress = pool.progress
    for bucket in range(BUCKETS):
        if pool.buckets[0, bucket] != NOTHING:
            progress[HAS_DROPPED] = 1
        pool.buckets[0, bucket] = pool.buckets[1, bucket]
        pool.buckets[1, bucket] = NOTHING
    progress[BUCKET], progress[LATER], progress[TAKEN] = progress[LATER], BUCKETS, 0
