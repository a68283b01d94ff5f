"""What is wrong with a field, in the site's own words: always the limit, and how far off it is."""

from django import forms
from django.core import validators


def install() -> None:
    """Give Django's fields and validators these messages, once at start-up."""
    forms.Field.default_error_messages["required"] = "This is missing."
    validators.MinLengthValidator.message = "At least %(limit_value)d characters; this has %(show_value)d."
    validators.MaxLengthValidator.message = "At most %(limit_value)d characters; this has %(show_value)d."
    validators.MinValueValidator.message = "This must be %(limit_value)s or more."
    validators.MaxValueValidator.message = "This must be %(limit_value)s or less."
    validators.EmailValidator.message = "This is no e-mail address; one looks like name@example.org."
    forms.ChoiceField.default_error_messages["invalid_choice"] = "“%(value)s” is not among what can be chosen."
    forms.MultipleChoiceField.default_error_messages["invalid_choice"] = "“%(value)s” is not among what can be chosen."
