"""How the OpenAPI document is made of the views."""

OPENAPI = {
    "TITLE": "Patience",
    "DESCRIPTION": (
        "Single-player solitaire. Accounts (sign-up, login, codes, sessions) are described by a "
        "document of their own, [/api/auth/openapi.json](/api/docs/accounts). Every failure is a "
        "problem document; [its codes](/api/docs/errors) are stable."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "BoardStatus": "stats.api.board_shapes.BOARD_STATUSES",
        "DailyStatus": "games.api.daily_answers.DAILY_STATUSES",
        "GameStatus": "games.api.answers.GAME_STATUSES",
        "ReviewStatus": "stats.api.me.REVIEW_STATUSES",
        "SolveStatus": "solver_worker.models.Solve.Status",
        "VerdictKind": "solver_worker.shapes.VERDICTS",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.http.schema.add_problems",
        "config.http.examples.add_examples",
    ],
}
