import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.launch.options import CHECKOUT

PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)([^\n]*)((?:\n {4}--hash[^\n]*)*)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    text = (CHECKOUT / "requirements" / name).read_text()
    return {canonicalize_name(match[1]): match[2] for match in PIN.finditer(text)}


def test_the_locks_hold_every_dependency_in_its_range() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    wanted = {
        "run.txt": project["dependencies"],
        "dev.txt": project["dependencies"] + project["optional-dependencies"]["dev"],
        "audit.txt": project["optional-dependencies"]["audit"],
    }
    for name, requirements in wanted.items():
        for requirement in map(Requirement, requirements):
            pin = pins(name).get(canonicalize_name(requirement.name))
            assert pin is not None, (name, requirement)
            assert requirement.specifier.contains(pin), (name, requirement, pin)


def test_the_tools_lock_holds_all_of_the_other_one() -> None:
    """The bootstrap takes one for the other."""
    assert pins("run.txt").items() <= pins("dev.txt").items()


def test_every_pin_has_hashes() -> None:
    for name in ("run.txt", "dev.txt", "audit.txt"):
        text = (CHECKOUT / "requirements" / name).read_text()
        found = list(PIN.finditer(text))
        assert len(found) == len(re.findall(r"^\w", text, re.MULTILINE)) > 20
        assert all("--hash=sha256:" in match[4] for match in found)
