"""E-mail addresses: their one spelling, and what cannot be one."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

# RFC 5321, 4.5.3.1; a path of 256 has the address and its angle brackets.
LONGEST, LONGEST_LOCAL_PART = 254, 64
_VISIBLE_ASCII = re.compile(r"[!-~]+")


def clean_address(email: str) -> str:
    """Return the address in lower case, its domain in ASCII; raise ValidationError if it is none.

    A domain in other scripts has several spellings in Unicode and one in ASCII (RFC 3490), which
    is also what mail servers are asked for. What is before the @ must be ASCII.
    """
    local_part, _at, domain = email.rpartition("@")
    try:
        address = f"{local_part}@{domain.encode('idna').decode()}".lower()
    except UnicodeError:
        address = ""
    is_short = len(address) <= LONGEST and len(local_part) <= LONGEST_LOCAL_PART
    if not (is_short and _VISIBLE_ASCII.fullmatch(address)):
        raise ValidationError(validate_email.message, code=validate_email.code)
    return address
