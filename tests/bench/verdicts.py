"""How the verdict search fares with every rules object."""

from collections import Counter
from time import process_time

from games.rules import RULES, Rules, microsoft_deck
from solver_worker.solver import UnsupportedRules, Verdict, verdict

_HEAD = (
    f"{'mean':>10} {'median':>7} {'worst':>10}"
    f" {'winnable':>9} {'unwinnable':>10} {'unknown':>8} {'% won':>6} {'+-':>4}"
)


def measure_verdicts(deals: int, wanted: str) -> None:
    """Print a row for each rules object whose id contains the text.

    The share of winnable deals is of the decided ones, with its standard error.
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
        return f"{'no solver':>66}  {rules.id}"
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
        f" {won:9,} {lost:10,} {found[Verdict.UNKNOWN]:8,} {share:6.1%} {error:4.1%}  {rules.id}"
    )
