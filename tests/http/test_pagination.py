"""Pages hold each row once, in both directions, while others insert."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.core import signing
from django.urls import include, path
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rest_framework import generics, serializers

from accounts.models import User
from config.http.pagination import Cursor, CursorInvalid

START = datetime(2026, 11, 29, tzinfo=UTC)


class RowShape(serializers.Serializer):
    id = serializers.UUIDField()
    locale = serializers.CharField()


class NewestView(generics.ListAPIView):
    serializer_class = RowShape
    ordering = ("-created_at", "-id")

    def get_queryset(self):
        rows = User.objects.filter(is_staff=True)
        if locale := self.request.query_params.get("locale"):
            rows = rows.filter(locale=locale)
        return rows


class MixedView(NewestView):
    ordering = ("locale", "-created_at", "id")


urlpatterns = [
    path("api/v1/newest", NewestView.as_view()),
    path("api/v1/mixed", MixedView.as_view()),
    path("", include("config.urls")),
]
handler500 = "config.http.handlers.server_error"
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def row(second, locale="en"):
    return User.objects.create_guest(
        is_staff=True, created_at=START + timedelta(seconds=second), locale=locale
    )


def ids(page):
    return [item["id"] for item in page["items"]]


def get(api, route, **query):
    response = api.get(f"/api/v1/{route}", query)
    assert response.status_code == 200, response.content
    assert set(response.json()) == {"items", "next_cursor", "prev_cursor"}
    return response.json()


def walk(api, route, limit, cursor="next_cursor", page=None):
    """Every id from here to the end, page by page."""
    seen = []
    page = page or get(api, route, limit=limit)
    while True:
        seen = seen + ids(page) if cursor == "next_cursor" else ids(page) + seen
        if page[cursor] is None:
            return seen, page
        page = get(api, route, limit=limit, cursor=page[cursor])


@pytest.mark.parametrize(("route", "order"), [("newest", NewestView), ("mixed", MixedView)])
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_all_rows_once_in_both_directions(api, route, order, limit):
    # Times and languages repeat, so that the id has to decide.
    for number in range(7):
        row(number // 3, ["ru", "en"][number % 2])
    expected = [
        str(pk)
        for pk in User.objects.filter(is_staff=True)
        .order_by(*order.ordering)
        .values_list("pk", flat=True)
    ]
    forwards, last = walk(api, route, limit)
    assert forwards == expected
    before_last, first = walk(api, route, limit, "prev_cursor", last)
    assert before_last == expected
    assert first["prev_cursor"] is None


def test_an_empty_list_has_no_cursors(api):
    assert get(api, "newest") == {"items": [], "next_cursor": None, "prev_cursor": None}


def test_a_page_has_25_rows_unless_asked_otherwise(api):
    for number in range(26):
        row(number)
    assert len(get(api, "newest")["items"]) == 25
    assert len(get(api, "newest", limit=100)["items"]) == 26


def test_a_page_is_one_select(api, django_assert_num_queries):
    for number in range(5):
        row(number)
    cursor = get(api, "newest", limit=2)["next_cursor"]
    with django_assert_num_queries(2):  # and one for the token
        get(api, "newest", limit=2, cursor=cursor)


@hypothesis_settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    start=st.lists(st.integers(0, 5), min_size=1, max_size=8),
    later=st.lists(st.integers(-1, 6), max_size=8),
    limit=st.integers(1, 3),
)
def test_r22_insertions_neither_repeat_nor_hide_a_row(api, start, later, limit):
    User.objects.filter(is_staff=True).delete()
    there = {str(row(second).pk) for second in start}
    later, seen, page = list(later), [], get(api, "newest", limit=limit)
    while True:
        seen += ids(page)
        if later:
            row(later.pop())
        if page["next_cursor"] is None:
            break
        page = get(api, "newest", limit=limit, cursor=page["next_cursor"])
    assert len(seen) == len(set(seen))
    assert there <= set(seen)
    # The way back meets what came in between, too, in order, and nothing twice.
    back, _first = walk(api, "newest", limit, "prev_cursor", page)
    now = User.objects.filter(is_staff=True).order_by("-created_at", "-id")
    known = [str(pk) for pk in now.values_list("pk", flat=True)]
    assert there <= set(back)
    assert back == [each for each in known if each in set(back)]
    if page["prev_cursor"]:
        before_the_last_page = known[: known.index(ids(page)[0])] if page["items"] else known
        assert back[: len(before_the_last_page)] == before_the_last_page


def test_rows_that_vanish_leave_a_way_back(api):
    rows = [row(number) for number in range(4)]
    page = get(api, "newest", limit=2)
    User.objects.filter(pk__in=[rows[0].pk, rows[1].pk]).delete()
    empty = get(api, "newest", limit=2, cursor=page["next_cursor"])
    assert (empty["items"], empty["next_cursor"]) == ([], None)
    assert ids(get(api, "newest", limit=2, cursor=empty["prev_cursor"])) == ids(page)

    back = get(api, "newest", limit=1)
    forth = get(api, "newest", limit=1, cursor=back["next_cursor"])
    User.objects.filter(pk=rows[3].pk).delete()
    nothing = get(api, "newest", limit=1, cursor=forth["prev_cursor"])
    assert (nothing["items"], nothing["prev_cursor"]) == ([], None)
    assert ids(get(api, "newest", limit=1, cursor=nothing["next_cursor"])) == ids(forth)


@pytest.mark.parametrize(
    "limit", ["0", "101", "-1", "1.5", "x", "٥", " 1", "1e1", "9" * 5000, "0x1"]
)
def test_a_wrong_limit_is_named(api, limit):
    response = api.get("/api/v1/newest", {"limit": limit})
    assert response.status_code == 422
    assert response.json()["errors"] == [
        {"pointer": "limit", "code": "out_of_range", "detail": "A page has from 1 to 100 items."}
    ]


@pytest.mark.parametrize("name", ["limit", "cursor"])
def test_a_repeated_parameter_is_named(api, name):
    response = api.get(f"/api/v1/newest?{name}=1&{name}=2")
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == name


class TestRefusedCursors:
    @pytest.fixture
    def cursor(self, api):
        for number in range(3):
            row(number)
        return get(api, "newest", limit=1)["next_cursor"]

    def refused(self, client, route, **query):
        response = client.get(f"/api/v1/{route}", query)
        assert response.status_code == 400, response.content
        assert response.json()["code"] == "cursor_invalid"
        assert response.json()["errors"][0]["pointer"] == "cursor"

    def test_another_list(self, api, cursor):
        self.refused(api, "mixed", cursor=cursor)

    def test_another_filter(self, api, cursor):
        self.refused(api, "newest", cursor=cursor, locale="ru")

    def test_another_reader(self, client_for, cursor):
        reader = User.objects.create_guest()
        self.refused(client_for(reader), "newest", cursor=cursor)

    def test_another_limit_is_no_other_list(self, api, cursor):
        get(api, "newest", cursor=cursor, limit=2)

    @pytest.mark.parametrize("text", ["x", "x:y:z", ":::", "%", "é", "a" * 5000, "0"])
    def test_nonsense(self, api, text):
        self.refused(api, "newest", cursor=text)

    def test_a_changed_one(self, api, cursor):
        for position in range(0, len(cursor), 7):
            other = "A" if cursor[position] != "A" else "B"
            self.refused(api, "newest", cursor=cursor[:position] + other + cursor[position + 1 :])

    @pytest.mark.parametrize("content", [None, 5, [], ["x"], {"a": 1}, [[], False, False, "x"]])
    def test_one_signed_for_something_else(self, api, content):
        self.refused(api, "newest", cursor=signing.dumps(content, salt="patience.cursor"))
        self.refused(api, "newest", cursor=signing.dumps(content, salt="another"))

    def test_the_key_inside_has_every_field(self):
        text = Cursor([str(uuid.uuid4())]).sign("scope")
        assert Cursor.read(text, "scope", 1).key
        with pytest.raises(CursorInvalid):
            Cursor.read(text, "scope", 2)
