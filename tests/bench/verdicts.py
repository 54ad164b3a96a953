"""How the verdict search fares with rules that no other program here knows."""

from collections import Counter
from time import process_time

from games.rules import RULES, microsoft_deck
from solver_worker.solver import Verdict, verdict

RULES_IDS = ("bakers-dozen-1", "good-measure-1")


def measure_verdicts(deals: int) -> None:
    """Print a row for each rules object; its machine code is loaded before the clock runs."""
    print(f"Verdicts, Microsoft deals 1 to {deals}, ms a deal")
    print(
        f"{'mean':>10} {'median':>7} {'p99':>10} {'worst':>10}"
        f" {'winnable':>9} {'unwinnable':>10} {'unknown':>8}"
    )
    for rules_id in RULES_IDS:
        positions = [RULES[rules_id].lay_out(microsoft_deck(n + 1)) for n in range(deals)]
        verdict(positions[0])
        times, found = [], Counter[Verdict]()
        for position in positions:
            started = process_time()
            found[verdict(position).verdict] += 1
            times.append((process_time() - started) * 1e3)
        times.sort()
        print(
            f"{sum(times) / deals:10.2f} {times[deals // 2]:7.2f}"
            f" {times[deals * 99 // 100]:10.1f} {times[-1]:10.0f} {found[Verdict.WINNABLE]:9,}"
            f" {found[Verdict.UNWINNABLE]:10,} {found[Verdict.UNKNOWN]:8,}  {rules_id}"
        )
    print()
