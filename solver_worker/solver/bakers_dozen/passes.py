"""What a verdict tries: passes with different orders, in rounds that allow more and more nodes.

A way to a win is found soon or, by the same order, very late; another order then finds it soon.
So each order is tried with few nodes before any is tried with many. Whatever keeps only some of
the states of one frame can win and never prove that there is no win. For that there are, at the
end of a round, the search that forgets masks, which nearly always suffices, and the one that
keeps all states, which always does where it comes to its end.
"""

from collections.abc import Iterator

from solver_worker.solver.bakers_dozen.kernels.best_first import Order

# What a round allows each order; the last one is limited by memory alone.
_ROUNDS = (1_000, 8_000, 64_000, 512_000, 1 << 40)

# The weights were found by trying random ones on 1,500 deals, none of them in the tests: first
# the order that wins most deals with 1,000 nodes, then what wins most of those left, and so on.
_WINNING = (
    Order(5, 5, 1, 1, 4, variants=1, nodes=0, is_relaxed=0),
    Order(8, 5, 2, 4, 10, variants=2, nodes=0, is_relaxed=0),
    Order(6, 2, 0, 2, 0, variants=2, nodes=0, is_relaxed=0),
    Order(6, 1, 2, 2, 8, variants=2, nodes=0, is_relaxed=0),
    Order(6, 1, 1, 0, 5, variants=1, nodes=0, is_relaxed=0),
    Order(6, 6, 0, 3, 5, variants=2, nodes=0, is_relaxed=0),
)
_RELAXED = Order(4, 2, 1, 2, 3, variants=0, nodes=0, is_relaxed=1)
_COMPLETE = Order(4, 2, 1, 2, 3, variants=0, nodes=0, is_relaxed=0)
# Frames alone cost a fraction, and proofs need many of them.
_RELAXED_SHARE = 32


def passes() -> Iterator[Order]:
    """All passes, one after the other; with enough memory one of the last decides."""
    for nodes in _ROUNDS:
        for order in _WINNING:
            yield order._replace(nodes=nodes)
        yield _RELAXED._replace(nodes=_RELAXED_SHARE * nodes)
        yield _COMPLETE._replace(nodes=nodes)
