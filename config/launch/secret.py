"""The secret key of a checkout that was not given one."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


def secret_key(state: Path) -> str:
    """The key kept in the state folder, readable by its owner alone; made when there is none."""
    path = state / "secret-key"
    if not path.exists():
        draft = state / f".secret-key-{os.getpid()}"
        draft.unlink(missing_ok=True)
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w") as file:
            file.write(secrets.token_urlsafe(50))
        # Linking fails if another process was first, and never shows a half-written key.
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text().strip()
