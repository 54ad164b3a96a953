"""The staff's sign-in form, limited like every other place that tries a password."""

from __future__ import annotations

from django.conf import settings
from django.contrib.admin.sites import AdminSite
from django.http import HttpRequest, HttpResponse

from config.http.errors import problem_response
from config.http.throttling import client_address, meter


def staff_login(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Show the form; count each attempt by address, and take none that cannot be counted.

    allauth limits its own endpoints alone, and the admin's form does not pass through them.
    """
    if request.method == "POST":
        rate = settings.RATE_LIMITS["staff"]
        usage = meter().count("staff", rate, client_address(request))
        request.quota = usage  # type: ignore[attr-defined]
        if not usage.is_allowed:
            members = {"violated-policies": [usage.name]}
            headers = {"Retry-After": str(usage.wait)}
            return problem_response("quota_exceeded", members=members, headers=headers)
    return site.login(request)
