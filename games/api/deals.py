"""Deals over HTTP: what they are, how their fairness is checked, and what proves them."""

from typing import Any
from uuid import UUID

from django.utils.cache import patch_cache_control
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.shapes import read_query
from games.api.deal_answers import CertificateSerializer, DealSerializer, FairnessSerializer
from games.api.deal_documents import certificate_document, deal_document, fairness_document
from games.api.documents import documents_etag
from games.services.deals import certificate_of, known_deal


def _caller(request: Request) -> User | None:
    read_query(request)
    return request.user if isinstance(request.user, User) else None


def _answer(document: dict[str, Any]) -> Response:
    response = Response(document, headers={"ETag": documents_etag(document)})
    patch_cache_control(response, private=True, no_cache=True)
    return response


class DealView(APIView):
    """One deal."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"

    @extend_schema(operation_id="deals_read", responses=DealSerializer)
    def get(self, request: Request, deal_id: UUID) -> Response:
        """A deal of a game of the caller, of a past daily, or of a shared replay."""
        player = _caller(request)
        return _answer(deal_document(known_deal(player=player, deal_id=deal_id), player=player))


class FairnessView(APIView):
    """The promise of a deal."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"

    @extend_schema(operation_id="deals_fairness", responses=FairnessSerializer)
    def get(self, request: Request, deal_id: UUID) -> Response:
        """The commitment; after the game, or the day of a daily, also what it was made of."""
        return _answer(fairness_document(known_deal(player=_caller(request), deal_id=deal_id)))


class CertificateView(APIView):
    """The proof of a deal."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"

    @extend_schema(operation_id="deals_certificate", responses=CertificateSerializer)
    def get(self, request: Request, deal_id: UUID) -> Response:
        """A line that wins the deal; not while the caller plays it or its board is open."""
        return _answer(
            certificate_document(certificate_of(player=_caller(request), deal_id=deal_id))
        )
