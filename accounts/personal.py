"""What accounts, and the libraries that they are made with, hold of a person."""

from accounts.privacy import impersonal, personal

personal(
    "accounts.User",
    "pk",
    kept="id is_guest confirmed_at visibility created_at updated_at deletion_at erased_at",
    blank={
        "email": None,
        "display_name": "",
        "name_key": None,
        "renamed_at": None,
        "locale": "en",
        "last_login": None,
        "is_active": False,
        "is_staff": False,
        "is_superuser": False,
    },
    untold="password",
)
personal("accounts.User_groups", "user", kept="id user group", is_removed=True)
personal("accounts.User_user_permissions", "user", kept="id user permission", is_removed=True)
personal(
    "accounts.Session",
    "user",
    kept="user expire_date",
    untold="session_key session_data",
    is_removed=True,
)
# A report belongs to who wrote it; whom it is about is told that there is one, not by whom.
personal(
    "accounts.Report",
    "reporter",
    kept="id reporter about kind game_id created_at",
    blank={"text": ""},
    untold="name decided_at is_upheld",
)
personal(
    "accounts.Report",
    "about",
    kind="accounts.Report.about",
    kept="id about kind game_id created_at decided_at is_upheld",
    blank={"name": ""},
    untold="reporter text",
)
personal("account.EmailAddress", "user", kept="id user email verified primary", is_removed=True)
personal(
    "account.EmailConfirmation",
    "email_address__user",
    kept="id email_address created sent",
    untold="key",
    is_removed=True,
)
personal(
    "usersessions.UserSession",
    "user",
    kept="id user created_at ip last_seen_at user_agent data",
    untold="session_key",
    is_removed=True,
)
# What the staff did with a player is noted with the player's name.
personal(
    "admin.LogEntry",
    "object_id",
    untold="id action_time user content_type object_id object_repr action_flag change_message",
    is_removed=True,
)
impersonal("auth.Group", "id name")
impersonal("auth.Group_permissions", "id group permission")
impersonal("auth.Permission", "id name content_type codename")
impersonal("contenttypes.ContentType", "id app_label model")
