"""Players with clients, and deals whose winning lines are known."""

import json
import secrets
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import create_guest, start_session
from games.management.commands.load_stock import FOLDER
from games.models import DAILY_LEVELS, Game
from games.rules import VARIANTS, deck_text, parse_deck, shuffled
from games.services.stock import add_proven_deal


def proven_rows(variant: str, level: str) -> list[list[str]]:
    """The decks and lines that come with the project for a level, or for one of its rules."""
    levels = VARIANTS[variant].levels
    (source,) = (
        each.key for each in levels.values() if each.proven and each.rules == levels[level].rules
    )
    rows = (FOLDER / f"{variant}_{source}.tsv").read_text().splitlines()
    return [row.split("\t") for row in rows if not row.startswith("#")]


STOCK_ROWS = proven_rows("bakers_game", "easy")


class Player:
    """A guest with a client, and the calls that tests make over and over."""

    def __init__(self) -> None:
        self.user: User = create_guest(locale="en")
        self.token = start_session(user=self.user).session_key
        self.client = self.new_client()

    def new_client(self) -> APIClient:
        """Another connection of the same player."""
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.token}")
        return client

    def post(self, path: str, body: Any = None, **extra: Any) -> Any:
        """The answer to a POST."""
        return self.client.post(f"/api/v1{path}", body, format="json", **extra)

    def get(self, path: str, **extra: Any) -> Any:
        """The answer to a GET."""
        return self.client.get(f"/api/v1{path}", **extra)

    def put(self, path: str, body: Any = None, **extra: Any) -> Any:
        """The answer to a PUT."""
        return self.client.put(f"/api/v1{path}", body, format="json", **extra)

    def start(self, level: str = "medium", **body: Any) -> dict[str, Any]:
        """A new game's document."""
        answer = self.post("/games", {"variant": "bakers_game", "level": level, **body})
        assert answer.status_code == 201, answer.content
        return answer.json()

    def send(self, game: dict[str, Any], *ops: str, version: int | None = None) -> Any:
        """The answer to a batch of ops."""
        base = game["version"] if version is None else version
        return self.post(f"/games/{game['id']}/ops", {"base_version": base, "ops": list(ops)})

    def play(self, game: dict[str, Any], *ops: str) -> dict[str, Any]:
        """The game's document after a batch that must be accepted."""
        answer = self.send(game, *ops)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def stats(self, level: str) -> dict[str, Any]:
        """The player's statistics of a level; empty before its first result."""
        items = self.get("/me/stats").json()["items"]
        return next((item for item in items if item["level"] == level), {})


@dataclass(frozen=True)
class Won:
    """A game that one more batch will win."""

    game: dict[str, Any]
    last: list[str]
    line: list[str]


@pytest.fixture
def player(db: None) -> Player:
    return Player()


@pytest.fixture
def other(db: None) -> Player:
    return Player()


def stock_up(
    count: int = 2, level: str = "easy", variant: str = "bakers_game", start: int = 0
) -> None:
    """Put proven deals into the stock, those at `start` of the project's and after."""
    for deck, line in proven_rows(variant, level)[start : start + count]:
        add_proven_deal(variant=variant, level=level, deck=parse_deck(deck), line=line)


@pytest.fixture
def stock(db: None) -> None:
    stock_up()


@pytest.fixture
def one_daily(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all variants Baker's Game alone has a daily, whatever else is on offer."""
    for variant in set(DAILY_LEVELS) - {"bakers_game"}:
        monkeypatch.delitem(DAILY_LEVELS, variant)


@pytest.fixture
def spares(db: None, one_daily: None) -> None:
    """Deals that can become dailies."""
    stock_up(3, "medium")


def line_of(game: dict[str, Any]) -> list[str]:
    """The line that proves a game's deal."""
    deck = Game.objects.get(pk=game["id"]).deal.deck
    return dict(proven_rows(game["variant"], game["level"]))[deck].split()


def nearly_won(player: Player, keep: int = 1, **body: Any) -> Won:
    """An easy game played up to its last moves."""
    game = player.start("easy", **body)
    line = line_of(game)
    game = player.play(game, *line[:-keep])
    return Won(game, line[-keep:], line)


def stored(game: dict[str, Any]) -> Game:
    """The row of a game."""
    return Game.objects.select_related("deal").get(pk=UUID(game["id"]))


def code(answer: Any) -> str:
    """The code of a problem document; checks that it is one."""
    assert answer["Content-Type"].startswith("application/problem+json"), answer.content
    document = json.loads(answer.content)
    assert document["status"] == answer.status_code
    return str(document["code"])


def pointers(answer: Any) -> set[str]:
    """Which parts of the request a problem document names."""
    return {error["pointer"] for error in json.loads(answer.content)["errors"]}


def new_id() -> str:
    """An id as a client makes it."""
    return str(uuid4())


def random_cards() -> list[str]:
    """A full deck, shuffled."""
    text = deck_text(shuffled(secrets.token_bytes(32)))
    return [text[at : at + 2] for at in range(0, 104, 2)]
