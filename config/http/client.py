"""The web client's files, under an address made of them, and what its pages may load."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request, override
from whitenoise.middleware import WhiteNoiseMiddleware

from config.http.errors import problem_response

FOLDER = settings.BASE_DIR / "games" / "static" / "games"

# Everything comes from here, nothing is written into the page, and no text becomes HTML or script:
# the browser refuses every way to do so. The one policy for trusted types is that of `app.js`,
# which passes the address of the service worker and nothing else.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types app"
)


def files() -> list[Path]:
    """The client's files, in an order that is always the same."""
    return sorted(path for path in FOLDER.rglob("*") if path.is_file())


@cache
def address() -> str:
    """Where the files are: the address changes when any of them does, so they are kept for ever.

    The hash stands in the name of the folder, so that modules find each other by the relative
    names that are written in them.
    """
    digest = sha256()
    for path in files():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(FOLDER)} {len(content)} ".encode() + content)
    return f"{settings.STATIC_URL}client-{digest.hexdigest()[:16]}/"


@cache
def copies() -> TemporaryDirectory[str]:
    """The files once more, each with what it is compressed, for as long as the process lives."""
    folder = TemporaryDirectory(prefix="patience-client-")
    for path in files():
        copy = Path(folder.name) / path.relative_to(FOLDER)
        copy.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes()
        copy.write_bytes(content)
        if path.suffix != ".png":
            copy.with_name(f"{copy.name}.gz").write_bytes(gzip.compress(content, mtime=0))
    return folder


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, which also serves the client's files at `address()`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_files(copies().name, prefix=address())

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether a file at this address never changes."""
        is_client = url.startswith(address()) and not settings.DEBUG
        return is_client or bool(super().immutable_file_test(path, url))

    @staticmethod
    def serve(  # type: ignore[override]
        static_file: Any, request: HttpRequest
    ) -> HttpResponse:
        """Answer with a file, or a problem in the language of the request, which is chosen later.

        Of a range that is not in the file no notice is taken, as RFC 9110 (14.2) allows.
        """
        response = WhiteNoiseMiddleware.serve(static_file, request)
        if response.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            del request.META["HTTP_RANGE"]
            response = WhiteNoiseMiddleware.serve(static_file, request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed, language = response["Allow"], get_language_from_request(request)
            headers = {"Allow": allowed, "Content-Language": language, "Vary": "Accept-Language"}
            with override(language):
                response = problem_response("method_not_allowed", headers=headers)
        return response
