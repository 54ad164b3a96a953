"""The caller's own account over HTTP: begin as a guest, read and change the profile."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import bearer_token
from accounts.description import description
from accounts.erasure import ask_for_deletion
from accounts.leaving import DeletionRequest, DeletionShape
from accounts.models import User, Visibility
from accounts.services import BACKEND, create_guest, start_session, update_profile
from accounts.shapes import StrictSerializer

LOCALES = [code for code, _language in settings.LANGUAGES]


class ProfileShape(StrictSerializer):
    """A player as the player sees it."""

    id = serializers.UUIDField(read_only=True)
    display_name = serializers.CharField(
        max_length=200,
        required=False,
        help_text="3 to 20 characters in NFKC; unique whatever its case; empty until chosen; then "
        "changed at most once in 30 days.",
    )
    locale = serializers.ChoiceField(LOCALES, required=False, help_text="Language of mails.")
    visibility = serializers.ChoiceField(
        Visibility.values,
        required=False,
        help_text="Who may see this player's statistics. On boards a private one is not listed.",
    )
    email = serializers.EmailField(read_only=True, allow_null=True)
    is_guest = serializers.BooleanField(
        read_only=True, help_text="True until an e-mail address is confirmed."
    )
    has_password = serializers.BooleanField(read_only=True, source="has_usable_password")
    created_at = serializers.DateTimeField(read_only=True)
    deletion_at = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="When the player will be erased, if asked to be."
    )


class GuestRequest(StrictSerializer):
    """How the new guest will be recognised."""

    client = serializers.ChoiceField(
        ["app", "browser"],
        help_text="`app` answers a token, `browser` sets the session cookie.",
    )


class GuestShape(serializers.Serializer[Any]):
    """A guest and, for apps, its token."""

    token = serializers.CharField(
        allow_null=True, help_text="For `Authorization: Bearer`; null with `browser`."
    )
    user = ProfileShape()


class GuestsView(APIView):
    """Players without an account."""

    permission_classes = [AllowAny]
    throttle_scope = "guests"

    @extend_schema(
        operation_id="create_guest",
        request=GuestRequest,
        responses={200: GuestShape, 201: GuestShape},
    )
    def post(self, request: Request) -> Response:
        """Start playing without an account.

        Who is signed in already stays who they are (200). Confirming an e-mail address and then
        setting a password, under `/api/auth/`, makes the guest a full account with the same id;
        signing in to an account that exists already leaves the guest's games behind.
        """
        shape = GuestRequest(data=request.data)
        shape.is_valid(raise_exception=True)
        if isinstance(request.user, User):
            return _guest(request.user, bearer_token(request), status=200)
        with transaction.atomic():
            user = create_guest(locale=(get_language() or "en")[:2])
            if shape.validated_data["client"] == "app":
                session = start_session(user=user)
                UserSession.objects.create_from_request(
                    request._request, user=user, session=session
                )
                return _guest(user, session.session_key, status=201)
            login(request._request, user, backend=BACKEND)
            UserSession.objects.create_from_request(request._request)
            return _guest(user, None, status=201)


def _guest(user: User, token: str | None, *, status: int) -> Response:
    body = GuestShape({"token": token, "user": user}).data
    return Response(body, status=status, headers={"Cache-Control": "no-store"})


class MeView(APIView):
    """The caller's profile."""

    @property
    def throttle_scope(self) -> str:
        """A password may be tried less often than a profile is read."""
        return "secrets" if self.request.method == "DELETE" else "reads"

    @extend_schema(operation_id="get_me", responses=ProfileShape)
    def get(self, request: Request) -> Response:
        """Return the caller's profile."""
        return Response(ProfileShape(request.user).data)

    @extend_schema(operation_id="update_me", request=ProfileShape, responses=ProfileShape)
    def patch(self, request: Request) -> Response:
        """Change display name, language or visibility; what is not sent stays as it is."""
        shape = ProfileShape(data=request.data, partial=True)
        shape.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        return Response(
            ProfileShape(update_profile(user=request.user, **shape.validated_data)).data
        )

    @extend_schema(
        operation_id="delete_me", request=DeletionRequest, responses={202: DeletionShape}
    )
    def delete(self, request: Request) -> Response:
        """Have the player erased in seven days; until then it can be taken back.

        Games and results stay, of a player without a name. An account that has a password is
        asked for it: 401 without one, 422 with a wrong one. Its address, if there is one, is sent
        the day and how to stay.
        """
        shape = DeletionRequest(data=request.data)
        shape.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        due = ask_for_deletion(user=request.user, **shape.validated_data)
        return Response(DeletionShape({"deletion_at": due}).data, status=202)


class AccountsSchemaView(APIView):
    """The description of what is below `/api/auth/`."""

    permission_classes = [AllowAny]
    throttle_scope = "reads"
    renderer_classes = [OpenApiJsonRenderer, OpenApiJsonRenderer2]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Return the OpenAPI document."""
        return HttpResponse(description(), content_type=request.accepted_renderer.media_type)
