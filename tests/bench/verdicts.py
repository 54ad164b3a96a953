"""How the verdict search fares with every rules object."""

from collections import Counter
from time import process_time

from games.rules import RULES, Rules, microsoft_deck
from solver_worker.solver import UnsupportedRules, Verdict, verdict

# The shares in per cent of winnable deals that others published or found, where there are any:
# Bryan and the authors of Solvitaire for Baker's Game and Eight Off, Keller's variants of Baroness
# and the rest as measured by other programs before ours.
_KNOWN = {
    "bakers-game-1-cells-1": "0.18",
    "bakers-game-2-cells-1": "4.25",
    "bakers-game-3-cells-1": "28.9",
    "bakers-game-4-cells-1": "75.05",
    "bakers-game-5-cells-1": "97.9",
    "bakers-game-6-cells-1": "99.98",
    "bakers-game-3-cells-kings-1": "6.4",
    "bakers-game-4-cells-kings-1": "32.6",
    "bakers-game-4-cells-4-columns-1": "0.0",
    "bakers-game-4-cells-5-columns-1": "0.1",
    "bakers-game-4-cells-6-columns-1": "2.15",
    "bakers-game-4-cells-7-columns-1": "22.8",
    "bakers-game-4-cells-9-columns-1": "98",
    "bakers-game-4-cells-10-columns-kings-1": "98.3",
    "bakers-dozen-1": "99-99.9",
    "bakers-dozen-any-fill-1": "100",
    "good-measure-1": "86-96",
    "eight-off-1": "99.88",
    "baroness-5-piles-1": "18.2",
    "baroness-5-piles-forced-1": "7.9",
    "baroness-5-piles-first-piles-1": "13.6",
    "baroness-5-piles-kings-first-1": "21.4",
    "baroness-5-piles-spaces-1": "59-62",
    "baroness-5-piles-beneath-1": "65-66",
    "baroness-6-piles-1": "71-72",
    "baroness-7-piles-1": "90-92",
    "thirteens-1": "61.9",
}

_HEAD = (
    f"{'mean':>10} {'median':>7} {'worst':>10}"
    f" {'winnable':>9} {'unwinnable':>10} {'unknown':>8} {'% won':>6} {'+-':>4} {'known':>7}"
)


def measure_verdicts(deals: int, wanted: str) -> None:
    """Print a row for each rules object whose id contains the text.

    The share of winnable deals is of the decided ones, with its standard error and beside what
    is known of it.
    """
    print(f"Verdicts, Microsoft deals 1 to {deals}, ms of processor time a deal")
    print(_HEAD)
    for rules in RULES.values():
        if wanted in rules.id:
            print(_row(rules, deals))
    print()


def _row(rules: Rules, deals: int) -> str:
    positions = [rules.lay_out(microsoft_deck(n + 1)) for n in range(deals)]
    try:
        # The machine code is loaded before the clock runs.
        verdict(positions[0])
    except UnsupportedRules:
        return f"{'no solver':>74}  {rules.id}"
    times, found = [], Counter[Verdict]()
    for position in positions:
        started = process_time()
        found[verdict(position).verdict] += 1
        times.append((process_time() - started) * 1e3)
    times.sort()
    won, lost = found[Verdict.WINNABLE], found[Verdict.UNWINNABLE]
    share = won / max(won + lost, 1)
    error = (share * (1 - share) / max(won + lost, 1)) ** 0.5
    return (
        f"{sum(times) / deals:10.2f} {times[deals // 2]:7.2f} {times[-1]:10.1f}"
        f" {won:9,} {lost:10,} {found[Verdict.UNKNOWN]:8,} {share:6.1%} {error:4.1%}"
        f" {_KNOWN.get(rules.id, ''):>7}  {rules.id}"
    )
