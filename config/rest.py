"""How the API's views read, refuse and answer unless they say otherwise."""

REST = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.BearerAuthentication",
        "accounts.authentication.CookieAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["config.http.rendering.InstantJSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.http.parsing.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.http.negotiation.JSONNegotiation",
    "DEFAULT_THROTTLE_CLASSES": ["config.http.throttling.QuotaThrottle"],
    "DEFAULT_PAGINATION_CLASS": "config.http.pagination.KeysetPagination",
    "PAGE_SIZE": 25,
    "DEFAULT_SCHEMA_CLASS": "config.http.schema.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "config.http.errors.handle",
    "DATETIME_FORMAT": None,  # The renderer spells instants.
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "URL_FORMAT_OVERRIDE": None,
}
