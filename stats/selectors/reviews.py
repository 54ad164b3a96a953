"""Reading what the staff decided about results lately."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import OuterRef, Subquery

from stats.models import Correction, Decision

_TOLD_DAYS = 30
_MOST_READ = 50


def decisions_lately(*, player_id: UUID, now: datetime) -> list[Decision]:
    """What was decided of the player's results in the last thirty days, the latest first.

    Of a result that was decided about again only the latest, since that one counts; nothing of one
    that was accepted and is annulled, since it does not stand.
    """
    corrected = Correction.objects.filter(result=OuterRef("result")).order_by("-pk")
    lately = Decision.objects.filter(
        result__player_id=player_id, decided_at__gt=now - timedelta(days=_TOLD_DAYS)
    )
    annulled = Subquery(corrected.values("annulled")[:1])
    lately = lately.annotate(is_annulled=annulled)  # type: ignore[no-redef]
    found: dict[int, Decision] = {}
    for decision in lately.select_related("result").order_by("-pk")[:_MOST_READ]:
        found.setdefault(decision.result_id, decision)
    return [each for each in found.values() if not (each.accepted and each.is_annulled)]


def corrections_lately(*, player_id: UUID, now: datetime) -> list[Correction]:
    """What was corrected of the player's results in the last thirty days, the latest first.

    Of a result that was corrected more than once only the latest, since that one holds.
    """
    lately = Correction.objects.filter(
        result__player_id=player_id, corrected_at__gt=now - timedelta(days=_TOLD_DAYS)
    )
    found: dict[int, Correction] = {}
    for correction in lately.select_related("result").order_by("-pk")[:_MOST_READ]:
        found.setdefault(correction.result_id, correction)
    return list(found.values())
