"""Making users: full accounts, guests and the operator's superusers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager

if TYPE_CHECKING:
    from accounts.models import User


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
