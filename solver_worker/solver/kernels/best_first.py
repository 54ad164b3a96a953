"""search."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bits import (
    ACES, ALL_CARDS, built_on, kernel, lowest, part, popcount, unsigned)
from solver_worker.solver.kernels.board import COLUMNS, ROW, State, cut, depth_of, standing, prepare, Board, new_board
from solver_worker.solver.kernels.events import (CHILD, Facts, base_events, dig_events, pair_events, slot_events)

NODE = np.dtype([(name, np.int64) for name in ("depths", "loose", "bases", "tops", "home", "next", "key", "steps")], align=True)
BUCKETS = 512
import os
SMALL = 1 << int(os.environ.get('SMALL','12'))
WON, LOST, FULL, LIMIT = 1, 0, 2, 3

class Space(NamedTuple):
    keys: NDArray[np.int64]
    nodes: NDArray[np.void]
    heads: NDArray[np.int64]
    children: NDArray[np.void]
    counts: NDArray[np.int64]


@part
def next_home(home):
    return ((home >> 1) | ACES) & ~home

@part
def go_home(board, state, ready):
    depths, loose, bases, tops, home = state
    while ready:
        home |= ready
        from_stems = ready & tops
        while from_stems:
            card = from_stems & -from_stems
            from_stems ^= card
            place = board.places[unsigned(lowest(card))]
            left = board.cuts[unsigned(place - 1)]
            depths ^= ((place % ROW) ^ left.depth) << (3 * (place // ROW))
            loose |= left.loose
            bases |= left.base
            tops = (tops ^ card) | left.top
        ready = next_home(home) & (loose | tops)
    return State(depths, loose, bases & ~home, tops, home)

@part
def key_of(depths, bases):
    key = 0
    while bases:
        key = (key << 6) | (lowest(bases) + 1)
        bases &= bases - 1
    if key < 1 << 36:
        return (key << 24) | depths
    left = 0
    columns = standing(depths)
    if columns:
        column = lowest(columns) // 3
        left = (column << 3) | depth_of(depths, column)
    return (1 << 62) | (key << 6) | left

@part
def is_dead(board, state, attached, loose):
    heads = state.tops | state.bases
    exposed = heads & ~(attached >> 1) & ((heads | attached) << 1)
    if exposed == 0:
        return True
    if exposed & state.bases:
        return False
    nx = next_home(state.home)
    slots = loose & ~attached
    W = 0
    while exposed:
        card = exposed & -exposed
        exposed ^= card
        place = board.places[unsigned(lowest(card))]
        left = board.cuts[unsigned(place - 1)]
        if place % ROW < 3 or left.depth != place % ROW - 1:
            return False
        ww = left.top
        if (ww & nx) or ((ww << 1) & (slots | heads)) or ((ww >> 1) & (heads | attached)):
            return False
        W |= ww
    return (W & (W << 1)) == 0


@part
def push(space, stored, bucket, state, key, steps):
    node = space.nodes[unsigned(stored)]
    node.depths = state.depths
    node.loose = state.loose
    node.bases = state.bases
    node.tops = state.tops
    node.home = state.home
    node.key = key
    node.steps = steps
    node.next = space.heads[unsigned(bucket)]
    space.heads[unsigned(bucket)] = stored


@part
def search(board, space, cells, root, most):
    keys = space.keys
    rows = SMALL
    keys[:rows] = 0
    space.heads[:] = -1
    mask = rows - 1
    limit = rows >> 1
    if root.home == ALL_CARDS:
        return WON
    push(space, 0, 256, root, 0, 0)
    stored = 1
    best = 256
    expanded = 0
    generated = 0
    outcome = LOST
    while True:
        while best >= 0 and space.heads[unsigned(best)] < 0:
            best -= 1
        if best < 0:
            break
        at = space.heads[unsigned(best)]
        node = space.nodes[unsigned(at)]
        space.heads[unsigned(best)] = node.next
        state = State(node.depths, node.loose, node.bases, node.tops, node.home)
        expanded += 1
        loose = state.loose & ~(state.home | state.bases)
        heads = state.tops | state.bases
        attached = built_on(heads, loose)
        slots = loose & ~attached
        free_columns = COLUMNS - popcount(standing(state.depths)) - popcount(state.bases)
        nx = next_home(state.home)
        facts = Facts(attached, slots, heads | attached, nx, free_columns, cells + free_columns - popcount(slots))
        count = base_events(state, facts, space.children, 0)
        if free_columns > 0:
            count = slot_events(state, facts, space.children, count)
        count, reached = dig_events(board, state, facts, space.children, count)
        count = pair_events(board, state, facts, reached, space.children, count)
        generated += count
        for i in range(count):
            row = space.children[unsigned(i)]
            child = State(row.depths, row.loose, row.bases, row.tops, state.home)
            ready = nx & (child.loose | child.tops)
            if ready:
                child = go_home(board, child, ready)
                if child.home == ALL_CARDS:
                    outcome = WON
                    break
            lo = child.loose & ~(child.home | child.bases)
            att = built_on(child.tops | child.bases, lo)
            in_slots = popcount(lo & ~att)
            free = COLUMNS - popcount(standing(child.depths)) - popcount(child.bases)
            if child.bases and cells + free > in_slots:
                singles = child.bases & ~(att >> 1)
                if singles:
                    child = State(child.depths, child.loose, child.bases ^ singles, child.tops, child.home)
                    lo |= singles
                    att = built_on(child.tops | child.bases, lo)
                    in_slots = popcount(lo & ~att)
                    free += popcount(singles)
            if free == 0 and in_slots == cells and is_dead(board, child, att, lo):
                continue
            key = key_of(child.depths, child.bases) + 1
            h = ((key * -7046029254386353131) >> 20) & mask
            while keys[unsigned(h)] != 0 and keys[unsigned(h)] != key:
                h = (h + 1) & mask
            if keys[unsigned(h)] == key:
                continue
            keys[unsigned(h)] = key
            bucket = 256 + 4 * popcount(child.home) - 4 * in_slots + 3 * free + popcount(att)
            bucket = min(max(bucket, 0), BUCKETS - 1)
            push(space, stored, bucket, child, key, 0)
            stored += 1
            best = max(best, bucket)
        if outcome == WON:
            break
        if stored > limit:
            rows *= 4
            if rows > keys.shape[0]:
                outcome = FULL
                break
            mask = rows - 1
            limit = rows >> 1
            keys[:rows] = 0
            for i in range(1, stored):
                h = ((space.nodes[unsigned(i)].key * -7046029254386353131) >> 20) & mask
                while keys[unsigned(h)] != 0:
                    h = (h + 1) & mask
                keys[unsigned(h)] = space.nodes[unsigned(i)].key
    space.counts[0] += expanded
    space.counts[1] += generated
    space.counts[2] += stored
    return outcome


@part
def deal(number, cards):
    deck = np.arange(52)
    cards[:] = 0
    s = number
    for i in range(52):
        s = (s * 214013 + 2531011) & 0x7fffffff
        left = 52 - i
        j = (s >> 16) % left
        card = deck[j]
        deck[j] = deck[left - 1]
        cards[unsigned((i & 7) * 8 + (i >> 3) + 1)] = 1 << ((card & 3) * 15 + 13 - (card >> 2))

@kernel
def run(board, space, big, cells, first, last, out):
    for number in range(first, last + 1):
        deal(number, board.cards)
        root = prepare(board, 0)
        root = go_home(board, root, ACES & (root.loose | root.tops))
        loose = root.loose & ~(root.home | root.bases)
        att = built_on(root.tops | root.bases, loose)
        root = State(root.depths, root.loose, root.bases & (att >> 1), root.tops, root.home)
        out[number - first] = search(board, space, cells, root, 0)
        if out[number - first] == FULL:
            out[number - first] = search(board, big, cells, root, 0)

def new_space(bits):
    return Space(np.zeros(1 << bits, np.int64), np.zeros(1 << bits, NODE), np.zeros(512, np.int64), np.zeros(512, CHILD), np.zeros(8, np.int64))
