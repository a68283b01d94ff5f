"""Email addresses, as people type them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from campaign.services.emails import LONGEST_ADDRESS, is_sendable


def validate_sendable(value: str) -> None:
    """Refuse what is no address, and an address that the mail library can't send to."""
    validate_email(value)
    if not is_sendable(value):
        raise ValidationError("Email can’t be sent to this address. Enter another one.")


class AddressField(forms.EmailField):
    """An address that email can be sent to."""

    default_validators = [validate_sendable]

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=LONGEST_ADDRESS, **more)
