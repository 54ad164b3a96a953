"""Who plays: users, guest or full, and the sessions they are known by."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class Visibility(models.TextChoices):
    """Who may see a player's statistics."""

    PUBLIC = "public"
    PRIVATE = "private"


class UserManager(BaseUserManager["User"]):
    """Creates users; addresses are kept in lower case so that one address is one account."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create a full account that signs in with `email`."""
        if not email:
            raise ValueError("A full account needs an e-mail address.")
        user = self.model(email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create an account that may do everything in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def create_guest(self, **fields: Any) -> User:
        """Create a player without address and password, known by a session alone."""
        user = self.model(email=None, is_guest=True, **fields)
        user.set_unusable_password()
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the account with this address, whatever its case."""
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A player. A guest is one without a confirmed address; the id never changes when that does."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(max_length=254, null=True, blank=True, unique=True)
    is_guest = models.BooleanField(default=False)
    # When a guest became a full account; null for guests, and for who never was one.
    confirmed_at = models.DateTimeField(null=True, editable=False)
    display_name = models.CharField(max_length=20, blank=True, default="")
    name_key = models.CharField(  # noqa: DJ001 - "no name" must not count as taken
        max_length=120, null=True, editable=False, unique=True
    )
    # When one name was last exchanged for another.
    renamed_at = models.DateTimeField(null=True, editable=False)
    locale = models.CharField(max_length=2, default="en")
    visibility = models.CharField(max_length=7, default=Visibility.PUBLIC)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)
    # When the person was erased; the row stays, so that what others see is of an anonymous player.
    erased_at = models.DateTimeField(null=True, editable=False)
    # When the person will be erased, as asked for; until then that can be taken back.
    deletion_at = models.DateTimeField(null=True, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        indexes = [
            models.Index(
                fields=["deletion_at"],
                condition=models.Q(deletion_at__isnull=False, erased_at__isnull=True),
                name="user_to_be_erased",
            )
        ]
        constraints = [
            models.CheckConstraint(
                name="user_email_lower_case",
                condition=~models.Q(email="") & models.Q(email=Lower("email")),
            ),
            models.CheckConstraint(
                name="user_locale_known",
                condition=models.Q(locale__in=["en", "ru", "fr"]),
            ),
            models.CheckConstraint(
                name="user_visibility_known",
                condition=models.Q(visibility__in=["public", "private"]),
            ),
            models.CheckConstraint(
                name="user_name_has_its_key",
                condition=models.Q(display_name="", name_key=None)
                | (~models.Q(display_name="") & models.Q(name_key__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return self.display_name or str(self.id)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the user; an empty address is no address, and must not be unique."""
        self.email = self.email.lower() if self.email else None
        super().save(*args, **kwargs)


class Report(models.Model):
    """What a player told the staff about another: a name, or a result that cannot be true."""

    class Kind(models.TextChoices):
        """What is reported."""

        NAME = "name"
        RESULT = "result"

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.TextField()
    # No foreign key: this app knows no games.
    game_id = models.UUIDField(null=True)
    # The name as it was then, since its player may change it before the staff looks.
    name = models.CharField(max_length=20, blank=True, default="")
    text = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)
    # Whether the name was taken away for it; then the player does not get it again.
    is_upheld = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about", "kind", "game_id"],
                name="report_once",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="report_kind_known", condition=models.Q(kind__in=["name", "result"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.about_id}"


class Session(AbstractBaseSession):
    """One signed-in client. The row names its user, so that one SELECT finds both."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="sessions"
    )
