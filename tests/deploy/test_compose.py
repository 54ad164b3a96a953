"""What docker-compose.yml and the Dockerfile promise, as far as it can be read."""

import re
import subprocess
import sys
from typing import Any

import pytest
import yaml

from config.launch.options import CHECKOUT
from tests.deploy import compose

GIVEN = {"SECRET_KEY": "k" * 50, "POSTGRES_PASSWORD": "p" * 20}
OURS = {"migrate", "web", "fast", "solve", "beat"}
README = (CHECKOUT / "README.md").read_text()


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return compose.services(GIVEN)


def test_the_file_keeps_to_the_compose_specification() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*check, str(compose.FILE)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


def test_the_check_sees_what_is_wrong(tmp_path: Any) -> None:
    wrong = tmp_path / "docker-compose.yml"
    wrong.write_text(yaml.safe_dump({"services": {"web": {"image": "x", "helthcheck": {}}}}))
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*check, str(wrong)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "helthcheck" in done.stdout


def test_there_is_all_that_is_needed(services: dict[str, Any]) -> None:
    assert services.keys() == {"postgres", "redis"} | OURS
    assert services["postgres"]["image"] == "postgres:18"
    assert services["redis"]["image"] in {"redis:7", "valkey/valkey:8"}
    assert {services[name]["image"] for name in OURS} == {"patience:latest"}


def test_each_has_limits_a_health_check_and_a_restart(services: dict[str, Any]) -> None:
    for name, service in services.items():
        limits = service["deploy"]["resources"]["limits"]
        assert float(limits["cpus"]) > 0
        assert re.fullmatch(r"\d+[mg]", limits["memory"])
        if name == "migrate":  # It ends, and is not to be repeated.
            assert service["restart"] == "no"
        else:
            assert service["healthcheck"]["test"][0] == "CMD"
            assert service["restart"] == "unless-stopped"


def test_what_must_last_is_in_named_volumes(services: dict[str, Any]) -> None:
    mounted = {
        name: place.partition(":")[0]
        for name, service in services.items()
        for place in service.get("volumes", [])
    }
    of_both = {"web": "dumps-data", "fast": "dumps-data"}
    assert mounted == {"postgres": "postgres-data", "redis": "redis-data"} | of_both
    assert set(mounted.values()) == compose.raw()["volumes"].keys()
    # From PostgreSQL 18 on its image keeps the data in a folder below this one.
    assert services["postgres"]["volumes"] == ["postgres-data:/var/lib/postgresql"]
    # Where the worker puts the open data the web server looks for it, and may write: a new volume
    # takes the owner of the image's folder.
    for name in of_both:
        folder = services[name]["environment"]["DUMPS_DIR"]
        assert services[name]["volumes"] == [f"dumps-data:{folder}"]
        (made,) = re.findall(r"install -d -o patience .*", (CHECKOUT / "Dockerfile").read_text())
        assert folder in made.split()


def test_migrations_are_over_before_the_web_server_starts(services: dict[str, Any]) -> None:
    waits = services["web"]["depends_on"]["migrate"]
    assert waits == {"condition": "service_completed_successfully"}
    assert "manage.py migrate" in services["migrate"]["command"][-1]


def test_every_profile_can_be_without_the_others(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["profiles"][0] == "all"
        for other, how in service.get("depends_on", {}).items():
            is_always_there = set(service["profiles"]) <= set(services[other]["profiles"])
            assert is_always_there or how["required"] is False, (name, other)


def test_secrets_come_from_the_environment_alone() -> None:
    environment = {
        name: value
        for service in compose.raw()["services"].values()
        for name, value in service.get("environment", {}).items()
        if re.search("SECRET|PASSWORD|TOKEN|KEY", name)
    }
    assert "SECRET_KEY" in environment
    assert "POSTGRES_PASSWORD" in environment
    for value in environment.values():
        assert value is None or re.fullmatch(r"\$\{\w+(:-|:\?[^}]*)?\}", value), value
    with pytest.raises(compose.Missing, match="SECRET_KEY"):
        compose.services({})


def test_only_the_web_server_can_be_reached_and_not_from_elsewhere(
    services: dict[str, Any],
) -> None:
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert published == {"web": ["127.0.0.1:8000:8000"]}


def test_ours_have_no_rights_that_they_do_not_need(services: dict[str, Any]) -> None:
    for name in OURS:
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]


def test_every_variable_of_the_readme_reaches_the_containers(services: dict[str, Any]) -> None:
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.M))
    not_for_containers = {"PORT", "DATA_DIR", "DEBUG", "METRICS_PORT"}
    handed = compose.raw()["services"]["web"]["environment"].keys()
    assert documented - not_for_containers == set(handed)


def compose_only() -> set[str]:
    """The variables that the README lists for containers alone."""
    section = README.partition("## In containers")[2].partition("\n## ")[0]
    return {
        name
        for row in re.findall(r"^- (`[A-Z_]+`.*?):", section, re.M)
        for name in re.findall(r"`([A-Z_]+)`", row)
    }


def test_the_readme_lists_what_only_containers_know() -> None:
    handed = set(compose.raw()["services"]["web"]["environment"])
    assert compose_only() == compose.variables() - handed | {"COMPOSE_PROFILES"}


def test_the_image_runs_as_its_own_user_and_has_the_kernels_compiled() -> None:
    text = re.sub(r"\\\n\s*", "", (CHECKOUT / "Dockerfile").read_text())
    steps = [line.split(maxsplit=1) for line in text.splitlines() if line and line[0] != "#"]
    names = [name for name, _ in steps]
    user = names.index("USER")
    assert steps[user][1] not in {"root", "0"}
    after = [what for name, what in steps[user:] if name == "RUN"]
    assert any("manage.py compile_kernels" in what for what in after)
    before = " ".join(what for name, what in steps[:user] if name == "RUN")
    assert before.index("touch") < before.index("compileall")
    assert "--require-hashes" in before
    assert not re.search(r"(?m)^ENV .*(SECRET|PASSWORD)", text)
    ignored = (CHECKOUT / ".dockerignore").read_text().split()
    assert {".git", ".env", "var"} <= set(ignored)
