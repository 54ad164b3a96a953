"""Everything that can be set, read from environment variables; the README lists them all."""

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.environment import (
    database,
    flag,
    folder,
    number,
    public_address,
    rates,
    redis_address,
    text,
    words,
)
from config.logs import logging_settings
from config.openapi import OPENAPI
from config.rest import REST

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = flag("DEBUG", "false")
SECRET_KEY = text("SECRET_KEY", "")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "Set SECRET_KEY to a long random text (make run and make test make one by themselves)."
    )
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS", "")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
REDIS_URL = redis_address("REDIS_URL")
DATA_DIR = folder("DATA_DIR", "var")
# Where a worker puts the files of open data, and the web server finds them.
DUMPS_DIR = folder("DUMPS_DIR", str(DATA_DIR / "dumps"))
WEB_THREADS = number("WEB_THREADS", 8)
HTTPS = flag("HTTPS", "false")
TRUSTED_PROXY_COUNT = number("TRUSTED_PROXY_COUNT", 0)
HOST = text("HOST", "127.0.0.1")
PUBLIC_URL = public_address("PUBLIC_URL", ALLOWED_HOSTS, is_tls=HTTPS)
METRICS_TOKEN = text("METRICS_TOKEN", "")
if 0 < len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("METRICS_TOKEN must have at least 16 characters.")
METRICS_PORT = number("METRICS_PORT", 0)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",
    "stats",
    "games",
    "solver_worker",
]

MIDDLEWARE = [
    "config.http.tracing.TraceMiddleware",
    "config.http.metrics.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.http.client.StaticFilesMiddleware",
    "config.http.headers.HeaderMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.pages.failures.FailureMiddleware",
    "config.http.refusals.RefusalMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.http.guards.GuardMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
APPEND_SLASH = False
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"words": "config.pages.words"},
        },
    },
]

DATABASES = {"default": database(text("DATABASE_URL", "postgres:///patience"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The counters of allauth's limits live here. Django's default of 300 entries would let anybody
# flush them by filling the cache.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "patience",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский"), ("fr", "Français")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]

STATIC_URL = "/static/"
SERVICE_WORKER = flag("SERVICE_WORKER", "true")
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Accounts and sessions.

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
CSRF_FAILURE_VIEW = "config.http.handlers.csrf_failed"
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS", "")

ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "accounts.names.shown_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.signup.SignupForm"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_METHODS = ()  # Nothing asks for a second proof of identity.
HEADLESS_ONLY = True
HEADLESS_ADAPTER = "accounts.adapters.HeadlessAdapter"
HEADLESS_TOKEN_STRATEGY = "accounts.tokens.BearerTokenStrategy"  # noqa: S105
HEADLESS_SERVE_SPECIFICATION = False  # `AccountsSchemaView` serves what is offered of it.
# Codes are typed into the client that asked for them, so every mail leads to its first page.
HEADLESS_FRONTEND_URLS = dict.fromkeys(
    (
        "account_confirm_email",
        "account_reset_password",
        "account_reset_password_from_key",
        "account_signup",
    ),
    f"{PUBLIC_URL}/",
)

EMAIL_HOST = text("EMAIL_HOST", "")
EMAIL_PORT = number("EMAIL_PORT", 587)
EMAIL_HOST_USER = text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = flag("EMAIL_USE_SSL", "false")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS", "false" if EMAIL_USE_SSL else "true")
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = text("DEFAULT_FROM_EMAIL", "Patience <patience@localhost>")

# Transport. HTTPS=true when the service is reached over TLS, at a proxy or directly.

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = flag("HSTS_PRELOAD", "false") and HTTPS
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# The API. How often a caller may use what; RATE_LIMITS="ops=240/minute,staff=2/hour" changes some.
RATE_LIMITS = rates(
    "RATE_LIMITS",
    {
        "ops": "240/minute",
        "games": "60/minute",
        "questions": "60/minute",
        "reads": "600/minute",
        "exports": "10/minute",
        "secrets": "5/minute",
        "reports": "10/minute",
        "guests": "10/minute",
        "staff": "5/minute",
    },
)

# How far the worker fills the stock of each level, and what waits to become each daily.
STOCK_SIZE = number("STOCK_SIZE", 500)
DAILY_SPARES = number("DAILY_SPARES", 40)
# How long questions to the solver are kept after their answer.
SOLVE_DAYS = number("SOLVE_DAYS", 30)

REST_FRAMEWORK = REST
SPECTACULAR_SETTINGS = OPENAPI

LOGGING = logging_settings()
