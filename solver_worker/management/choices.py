"""The options with which a command is told which game is meant and how far to search."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from django.core.management.base import CommandError

from games.rules import RULES, VARIANTS, Rules, Setting, Variant
from solver_worker.solver import Limits, UnsupportedRules
from solver_worker.solver.choosing import solver_of

# Each as large as the kernels can count, and more than any machine has.
_MOST_POSITIONS = 2**63 - 1
_MOST_MEGABYTES = 1_000_000
_MOST_JOBS = 1_000


def add_game_options(parser: ArgumentParser) -> None:
    """Add `--rules`, `--variant`, `--level` and an option for each switch of a custom level."""
    parser.add_argument("--rules", type=_rules_id, metavar="ID", help="instead of the level")
    parser.add_argument("--variant", choices=VARIANTS, help="bakers_game if unset")
    parser.add_argument("--level", help="a level of the variant; medium if unset")
    for name, values in _switch_values().items():
        told = ", ".join(values)
        parser.add_argument(
            option_of(name),
            type=_reader(values),
            metavar="VALUE",
            help=f"with --level custom, where the variant has it: {told}",
        )


def add_limit_options(parser: ArgumentParser) -> None:
    """Add the limits of one deal's search."""
    parser.add_argument(
        "--positions",
        type=natural_to(_MOST_POSITIONS),
        default=Limits.positions,
        metavar="N",
        help="give up on a deal after so many positions; %(default)s if unset",
    )
    parser.add_argument(
        "--megabytes",
        type=natural_to(_MOST_MEGABYTES),
        default=Limits.megabytes,
        metavar="N",
        help="give up on a deal before its search needs more memory; %(default)s if unset",
    )


def add_jobs_option(parser: ArgumentParser) -> None:
    """Add `--jobs`."""
    parser.add_argument("--jobs", type=natural_to(_MOST_JOBS), default=1, help="processes")


def natural(text: str) -> int:
    """Read a whole number above zero."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a whole number above zero")
    return int(text)


def natural_to(most: int) -> Callable[[str], int]:
    """Read a whole number from one to `most`."""

    def read(text: str) -> int:
        number = natural(text)
        if number > most:
            raise ArgumentTypeError(f"{text!r} is more than {most}")
        return number

    return read


def limits_of(options: Mapping[str, Any]) -> Limits:
    """The limits that the options ask for."""
    return Limits(positions=options["positions"], megabytes=options["megabytes"])


def rules_of(options: Mapping[str, Any]) -> Rules:
    """The rules that the options ask for; `CommandError` when no search knows such ones."""
    rules = _rules_asked_for(options)
    try:
        solver_of(rules)
    except UnsupportedRules as wrong:
        raise CommandError(f"No search knows {rules.id}.") from wrong
    return rules


def _rules_asked_for(options: Mapping[str, Any]) -> Rules:
    if options["rules"]:
        _require_nothing_beside_rules(options)
        return RULES[options["rules"]]
    variant = VARIANTS[options["variant"] or "bakers_game"]
    level = variant.levels.get(options["level"] or "medium")
    if level is None:
        raise CommandError(f"{variant.key} has the levels {', '.join(variant.levels)}.")
    given = {name: options[name] for name in _switch_values() if options[name] is not None}
    if level.rules is None:
        return variant.custom_rules(_settings(variant, given))
    if given:
        raise CommandError(f"The level {level.key} is fixed; switches go with --level custom.")
    return level.rules


def option_of(name: str) -> str:
    """How a switch is spelled on the command line."""
    return "--" + name.replace("_", "-")


def _require_nothing_beside_rules(options: Mapping[str, Any]) -> None:
    if any(options[name] is not None for name in ("variant", "level", *_switch_values())):
        raise CommandError("--rules says it all; no variant, level or switch goes with it.")


def _rules_id(text: str) -> str:
    if text not in RULES:
        similar = " or ".join(get_close_matches(text[:100], RULES))
        asked = f"; is {similar} meant?" if similar else ""
        raise ArgumentTypeError(f"{text[:100]!r} is no rules' id{asked}")
    return text


def _switch_values() -> dict[str, dict[str, Setting]]:
    """The switches of all variants, and the values that any of them takes, by their spelling."""
    found: dict[str, dict[str, Setting]] = {}
    for variant in VARIANTS.values():
        for switch in variant.switches:
            values = found.setdefault(switch.name, {})
            values.update({str(value).lower(): value for value in switch.values})
    return found


def _settings(variant: Variant, given: Mapping[str, Setting]) -> dict[str, Setting]:
    known = {switch.name: switch for switch in variant.switches}
    for name, value in given.items():
        if name not in known:
            raise CommandError(f"{variant.key} has no {option_of(name)}.")
        if value not in known[name].values:
            values = ", ".join(map(str, known[name].values))
            raise CommandError(f"{option_of(name)} of {variant.key} is one of {values}.")
    return {name: given.get(name, switch.default) for name, switch in known.items()}


def _reader(values: Mapping[str, Setting]) -> Callable[[str], Setting]:
    def read(text: str) -> Setting:
        if text not in values:
            raise ArgumentTypeError(f"{text!r} is none of {', '.join(values)}")
        return values[text]

    return read
