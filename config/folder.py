"""Messages as files in a folder, for a service without Redis: Kombu's transport, made whole."""

import json
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem


class Channel(filesystem.Channel):
    """Puts and takes whole messages.

    Kombu's own channel makes a file and then writes it, so that a reader can take an empty one and
    fail; and it moves what it takes into the temporary folder, which on another file system is a
    copy that two readers can make.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._folder = Path(self.data_folder_in)
        self._folder.mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        name = f"{time.time_ns():020}-{uuid.uuid4().hex}.{queue}"
        draft = self._folder / f"{name}.draft"
        draft.write_text(json.dumps(payload))
        draft.rename(self._folder / f"{name}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for waiting in sorted(self._folder.glob(f"*.{queue}.msg")):
            taken = waiting.with_suffix(f".{uuid.uuid4().hex}")
            try:
                waiting.rename(taken)
            except FileNotFoundError:
                continue  # Another reader was faster.
            payload = json.loads(taken.read_text())
            taken.unlink()
            return payload
        raise Empty


class Transport(filesystem.Transport):
    """Kombu's file system transport with this channel."""

    Channel = Channel
