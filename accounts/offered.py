"""Which of allauth's addresses this service offers, to each kind of client."""

# allauth also mounts what needs a text-message service, login codes, another kind of tokens or a
# second proof of identity; there is none of that here.
OFFERED = frozenset(
    {
        "config",
        "auth/session",
        "auth/sessions",
        "auth/signup",
        "auth/login",
        "auth/email/verify",
        "auth/email/verify/resend",
        "auth/password/request",
        "auth/password/reset",
        "account/email",
        "account/password/change",
    }
)
