"""The README and the OpenAPI document tell the truth."""

import json
import re
import shutil
import subprocess

import pytest
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from prometheus_client import Counter, Histogram

import config.http.metrics
import games.metrics
import solver_worker.metrics
from config.gauges import Gauges
from tests import readme
from tests.games.conftest import stock_up
from tests.servers import Server


def part(bounds: tuple[str, str]) -> str:
    """A part of the README as it stands."""
    text = readme.README.read_text()
    first, last = readme.between(text, *bounds)
    return text[first:last]


def test_the_map_is_the_tree() -> None:
    assert part(readme.MAP_BOUNDS) == readme.tree_map(), "run: python -m tests.readme"


def test_every_module_says_what_it_is_for() -> None:
    for package in readme.PACKAGES:
        for file in (readme.ROOT / package).rglob("*.py"):
            if file.name != "__init__.py" and "migrations" not in file.parts:
                assert readme.sentence_of(file), file


def test_every_error_code_is_documented() -> None:
    assert part(readme.CODE_BOUNDS) == readme.code_table(), "run: python -m tests.readme"


def test_every_endpoint_is_documented() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    offered = {
        (method.upper(), path)
        for path, operations in schema["paths"].items()
        for method in operations
        if method in {"get", "post", "put", "patch", "delete"}
    }
    section = readme.README.read_text().partition("## The API")[2].partition("\n## ")[0]
    told = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`]*)`", section))
    beside_the_schema = {("GET", f"/health/{probe}") for probe in ("live", "ready")}
    beside_the_schema |= {("GET", "/api/v1/schema"), ("GET", "/metrics")}
    assert told - offered == beside_the_schema
    assert offered <= told


def test_no_endpoint_hides_from_the_schema() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    described = {re.sub(r"\{\w+\}", "{}", path) for path in schema["paths"]}
    for resolver in get_resolver().url_patterns:
        if str(resolver.pattern) == "api/v1/":
            for pattern in resolver.url_patterns:
                path = "/api/v1/" + re.sub(r"<[^>]*>", "{}", str(pattern.pattern))
                assert path in described


@pytest.mark.django_db
def test_every_metric_is_documented_with_its_labels() -> None:
    section = readme.README.read_text().partition("## Watching it")[2].partition("\n## ")[0]
    told = {
        name: tuple(re.findall(r"`(\w+)`", labels))
        for name, labels in re.findall(r"^\| `(patience_\w+)` \| (.*?)\| .+ \|$", section, re.M)
    }
    kept = {
        f"{each._name}_total" if each._type == "counter" else each._name: each._labelnames
        for module in (config.http.metrics, games.metrics, solver_worker.metrics)
        for each in vars(module).values()
        if isinstance(each, Counter | Histogram)
    }
    read = {each.name: each._labelnames for each in Gauges().collect()}
    assert told == kept | read


@pytest.mark.django_db(transaction=True)
def test_the_session_with_curl_can_be_pasted(tmp_path) -> None:
    if not shutil.which("curl"):
        pytest.skip("curl is not installed")
    section = readme.README.read_text().partition("## A session with curl")[2]
    script = section.partition("```sh\n")[2].partition("```")[0]
    stock_up()
    with Server() as server:
        script = script.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{server.port}")
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", script],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 0, done.stderr
    shown = done.stdout.splitlines()
    assert '"status": "active",' in map(str.strip, shown)
    assert shown[-3:-1] == ["1", "1"]
    (error,) = json.loads(shown[-1])["errors"]
    assert (error["pointer"], error["code"]) == ("/ops/0", "no_effect")
