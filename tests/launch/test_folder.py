"""Messages in files: each is taken once and whole, whoever writes and reads at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from config.folder import Transport


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "not" / "there yet"


def channel(folder: Path):
    options = {f"data_folder_{way}": str(folder) for way in ("in", "out")}
    options["control_folder"] = str(folder)
    connection = Connection(
        "filesystem://localhost", transport=Transport, transport_options=options
    )
    return connection.default_channel


def taken(messages) -> Iterator[dict]:
    while True:
        try:
            yield messages._get("solve")
        except Empty:
            return


def test_messages_come_in_order_and_each_queue_has_its_own(folder: Path) -> None:
    messages = channel(folder)
    for number in range(5):
        messages._put("solve", {"n": number})
        messages._put("fast", {"n": -number})
    assert [each["n"] for each in taken(messages)] == [0, 1, 2, 3, 4]
    assert messages._size("solve") == 0
    assert messages._size("fast") == 5


def test_nothing_is_left_of_what_was_taken(folder: Path) -> None:
    messages = channel(folder)
    messages._put("solve", {"n": 1})
    assert len(list(taken(messages))) == 1
    assert list(folder.iterdir()) == []


def test_readers_and_writers_at_once_lose_and_double_nothing(folder: Path) -> None:
    many, each = 4, 150
    text = "x" * 5_000  # More than one write would take in one piece.

    def write(writer: int) -> None:
        messages = channel(folder)
        for number in range(each):
            messages._put("solve", {"n": (writer, number), "text": text})

    def read(_: int) -> list[tuple[int, int]]:
        messages, found = channel(folder), []
        while not (done and messages._size("solve") == 0):
            for message in taken(messages):
                assert message["text"] == text
                found.append(tuple(message["n"]))
        return found

    done: list[bool] = []
    with ThreadPoolExecutor(2 * many) as pool:
        readers = [pool.submit(read, reader) for reader in range(many)]
        list(pool.map(write, range(many)))
        done.append(True)
        found = [message for reader in readers for message in reader.result(60)]
    assert sorted(found) == [(writer, n) for writer in range(many) for n in range(each)]
