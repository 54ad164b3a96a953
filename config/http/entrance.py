"""The staff's sign-in form, limited like every other place that tries a password."""

from __future__ import annotations

from django.contrib.admin.sites import AdminSite
from django.http import HttpRequest, HttpResponse

from config.http.errors import quota_response
from config.http.throttling import QuotaExceeded, client_address, spend


def staff_login(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Show the form; count each attempt by address, and take none that cannot be counted.

    allauth limits its own endpoints alone, and the admin's form does not pass through them.
    """
    if request.method == "POST":
        try:
            spend(request, "staff", client_address(request))
        except QuotaExceeded as exceeded:
            return quota_response(exceeded)
    return site.login(request)
