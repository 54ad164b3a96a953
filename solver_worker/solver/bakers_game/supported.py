"""Which rules the searches of real positions know."""

from games.rules import Building, Rules, down_in_suit
from solver_worker.solver.solution import UnsupportedRules

# At most so many: for more the kernels have no room in boards, buckets and successors.
COLUMNS = 10
CELLS = 10


def require_supported(rules: Rules) -> Building:
    """The rules, if cards are built down in suit on no more piles than there is room for.

    Raises `UnsupportedRules` for others.
    """
    if (
        isinstance(rules, Building)
        and rules.fits is down_in_suit
        and rules.columns <= COLUMNS
        and rules.cells <= CELLS
    ):
        return rules
    raise UnsupportedRules(rules.id)
