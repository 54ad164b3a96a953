"""The addresses of games, dailies and variants."""

from datetime import date
from uuid import UUID

from django.urls import path, register_converter
from django.urls.converters import UUIDConverter

from games.api.dailies import AttemptView, DailiesView, DailyView
from games.api.deals import CertificateView, DealView, FairnessView
from games.api.dumps import DumpsView, DumpView
from games.api.games import GamesView, GameView, OpsView, ResignView
from games.api.notices import NoticesView
from games.api.replays import ReplayView, SharedReplayView, ShareView
from games.api.variants import VariantsView, VariantView


class IdConverter(UUIDConverter):
    """An id in either case: some platforms write theirs in upper case."""

    regex = UUIDConverter.regex.replace("a-f", "a-fA-F")

    def to_python(self, value: str) -> UUID:
        """The id."""
        return UUID(value)


class DayConverter:
    """A day as `2026-11-29`."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The day; a date that no calendar has is no address."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """The address's part."""
        return value.isoformat()


register_converter(IdConverter, "id")
register_converter(DayConverter, "day")

urlpatterns = [
    path("variants", VariantsView.as_view(), name="variants"),
    path("variants/<str:key>", VariantView.as_view(), name="variant"),
    path("games", GamesView.as_view(), name="games"),
    path("games/<id:game_id>", GameView.as_view(), name="game"),
    path("games/<id:game_id>/ops", OpsView.as_view(), name="game-ops"),
    path("games/<id:game_id>/resign", ResignView.as_view(), name="game-resign"),
    path("games/<id:game_id>/replay", ReplayView.as_view(), name="game-replay"),
    path("games/<id:game_id>/share", ShareView.as_view(), name="game-share"),
    path("replays/<slug:slug>", SharedReplayView.as_view(), name="replay"),
    path("deals/<id:deal_id>", DealView.as_view(), name="deal"),
    path("deals/<id:deal_id>/fairness", FairnessView.as_view(), name="deal-fairness"),
    path("deals/<id:deal_id>/certificate", CertificateView.as_view(), name="deal-certificate"),
    path("dailies", DailiesView.as_view(), name="dailies"),
    path("dailies/<day:day>", DailyView.as_view(), name="daily"),
    path("dailies/<day:day>/<str:variant>/attempt", AttemptView.as_view(), name="daily-attempt"),
    path("dumps", DumpsView.as_view(), name="dumps"),
    path("dumps/<str:month>/<str:kind>", DumpView.as_view(), name="dump"),
    path("me/notices", NoticesView.as_view(), name="me-notices"),
]
