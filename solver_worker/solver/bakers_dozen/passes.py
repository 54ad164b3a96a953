"""What a verdict tries: passes with different orders, in rounds that allow more and more nodes.

A way to a win is found soon or, by the same order, very late; another order then finds it soon.
So each order is tried with few nodes before any is tried with many. Those that keep only some
states of a frame can win and never prove that there is no win. For that there are, at the end of
a round, the search that forgets all masks, which suffices for nearly all deals; those that join
states and forget some masks, for what is left of deals and for the positions that players get
into; and the one that keeps everything.
"""

from solver_worker.solver.bakers_dozen.kernels.orders import ALL, EVERYWHERE, NOWHERE, Order

# What a round allows each order; the last one is limited by memory alone.
ROUNDS = (1_000, 8_000, 64_000, 256_000, 1_024_000, 1 << 40)

# The weights were found by trying random ones on 1,500 deals, none of them in the tests: first
# the order that wins most deals with 1,000 nodes, then what wins most of those left, and so on.
_WINNING = (
    Order(5, 5, 1, 1, 4, variants=1, reach=EVERYWHERE, joins=0, nodes=0),
    Order(8, 5, 2, 4, 10, variants=2, reach=EVERYWHERE, joins=0, nodes=0),
    Order(6, 2, 0, 2, 0, variants=2, reach=EVERYWHERE, joins=0, nodes=0),
    Order(6, 1, 2, 2, 8, variants=2, reach=EVERYWHERE, joins=0, nodes=0),
    Order(6, 1, 1, 0, 5, variants=1, reach=EVERYWHERE, joins=0, nodes=0),
    Order(6, 6, 0, 3, 5, variants=2, reach=EVERYWHERE, joins=0, nodes=0),
)
_FORGETTING = Order(4, 2, 1, 2, 3, variants=ALL, reach=NOWHERE, joins=0, nodes=0)
ORDERS = (
    *_WINNING,
    _FORGETTING,
    _FORGETTING._replace(reach=1, joins=1),
    _FORGETTING._replace(reach=2, joins=1),
    _FORGETTING._replace(reach=EVERYWHERE),
)
# Without masks a state costs a fraction, and proofs need many of them.
_FORGETTING_SHARE = 32
# Where frames are few, it is mostly a loss that joined states prove.
_JOINING_SHARE = 16
_MORE_VARIANTS = 4


def in_round(order: Order, nodes: int, are_frames_few: bool) -> Order:
    """The pass that a round of so many nodes makes of an order.

    Frames are few where a pass has come to its end that keeps some states of each.
    """
    share = 1
    if order.reach == NOWHERE:
        share = _FORGETTING_SHARE
    elif order.joins and are_frames_few:
        share = _JOINING_SHARE
    return order._replace(nodes=nodes * share)


def after_its_end(order: Order) -> Order | None:
    """What to try later in place of a pass that came to its end and decided nothing.

    The same would happen again; only where it refused states, more of them may help.
    """
    if order.variants == ALL:
        return None
    return order._replace(variants=_MORE_VARIANTS * order.variants)
