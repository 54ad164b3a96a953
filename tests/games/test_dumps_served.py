"""Open data over HTTP: the list, its pages and files, for everybody and for caches."""

import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.models import Dump
from games.tasks import make_dumps
from tests.games.conftest import Player, code, pointers
from tests.games.dumping import DAY, DUE, account, at, lay_october, lost, won_daily, won_easy
from tests.games.test_schema import closed, require_valid


@pytest.fixture(autouse=True)
def _made(one_daily: None, db: None, settings: Any, tmp_path: Path) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    lay_october(easy=4)
    anna = account("anna")
    won_daily(anna, DAY)
    won_easy(anna, DAY)
    lost(anna, DAY)
    with at(DUE.replace(month=12)):
        make_dumps()


def listed(client: APIClient, **query: Any) -> Any:
    answer = client.get("/api/v1/dumps", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_the_list_is_the_latest_month_first_and_the_same_for_everybody(
    anonymous: APIClient,
) -> None:
    items = listed(anonymous)["items"]
    assert [(item["month"], item["kind"]) for item in items] == [
        (month, kind) for month in ("2026-11", "2026-10") for kind in ("boards", "deals", "games")
    ]
    assert {item["licence"] for item in items} == {"CC0-1.0"}
    assert listed(Player().client) == listed(anonymous)


def test_every_file_is_what_the_list_says(anonymous: APIClient) -> None:
    for item in listed(anonymous)["items"]:
        assert item["url"].startswith("http://testserver/api/v1/dumps/")
        answer = anonymous.get(item["url"])
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/gzip"
        assert answer["Content-Disposition"] == f'attachment; filename="{item["name"]}"'
        assert not answer.has_header("Content-Encoding")
        packed = body(answer)
        assert int(answer["Content-Length"]) == item["size"] == len(packed)
        assert hashlib.sha256(packed).hexdigest() == item["sha256"]
        assert gzip.decompress(packed).count(b"\n") == item["lines"]


def test_pages_have_each_file_once(anonymous: APIClient) -> None:
    found, page = [], listed(anonymous, limit=4)
    while True:
        found += page["items"]
        if page["next_cursor"] is None:
            break
        page = listed(anonymous, limit=4, cursor=page["next_cursor"])
    assert found == listed(anonymous)["items"]
    back = listed(anonymous, limit=4, cursor=page["prev_cursor"])
    assert back["items"] == found[:4]


@pytest.mark.parametrize("address", ["/api/v1/dumps", "/api/v1/dumps/2026-10/games"])
def test_caches_keep_it_and_ask_by_its_tag(anonymous: APIClient, address: str) -> None:
    answer = anonymous.get(address)
    assert answer["Cache-Control"].startswith("public, max-age=")
    again = anonymous.get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    other = anonymous.get(address, headers={"If-None-Match": '"another"'})
    assert other.status_code == 200


def test_the_tag_of_a_file_is_its_digest(anonymous: APIClient) -> None:
    dump = Dump.objects.get(month="2026-10", kind="deals")
    assert anonymous.get("/api/v1/dumps/2026-10/deals")["ETag"] == f'"{dump.sha256}"'


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("?limit=0", "limit"),
        ("?limit=101", "limit"),
        ("?limit=x", "limit"),
        ("?month=2026-10", "month"),
        ("?limit=1&limit=2", "limit"),
    ],
)
def test_a_bad_query_of_the_list_is_refused_by_its_name(
    anonymous: APIClient, query: str, pointer: str
) -> None:
    answer = anonymous.get(f"/api/v1/dumps{query}")
    assert answer.status_code == 422
    assert code(answer) == "validation_failed"
    assert pointers(answer) == {pointer}


def test_a_bad_query_of_a_file_is_refused_too(anonymous: APIClient) -> None:
    answer = anonymous.get("/api/v1/dumps/2026-10/games?limit=1")
    assert answer.status_code == 422
    assert pointers(answer) == {"limit"}


def test_a_file_is_the_same_under_either_name(anonymous: APIClient) -> None:
    item = listed(anonymous)["items"][0]
    files = {}
    for kind in ("application/gzip", "application/octet-stream"):
        answer = anonymous.get(item["url"], headers={"Accept": kind})
        assert answer["Content-Type"] == kind
        assert "Accept" in answer["Vary"]
        files[kind] = body(answer)
    assert len(set(files.values())) == 1


def test_a_cursor_of_another_list_is_refused(anonymous: APIClient) -> None:
    answer = anonymous.get("/api/v1/dumps?cursor=x")
    assert (answer.status_code, code(answer)) == (400, "cursor_invalid")


@pytest.mark.parametrize(
    "place", ["2026-12/games", "2026-10/players", "2026-10/..", "x/games", "2026-13/games"]
)
@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "application/gzip", "application/octet-stream"]
)
def test_there_are_no_others(anonymous: APIClient, place: str, accept: str) -> None:
    answer = anonymous.get(f"/api/v1/dumps/{place}", headers={"Accept": accept})
    assert (answer.status_code, code(answer)) == (404, "not_found")


def test_a_file_that_is_not_on_this_machine_is_said_to_be_unavailable(
    anonymous: APIClient, settings: Any
) -> None:
    settings.DUMPS_DIR = settings.DUMPS_DIR / "elsewhere"
    answer = anonymous.get("/api/v1/dumps/2026-10/games")
    assert (answer.status_code, code(answer)) == (503, "temporarily_unavailable")


def test_the_list_is_as_described(anonymous: APIClient) -> None:
    components = closed(SchemaGenerator().get_schema(request=None, public=True)["components"])
    require_valid(listed(anonymous, limit=2), "PaginatedDumpList", components)
    schema = components["schemas"]["Dump"]
    assert set(schema["required"]) == set(schema["properties"])


def test_a_post_is_refused(anonymous: APIClient) -> None:
    for address in ("/api/v1/dumps", "/api/v1/dumps/2026-10/games"):
        assert anonymous.post(address, {}).status_code in {401, 405}
