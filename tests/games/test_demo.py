"""`make demo`: an operator sees an easy game played to its end over HTTP."""

import io
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, StockDeal
from games.rules import name, ordered_deck
from tests.games.conftest import stock_up
from tests.servers import Server, free_port


class Terminal(io.StringIO):
    """A screen."""

    def isatty(self) -> bool:
        return True


@pytest.mark.django_db(transaction=True)
def test_the_demo_wins_a_counted_game_and_shows_it() -> None:
    stock_up(2)
    with Server() as server:
        url = f"http://127.0.0.1:{server.port}"
        for screen in (io.StringIO(), Terminal()):
            call_command("demo", url=url, delay=0, stdout=screen)
            shown = screen.getvalue()
            assert "bakers_game easy: 1 played, 1 won (100.0 %), streak 1" in shown
            assert "520 for cards" in shown
            # Every card is on the table at some moment.
            assert {name(card) for card in ordered_deck()} <= set(shown.split())
            assert f"[{'#' * 40}]" in shown
    assert Game.objects.filter(status="won", mode="casual").count() == 2


@pytest.mark.django_db
def test_without_a_server_the_demo_says_so() -> None:
    with pytest.raises(CommandError, match="got no answer"):
        call_command("demo", url=f"http://127.0.0.1:{free_port()}")
    with pytest.raises(CommandError, match="not an http address"):
        call_command("demo", url="ftp://127.0.0.1")


@pytest.mark.django_db(transaction=True)
def test_an_empty_stock_is_reported_by_its_code() -> None:
    with Server() as server, pytest.raises(CommandError, match="pool_empty"):
        call_command("demo", url=f"http://127.0.0.1:{server.port}")


@pytest.mark.django_db(transaction=True)
def test_a_server_with_another_database_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    stock_up(1)
    monkeypatch.setattr(StockDeal.objects, "get", StockDeal.objects.none().get)
    with Server() as server, pytest.raises(CommandError, match="another database"):
        call_command("demo", url=f"http://127.0.0.1:{server.port}")


class Stranger(BaseHTTPRequestHandler):
    """Another program on the port."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")

    def log_message(self, *args: object) -> None:
        pass


@pytest.mark.django_db
def test_another_program_on_the_port_is_told_apart() -> None:
    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        threading.Thread(target=stranger.handle_request).start()
        with pytest.raises(CommandError, match="not Patience"):
            call_command("demo", url=f"http://127.0.0.1:{stranger.server_port}")
