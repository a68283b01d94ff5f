"""Error messages for fields, each with its limit and how far off the value is."""

from django import forms
from django.core import validators


def install() -> None:
    """Give Django's fields and validators these messages, once at start-up."""
    forms.Field.default_error_messages["required"] = "Fill this in."
    validators.MinLengthValidator.message = "Enter at least %(limit_value)d characters; this has %(show_value)d."
    validators.MaxLengthValidator.message = "Enter at most %(limit_value)d characters; this has %(show_value)d."
    validators.MinValueValidator.message = "Enter %(limit_value)s or more."
    validators.MaxValueValidator.message = "Enter %(limit_value)s or less."
    validators.EmailValidator.message = "Enter an email address such as name@example.org."
    forms.ChoiceField.default_error_messages["invalid_choice"] = "“%(value)s” isn’t one of the choices."
    forms.MultipleChoiceField.default_error_messages["invalid_choice"] = "“%(value)s” isn’t one of the choices."
